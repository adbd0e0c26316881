"""The greedy bots: each takes what helps it most right now. They differ in how much they mind what others get."""

from __future__ import annotations

from typing import ClassVar

from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.policies.evaluation.weights import NASTY, NORMAL, PlayStyle
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.handicapped import HandicappedPolicy
from kickdoor.policies.policy import Policy


class NormalBot(PolicyBot):
    """Plays sensibly, one step ahead."""

    name = "normal"

    STYLE: ClassVar[PlayStyle] = NORMAL

    def make_policy(self) -> Policy:
        return GreedyPolicy(self.STYLE)


class NastyBot(NormalBot):
    """Saves what harms for whoever could win, and helps nobody that far."""

    name = "nasty"

    STYLE: ClassVar[PlayStyle] = NASTY


class EasyBot(NormalBot):
    """Plays like the normal one, but overlooks much of what it could do."""

    name = "easy"

    def make_policy(self) -> Policy:
        return HandicappedPolicy(self.STYLE, self.rng.drawn)
