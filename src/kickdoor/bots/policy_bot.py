"""The bots of this package think by policies, in the engine's numbers, which are quicker than options in words."""

from __future__ import annotations

from typing import Any

from kickdoor.bot import Bot
from kickdoor.option import Option
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.search_policy import SearchPolicy
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView


class PolicyBot(Bot):
    """A bot that leaves the thinking to a policy. A class made from it may think of its own about some questions."""

    def __init__(self, seat: int, rng: Rng) -> None:
        super().__init__(seat, rng)
        self.policy = self.make_policy()

    def make_policy(self) -> Policy:
        """Make what thinks for it."""
        raise NotImplementedError

    def allow(self, budget: int) -> None:
        """Let it spend so many playouts on a decision, if it searches."""
        if isinstance(self.policy, SearchPolicy):
            self.policy.budget = budget

    def __getstate__(self) -> dict[str, object]:
        """What of it is copied and pickled: policies are the engine's, so they travel as what they remember."""
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
