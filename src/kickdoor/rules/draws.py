"""Drawing a card face-up, which some may replace by the top of the discards."""

from typing import ClassVar

from kickdoor.core import words as w
from kickdoor.core.machine import DONE, Frame, call
from kickdoor.core.queries import ask_seat
from kickdoor.core.questions import Choose
from kickdoor.core.state import State
from kickdoor.core.zones import discard_from, draw
from kickdoor.rules.bargain import promised_items


class FaceUpDraw(Frame):
    """One card drawn for all to see; the card comes back as the state's result, -1 for none."""

    KIND: ClassVar[str] = "face_up_draw"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "deck")

    def __init__(self, seat: int = 0, deck: int = w.DOOR) -> None:
        super().__init__()
        self.seat = seat
        self.deck = deck

    def step(self, s: State) -> int:
        if self.pc == 0:
            self.pc = 1
            s.picked = []
            promised = promised_items(s, self.seat)
            hand = [c for c in s.seats[self.seat].hand if c not in promised]
            if hand and s.discards[self.deck] and ask_seat(s, self.seat, w.Q_DRAWS_DISCARDS, 0):
                return call(s, Choose(self.seat, w.ASK_PAY, w.A_CARD, hand, 0, 1))
        if s.picked:
            discard_from(s, self.seat, s.picked[0])
            s.result = s.discards[self.deck].pop()
        else:
            s.result = draw(s, self.deck)
        return DONE

    def choice_rules(self, s: State) -> list[str]:
        return ["CHAR-26", "CHAR-27"]

    def copy(self) -> Frame:
        c = FaceUpDraw(self.seat, self.deck)
        c.stamp(self)
        return c
