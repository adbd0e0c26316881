"""The policy that means well: it plays like a greedy one, but each turn it overlooks some of what it could do.

It errs as beginners do: a card stays in the hand, an Item on the table, a friend is not asked, nothing sold. It never
harms itself, and what it does think of it does sensibly.
"""

from typing import Final

from kickdoor.engine.machine import prompts as p
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import PlayStyle
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import DecisionContext
from kickdoor.policies.option_codes import aimed_at_seat
from kickdoor.policies.play_limits import digest

SEES: Final = 20
"""Percent of its cards, and of what else it could do, that it thinks of in a turn."""
WITH_CARDS: Final = (p.PLAY, p.USE, p.TROUBLE, p.EQUIP, p.SWAP, p.ATTACH, p.DISCARD)
OTHERWISE: Final = (p.ASK, p.OFFER, p.SELL)
"""What it does with somebody, or with no card in particular."""


class HandicappedPolicy(GreedyPolicy):
    """Plays sensibly, by what it thinks of."""

    def __init__(self, temper: PlayStyle, rng: LehmerRng) -> None:
        super().__init__(temper)
        self.rng = rng
        self.whim = 0
        """What it overlooks this turn depends on it."""

    def minding(self, s: State, seat: int, purpose: int) -> DecisionContext:
        mind = super().minding(s, seat, purpose)
        mine = s.seats[seat]
        mind.unseen = [card for card in mine.hand + mine.play if self.overlooks(card)]
        mind.codes = [code for code in mind.codes if not self.is_hidden(mind, code)]
        return mind

    def is_hidden(self, mind: DecisionContext, code: int) -> bool:
        """Return whether it does not think of an option."""
        act = p.act_of(code)
        if act in OTHERWISE:
            return self.overlooks(-10 * act - aimed_at_seat(code))
        return act in WITH_CARDS and p.card_of(code) in mind.unseen

    def overlooks(self, what: int) -> bool:
        return digest([self.whim, what]) % 100 >= SEES

    def notice_turn(self, s: State) -> None:
        if s.turns != self.turn:
            self.whim = self.rng.below(1 << 30)
        super().notice_turn(s)

    def memory(self) -> list[list[int]]:
        return [[self.rng.x, self.whim], *super().memory()]

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.rng.x, self.whim = memory[0][0], memory[0][1]
        super().restore_memory(memory[1:])

    def twin(self) -> GreedyPolicy:
        c = HandicappedPolicy(self.temper, LehmerRng.at(self.rng.x))
        c.whim = self.whim
        self.hand_on(c)
        return c
