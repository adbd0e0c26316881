"""The tables of card files as msgspec structs. The loader reads by them, and the JSON Schema is made from them.

The structs of ops and of Item selectors are made from the fields that the engine declares for them. Words that come
with the sets of a mix, such as traits and tags, are only known to the compiler.
"""

from functools import reduce
from keyword import iskeyword
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar, cast

from msgspec import Meta, Struct, defstruct, field

from kickdoor.engine import constants as nr
from kickdoor.engine.cards import field_specs as f
from kickdoor.engine.cards.field_specs import Field
from kickdoor.engine.effects.conditions import HasTokens, Is, Parity
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.target_selectors import WHO_DOCS, ItemPick
from kickdoor.engine.features import FEATURES

MAX_TEXT_LENGTH = 120
MAX_TABLES = 40
MAX_LARGE_NUMBER = 20000
NAME = "[a-z][a-z0-9_]{0,39}"
COUNTED_DOCS = {
    "die": "What the die shows.",
    "half_die": "Half of what the die shows, rounded up.",
    "paid": "The number of cards or tokens paid, or the worth of the Items paid.",
    "amount": "The amount of the event, in a trigger.",
    "lowest_level": "The lowest Level of any living character.",
    "hands_in_use": "The number of hands that the player has full.",
    "best_item": "The largest bonus of one Item that the player has equipped.",
}
"""Words that stand for a number."""
PER_DOCS = {
    "die": "Each point of the die.",
    "paid": "Each card or token paid.",
    "token": "Each token paid.",
    "margin": "Each point by which the fight was lost.",
    "other_monster": "Each other monster of the fight.",
    "card_in_fight": "Each card played into the fight since it began.",
}
"""Words for what can be counted, besides Classes, Races, sexes and kinds of token."""
TARGET_DOCS = {
    "player": "Any player.",
    "other_player": "Any other player.",
    "monster": "A monster of the fight.",
    "side": "A side of the fight, by the player's choice.",
    "munchkins": "The side of the munchkins.",
    "monsters": "The side of the monsters.",
    "curse": "A kept curse, or a waiting one, of any player.",
    "item": "An Item or one-shot that the player has in play.",
    "any_item": "An Item or one-shot that any player has in play.",
}


def doc(text: str) -> Meta:
    return Meta(description=text)


def between(least: int = -99, most: int = 99) -> Meta:
    """Limit a number; the default fits most numbers of cards."""
    return Meta(ge=least, le=most)


def one_of(words: dict[str, str]) -> Any:
    """Return the type of a word of a list, each with its sentence.

    A `pattern` would do, but msgspec 0.22 releases the pattern of a union too often, which ends the process.
    """
    return Annotated[Literal[tuple(words)], Meta(extra={"words": words})]


def of_mix(kind: str, *always: str) -> Meta:
    """Describe a word that comes with the sets of a mix, and those that exist with any sets."""
    features = [word for feature in FEATURES.values() for word in getattr(feature, kind, ())]
    return Meta(max_length=MAX_TEXT_LENGTH, extra={"mix": kind, "words": [*always, *features]})


def default(value: object) -> Meta:
    """Document the default of a key that is read differently if it is missing."""
    return Meta(extra_json_schema={"default": value})


T = TypeVar("T")
TABLES = Meta(max_length=MAX_TABLES)
TEXT = "text"
Some: TypeAlias = T | Annotated[list[T], TABLES]
"""One word, or a list of several."""
Number: TypeAlias = Annotated[int, between()]
Text: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT_LENGTH, extra={"text": "any"})]
Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_LENGTH, extra={"text": "full"})]
Names: TypeAlias = Annotated[list[Annotated[str, Meta(extra={"name": NAME})]], TABLES]
Trait: TypeAlias = Annotated[str, of_mix("traits", "male", "female")]
Tag: TypeAlias = Annotated[str, of_mix("tags")]
Counter: TypeAlias = Annotated[str, of_mix("counters")]
PerWord: TypeAlias = Annotated[str, of_mix("per", *PER_DOCS)]
TokenNumber: TypeAlias = Annotated[int, between(0, HasTokens.MANY)]
TokensPaid: TypeAlias = Annotated[int, between(1, 60)]
CardsPaid: TypeAlias = Annotated[int, between(1, 20)]
Hands: TypeAlias = Annotated[int, between(0, 4)]
Worth: TypeAlias = Annotated[int, between(0, MAX_LARGE_NUMBER)]
Gold: TypeAlias = Annotated[int, between(0, 9999)]
Gives: TypeAlias = Annotated[Some[Tag], doc("tags that its Item or monster gains")]
Takes: TypeAlias = Annotated[Some[Tag], doc("tags that its Item or monster loses")]
IF: Any = doc("only if all of this holds")
if TYPE_CHECKING:
    # A type checker cannot know lists of words that are made at run time.
    Timing: TypeAlias = str
    NamedState: TypeAlias = str
    DieParity: TypeAlias = str
    TermSort: TypeAlias = str
    Limit: TypeAlias = str
    Module: TypeAlias = str
    AnySlot: TypeAlias = str
    BodySlot: TypeAlias = str
    AmountWord: TypeAlias = str
    Query: TypeAlias = str
    Event: TypeAlias = str
    Target: TypeAlias = str
    SecondCard: TypeAlias = str
    Once: TypeAlias = str
    Duration: TypeAlias = str
    OneshotSide: TypeAlias = str
    Size: TypeAlias = str
