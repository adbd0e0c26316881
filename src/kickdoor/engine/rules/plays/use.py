"""One use of a card: by whom, in which of its ways, at what. What is checked is then what is done."""

from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine.prompts import card_of, kind_of, second_of, target_of


class Use:
    """A card played or an ability used, aimed as given."""

    __slots__ = ("aim", "card", "play", "seat", "second", "target")

    def __init__(self, seat: int, card: int, play: Play, aim: int, target: int, second: int = -1) -> None:
        self.seat = seat
        self.card = card
        """-1 for what a monster lets those do who fight it."""
        self.play = play
        self.aim = aim
        """What sort of thing it is aimed at."""
        self.target = target
        self.second = second
        """A card from hand that goes with it; -1 for none."""


def use_of(seat: int, code: int, play: Play) -> Use:
    """Read the use that an option stands for."""
    return Use(seat, card_of(code), play, kind_of(code), target_of(code), second_of(code))
