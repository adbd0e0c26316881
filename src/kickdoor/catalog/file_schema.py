"""The keys of every table of a card file. The loader reads by them, and the JSON Schema is generated from them."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards import field_specs as f
from kickdoor.engine.cards.field_specs import Field
from kickdoor.engine.effects import conditions as cond
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.target_selectors import WHO, ItemPick
from kickdoor.engine.features import FEATURES

# Types of values that only card files have; those of ops are in `field_specs`.
TEXT = "text"
WORDS = "words"
TRAITS = "traits"
TAGS = "tags"
NAMES = "names"
TEXTS = "texts"
TABLE = "table"
TABLES = "tables"
PER_WORD = "per"
"""A word of a list, or the name of a trait or of a kind of token."""
EFFECTS = "effects"
"""A list of ops, whose shapes depend on their words."""
WAYS = "ways"
"""A list of lists of ops."""

MAX_TEXT_LENGTH = 120
MAX_TABLES = 40
MAX_LARGE_NUMBER = 20000
MIN_NUMBER = -99
MAX_NUMBER = 99
"""Bounds of most numbers."""
COUNTED = ("die", "half_die", "paid", "amount", "lowest_level", "hands_in_use", "best_item")
"""Words that stand for a number."""
PER_WORDS = ("die", "paid", "token", "margin", "other_monster", "card_in_fight")
"""Words for what can be counted, besides Classes, Races, sexes and kinds of token."""


class Bounds:
    """The minimum and maximum of a number."""

    __slots__ = ("least", "most")

    def __init__(self, least: int = MIN_NUMBER, most: int = MAX_NUMBER) -> None:
        self.least = least
        self.most = most


USUAL = Bounds()


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
        bounds: Bounds = USUAL,
    ) -> None:
        self.name = name
        self.sort = sort
        self.doc = doc
        self.default = default
        """The default; None means that the key is required, an empty value that it may be missing."""
        self.words = words
        """The words it may hold; empty where they depend on the mix of sets."""
        self.least = bounds.least
        self.most = bounds.most
        self.shape: Shape | None = None
        """The shape of the table or tables it holds."""


class Shape:
    """The keys of one kind of table."""

    __slots__ = ("keys", "name", "opens")

    def __init__(self, name: str, keys: list[Key], opens: bool = False) -> None:
        self.name = name
        self.keys = {key.name: key for key in keys}
        self.opens = opens
        """Whether another shape follows once the first key has determined which."""


def table_key(name: str, sort: str, doc: str, default: object, shape: Shape) -> Key:
    """Describe a key that holds a table, or several, of one shape."""
    key = Key(name, sort, doc, default)
    key.shape = shape
    return key


def key_of(field: Field) -> Key:
    """Describe a field of an op or selector as a key."""
    words = field.words
    if field.sort == f.WHO:
        words = WHO
    elif field.sort == f.KIND:
        words = nr.KINDS
    elif field.sort == f.SLOT:
        words = nr.SLOTS[1:]
    number = field.sort == f.INT
    shape = ITEMS if field.sort == f.ITEMS else (CONDITION if field.sort == f.CONDITION else None)
    sort = WAYS if field.sort == f.PROGRAM else field.sort
    low, high = (-MAX_LARGE_NUMBER, MAX_LARGE_NUMBER) if number else (MIN_NUMBER, MAX_NUMBER)
    key = Key(field.name, sort, field.doc, field.default, words, Bounds(max(low, field.least), high))
    key.shape = shape
    return key


TOKENS_HELD = Shape(
    "tokens_held",
    [
        Key("kinds", f.COUNTERS, "of these kinds, counted together", []),
        Key(
            "least",
            f.INT,
            "so many or more; 1 if neither this nor `most` is said",
            0,
            bounds=Bounds(0, cond.HasTokens.MANY),
        ),
        Key("most", f.INT, "so many or fewer", cond.HasTokens.MANY, bounds=Bounds(0, cond.HasTokens.MANY)),
    ],
)
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
        Key("monster_tag", f.TAG, "the monster itself has this tag", ""),
        Key("die", f.WORD, "the die showed such a number", "", cond.Parity.NAMES),
        Key("won_against", f.TAG, "the fight just won had a monster with this tag", ""),
        Key("killed_tag", f.TAG, "the monster whose reward is being taken had this tag", ""),
        Key("token", f.COUNTERS, "the token gained is of this kind", ""),
        table_key("has_tokens", TABLE, "has so many tokens", {}, TOKENS_HELD),
        Key("tag_counts", f.TAG, "an Item or one-shot with this tag counts for the munchkins", ""),
        Key("trait_in_fight", f.TRAIT, "a munchkin of the fight has this trait", ""),
        Key(
            "worth_less_than",
            f.INT,
            "has Items in play worth less than this in all",
            0,
            bounds=Bounds(0, MAX_LARGE_NUMBER),
        ),
        Key("is", WORDS, "states of affairs with names of their own", [], cond.Is.NAMES),
    ],
)
ITEMS = Shape("items", [key_of(field) for field in ItemPick.FIELDS])
for has in (
    table_key("has_items", TABLE, "has such Items in play", {}, ITEMS),
    table_key("lacks_items", TABLE, "has no such Item in play", {}, ITEMS),
    Key("count", f.INT, "at least so many of them, or fewer than so many", 1, bounds=Bounds(1)),
    table_key("anyone", TABLE, "all of this is true of a munchkin of the fight", {}, CONDITION),
):
    CONDITION.keys[has.name] = has
PER = Shape(
    "per",
    [
        Key("each", f.INT, "how much for each", 1),
        Key(
            "per",
            PER_WORD,
            "each what: see the words; or each munchkin of the fight with a trait, or each token of "
            "a kind that one has",
            "",
            PER_WORDS,
        ),
        table_key("items", TABLE, "each such Item in play", {}, ITEMS),
        Key("base", f.INT, "so much …", 0),
        Key("or", f.INT, "… or so much", 0),
        table_key("when", TABLE, "if all of this holds", {}, CONDITION),
        Key("tag", f.TAG, "only monsters with this tag, where monsters are counted", ""),
        Key("least", f.INT, "at least so much", 0),
        Key("most", f.INT, "at most so much", 0),
    ],
)
WHEN = table_key("when", TABLE, "only if all of this holds", {}, CONDITION)
STATIC = Shape(
    "static",
    [
        Key("query", f.WORD, "what is changed", None, nr.QUERIES),
        Key("add", f.QUANTITY, "how much is added; 1 if nothing is said", ""),
        Key("set", f.QUANTITY, "the value that replaces it", ""),
        Key("only_held", f.BOOL, "strength that counts only while this Item is the only one in the hands", False),
        WHEN,
    ],
)
MUTE = Shape(
    "mute",
    [
        Key("sorts", WORDS, "sorts of strength that do not count", [], tuple(nr.SORTS)),
        Key("all_but", WORDS, "the only sorts that count", [], tuple(nr.SORTS)),
        Key("but_slot", f.WORD, "Items of this slot still count", "", nr.SLOTS[1:]),
        Key("slot", f.WORD, "only Items of this slot are meant", "", nr.SLOTS[1:]),
        Key("hands", f.INT, "only Items that take so many hands are meant", 0, bounds=Bounds(0, 4)),
        Key("complex", f.BOOL, "only complex Items are meant", False),
        Key("with_bonus", f.BOOL, "only what has a bonus of its own is meant, not what doubles", False),
        Key("unless", TRAITS, "they count for these all the same", []),
        Key("reverse", f.BOOL, "they are subtracted instead of added", False),
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
        Key("event", f.WORD, "what must happen to the owner", None, nr.TRIGGER_EVENTS),
        Key("hurts", f.BOOL, "a disadvantage: not for one who has only what is good about the card", False),
        WHEN,
        Key("do", EFFECTS, "what it then does", []),
    ],
)
ON_WORDS = ("player", "other_player", "monster", "side", *nr.SIDES, "curse", "item", "any_item")
TOKEN_COST = Shape(
    "token_cost",
    [
        Key("least", f.INT, "fewest tokens", 1, bounds=Bounds(1, 60)),
        Key("most", f.INT, "most tokens; as many as `least` if nothing is said", 0, bounds=Bounds(1, 60)),
        Key("kinds", f.COUNTERS, "of these kinds only", []),
        Key("again", f.BOOL, "more may be paid later in the same fight, by whoever played it", False),
    ],
)
AIMED = [
    Key("at", WORDS, "the moments at which it may be used", None, tuple(nr.TIMINGS)),
    Key("on", f.WORD, "what it is aimed at", "", ON_WORDS),
    Key("level_at_most", f.INT, "works on monsters up to this printed Level; 0 is any", 0, bounds=Bounds(0)),
    Key("named", TEXT, "works on this monster only, by id", ""),
    Key("tag", f.TAG, "works on monsters with this tag only", ""),
    Key("added", f.BOOL, "works only on monsters that were added to the fight", False),
    table_key("tokens", TABLE, "tokens that go back to the pool for it", {}, TOKEN_COST),
    WHEN,
    Key("do", EFFECTS, "what it does", []),
]
PLAY = Shape("play", [*AIMED, Key("with", f.WORD, "a card from hand that goes with it", "", ("monster",))])
COST = Shape(
    "cost",
    [
        Key("least", f.INT, "fewest cards to discard", 1, bounds=Bounds(0, 20)),
        Key("most", f.INT, "most cards to discard; as many as `least` if nothing is said", 0, bounds=Bounds(1, 20)),
        Key("hand_only", f.BOOL, "from hand only", False),
        Key("whole_hand", f.BOOL, "the whole hand", False),
        Key("itself", f.BOOL, "the card with the ability", False),
        Key("tag", f.TAG, "an Item in play with this tag", ""),
        Key("worth", f.INT, "Items in play worth so much in all", 0, bounds=Bounds(0, MAX_LARGE_NUMBER)),
        Key("same_deck", f.BOOL, "all of one deck", False),
        Key("valued", f.BOOL, "Items that have a value, from hand or table", False),
    ],
)
ABILITY = Shape(
    "ability",
    [
        Key("name", TEXT, "what it is called"),
        *AIMED,
        Key("carried", f.BOOL, "works while the Item is not equipped, too", False),
        Key("once", f.WORD, "how often it may be used", "none", nr.LIMITS),
        table_key("cost", TABLE, "what is discarded for it", {}, COST),
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

LABELS = Shape("labels", [Key(kind, TEXT, f"the set's word for {kind}", "") for kind in nr.KINDS])
SET = Shape(
    "set",
    [
        Key("name", TEXT, "the name of the set"),
        Key("uses", WORDS, "concepts the set uses", [], tuple(FEATURES)),
        Key("tags", NAMES, "words that cards of the set have, for other cards to speak of", []),
        Key("counters", NAMES, "kinds of token; monsters with a tag of the same name give them", []),
        Key("food", f.COUNTERS, "those of them that are food, so that every card about food tokens means them too", []),
        Key(
            "turned_in",
            f.COUNTERS,
            "one of each is turned in for a level, even the winning one, once they are all there",
            [],
        ),
        table_key("labels", TABLE, "what the set calls its kinds of card", {}, LABELS),
    ],
)
CARD_HEAD = [Key("kind", f.WORD, "the kind of card", None, nr.KINDS), Key("name", TEXT, "the name on the card")]
ANY_CARD = Shape("card", CARD_HEAD, opens=True)
COMMON = [
    *CARD_HEAD,
    Key("copies", f.INT, "how many there are", 1, bounds=Bounds(1, 20)),
    Key("flavour", TEXT, "a line of no consequence", ""),
    Key("tags", TAGS, "words for other cards to speak of", []),
    Key("bonus", f.INT, "bonus to a strength", 0),
    Key("run", f.INT, "change of rolls to run away", 0),
    Key("must_play", f.BOOL, "is played as soon as it reaches a hand", False),
    table_key("static", TABLES, "what it changes while it lies there", [], STATIC),
    table_key("mute", TABLES, "what does not count because of it", [], MUTE),
    table_key("trigger", TABLES, "what it does by itself", [], TRIGGER),
    table_key("ability", TABLES, "what it lets somebody do", [], ABILITY),
    Key("powers", TEXTS, "names for what it does without being used: run, static, mute, trigger, in this order", []),
    table_key("play", TABLES, "ways to play it besides those of its kind", [], PLAY),
]
BECOMES = Key("becomes", f.COUNTERS, "the term that all food terms of its monster become", "")
GIVES = Key("gives", TAGS, "tags that its Item or monster gets by it", [])
TAKES = Key("takes", TAGS, "tags that its Item or monster loses by it", [])
LIFTS = Key("lifts", WORDS, "limits that do not apply to the Item it goes with", [], tuple(nr.LIFTS))
VALUE = Key("value", f.INT, "Gold Pieces", 0, bounds=Bounds(0, 9999))
OF_KIND: dict[int, list[Key]] = {
    nr.MONSTER: [
        Key("level", f.INT, "its Level", None, bounds=Bounds(1)),
        Key("treasures", f.INT, "Treasures for beating it", None, bounds=Bounds(0)),
        Key("levels", f.INT, "levels for killing it", 1, bounds=Bounds(0, 9)),
        Key("sides_with", TAGS, "tags it has while another monster of the fight has them", []),
        table_key("vs", TABLES, "bonuses and penalties against traits", [], VERSUS),
        Key("on_reveal", EFFECTS, "what happens as soon as it is met", []),
        Key("on_spare", EFFECTS, "what the main fighter gets, or may do, whom it spares", []),
        Key("on_kill", EFFECTS, "what the main fighter who kills it gets besides", []),
        Key("after_run", EFFECTS, "what happens when all have run, if it caught somebody", []),
        Key("bad_stuff", EFFECTS, "what happens to those it catches", []),
    ],
    nr.CURSE: [
        Key("lasts", f.WORD, "how long it is kept", "no", nr.LASTS),
        Key("do", EFFECTS, "what happens when it lands", []),
    ],
    nr.ENHANCER: [Key("treasures", f.INT, "Treasures more or less", 0), GIVES, TAKES, BECOMES],
    nr.CHEAT: [LIFTS],
    nr.ITEM: [
        VALUE,
        Key("slot", f.WORD, "where it is worn", "none", nr.SLOTS),
        Key("hands", f.INT, "hands it takes; 1 for a hand Item if nothing is said", 0, bounds=Bounds(0, 4)),
        Key("big", f.BOOL, "is Big", False),
        Key("complex", f.BOOL, "is complex", False),
        Key("joins", f.TAG, "all equipped Items with this tag are one weapon, which takes the hands of one", ""),
        LIFTS,
        Key("only", TRAITS, "for these only", []),
        Key("not_for", TRAITS, "for all but these", []),
    ],
    nr.ONESHOT: [VALUE, Key("side", f.WORD, "the side it may strengthen", "either", ("either", *nr.SIDES))],
    nr.OTHER_TREASURE: [
        Key("improves", f.BOOL, "is attached to an Item, and goes where that goes", False),
        Key("stays", f.BOOL, "lies in play by itself while its owner lives, and is no Item", False),
        Key("value", f.INT, "Gold Pieces it adds to the Item", 0, bounds=Bounds(0, 9999)),
        Key("makes", f.WORD, "the size of the Item it is attached to", nr.SIZES[0], nr.SIZES),
        GIVES,
        TAKES,
        LIFTS,
    ],
    nr.FOLLOWER: [LIFTS, Key("sacrifice", f.BOOL, "may be given up instead of rolling to run away", False)],
}
CARD_SHAPES = {kind: Shape(name, COMMON + OF_KIND.get(kind, [])) for kind, name in enumerate(nr.KINDS)}
