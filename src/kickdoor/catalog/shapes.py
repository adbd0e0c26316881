"""What a card file may say: the keys of every table. The loader reads by them, and the JSON Schema is made of them."""

from kickdoor.core import fields as f
from kickdoor.core import words as w
from kickdoor.core.fields import Field
from kickdoor.effects import conditions as cond
from kickdoor.effects.selectors import WHO, ItemPick
from kickdoor.effects.vocabulary import OPS
from kickdoor.modules.registry import MODULES

# Sorts of values that only card files have; those of instructions stand in core.fields
TEXT = "text"
WORDS = "words"
TRAITS = "traits"
TAGS = "tags"
NAMES = "names"
TABLE = "table"
TABLES = "tables"
EFFECTS = "effects"
"""A list of instructions, which each have a shape by their word."""
WAYS = "ways"
"""A list of lists of instructions."""

MOST_TEXT = 400
MOST_TABLES = 40
MOST_NUMBER = 20000


class Key:
    """One key of a table."""

    __slots__ = ("default", "doc", "least", "most", "name", "shape", "sort", "words")

    def __init__(
        self,
        name: str,
        sort: str,
        doc: str,
        default: object = None,
        words: tuple[str, ...] = (),
        least: int = -99,
        most: int = 99,
        shape: "Shape | None" = None,
    ) -> None:
        self.name = name
        self.sort = sort
        self.doc = doc
        self.default = default
        """None means that the key must be given; something empty, that nothing is said without it."""
        self.words = words
        """The words it may hold; empty where they depend on the mix of sets."""
        self.least = least
        self.most = most
        self.shape = shape
        """Of the table or tables it holds."""


class Shape:
    """The keys of one kind of table."""

    __slots__ = ("keys", "name", "opens")

    def __init__(self, name: str, keys: list[Key], opens: bool = False) -> None:
        self.name = name
        self.keys = {key.name: key for key in keys}
        self.opens = opens
        """Another shape follows as soon as a first key has told which."""


def key_of(field: Field) -> Key:
    """Describes a field of an instruction or selector as a key."""
    words = field.words
    if field.sort == f.WHO:
        words = WHO
    elif field.sort == f.KIND:
        words = w.KINDS
    elif field.sort == f.SLOT:
        words = w.SLOTS[1:]
    number = field.sort == f.INT
    shape = ITEMS if field.sort == f.ITEMS else (CONDITION if field.sort == f.CONDITION else None)
    sort = WAYS if field.sort == f.PROGRAM else field.sort
    low, high = (-MOST_NUMBER, MOST_NUMBER) if number else (-99, 99)
    return Key(field.name, sort, field.doc, field.default, words, low, high, shape)


CONDITION = Shape(
    "condition",
    [
        Key("trait", TRAITS, "has one of these Classes, Races or sexes", []),
        Key("not_trait", TRAITS, "has none of these Classes, Races or sexes", []),
        Key("level_at_most", f.INT, "is of this Level or lower", 0),
        Key("level_at_least", f.INT, "is of this Level or higher", 0),
        Key("die_at_most", f.INT, "the die showed this or less", 0),
        Key("die_at_least", f.INT, "the die showed this or more", 0),
        Key("tag_in_fight", f.TAG, "a monster of the fight has this tag", ""),
        Key("tag_counts", f.TAG, "an Item or one-shot with this tag counts for the munchkins", ""),
        Key("trait_in_fight", f.TRAIT, "a munchkin of the fight has this trait", ""),
        Key("is", WORDS, "states of affairs with names of their own", [], cond.Is.NAMES),
    ],
)
ITEMS = Shape("items", [key_of(field) for field in ItemPick.FIELDS])
PER = Shape(
    "per",
    [
        Key("each", f.INT, "how much for each"),
        Key("per", f.WORD, "each what: pip of the die, card paid, or munchkin of the fight with a trait"),
    ],
)
WHEN = Key("when", TABLE, "only if all of this holds", {}, shape=CONDITION)
STATIC = Shape(
    "static",
    [
        Key("query", f.WORD, "what is changed", None, w.QUERIES),
        Key("add", f.QUANTITY, "how much is added; 1 if nothing is said", ""),
        Key("set", f.QUANTITY, "the value that replaces it", ""),
        WHEN,
    ],
)
MUTE = Shape(
    "mute",
    [
        Key("sorts", WORDS, "sorts of strength that do not count", [], tuple(w.SORTS)),
        Key("all_but", f.WORD, "the only sort that counts", "", tuple(w.SORTS)),
        Key("but_slot", f.WORD, "Items of this slot still count", "", w.SLOTS[1:]),
        Key("tag", f.TAG, "only Items with this tag are meant", ""),
    ],
)
VERSUS = Shape(
    "versus",
    [Key("who", TRAITS, "against one of these Classes, Races or sexes"), Key("bonus", f.INT, "bonus or penalty")],
)
TRIGGER = Shape(
    "trigger",
    [
        Key("event", f.WORD, "what must happen to the owner", None, w.TRIGGER_EVENTS),
        WHEN,
        Key("do", EFFECTS, "what it then does", []),
    ],
)
AIMED = [
    Key("at", WORDS, "the moments at which it may be used", None, tuple(w.MOMENTS)),
    Key("on", f.WORD, "what it is aimed at", "", ("player", "other_player", "monster", "side", "curse", "item")),
    Key("level_at_most", f.INT, "works on monsters up to this printed Level; 0 is any", 0, (), 0),
    Key("named", TEXT, "works on this monster only, by id", ""),
    WHEN,
    Key("do", EFFECTS, "what it does", []),
]
PLAY = Shape("play", [*AIMED, Key("with", f.WORD, "a card from hand that goes with it", "", ("monster",))])
COST = Shape(
    "cost",
    [
        Key("least", f.INT, "fewest cards to discard", 1, (), 0, 20),
        Key("most", f.INT, "most cards to discard; as many as `least` if nothing is said", 0, (), 1, 20),
        Key("hand_only", f.BOOL, "from hand only", False),
        Key("whole_hand", f.BOOL, "the whole hand", False),
        Key("itself", f.BOOL, "the card with the ability", False),
        Key("tag", f.TAG, "an Item in play with this tag", ""),
    ],
)
ABILITY = Shape(
    "ability",
    [
        Key("name", TEXT, "what it is called"),
        *AIMED,
        Key("carried", f.BOOL, "works while the Item is not equipped, too", False),
        Key("once", f.WORD, "how often it may be used", "none", w.LIMITS),
        Key("cost", TABLE, "what is discarded for it", {}, shape=COST),
    ],
)
OP_HEAD = [
    Key("op", f.WORD, "the instruction", None, tuple(OPS)),
    WHEN,
    Key("instead", f.BOOL, "only if the instruction before found nothing to do", False),
    Key("then", f.BOOL, "only if the instruction before did something", False),
]
ANY_OP = Shape("instruction", OP_HEAD, opens=True)
OP_SHAPES = {word: Shape("op_" + word, OP_HEAD + [key_of(field) for field in op.FIELDS]) for word, op in OPS.items()}

