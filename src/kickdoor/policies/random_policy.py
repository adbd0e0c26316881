"""The random policy: uniform among its options, as policy 1 of random play for one seat."""

from typing import Final

from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.option_codes import options_of
from kickdoor.policies.play_limits import without_free_actions
from kickdoor.policies.policy import Policy, RandomChooser

INTERJECTION_ODDS: Final = 8
"""It uses one in this many opportunities to interject."""


class RandomPolicy(Policy):
    """A policy that chooses at random."""

    def __init__(self, rng: LehmerRng) -> None:
        self.chooser = RandomChooser(rng)

    def decide(self, s: State, seat: int) -> Choice:
        """Choose a random option."""
        return self.chooser.draw(s, seat, options_of(s, seat))

    def interject(self, s: State, seat: int) -> Choice | None:
        """Return None most of the time; otherwise choose at random between None and all options."""
        if self.chooser.rng.below(INTERJECTION_ODDS):
            return None
        codes = options_of(s, seat)
        if self.chooser.is_limit_reached(s):
            codes = without_free_actions(codes)
        drawn = self.chooser.rng.below(len(codes) + 1)
        return self.chooser.fill(s, seat, codes[drawn - 1]) if drawn else None

    def memory(self) -> list[list[int]]:
        return [self.chooser.memory()]

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.chooser.restore_memory(memory[0])

    def copy(self) -> Policy:
        c = RandomPolicy(self.chooser.rng)
        c.chooser = self.chooser.copy()
        return c
