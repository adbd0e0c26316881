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
            "at least this number; 1 if both this and `most` are missing",
            0,
            bounds=Bounds(0, cond.HasTokens.MANY),
        ),
        Key("most", f.INT, "at most this number", cond.HasTokens.MANY, bounds=Bounds(0, cond.HasTokens.MANY)),
    ],
)
CONDITION = Shape(
    "condition",
    [
        Key("trait", TRAITS, "has one of these Classes, Races or sexes", []),
        Key("not_trait", TRAITS, "has none of these Classes, Races or sexes", []),
        Key("level_at_most", f.INT, "has this Level or a lower one", 0),
        Key("level_at_least", f.INT, "has this Level or a higher one", 0),
        Key("die_at_most", f.INT, "the die shows this or less", 0),
        Key("die_at_least", f.INT, "the die shows this or more", 0),
        Key("tag_in_fight", f.TAG, "a monster of the fight has this tag", ""),
        Key("monster_tag", f.TAG, "the monster itself has this tag", ""),
        Key("die", f.WORD, "the die shows an even or an odd number", "", cond.Parity.NAMES),
        Key("won_against", f.TAG, "the fight just won had a monster with this tag", ""),
        Key("killed_tag", f.TAG, "the monster whose reward is being taken had this tag", ""),
        Key("token", f.COUNTERS, "the token gained is of this kind", ""),
        table_key("has_tokens", TABLE, "has a number of tokens", {}, TOKENS_HELD),
        Key("tag_counts", f.TAG, "an Item or one-shot with this tag counts for the fighters", ""),
        Key("trait_in_fight", f.TRAIT, "the main fighter or the helper has this trait", ""),
        Key(
            "worth_less_than",
            f.INT,
            "the Items in play are worth less than this in total",
            0,
            bounds=Bounds(0, MAX_LARGE_NUMBER),
        ),
        Key("is", WORDS, "named conditions", [], cond.Is.NAMES),
    ],
)
ITEMS = Shape("items", [key_of(field) for field in ItemPick.FIELDS])
for has in (
    table_key("has_items", TABLE, "has such Items in play", {}, ITEMS),
    table_key("lacks_items", TABLE, "does not have such Items in play", {}, ITEMS),
    Key("count", f.INT, "at least this number of them (has_items), or fewer (lacks_items)", 1, bounds=Bounds(1)),
    table_key("anyone", TABLE, "the main fighter or the helper meets all of this", {}, CONDITION),
):
    CONDITION.keys[has.name] = has
