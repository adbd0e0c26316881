"""Putting things right at once when a card that allowed something is gone (ITEM-21 to ITEM-24, AMB-23, AMB-55, AMB-92)."""

from typing import ClassVar, Final

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.machine import DONE, GO, Frame, call
from kickdoor.core.queries import ask_seat, lifted, may_use
from kickdoor.core.questions import Choose
from kickdoor.core.state import State
from kickdoor.core.zones import discard_from, enter_play, leave_play, of_kind
from kickdoor.rules.equip import HANDS, big_items, room_for_big, unequip
from kickdoor.rules.strength import in_combat


def check_limits(s: State) -> None:
    """Checks every munchkin after the cards in play have changed."""
    for p in s.seats:
        seat = p.index
        for kind, base in ((w.SUPER, w.CLASS), (w.HALFBREED, w.RACE)):
            seconds = of_kind(s, p, kind)
            have = of_kind(s, p, base)
            if seconds and not have:
                discard_from(s, seat, seconds[0])
            elif len(have) > 1 and not seconds:
                call(s, Shed(seat, w.ASK_LOSE, have, 1, SHED_DISCARD))
                return
        if not in_combat(s, seat):
            # A restricted Item keeps its place in a fight, but is turned sideways after it (AMB-23)
            for card in [c for c in p.equipped if not may_use(s, p, c)]:
                unequip(s, seat, card)
        crowd = crowded_slot(s, seat)
        if crowd:
            call(s, Shed(seat, w.ASK_LOSE, crowd, 1, SHED_UNEQUIP))
            return
        bigs = big_items(s, seat)
        limit = ask_seat(s, seat, w.Q_BIG_LIMIT, 1)
        if len(bigs) > limit:
            call(s, Shed(seat, w.ASK_LOSE, bigs, limit, SHED_BIG))
            return


def crowded_slot(s: State, seat: int) -> list[int]:
    """Lists the Items of a slot that holds more than it may."""
    p = s.seats[seat]
    for slot in (w.HEADGEAR, w.ARMOR, w.FOOTGEAR, w.HAND):
        worn = [c for c in p.equipped if s.cards[c].slot == slot and not lifted(s, c) & w.LIFTS_SLOT]
        if slot == w.HAND:
            if sum([s.cards[c].hands for c in worn]) > ask_seat(s, seat, w.Q_HANDS, HANDS):
                return worn
        elif len(worn) > 1:
            return worn
    return []


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
