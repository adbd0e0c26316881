"""The base class of built-in bots, which use policies on option codes instead of slower option objects."""

from __future__ import annotations

from typing import Any

from kickdoor.bot import Bot
from kickdoor.option import Option
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.search_policy import SearchPolicy
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView


class PolicyBot(Bot):
    """A bot that decides by a policy. A subclass may override some decisions."""

    def __init__(self, seat: int, rng: Rng) -> None:
        super().__init__(seat, rng)
        self.policy = self.make_policy()

    def make_policy(self) -> Policy:
        """Make the policy of the bot."""
        raise NotImplementedError

    def allow(self, budget: int) -> None:
        """Set the budget of playouts for a decision, if the bot searches."""
        if isinstance(self.policy, SearchPolicy):
            self.policy.budget = budget

    def __getstate__(self) -> dict[str, object]:
        """Return the state for copying and pickling; compiled policies are stored as their memory."""
        budget = self.policy.budget if isinstance(self.policy, SearchPolicy) else None
        return {**vars(self), "policy": (self.policy.memory(), budget)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        memory, budget = kept["policy"]
        self.policy = self.make_policy()
        self.policy.restore_memory(memory)
        if budget is not None:
            self.allow(budget)

    def choose(self, view: SeatView) -> Option:
        return view._option(*self.policy.decide(view._world, self.seat))

    def interject(self, view: SeatView) -> Option | None:
        if not self.policy.may_interject(view._world, self.seat):
            return None
        choice = self.policy.interject(view._world, self.seat)
        return None if choice is None else view._option(*choice)
