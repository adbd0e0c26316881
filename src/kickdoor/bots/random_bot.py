"""The bot that plays at random: uniformly among its options, as random play's policy 1 says for one seat."""

from __future__ import annotations

from typing import Final

from kickdoor.bots.number_bot import NumberBot
from kickdoor.engine.machine.prompts import FORM_BIT
from kickdoor.lots import Lots
from kickdoor.minds.imagining import Choice
from kickdoor.minds.patience import IDLE_BITS, MOST_IDLE, busy
from kickdoor.seat_view import SeatView

SPEAKS_UP: Final = 8
"""Of the times it might speak up unasked it takes one in so many."""


class RandomBot(NumberBot):
    """Chooses by lot."""

    name = "random"

    def __init__(self, seat: int, lots: Lots) -> None:
        super().__init__(seat, lots)
        self.idle = 0
        self.mark = -1

    def decide(self, view: SeatView) -> Choice:
        """Draws one of all options; a form counts as one."""
        codes = self.left(view)
        return self.fill(view, codes[self.lots.below(len(codes))])

    def consider(self, view: SeatView) -> Choice | None:
        """Mostly does nothing; else draws between nothing and all it may do."""
        if self.lots.below(SPEAKS_UP):
            return None
        codes = view._codes
        if self.is_tired(view):
            codes = busy(codes)
        drawn = self.lots.below(len(codes) + 1)
        return self.fill(view, codes[drawn - 1]) if drawn else None

    def left(self, view: SeatView) -> list[int]:
        """Lists the options, without those that use nothing up once it has had enough of them."""
        return (busy(view._codes) or view._codes) if self.is_tired(view) else view._codes

    def is_tired(self, view: SeatView) -> bool:
        """Tells whether it has done enough idle acts since the last phase step."""
        if view._step != self.mark:
            self.mark = view._step
            self.idle = 0
        return self.idle >= MOST_IDLE

    def fill(self, view: SeatView, code: int) -> Choice:
        """Makes the choice complete."""
        self.idle += IDLE_BITS >> (code & 63) & 1
        return code, view._form(code).sample(self.lots) if code & FORM_BIT else []
