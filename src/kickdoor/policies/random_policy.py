"""The policy that plays at random: uniformly among its options, as random play's policy 1 says for one seat."""

from typing import Final

from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.option_codes import options_of
from kickdoor.policies.play_limits import without_free_actions
from kickdoor.policies.policy import Policy, RandomChooser

SPEAKS_UP: Final = 8
"""Of the times it might speak up unasked it takes one in so many."""


class RandomPolicy(Policy):
    """Chooses by lot."""

    def __init__(self, rng: LehmerRng) -> None:
        self.fidget = RandomChooser(rng)

    def decide(self, s: State, seat: int) -> Choice:
        """Draw one of all options."""
        return self.fidget.draw(s, seat, options_of(s, seat))

    def interject(self, s: State, seat: int) -> Choice | None:
        """Mostly does nothing; else draws between nothing and all it may do."""
        if self.fidget.rng.below(SPEAKS_UP):
            return None
        codes = options_of(s, seat)
        if self.fidget.is_tired(s):
            codes = without_free_actions(codes)
        drawn = self.fidget.rng.below(len(codes) + 1)
        return self.fidget.fill(s, seat, codes[drawn - 1]) if drawn else None

    def memory(self) -> list[list[int]]:
        return [self.fidget.memory()]

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.fidget.recall(memory[0])

    def copy(self) -> Policy:
        c = RandomPolicy(self.fidget.rng)
        c.fidget = self.fidget.copy()
        return c
