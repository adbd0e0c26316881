"""The bot that plays at random: uniformly among its options, as random play's policy 1 says for one seat."""

from __future__ import annotations

from typing import Final

from kickdoor.bots.base import Bot, Choice, Desk
from kickdoor.bots.idle import IDLE_BITS, MOST_IDLE, busy
from kickdoor.engine.machine.prompts import FORM_BIT
from kickdoor.engine.state.rng import Lots

SPEAKS_UP: Final = 8
"""Of the times it might speak up unasked it takes one in so many."""


class RandomBot(Bot):
    """Chooses by lot."""

    def __init__(self, seat: int, lots: Lots) -> None:
        super().__init__(seat, lots)
        self.idle = 0
        self.mark = -1

    def answer(self, desk: Desk) -> Choice:
        """Draws one of all options; a form counts as one."""
        codes = self.left(desk)
        return self.fill(desk, codes[self.lots.below(len(codes))])

    def interject(self, desk: Desk) -> Choice | None:
        """Mostly does nothing; else draws between nothing and all it may do."""
        if self.lots.below(SPEAKS_UP):
            return None
        codes = desk.codes
        if self.is_tired(desk):
            codes = busy(codes)
        drawn = self.lots.below(len(codes) + 1)
        return self.fill(desk, codes[drawn - 1]) if drawn else None

    def left(self, desk: Desk) -> list[int]:
        """Lists the options, without those that use nothing up once it has had enough of them."""
        return (busy(desk.codes) or desk.codes) if self.is_tired(desk) else desk.codes

    def is_tired(self, desk: Desk) -> bool:
        """Tells whether it has done enough idle acts since the last phase step."""
        if desk.step != self.mark:
            self.mark = desk.step
            self.idle = 0
        return self.idle >= MOST_IDLE

    def fill(self, desk: Desk, code: int) -> Choice:
        """Makes the choice complete."""
        self.idle += IDLE_BITS >> (code & 63) & 1
        return code, desk.sheet(code).sample(self.lots) if code & FORM_BIT else []
