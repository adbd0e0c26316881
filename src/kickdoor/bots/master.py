"""The bot that searches: it plays each of its options on in worlds that fit what it sees."""

from __future__ import annotations

from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.minds.policy import Policy
from kickdoor.minds.search import Search


class MasterBot(PolicyBot):
    """Thinks ahead."""

    name = "master"

    def make_policy(self) -> Policy:
        return Search(self.lots.drawn)
