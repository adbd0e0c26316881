"""The bot that plays at random."""

from __future__ import annotations

from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.policies.policy import Policy
from kickdoor.policies.random_policy import RandomPolicy


class RandomBot(PolicyBot):
    """A bot that chooses at random."""

    name = "random"

    def make_policy(self) -> Policy:
        return RandomPolicy(self.rng.drawn)
