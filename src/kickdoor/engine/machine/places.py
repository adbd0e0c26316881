"""Places of cards as numbers, a zone together with a seat or deck, and as words such as `hand.2`."""

from typing import Final

NOWHERE: Final = -1
DECK: Final = 0
DISCARDS: Final = 8
HAND: Final = 16
MAT: Final = 24
"""The cards that lie before a seat."""
GRAVE: Final = 32
"""The cards laid out of a body."""
STAGE: Final = 40
"""The middle of the table: cards that are being revealed, played, fought or shared out."""

ZONES: Final = ("deck", "discards", "hand", "mat", "grave", "stage")
CODES: Final = {"deck": DECK, "discards": DISCARDS, "hand": HAND, "mat": MAT, "grave": GRAVE, "stage": STAGE}


def place_word(place: int) -> str:
    """Return the word of a place: `deck.0` and `discards.1` by deck, `hand.2` by seat, and `stage`."""
    zone = ZONES[place >> 3]
    return zone if place == STAGE else f"{zone}.{place & 7}"
