"""Declarations of fields: each field of the state, its parts and its frames is declared once.

A declaration has the name, also in JSON, the type, the visibility and one line of documentation. Codec, redaction,
determinization and observation read it. `tools/state_fields.py` writes the copies and the types of observations from
it. A field without a visibility is an error.
"""

from typing import Final

# Types of single values
NUMBER: Final = "number"
FLAG: Final = "flag"
SEAT: Final = "seat"
"""A seat; -1 for none."""
CARD: Final = "card"
"""A card; -1 for none."""
MONSTER: Final = "monster"
"""A monster in the fight; -1 for none."""
INDEX: Final = "index"
"""A place in a list."""
PROGRAM: Final = "program"
DEFINITION: Final = "definition"
"""A definition of a card; -1 for none."""
MODIFIER: Final = "modifier"
"""A modifier; -1 for none."""
TAGS: Final = "tags"
TOKEN_KIND: Final = "kind"
"""A kind of token; -1 for none."""
SINGLE: Final = (NUMBER, FLAG, SEAT, CARD, MONSTER, INDEX, PROGRAM, DEFINITION, MODIFIER, TAGS, TOKEN_KIND)

# Types of lists of numbers
NUMBERS: Final = "numbers"
TAG_LIST: Final = "tag_list"
"""A list of masks of tags."""
TOKEN_KINDS: Final = "kinds"
TOKENS: Final = "tokens"
"""The number of tokens of each kind."""
KILLS: Final = "kills"
"""For each monster killed: its tags and two numbers."""
SLAIN: Final = "slain"
"""For each monster killed: its definition, a seat and a number."""
DEFINITIONS: Final = "definitions"
USES: Final = "uses"
"""Numbers that record uses of abilities."""
MODIFIERS_DUE: Final = "modifiers_due"
"""Pairs of a modifier and a number."""
ATOMS: Final = "atoms"
"""Candidates of a choice: kinds of token, or numbers that need no name."""
LISTS: Final = (NUMBERS, TAG_LIST, TOKEN_KINDS, TOKENS, KILLS, SLAIN, DEFINITIONS, USES, MODIFIERS_DUE, ATOMS)

# Types of objects, lists of objects, and other containers
RULES: Final = "rules"
OPTIONS: Final = "options"
RNG: Final = "rng"
SEATS: Final = "seats"
DEFINED_CARDS: Final = "cards"
COPIES: Final = "copies"
PILES: Final = "piles"
PAIRS: Final = "pairs"
FRAMES: Final = "frames"
FIGHT: Final = "fight"
FIGHT_MONSTERS: Final = "fight_monsters"
LASTING_TERMS: Final = "lasting_terms"
OFFERS: Final = "offers"
CLAIMS: Final = "claims"
EVENTS: Final = "events"
MODIFIERS: Final = "modifiers"
MUTES: Final = "mutes"
OBJECTS: Final = (
    RULES, OPTIONS, RNG, SEATS, DEFINED_CARDS, COPIES, PILES, PAIRS, FRAMES, FIGHT, FIGHT_MONSTERS, LASTING_TERMS,
    OFFERS, CLAIMS, EVENTS, MODIFIERS, MUTES,
)  # fmt: skip
TYPES: Final = SINGLE + LISTS + OBJECTS

# Visibilities
PUBLIC: Final = "public"
"""All seats see it: numbers, and cards that are face-up or were announced."""
CHOOSER: Final = "chooser"
"""Cards that may be from a hand: the prompted seat sees them, the others only those they know."""
HOLDERS: Final = "holders"
"""Cards of several hands: every seat sees those it knows."""
BARGAIN: Final = "bargain"
"""Terms of a bargain: a card promised from a hand shows only to the seats that know it."""
APART: Final = "apart"
"""`view.observe` shows it in a form of its own, and `view.determinization` samples what is hidden of it."""
HIDDEN: Final = "hidden"
"""No seat sees it, and a sampled game has its initial value."""
DERIVED: Final = "derived"
"""It follows from the rest of the state: it is neither saved nor shown, and copies share it."""
LOCAL: Final = "local"
"""It is not part of the state: it is neither saved, shown nor copied."""
VISIBILITIES: Final = (PUBLIC, CHOOSER, HOLDERS, BARGAIN, APART, HIDDEN, DERIVED, LOCAL)

GIVEN: Final = -1 << 40
"""The initial value of a field that the constructor takes."""


class StateField:
    """The declaration of one field."""

    __slots__ = ("doc", "name", "optional", "start", "type", "visibility")

    def __init__(self, name: str, type: str, visibility: str, doc: str, start: int = 0, optional: bool = False) -> None:
        if visibility not in VISIBILITIES or type not in TYPES:
            raise ValueError(f"{name}: expected a type and a visibility, found {type!r} and {visibility!r}")
        self.name = name
        self.type = type
        self.visibility = visibility
        self.doc = doc
        self.start = start
        """The initial value of a number or flag, or `GIVEN`; a list is empty at first."""
        self.optional = optional
        """Whether older saved games lack the field; it then keeps its initial value."""

    def initial(self) -> object:
        """Return the initial value of a field that holds numbers."""
        if self.type in LISTS:
            return []
        if self.type == FLAG:
            # A conditional expression would make compiled code return an int.
            return bool(self.start)
        return self.start

    def is_saved(self) -> bool:
        """Return whether the codec saves the field by its type alone."""
        return self.visibility not in (DERIVED, LOCAL) and self.type not in OBJECTS


def saved_names(fields: tuple[StateField, ...]) -> tuple[str, ...]:
    """Return the names of the fields that the codec saves by their types."""
    return tuple([field.name for field in fields if field.is_saved()])


def hidden_fields(fields: tuple[StateField, ...]) -> list[StateField]:
    """List the fields of numbers that no seat sees."""
    return [field for field in fields if field.visibility == HIDDEN and field.type not in OBJECTS]