PER = Shape(
    "per",
    [
        Key("each", f.INT, "the amount for each", 1),
        Key(
            "per",
            PER_WORD,
            "what is counted: one of the words, or a trait for each fighter who has it, or a kind for each token that "
            "the player has",
            "",
            PER_WORDS,
        ),
        table_key("items", TABLE, "count such Items in play", {}, ITEMS),
        Key("base", f.INT, "the amount if the condition does not hold", 0),
        Key("or", f.INT, "the amount if the condition holds", 0),
        table_key("when", TABLE, "the condition", {}, CONDITION),
        Key("tag", f.TAG, "with other_monster: only monsters with this tag", ""),
        Key("least", f.INT, "the minimum", 0),
        Key("most", f.INT, "the maximum", 0),
    ],
)
WHEN = table_key("when", TABLE, "only if all of this holds", {}, CONDITION)
STATIC = Shape(
    "static",
    [
        Key("query", f.WORD, "the value that changes", None, nr.QUERIES),
        Key("add", f.QUANTITY, "the amount that is added; 1 by default", ""),
        Key("set", f.QUANTITY, "the value that replaces it", ""),
        Key("only_held", f.BOOL, "counts only while this Item is the only one in the hands", False),
        WHEN,
    ],
)
MUTE = Shape(
    "mute",
    [
        Key("sorts", WORDS, "kinds of strength that do not count", [], tuple(nr.SORTS)),
        Key("all_but", WORDS, "the only kinds that count", [], tuple(nr.SORTS)),
        Key("but_slot", f.WORD, "Items of this slot still count", "", nr.SLOTS[1:]),
        Key("slot", f.WORD, "only Items of this slot", "", nr.SLOTS[1:]),
        Key("hands", f.INT, "only Items that take this number of hands", 0, bounds=Bounds(0, 4)),
        Key("complex", f.BOOL, "only complex Items", False),
        Key("with_bonus", f.BOOL, "only bonuses, not doubling", False),
        Key("unless", TRAITS, "they still count for these", []),
        Key("reverse", f.BOOL, "they are subtracted instead of added", False),
        Key("tag", f.TAG, "only Items with this tag", ""),
    ],
)
VERSUS = Shape(
    "versus",
    [Key("who", TRAITS, "against one of these Classes, Races or sexes"), Key("bonus", f.INT, "bonus or penalty")],
)
TRIGGER = Shape(
    "trigger",
    [
        Key("event", f.WORD, "the event that happens to the owner", None, nr.TRIGGER_EVENTS),
        Key("hurts", f.BOOL, "a disadvantage: a player with only the advantages of the card is exempt", False),
        WHEN,
        Key("do", EFFECTS, "the effect", []),
    ],
)
ON_WORDS = ("player", "other_player", "monster", "side", *nr.SIDES, "curse", "item", "any_item")
TOKEN_COST = Shape(
    "token_cost",
    [
        Key("least", f.INT, "the minimum number of tokens", 1, bounds=Bounds(1, 60)),
        Key("most", f.INT, "the maximum number of tokens; `least` by default", 0, bounds=Bounds(1, 60)),
        Key("kinds", f.COUNTERS, "of these kinds only", []),
        Key("again", f.BOOL, "the player may pay more later in the same fight", False),
    ],
)
AIMED = [
    Key("at", WORDS, "the timings at which it may be used", None, tuple(nr.TIMINGS)),
    Key("on", f.WORD, "the target", "", ON_WORDS),
    Key("level_at_most", f.INT, "works on monsters up to this printed Level; 0 means any", 0, bounds=Bounds(0)),
    Key("named", TEXT, "works on this monster only, by id", ""),
    Key("tag", f.TAG, "works on monsters with this tag only", ""),
    Key("added", f.BOOL, "works only on monsters that were added to the fight", False),
    table_key("tokens", TABLE, "the cost in tokens, which return to the pool", {}, TOKEN_COST),
    WHEN,
    Key("do", EFFECTS, "the effect", []),
]
PLAY = Shape("play", [*AIMED, Key("with", f.WORD, "a card from hand that is played with it", "", ("monster",))])
COST = Shape(
    "cost",
    [
        Key("least", f.INT, "the minimum number of cards to discard", 1, bounds=Bounds(0, 20)),
        Key("most", f.INT, "the maximum number of cards to discard; `least` by default", 0, bounds=Bounds(1, 20)),
        Key("hand_only", f.BOOL, "from hand only", False),
        Key("whole_hand", f.BOOL, "the whole hand", False),
        Key("itself", f.BOOL, "the card with the ability", False),
        Key("tag", f.TAG, "an Item in play with this tag", ""),
        Key("worth", f.INT, "Items in play with this total worth", 0, bounds=Bounds(0, MAX_LARGE_NUMBER)),
        Key("same_deck", f.BOOL, "all of one deck", False),
        Key("valued", f.BOOL, "Items that have a value, from hand or table", False),
    ],
)
ABILITY = Shape(
    "ability",
    [
        Key("name", TEXT, "the name of the ability"),
        *AIMED,
        Key("carried", f.BOOL, "also works while the Item is not equipped", False),
        Key("once", f.WORD, "how often it may be used", "none", nr.LIMITS),
        table_key("cost", TABLE, "the cost in cards", {}, COST),
    ],
)
OP_HEAD = [
    Key("op", f.WORD, "the word of the op", None, tuple(OPS)),
    WHEN,
    Key("instead", f.BOOL, "only if the op before had nothing to do", False),
    Key("then", f.BOOL, "only if the op before did something", False),
]
ANY_OP = Shape("instruction", OP_HEAD, opens=True)
OP_SHAPES = {word: Shape("op_" + word, OP_HEAD + [key_of(field) for field in op.FIELDS]) for word, op in OPS.items()}

