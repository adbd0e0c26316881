"""The searching bot: it plays out its options in determinizations of its view."""

from __future__ import annotations

from typing import ClassVar

from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.engine.machine.errors import BadData
from kickdoor.policies.evaluation.weights import MASTERLY, PlayStyle
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.search_policy import BUDGET, SearchPolicy


class MasterBot(PolicyBot):
    """A bot that searches; a larger budget of playouts makes it stronger."""

    name = "master"

    BUDGET: ClassVar[int] = BUDGET
    """Playouts for a decision, unless the caller sets another number."""

    STYLE: ClassVar[PlayStyle] = MASTERLY

    def make_policy(self) -> Policy:
        return SearchPolicy(self.rng.drawn, checked_budget(self.BUDGET), self.STYLE)


MAX_BUDGET = 100_000
"""Maximum number of playouts; with more, a decision would take minutes."""


def checked_budget(budget: int) -> int:
    """Return the budget if it is valid; raise BadData otherwise."""
    if not 0 <= budget <= MAX_BUDGET:
        raise BadData(f"the budget must be a number of playouts from 0 to {MAX_BUDGET}, got {budget}")
    return budget
