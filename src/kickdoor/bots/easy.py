"""The easy bot: plays like the normal one, but errs one time in four."""

from __future__ import annotations

from kickdoor.bots.greedy import NormalBot
from kickdoor.engine.machine.prompts import FORM_BIT
from kickdoor.lots import Lots
from kickdoor.minds.imagining import Choice
from kickdoor.minds.patience import IDLE_BITS, MOST_IDLE, busy
from kickdoor.seat_view import SeatView

ERRS = 4
"""It errs one time in so many."""


class EasyBot(NormalBot):
    """Means well."""

    name = "easy"

    def __init__(self, seat: int, lots: Lots) -> None:
        super().__init__(seat, lots)
        self.idle = 0
        self.mark = -1

    def decide(self, view: SeatView) -> Choice:
        """Answers sensibly or, one time in four, with any legal option."""
        return self.err(view) if self.lots.below(ERRS) == 0 else super().decide(view)

    def consider(self, view: SeatView) -> Choice | None:
        """Speaks up when it would be sensible, but then errs as often as else."""
        choice = super().consider(view)
        return choice if choice is None or self.lots.below(ERRS) else self.err(view)

    def err(self, view: SeatView) -> Choice:
        """Draws an option; of those that use nothing up only some between two phase steps, or it would never end."""
        if view._step != self.mark:
            self.mark = view._step
            self.idle = 0
        codes = (busy(view._codes) or view._codes) if self.idle >= MOST_IDLE else view._codes
        code = codes[self.lots.below(len(codes))]
        self.idle += IDLE_BITS >> (code & 63) & 1
        return code, view._form(code).sample(self.lots) if code & FORM_BIT else []