LABELS = Shape("labels", [Key(kind, TEXT, f"the set's word for {kind}", "") for kind in nr.KINDS])
SET = Shape(
    "set",
    [
        Key("name", TEXT, "the name of the set"),
        Key("uses", WORDS, "rule modules that the set uses", [], tuple(FEATURES)),
        Key("tags", NAMES, "tags of the set's cards that other cards may refer to", []),
        Key("counters", NAMES, "kinds of token; a monster with a tag of the same name gives them", []),
        Key("food", f.COUNTERS, "those that are food, so that every card about food tokens applies to them too", []),
        Key(
            "turned_in",
            f.COUNTERS,
            "a player with one of each turns them in for a level, even the winning one",
            [],
        ),
        table_key("labels", TABLE, "the set's words for the kinds of card", {}, LABELS),
    ],
)
CARD_HEAD = [Key("kind", f.WORD, "the kind of card", None, nr.KINDS), Key("name", TEXT, "the name on the card")]
ANY_CARD = Shape("card", CARD_HEAD, opens=True)
COMMON = [
    *CARD_HEAD,
    Key("copies", f.INT, "the number of copies", 1, bounds=Bounds(1, 20)),
    Key("flavour", TEXT, "a line of text without effect", ""),
    Key("tags", TAGS, "tags that other cards may refer to", []),
    Key("bonus", f.INT, "bonus to a strength", 0),
    Key("run", f.INT, "change of rolls to run away", 0),
    Key("must_play", f.BOOL, "is played as soon as it reaches a hand", False),
    table_key("static", TABLES, "what it changes while it is in play", [], STATIC),
    table_key("mute", TABLES, "what does not count because of it", [], MUTE),
    table_key("trigger", TABLES, "its triggered effects", [], TRIGGER),
    table_key("ability", TABLES, "abilities that it gives", [], ABILITY),
    Key("powers", TEXTS, "names of its standing effects: run, static, mute, trigger, in this order", []),
    table_key("play", TABLES, "ways to play it besides those of its kind", [], PLAY),
]
BECOMES = Key("becomes", f.COUNTERS, "the term that all food terms of its monster become", "")
GIVES = Key("gives", TAGS, "tags that its Item or monster gains", [])
TAKES = Key("takes", TAGS, "tags that its Item or monster loses", [])
LIFTS = Key("lifts", WORDS, "limits that do not apply to its Item", [], tuple(nr.LIFTS))
VALUE = Key("value", f.INT, "Gold Pieces", 0, bounds=Bounds(0, 9999))
OF_KIND: dict[int, list[Key]] = {
    nr.MONSTER: [
        Key("level", f.INT, "its Level", None, bounds=Bounds(1)),
        Key("treasures", f.INT, "Treasures for beating it", None, bounds=Bounds(0)),
        Key("levels", f.INT, "levels for killing it", 1, bounds=Bounds(0, 9)),
        Key("sides_with", TAGS, "tags that it has while another monster of the fight has them", []),
        table_key("vs", TABLES, "bonuses and penalties against traits", [], VERSUS),
        Key("on_reveal", EFFECTS, "the effect as soon as it is met", []),
        Key("on_spare", EFFECTS, "the effect for a main fighter whom it does not fight", []),
        Key("on_kill", EFFECTS, "an additional effect for the main fighter who kills it", []),
        Key("after_run", EFFECTS, "the effect after all have run, if it caught a player", []),
        Key("bad_stuff", EFFECTS, "the effect on the players it catches", []),
    ],
    nr.CURSE: [
        Key("lasts", f.WORD, "how long it is kept", "no", nr.LASTS),
        Key("do", EFFECTS, "the effect when the curse hits", []),
    ],
    nr.ENHANCER: [Key("treasures", f.INT, "additional Treasures, or fewer", 0), GIVES, TAKES, BECOMES],
    nr.CHEAT: [LIFTS],
    nr.ITEM: [
        VALUE,
        Key("slot", f.WORD, "where it is worn", "none", nr.SLOTS),
        Key("hands", f.INT, "the number of hands it takes; 1 by default for a hand Item", 0, bounds=Bounds(0, 4)),
        Key("big", f.BOOL, "is Big", False),
        Key("complex", f.BOOL, "is complex", False),
        Key("joins", f.TAG, "all equipped Items with this tag form one weapon, which takes the hands of one", ""),
        LIFTS,
        Key("only", TRAITS, "usable by these only", []),
        Key("not_for", TRAITS, "usable by all except these", []),
    ],
    nr.ONESHOT: [VALUE, Key("side", f.WORD, "the side it may strengthen", "either", ("either", *nr.SIDES))],
    nr.OTHER_TREASURE: [
        Key("improves", f.BOOL, "is attached to an Item and moves with it", False),
        Key("stays", f.BOOL, "stays in play by itself while its owner lives, and is not an Item", False),
        Key("value", f.INT, "Gold Pieces it adds to the Item", 0, bounds=Bounds(0, 9999)),
        Key("makes", f.WORD, "the size of the Item it is attached to", nr.SIZES[0], nr.SIZES),
        GIVES,
        TAKES,
        LIFTS,
    ],
    nr.FOLLOWER: [LIFTS, Key("sacrifice", f.BOOL, "may be sacrificed instead of rolling to run away", False)],
}
CARD_SHAPES = {kind: Shape(name, COMMON + OF_KIND.get(kind, [])) for kind, name in enumerate(nr.KINDS)}
