"""Parting with what is too much: discarding, unequipping, passing Big items on (ITEM-21 to ITEM-24)."""

from typing import ClassVar, Final

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.machine import DONE, GO, Frame, call
from kickdoor.core.questions import Choose
from kickdoor.core.state import State
from kickdoor.core.zones import discard_from, enter_play, leave_play
from kickdoor.rules.equip import room_for_big, unequip

SHED_DISCARD: Final = 0
SHED_UNEQUIP: Final = 1
SHED_BIG: Final = 2


class Shed(Frame):
    """Asks which cards to keep, then parts with the others; the answer names what is kept (ITEM-21)."""

    KIND: ClassVar[str] = "shed"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "ask", "cards", "keep", "how", "excess", "giving")

    def __init__(
        self, seat: int = 0, ask: int = 0, cards: list[int] | None = None, keep: int = 1, how: int = SHED_DISCARD
    ) -> None:
        super().__init__()
        self.seat = seat
        self.ask = ask
        self.cards: list[int] = [] if cards is None else cards
        self.keep = keep
        self.how = how
        self.excess: list[int] = []
        self.giving = -1

    def step(self, s: State) -> int:
        if self.pc == 0:
            self.pc = 1
            return call(s, Choose(self.seat, self.ask, w.A_CARD, self.cards, self.keep, self.keep))
        if self.pc == 1:
            self.excess = [c for c in self.cards if c not in s.picked]
            self.pc = 2
        if self.pc == 3:
            self.give(s, s.picked[0])
        if self.how != SHED_BIG:
            for card in self.excess:
                if self.how == SHED_UNEQUIP:
                    unequip(s, self.seat, card)
                else:
                    discard_from(s, self.seat, card)
            return DONE
        return self.pass_big(s)

    def pass_big(self, s: State) -> int:
        """Sells the excess if that pays (ITEM-22); else gives it to the lowest who can carry it (ITEM-23, ITEM-24)."""
        self.excess = [c for c in self.excess if c in s.seats[self.seat].play]
        if not self.excess:
            return DONE
        card = self.excess[0]
        able = [p.index for p in s.seats if p.index != self.seat and not p.dead and room_for_big(s, p.index)]
        if not able:
            discard_from(s, self.seat, card)
            return GO
        least = min([s.seats[i].level for i in able])
        self.giving = card
        self.pc = 3
        return call(s, Choose(self.seat, w.ASK_CHOICE, w.A_SEAT, [i for i in able if s.seats[i].level == least]))

    def give(self, s: State, to: int) -> None:
        self.pc = 2
        leave_play(s, self.seat, self.giving)
        enter_play(s, to, self.giving)
        s.tell(ev.BIG_ITEM_PASSED, self.seat, to, 0, self.giving)

    def copy(self) -> Frame:
        c = Shed(self.seat, self.ask, self.cards, self.keep, self.how)
        c.stamp(self)
        c.excess = self.excess
        c.giving = self.giving
        return c
