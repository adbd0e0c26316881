"""The bot that searches: it plays each of its options on in worlds that fit what it sees."""

from __future__ import annotations

from typing import ClassVar

from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.engine.machine.errors import BadData
from kickdoor.policies.evaluation.weights import MASTERLY, PlayStyle
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.search_policy import BUDGET, SearchPolicy


class MasterBot(PolicyBot):
    """Thinks ahead: the more playouts it may spend on a decision, the better it plays."""

    name = "master"

    BUDGET: ClassVar[int] = BUDGET
    """Playouts for a decision, unless whoever seats it says another number."""

    STYLE: ClassVar[PlayStyle] = MASTERLY

    def make_policy(self) -> Policy:
        return SearchPolicy(self.rng.drawn, checked_budget(self.BUDGET), self.STYLE)


MAX_BUDGET = 100_000
"""Playouts; with more a decision would take minutes."""


def checked_budget(budget: int) -> int:
    """Return a number of playouts back if anybody may spend so many on a decision."""
    if not 0 <= budget <= MAX_BUDGET:
        raise BadData(f"a budget is a number of playouts from 0 to {MAX_BUDGET}, not {budget}")
    return budget
