"""The policy that means well: it plays like a greedy one, but errs one time in four."""

from typing import Final

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.state.rng import Lots
from kickdoor.engine.state.state import State
from kickdoor.minds.greedy import GreedyPolicy
from kickdoor.minds.imagining import Choice
from kickdoor.minds.options import options_of
from kickdoor.minds.patience import busy
from kickdoor.minds.policy import Fidget, Policy
from kickdoor.minds.weights import Temper

ERRS: Final = 4
"""It errs one time in so many."""


class ErringPolicy(Policy):
    """Plays sensibly, or almost anything that is legal."""

    def __init__(self, temper: Temper, lots: Lots) -> None:
        self.sense = GreedyPolicy(temper)
        self.fidget = Fidget(lots)

    def decide(self, s: State, seat: int) -> Choice:
        """Answers sensibly or, one time in four, with almost any legal option."""
        if self.fidget.lots.below(ERRS) == 0:
            return self.slip(s, seat)
        return self.sense.decide(s, seat)

    def consider(self, s: State, seat: int) -> Choice | None:
        """Speaks up when it would be sensible, but then errs as often as else."""
        choice = self.sense.consider(s, seat)
        if choice is None or self.fidget.lots.below(ERRS):
            return choice
        return self.slip(s, seat)

    def slip(self, s: State, seat: int) -> Choice:
        """Draws a mistake, but no gift or trade: begging all the time is a nuisance, not a mistake."""
        codes = options_of(s, seat)
        return self.fidget.draw(s, seat, busy(codes) or codes)

    def is_curious(self, s: State, seat: int) -> bool:
        return self.sense.is_curious(s, seat)

    def listens(self) -> bool:
        return self.sense.listens()

    def hear(self, told: list[int], seat: int, rules: RuleSet) -> None:
        self.sense.hear(told, seat, rules)

    def memory(self) -> list[list[int]]:
        return [self.fidget.memory(), *self.sense.memory()]

    def recall(self, memory: list[list[int]]) -> None:
        self.fidget.recall(memory[0])
        self.sense.recall(memory[1:])

    def copy(self) -> Policy:
        c = ErringPolicy(self.sense.temper, self.fidget.lots)
        c.sense = self.sense.twin()
        c.fidget = self.fidget.copy()
        return c
