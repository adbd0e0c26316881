"""The easy bot: plays like the normal one, but errs one time in four."""

from __future__ import annotations

from kickdoor.bots.base import Choice, Desk
from kickdoor.bots.greedy import NormalBot
from kickdoor.bots.idle import IDLE_BITS, MOST_IDLE, busy
from kickdoor.engine.machine.prompts import FORM_BIT
from kickdoor.engine.state.rng import Lots

ERRS = 4
"""It errs one time in so many."""


class EasyBot(NormalBot):
    """Means well."""

    def __init__(self, seat: int, lots: Lots) -> None:
        super().__init__(seat, lots)
        self.idle = 0
        self.mark = -1

    def answer(self, desk: Desk) -> Choice:
        """Answers sensibly or, one time in four, with any legal option."""
        return self.err(desk) if self.lots.below(ERRS) == 0 else super().answer(desk)

    def interject(self, desk: Desk) -> Choice | None:
        """Speaks up when it would be sensible, but then errs as often as else."""
        choice = super().interject(desk)
        return choice if choice is None or self.lots.below(ERRS) else self.err(desk)

    def err(self, desk: Desk) -> Choice:
        """Draws an option; of those that use nothing up only some between two phase steps, or it would never end."""
        if desk.step != self.mark:
            self.mark = desk.step
            self.idle = 0
        codes = (busy(desk.codes) or desk.codes) if self.idle >= MOST_IDLE else desk.codes
        code = codes[self.lots.below(len(codes))]
        self.idle += IDLE_BITS >> (code & 63) & 1
        return code, desk.sheet(code).sample(self.lots) if code & FORM_BIT else []