SET = Shape(
    "set",
    [
        Key("name", TEXT, "the name of the set"),
        Key("uses", WORDS, "rule modules of the set", [], tuple(MODULES)),
        Key("tags", NAMES, "words that cards of the set have, for other cards to speak of", []),
    ],
)
CARD_HEAD = [Key("kind", f.WORD, "the kind of card", None, w.KINDS), Key("name", TEXT, "the name on the card")]
ANY_CARD = Shape("card", CARD_HEAD, opens=True)
COMMON = [
    *CARD_HEAD,
    Key("copies", f.INT, "how many there are", 1, (), 1, 20),
    Key("flavour", TEXT, "a line of no consequence", ""),
    Key("tags", TAGS, "words for other cards to speak of", []),
    Key("bonus", f.INT, "bonus to a strength", 0),
    Key("run", f.INT, "change of rolls to run away", 0),
    Key("must_play", f.BOOL, "is played as soon as it reaches a hand", False),
    Key("static", TABLES, "what it changes while it lies there", [], shape=STATIC),
    Key("mute", TABLES, "what does not count because of it", [], shape=MUTE),
    Key("trigger", TABLES, "what it does by itself", [], shape=TRIGGER),
    Key("ability", TABLES, "what it lets somebody do", [], shape=ABILITY),
    Key("play", TABLES, "ways to play it besides those of its kind", [], shape=PLAY),
]
LIFTS = Key("lifts", WORDS, "limits that do not apply to the Item it goes with", [], tuple(w.LIFTS))
VALUE = Key("value", f.INT, "Gold Pieces", 0, (), 0, 9999)
OF_KIND: dict[int, list[Key]] = {
    w.MONSTER: [
        Key("level", f.INT, "its Level", None, (), 1),
        Key("treasures", f.INT, "Treasures for beating it", None, (), 0),
        Key("levels", f.INT, "levels for killing it", 1, (), 0, 9),
        Key("vs", TABLES, "bonuses and penalties against traits", [], shape=VERSUS),
        Key("on_reveal", EFFECTS, "what happens as soon as it is met", []),
        Key("bad_stuff", EFFECTS, "what happens to those it catches", []),
    ],
    w.CURSE: [
        Key("lasts", f.WORD, "how long it is kept", "no", w.LASTS),
        Key("do", EFFECTS, "what happens when it lands", []),
    ],
    w.ENHANCER: [Key("treasures", f.INT, "Treasures more or less", 0)],
    w.CHEAT: [LIFTS],
    w.ITEM: [
        VALUE,
        Key("slot", f.WORD, "where it is worn", "none", w.SLOTS),
        Key("hands", f.INT, "hands it takes; 1 for a hand Item if nothing is said", 0, (), 0, 4),
        Key("big", f.BOOL, "is Big", False),
        Key("complex", f.BOOL, "is complex", False),
        Key("only", TRAITS, "for these only", []),
        Key("not_for", TRAITS, "for all but these", []),
    ],
    w.ONESHOT: [VALUE, Key("side", f.WORD, "the side it may strengthen", "either", ("either", *w.SIDES))],
    w.FOLLOWER: [LIFTS, Key("sacrifice", f.BOOL, "may be given up instead of rolling to run away", False)],
}
CARD_SHAPES = {kind: Shape(name, COMMON + OF_KIND.get(kind, [])) for kind, name in enumerate(w.KINDS)}
