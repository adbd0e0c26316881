"""The bot that searches: it plays each of its options on in worlds that fit what it sees."""

from __future__ import annotations

from typing import ClassVar

from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.minds.policy import Policy
from kickdoor.minds.search import BUDGET, Search
from kickdoor.minds.weights import MASTERLY, Temper


class MasterBot(PolicyBot):
    """Thinks ahead: the more playouts it may spend on a decision, the better it plays."""

    name = "master"

    BUDGET: ClassVar[int] = BUDGET

    TEMPER: ClassVar[Temper] = MASTERLY

    def make_policy(self) -> Policy:
        return Search(self.lots.drawn, self.BUDGET, self.TEMPER)
