"""The greedy bots: each takes the action that helps it most now. Play styles differ in how much others' gains count."""

from __future__ import annotations

from typing import ClassVar

from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.policies.evaluation.weights import NASTY, NORMAL, PlayStyle
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.handicapped import HandicappedPolicy
from kickdoor.policies.policy import Policy


class NormalBot(PolicyBot):
    """A bot that looks one action ahead."""

    name = "normal"

    STYLE: ClassVar[PlayStyle] = NORMAL

    def make_policy(self) -> Policy:
        return GreedyPolicy(self.STYLE)


class NastyBot(NormalBot):
    """A bot that saves harmful cards for a player who could win, and does not help anyone to win."""

    name = "nasty"

    STYLE: ClassVar[PlayStyle] = NASTY


class EasyBot(NormalBot):
    """A bot that plays like the normal one, but overlooks many of its options."""

    name = "easy"

    def make_policy(self) -> Policy:
        return HandicappedPolicy(self.STYLE, self.rng.drawn)
