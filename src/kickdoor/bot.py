"""The base class of bots: a bot receives the view of its seat and returns an option."""

from __future__ import annotations

from collections.abc import Callable

from kickdoor.option import Option
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView


class Bot:
    """A program that plays one seat of one game.

    Subclass it and implement `choose`:

    >>> import kickdoor as kd
    >>> class Careful(kd.Bot):
    ...     # The first option is the safe one
    ...     def choose(self, view: kd.SeatView) -> kd.Option:
    ...         return view.options[0]
    >>> kd.play([Careful, "normal", "normal"], sets="deluxe", seed=1).winners
    [1]
    """

    name = ""
    """The name in results; if empty, the name of the class."""

    def __init__(self, seat: int, rng: Rng) -> None:
        self.seat = seat
        """The seat it plays."""
        self.rng = rng
        """Its random numbers. Use only these, not the `random` module, so that the same seed gives the same games."""

    def choose(self, view: SeatView) -> Option:
        """Return an option that answers the prompt. There are at least two options, or one with a form.

        A form without picks gets its default picks.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method choose(self, view) that returns an option")

    def interject(self, view: SeatView) -> Option | None:
        """Return an option to take without being prompted, such as a Curse in another player's turn, or None.

        A bot without a prompt is polled once after each visible change. A bot without this method is not polled.
        """
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} in seat {self.seat}>"


BotMaker = Callable[[int, Rng], Bot]
"""A function or class that makes a bot from a seat and its random numbers."""
