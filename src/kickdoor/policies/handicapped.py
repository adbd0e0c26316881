"""The handicapped policy: a greedy policy that overlooks some of its options each turn.

It makes the mistakes of a beginner: it keeps a card, leaves an Item on the table, does not ask for help, or does not
sell. It never harms itself, and it chooses sensibly among the options it considers.
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
"""Percent of its cards and other options that it considers in a turn."""
WITH_CARDS: Final = (p.PLAY, p.USE, p.TROUBLE, p.EQUIP, p.SWAP, p.ATTACH, p.DISCARD)
OTHERWISE: Final = (p.ASK, p.OFFER, p.SELL)
"""Actions that involve another player, or no particular card."""


class HandicappedPolicy(GreedyPolicy):
    """A greedy policy that considers only some options."""

    def __init__(self, style: PlayStyle, rng: LehmerRng) -> None:
        super().__init__(style)
        self.rng = rng
        self.whim = 0
        """Random number of the turn, which determines the overlooked options."""

    def make_context_for(self, s: State, seat: int, purpose: int) -> DecisionContext:
        ctx = super().make_context_for(s, seat, purpose)
        own_seat = s.seats[seat]
        ctx.overlooked = [card for card in own_seat.hand + own_seat.play if self.overlooks(card)]
        ctx.codes = [code for code in ctx.codes if not self.is_hidden(ctx, code)]
        return ctx

    def is_hidden(self, ctx: DecisionContext, code: int) -> bool:
        """Return whether it overlooks an option."""
        act = p.act_of(code)
        if act in OTHERWISE:
            return self.overlooks(-10 * act - aimed_at_seat(code))
        return act in WITH_CARDS and p.card_of(code) in ctx.overlooked

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

    def copy_greedy(self) -> GreedyPolicy:
        c = HandicappedPolicy(self.style, LehmerRng.at(self.rng.x))
        c.whim = self.whim
        self.copy_memory_to(c)
        return c
