"""One use of a card: its seat, its play and its target. The same object is checked and then executed."""

from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.ids import CardId, OptionCode, SeatNo
from kickdoor.engine.machine.prompts import card_of, kind_of, second_of, target_of


class Use:
    """A card played or an ability used, with its target."""

    __slots__ = ("aim", "card", "play", "seat", "second", "target")

    def __init__(self, seat: SeatNo, card: CardId, play: Play, aim: int, target: int, second: int = -1) -> None:
        self.seat = seat
        self.card = card
        """The card; -1 for an ability that a monster gives to the players who fight it."""
        self.play = play
        self.aim = aim
        """The kind of the target."""
        self.target = target
        self.second = second
        """A card from the hand that goes with the use; -1 for none."""


def use_of(seat: SeatNo, code: OptionCode, play: Play) -> Use:
    """Return the use that an option stands for."""
    return Use(seat, card_of(code), play, kind_of(code), target_of(code), second_of(code))
