"""The bots of this package think in the engine's numbers, which are quicker than options in words."""

from __future__ import annotations

from kickdoor.bot import Bot
from kickdoor.minds.imagining import Choice
from kickdoor.option import Option
from kickdoor.seat_view import SeatView


class NumberBot(Bot):
    """A bot that decides by numbers."""

    def choose(self, view: SeatView) -> Option:
        code, picks = self.decide(view)
        return view._option(code, picks)

    def interject(self, view: SeatView) -> Option | None:
        choice = self.consider(view)
        return None if choice is None else view._option(choice[0], choice[1])

    def decide(self, view: SeatView) -> Choice:
        """Answers the question before it."""
        raise NotImplementedError

    def consider(self, view: SeatView) -> Choice | None:
        """Does something unasked, or nothing."""
        return None
