"""Fields of the observation vector: the single declaration from which layout, documentation and tests are made.

Every number is a count, a flag or a measure, written as a byte from -127 to 127 and divided by its unit.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.core_rules import FRAMES
from kickdoor.env.core.action_vocabulary import Vocabulary

MAX_VALUE: Final = 127
"""The largest number in a vector; larger ones are clipped to it."""

DECLARED: Final[tuple[tuple[str, str, int, str], ...]] = (
    ("turns", "", 100, "number of turns begun, at most 127"),
    ("winning_level", "", 10, "the Level that wins"),
    ("idle_left", "", 6, "free actions the seat may still take in this phase; -1 without a limit"),
    ("level", "seats", 10, "Levels"),
    ("hand_size", "seats", 8, "cards in hand"),
    ("hand_doors", "seats", 8, "of these, Door cards"),
    ("bonus", "seats", 10, "sum of the printed bonuses of equipped Items"),
    ("tokens", "seats counters", 3, "food and other tokens of each kind"),
    ("decks", "decks", 100, "cards left in the decks"),
    ("discarded", "decks", 100, "cards in the discard piles"),
    ("strength", "sides", 20, "strength of the munchkins and of the monsters"),
    ("treasures", "", 5, "Treasures for winning the fight"),
    ("levels", "", 3, "Levels for the main fighter for winning"),
    ("share", "", 3, "Treasures promised to the helper"),
    ("offer_treasures", "", 3, "Treasures offered to the helper"),
    ("speaks", "", 1, "1 if the seat is to act"),
    ("unasked", "", 1, "1 if the seat may interject, or pass"),
    ("purpose", "purposes", 1, "the kind of the seat's prompt"),
    ("phase", "phases", 1, "the phase of the turn"),
    ("procedures", "procedures", 1, "number of each procedure in progress"),
    ("turn", "seats", 1, "whose turn it is"),
    ("asked", "seats", 1, "1 for each prompted seat"),
    ("female", "seats", 1, "1 for a female munchkin"),
    ("dead", "seats", 1, "1 for a dead munchkin"),
    ("newborn", "seats", 1, "1 for a seat that draws a new hand at its next turn"),
    ("doer", "seats", 1, "the seat that played it, or rolls the die"),
    ("victim", "seats", 1, "the seat it happens to, or that runs away"),
    ("die", "faces", 1, "the die on the table"),
    ("fight", "", 1, "1 while there is a fight"),
    ("main", "seats", 1, "the main fighter"),
    ("helper", "seats", 1, "the helper"),
    ("lost", "", 1, "1 once the fight is lost, while running away"),
    ("offer_from", "seats", 1, "the seat that proposes help or a trade"),
    ("hand", "cards", 1, "the seat's own hand"),
    ("shown", "cards", 1, "of these, cards that another player has seen"),
    ("known", "others cards", 1, "cards in the others' hands that the seat has seen"),
    ("play", "seats cards", 1, "cards in play"),
    ("worn", "seats cards", 1, "equipped Items"),
    ("discards", "cards", 1, "cards in the discard piles"),
    ("top", "cards", 1, "the top cards of the discard piles"),
    ("peeked", "cards", 1, "cards in the decks that the seat has seen"),
    ("aside", "cards", 1, "cards being resolved"),
    ("matter", "cards", 1, "the card being resolved, or the monster a player runs from"),
    ("monsters", "cards", 1, "monsters in the fight"),
    ("played", "cards", 1, "cards played into the fight, including enhancers"),
    ("offer_gives", "cards", 1, "cards that the proposer of a trade, or the main fighter, would give"),
    ("offer_wants", "cards", 1, "cards that the other party, or the helper, would give"),
    ("said", "vocabulary", 1, "how often each token occurs in the unfinished action"),
)
"""Name, dimensions, unit and meaning of each field. Seats are counted from the seat's own to the left; others without
the seat itself; cards in the order of the card files, copies of one name added up. Fields with a unit come first, so
that only they need a division; most of the vector are zeros for absent cards."""


class Field:
    """A group of numbers in the vector."""

    __slots__ = ("about", "at", "name", "shape", "unit")

    def __init__(self, name: str, at: int, shape: list[int], unit: int, about: str) -> None:
        self.name = name
        self.at = at
        """The index of its first number."""
        self.shape = shape
        self.unit = unit
        self.about = about

    @property
    def size(self) -> int:
        """The count of its numbers."""
        out = 1
        for length in self.shape:
            out *= length
        return out


class Layout:
    """The layout of the vector for one mix and number of seats."""

    __slots__ = ("fields", "measures", "seats", "size")

    def __init__(self, vocabulary: Vocabulary, seats: int) -> None:
        self.seats = seats
        rules = vocabulary.rules
        lengths = {
            "seats": seats,
            "others": seats - 1,
            "cards": len(rules.defs),
            "counters": len(rules.counters),
            "decks": len(nr.DECKS),
            "faces": 6,
            "phases": len(nr.PHASES),
            "procedures": len(FRAMES),
            "purposes": len(nr.PROMPT_KINDS),
            "sides": len(nr.SIDES),
            "vocabulary": vocabulary.size,
        }
        self.fields: dict[str, Field] = {}
        self.size = 0
        self.measures = 0
        """The length of the leading part whose numbers are divided by a unit."""
        for name, dimensions, unit, about in DECLARED:
            field = Field(name, self.size, [lengths[word] for word in dimensions.split()], unit, about)
            self.fields[name] = field
            self.size += field.size
            if unit != 1:
                self.measures = self.size

    def at(self, name: str) -> int:
        """Return the index at which a field begins."""
        return self.fields[name].at

    def units(self) -> list[int]:
        """Return the unit of every number."""
        return [field.unit for field in self.fields.values() for _ in range(field.size)]


def table() -> str:
    """Write the fields as a table for the documentation."""
    rows = ["| field | numbers | unit | meaning |", "|---|---|---|---|"]
    for name, dimensions, unit, about in DECLARED:
        rows.append(f"| `{name}` | {' × '.join(dimensions.split()) or '1'} | {unit} | {about} |")
    return "\n".join(rows)
