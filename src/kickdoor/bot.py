"""What a bot is: a player that gets a view of its seat and gives back an option."""

from __future__ import annotations

from collections.abc import Callable

from kickdoor.option import Option
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView


class Bot:
    """A player. One object plays one seat of one game. Make a class of it and write `choose`:

    >>> import kickdoor as kd
    >>> class Careful(kd.Bot):
    ...     # The first option is the safe one
    ...     def choose(self, view: kd.SeatView) -> kd.Option:
    ...         return view.options[0]
    >>> kd.play([Careful, "normal", "normal"], sets="deluxe", seed=1).winners
    [1]
    """

    name = ""
    """What results call it; without one the name of its class."""

    def __init__(self, seat: int, rng: Rng) -> None:
        self.seat = seat
        """Where it sits."""
        self.rng = rng
        """Where it takes its chances from, never from Python's generator: then the same seed gives the same games."""

    def choose(self, view: SeatView) -> Option:
        """Answer the question before it; there are at least two options, or a form.

        A form that it leaves empty is filled in with its default.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method choose(self, view) that returns an option")

    def interject(self, view: SeatView) -> Option | None:
        """Do something unasked, such as playing a curse in somebody else's turn, or nothing.

        A bot that is not asked is polled once after each thing new to see. One that never speaks up is left in peace.
        """
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} in seat {self.seat}>"


BotMaker = Callable[[int, Rng], Bot]
"""Makes a bot for a seat; its chances come from the lots given."""