else:
    Timing = one_of(nr.TIMING_DOCS)
    NamedState = one_of(Is.DOCS)
    DieParity = one_of(Parity.DOCS)
    TermSort = one_of(nr.SORT_DOCS)
    Limit = one_of(nr.LIFT_DOCS)
    Module = one_of({name: feature.DOC for name, feature in FEATURES.items()})
    AnySlot = one_of(nr.SLOT_DOCS)
    BodySlot = one_of({word: nr.SLOT_DOCS[word] for word in nr.SLOTS[1:]})
    AmountWord = one_of(COUNTED_DOCS)
    Query = one_of(nr.QUERY_DOCS)
    Event = one_of(nr.TRIGGER_DOCS)
    Target = one_of(TARGET_DOCS)
    SecondCard = one_of({"monster": "A monster."})
    Once = one_of(nr.LIMIT_DOCS)
    Duration = one_of(nr.LAST_DOCS)
    OneshotSide = one_of({"either": "Either side.", **nr.SIDE_DOCS})
    Size = one_of(nr.SIZE_DOCS)
Lifts: TypeAlias = Annotated[Some[Limit], doc("limits that do not apply to its Item")]


class Table(Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Any table of a card file."""


TYPES: dict[str, Any] = {f.BOOL: bool, f.SLOT: BodySlot, f.TRAIT: Trait | None, f.TAG: Tag | None, TEXT: Text}
"""Types of the fields that the engine declares, by sort. Those that refer to tables follow the tables."""
TYPES[f.COUNTERS] = Counter | Annotated[list[Counter], TABLES]


def attribute(name: str) -> str:
    """Return the attribute that holds a key; Python reserves some words."""
    return name + "_" if iskeyword(name) else name


def type_of(one: Field) -> Any:
    """Return the type of a field that the engine declares."""
    words = {f.WHO: WHO_DOCS, f.KIND: nr.KIND_DOCS, f.WORD: one.words}.get(one.sort)
    if words is not None:
        return Annotated[one_of(words), doc(one.doc)]
    if one.sort == f.INT:
        return Annotated[int, between(max(-MAX_LARGE_NUMBER, one.least), MAX_LARGE_NUMBER), doc(one.doc)]
    return Annotated[Count if one.sort == f.QUANTITY and one.least == 1 else TYPES[one.sort], doc(one.doc)]


def table_of(name: str, fields: list[Field], base: type[Table] = Table, tag: str | None = None) -> type[Table]:
    """Make the struct of a table from the fields that the engine declares."""
    made: list[Any] = []
    for one in fields:
        # A selector, trait or tag that is left out is no table or text, but nothing.
        given = one.default or None if one.sort in (f.ITEMS, f.TRAIT, f.TAG) else one.default
        made.append(
            (
                attribute(one.name),
                type_of(one),
                field(name=one.name, **({} if one.default is None else {"default": given})),
            )
        )
    return cast("type[Table]", defstruct(name, made, bases=(base,), tag=tag, module=__name__, kw_only=True))


if TYPE_CHECKING:
    # A type checker cannot know structs that are made from declarations.
    Items: TypeAlias = Table
    Labels: TypeAlias = Table
else:
    Items = table_of("Items", ItemPick.FIELDS)
    Labels = table_of("Labels", [Field(kind, TEXT, f"the set's word for {kind}", "") for kind in nr.KINDS])


class TokensHeld(Table, kw_only=True):
    """The number of tokens that a player has."""

    kinds: Annotated[Some[Counter], doc("of these kinds, counted together")] = []
    least: Annotated[TokenNumber | None, doc("at least this number; 1 if both this and `most` are missing")] = None
    most: Annotated[TokenNumber | None, doc("at most this number"), default(HasTokens.MANY)] = None


class Condition(Table, kw_only=True):
    """A condition; all keys of the table must hold."""

    trait: Annotated[Some[Trait] | None, doc("has one of these Classes, Races or sexes")] = None
    not_trait: Annotated[Some[Trait] | None, doc("has none of these Classes, Races or sexes")] = None
    level_at_most: Annotated[Number | None, doc("has this Level or a lower one")] = None
    level_at_least: Annotated[Number | None, doc("has this Level or a higher one")] = None
    die_at_most: Annotated[Number | None, doc("the die shows this or less")] = None
    die_at_least: Annotated[Number | None, doc("the die shows this or more")] = None
    tag_in_fight: Annotated[Tag | None, doc("a monster of the fight has this tag")] = None
    monster_tag: Annotated[Tag | None, doc("the monster itself has this tag")] = None
    die: Annotated[DieParity, doc("the die shows an even or an odd number")] = ""
    won_against: Annotated[Tag | None, doc("the fight just won had a monster with this tag")] = None
    killed_tag: Annotated[Tag | None, doc("the monster whose reward is being taken had this tag")] = None
    token: Annotated[Some[Counter] | None, doc("the token gained is of this kind")] = None
    has_tokens: Annotated[TokensHeld | None, doc("has a number of tokens")] = None
    tag_counts: Annotated[Tag | None, doc("an Item or one-shot with this tag counts for the fighters")] = None
    trait_in_fight: Annotated[Trait | None, doc("the main fighter or the helper has this trait")] = None
    worth_less_than: Annotated[Worth | None, doc("the Items in play are worth less than this in total")] = None
    is_: Annotated[Some[NamedState], doc("named conditions")] = field(name="is", default=[])
    has_items: Annotated[Items | None, doc("has such Items in play")] = None
    lacks_items: Annotated[Items | None, doc("does not have such Items in play")] = None
    count: Annotated[int, between(1), doc("at least this number of them (has_items), or fewer (lacks_items)")] = 1
    anyone: Annotated["Condition | None", doc("the main fighter or the helper meets all of this")] = None


class Per(Table, kw_only=True):
    """An amount for each counted object, or one of two amounts by a condition."""

    each: Annotated[Number | None, doc("the amount for each"), default(1)] = None
    per: Annotated[
        PerWord | None,
        doc(
            "what is counted: one of the words, or a trait for each fighter who has it, or a kind for each token that "
            "the player has"
        ),
    ] = None
    items: Annotated[Items | None, doc("count such Items in play")] = None
    base: Annotated[Number | None, doc("the amount if the condition does not hold")] = None
    or_: Annotated[Number | None, doc("the amount if the condition holds")] = field(name="or", default=None)
    when: Annotated[Condition | None, doc("the condition")] = None
    tag: Annotated[Tag | None, doc("with other_monster: only monsters with this tag")] = None
    least: Annotated[Number | None, doc("the minimum")] = None
    most: Annotated[Number | None, doc("the maximum")] = None


Quantity: TypeAlias = Number | AmountWord | Per
Count: TypeAlias = Annotated[int, between(1)] | AmountWord | Per
TYPES |= {
    f.QUANTITY: Quantity,
    f.ITEMS: Items | None,
    f.PROGRAM: Annotated["list[Lines]", Meta(min_length=2, max_length=MAX_TABLES)],
}


class Line(Table, kw_only=True, tag_field="op"):
    """One op of a list."""

    when: Annotated[Condition | None, IF] = None
    instead: Annotated[bool, doc("only if the op before had nothing to do")] = False
    then: Annotated[bool, doc("only if the op before did something")] = False


OP_TABLES = {word: table_of(f"op_{word}", op.FIELDS, Line, word) for word, op in OPS.items()}
if TYPE_CHECKING:
    Op: TypeAlias = Line
else:
    Op = reduce(or_, OP_TABLES.values())
Lines: TypeAlias = Annotated[list[Op], TABLES]


class Static(Table, kw_only=True):
    """A standing change of a value."""

    query: Annotated[Query, doc("the value that changes")]
    add: Annotated[Quantity | None, doc("the amount that is added; 1 by default")] = None
    set: Annotated[Quantity | None, doc("the value that replaces it")] = None
    only_held: Annotated[bool, doc("counts only while this Item is the only one in the hands")] = False
    when: Annotated[Condition | None, IF] = None


class Mute(Table, kw_only=True):
    """Kinds of strength that do not count."""

    sorts: Annotated[Some[TermSort], doc("kinds of strength that do not count")] = []
    all_but: Annotated[Some[TermSort] | None, doc("the only kinds that count")] = None
    but_slot: Annotated[BodySlot | None, doc("Items of this slot still count")] = None
    slot: Annotated[BodySlot | None, doc("only Items of this slot")] = None
    hands: Annotated[Hands, doc("only Items that take this number of hands")] = 0
    complex: Annotated[bool, doc("only complex Items")] = False
    with_bonus: Annotated[bool, doc("only bonuses, not doubling")] = False
    unless: Annotated[Some[Trait], doc("they still count for these")] = []
    reverse: Annotated[bool, doc("they are subtracted instead of added")] = False
    tag: Annotated[Tag | None, doc("only Items with this tag")] = None


class Versus(Table, kw_only=True):
    """A bonus or penalty of a monster against traits."""

    who: Annotated[Some[Trait], doc("against one of these Classes, Races or sexes")]
    bonus: Annotated[Number, doc("bonus or penalty")]


class Trigger(Table, kw_only=True):
    """An effect that follows an event."""

    event: Annotated[Event, doc("the event that happens to the owner")]
    hurts: Annotated[bool, doc("a disadvantage: a player with only the advantages of the card is exempt")] = False
    when: Annotated[Condition | None, IF] = None
    do: Annotated[Lines, doc("the effect")] = []


class TokenCost(Table, kw_only=True):
    """A cost in tokens."""

    least: Annotated[int, between(1, 60), doc("the minimum number of tokens")] = 1
    most: Annotated[TokensPaid | None, doc("the maximum number of tokens; `least` by default")] = None
    kinds: Annotated[Some[Counter], doc("of these kinds only")] = []
    again: Annotated[bool, doc("the player may pay more later in the same fight")] = False


class Use(Table, kw_only=True):
    """The keys that plays and abilities share."""

    at: Annotated[Some[Timing], doc("the timings at which it may be used")]
    on: Annotated[Target, doc("the target")] = ""
    level_at_most: Annotated[int, between(0), doc("works on monsters up to this printed Level; 0 means any")] = 0
    named: Annotated[Text, doc("works on this monster only, by id")] = ""
    tag: Annotated[Tag | None, doc("works on monsters with this tag only")] = None
    added: Annotated[bool, doc("works only on monsters that were added to the fight")] = False
    tokens: Annotated[TokenCost | None, doc("the cost in tokens, which return to the pool")] = None
    when: Annotated[Condition | None, IF] = None
    do: Annotated[Lines, doc("the effect")] = []


class Play(Use, kw_only=True):
    """A way to play a card from the hand."""

    with_: Annotated[SecondCard, doc("a card from hand that is played with it")] = field(name="with", default="")


class Cost(Table, kw_only=True):
    """A cost in cards."""

    least: Annotated[int, between(0, 20), doc("the minimum number of cards to discard")] = 1
    most: Annotated[CardsPaid | None, doc("the maximum number of cards to discard; `least` by default")] = None
    hand_only: Annotated[bool, doc("from hand only")] = False
    whole_hand: Annotated[bool, doc("the whole hand")] = False
    itself: Annotated[bool, doc("the card with the ability")] = False
    tag: Annotated[Tag | None, doc("an Item in play with this tag")] = None
    worth: Annotated[Worth, doc("Items in play with this total worth")] = 0
    same_deck: Annotated[bool, doc("all of one deck")] = False
    valued: Annotated[bool, doc("Items that have a value, from hand or table")] = False


class Ability(Use, kw_only=True):
    """An ability of a card in play."""

    name: Annotated[Title, doc("the name of the ability")]
    carried: Annotated[bool, doc("also works while the Item is not equipped")] = False
    once: Annotated[Once, doc("how often it may be used")] = "none"
    cost: Annotated[Cost | None, doc("the cost in cards")] = None


class Card(Table, kw_only=True, tag_field="kind"):
    """The keys of every card."""

    name: Annotated[Title, doc("the name on the card")]
    copies: Annotated[int, between(1, 20), doc("the number of copies")] = 1
    flavour: Annotated[Text, doc("a line of text without effect")] = ""
    tags: Annotated[Some[Tag], doc("tags that other cards may refer to")] = []
    bonus: Annotated[Number, doc("bonus to a strength")] = 0
    run: Annotated[Number, doc("change of rolls to run away")] = 0
    must_play: Annotated[bool, doc("is played as soon as it reaches a hand")] = False
    static: Annotated[list[Static], TABLES, doc("what it changes while it is in play")] = []
    mute: Annotated[list[Mute], TABLES, doc("what does not count because of it")] = []
    trigger: Annotated[list[Trigger], TABLES, doc("its triggered effects")] = []
    ability: Annotated[list[Ability], TABLES, doc("abilities that it gives")] = []
    powers: Annotated[
        list[Title], TABLES, doc("names of its standing effects: run, static, mute, trigger, in this order")
    ] = []
    play: Annotated[list[Play], TABLES, doc("ways to play it besides those of its kind")] = []


class Monster(Card, kw_only=True, tag="monster"):
    level: Annotated[int, between(1), doc("its Level")]
    treasures: Annotated[int, between(0), doc("Treasures for beating it")]
    levels: Annotated[int, between(0, 9), doc("levels for killing it")] = 1
    sides_with: Annotated[Some[Tag], doc("tags that it has while another monster of the fight has them")] = []
    vs: Annotated[list[Versus], TABLES, doc("bonuses and penalties against traits")] = []
    on_reveal: Annotated[Lines | None, doc("the effect as soon as it is met")] = None
    on_spare: Annotated[Lines | None, doc("the effect for a main fighter whom it does not fight")] = None
    on_kill: Annotated[Lines | None, doc("an additional effect for the main fighter who kills it")] = None
    after_run: Annotated[Lines | None, doc("the effect after all have run, if it caught a player")] = None
    bad_stuff: Annotated[Lines | None, doc("the effect on the players it catches")] = None


class Curse(Card, kw_only=True, tag="curse"):
    lasts: Annotated[Duration, doc("how long it is kept")] = "no"
    do: Annotated[Lines | None, doc("the effect when the curse hits")] = None


class Enhancer(Card, kw_only=True, tag="enhancer"):
    treasures: Annotated[Number, doc("additional Treasures, or fewer")] = 0
    gives: Gives = []
    takes: Takes = []
    becomes: Annotated[Some[Counter] | None, doc("the term that all food terms of its monster become")] = None


class Cheat(Card, kw_only=True, tag="cheat"):
    lifts: Lifts = []


class Item(Card, kw_only=True, tag="item"):
    value: Annotated[Gold, doc("Gold Pieces")] = 0
    slot: Annotated[AnySlot, doc("where it is worn")] = "none"
    hands: Annotated[Hands | None, doc("the number of hands it takes; 1 by default for a hand Item")] = None
    big: Annotated[bool, doc("is Big")] = False
    complex: Annotated[bool, doc("is complex")] = False
    joins: Annotated[
        Tag | None, doc("all equipped Items with this tag form one weapon, which takes the hands of one")
    ] = None
    lifts: Lifts = []
    only: Annotated[Some[Trait], doc("usable by these only")] = []
    not_for: Annotated[Some[Trait], doc("usable by all except these")] = []


class Oneshot(Card, kw_only=True, tag="oneshot"):
    value: Annotated[Gold, doc("Gold Pieces")] = 0
    side: Annotated[OneshotSide, doc("the side it may strengthen")] = "either"


class OtherTreasure(Card, kw_only=True, tag="other_treasure"):
    improves: Annotated[bool, doc("is attached to an Item and moves with it")] = False
    stays: Annotated[bool, doc("stays in play by itself while its owner lives, and is not an Item")] = False
    value: Annotated[Gold, doc("Gold Pieces it adds to the Item")] = 0
    makes: Annotated[Size, doc("the size of the Item it is attached to")] = nr.SIZES[0]
    gives: Gives = []
    takes: Takes = []
    lifts: Lifts = []


class Follower(Card, kw_only=True, tag="follower"):
    lifts: Lifts = []
    sacrifice: Annotated[bool, doc("may be sacrificed instead of rolling to run away")] = False


WITH_KEYS = (Monster, Curse, Enhancer, Cheat, Item, Oneshot, OtherTreasure, Follower)
OWN_KEYS = {str(kind.__struct_config__.tag): kind for kind in WITH_KEYS}
CARD_TABLES = {
    kind: OWN_KEYS.get(kind) or defstruct(kind, [], bases=(Card,), tag=kind, module=__name__) for kind in nr.KINDS
}
ANY_CARD: Any = reduce(or_, CARD_TABLES.values())


class SetTable(Table, kw_only=True):
    """The file that names a set."""

    name: Annotated[Title, doc("the name of the set")]
    uses: Annotated[Some[Module], doc("rule modules that the set uses")] = []
    tags: Annotated[Names, doc("tags of the set's cards that other cards may refer to")] = []
    counters: Annotated[Names, doc("kinds of token; a monster with a tag of the same name gives them")] = []
    food: Annotated[
        Some[Counter], doc("those that are food, so that every card about food tokens applies to them too")
    ] = []
    turned_in: Annotated[
        Some[Counter] | None, doc("a player with one of each turns them in for a level, even the winning one")
    ] = None
    labels: Annotated[Labels | None, doc("the set's words for the kinds of card")] = None
