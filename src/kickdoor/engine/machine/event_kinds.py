"""The kinds of event: the word of each, and the meaning of its numbers and cards.

An event has one shape for all kinds: a seat, an `other`, an `amount` and cards. This table gives their meaning for each
kind: the type of a number, for programs, and a description in words. A number without a meaning is empty: -1 for `seat`
and `other`, 0 for `amount`.
"""

from typing import Final

# Types of field values
NOTHING: Final = "nothing"
SEAT: Final = "seat"
SEAT_OR_NOBODY: Final = "seat or nobody"
HELPER: Final = "helper"
"""The seat that helps, or none."""
TARGET: Final = "target"
"""The seat or side that the play or ability aims at; none for other targets."""
AIM: Final = "aim"
"""The type of the target: one of `constants.TARGETS`."""
DECK: Final = "deck"
CARD: Final = "card"
CARDS: Final = "cards"
PURPOSE: Final = "purpose"
"""The purpose of a die roll: one of `constants.ROLLS`."""
FACE: Final = "face"
GOLD: Final = "gold"
TURN: Final = "turn"
LEVELS: Final = "levels"
TOKEN: Final = "token"
"""A kind of token, as numbered by the rule set."""
TOKENS: Final = "tokens"
MEAL: Final = "meal"
"""A set of tokens, as numbered by the rule set."""
ABILITY: Final = "ability"
"""An ability of the first card."""
MONSTER: Final = "monster"
"""A monster of the fight; the number distinguishes twins."""
LEAVING: Final = "leaving"
"""The way a monster left the fight: one of `constants.REMOVAL_KINDS`."""
SEX: Final = "sex"
COUNT: Final = "count"
"""The number of cards."""
COUNT_OR_NOTHING: Final = "count or nothing"
SIZE: Final = "size"
"""The size of a deck."""
PART: Final = "part"
"""The number of cards that count, from the first."""
CARD_OR_NONE: Final = "card or none"
CARD_AND_TARGET: Final = "card and target"
"""One card, and the card or monster it is aimed at, if any."""

INTO_PLAY: Final = 1
"""The amount of a `taken_from_discards` whose card comes into play at once."""


class Field:
    """The meaning of one event field: its type and a description."""

    __slots__ = ("sort", "text")

    def __init__(self, sort: str, text: str) -> None:
        self.sort = sort
        self.text = text


EMPTY: Final = Field(NOTHING, "")


class EventKind:
    """One kind of event: its word and the meaning of its fields."""

    __slots__ = ("amount", "cards", "other", "seat", "word")

    def __init__(self, word: str, seat: str, other: Field = EMPTY, amount: Field = EMPTY, cards: Field = EMPTY) -> None:
        self.word = word
        self.seat = Field(SEAT, seat) if seat else EMPTY
        self.other = other
        self.amount = amount
        self.cards = cards


# Fields shared by several kinds
HELPS: Final = Field(HELPER, "who helps")
A_MONSTER: Final = Field(CARD, "the monster")
A_CURSE: Final = Field(CARD, "the curse")
AN_ITEM: Final = Field(CARD, "the Item")
WITH_RIDERS: Final = Field(CARDS, "the Item, and the cards attached to it")
WHICH: Final = Field(MONSTER, "which monster of the fight")
HOW_MANY: Final = Field(COUNT, "how many cards")
MAIN: Final = Field(SEAT, "the main fighter")

# New kinds come last: records refer to a kind by its number, which is its place here.
KINDS: Final[tuple[EventKind, ...]] = (
    EventKind("game_begun", ""),
    EventKind("turn_begun", "whose turn it is", amount=Field(TURN, "the number of the turn")),
    EventKind("door_kicked", "who kicks", cards=Field(CARD, "what was behind the door")),
    EventKind("door_taken", "who takes it in hand", cards=Field(CARD, "what was behind the door")),
    EventKind("looked_for_trouble", "who looks for it", cards=Field(CARD, "the monster from their hand")),
    EventKind("looted_room", "who loots"),
    EventKind("card_drawn", "who draws", Field(DECK, "the Doors"), HOW_MANY, Field(CARDS, "what is drawn")),
    EventKind("treasures_drawn", "who draws", Field(DECK, "the Treasures"), HOW_MANY, Field(CARDS, "what is drawn")),
    EventKind(
        "card_played", "who plays it", Field(TARGET, "the seat or side it is played on"),
        Field(AIM, "what it is aimed at"), Field(CARD_AND_TARGET, "the card, and the card or monster it is played on"),
    ),
    EventKind(
        "ability_used", "who uses it", Field(TARGET, "the seat or side it is used on"),
        Field(ABILITY, "which ability of the card"), Field(CARD_AND_TARGET, "the card, and what it is used on"),
    ),
    EventKind("item_carried", "who carries it", cards=AN_ITEM),
    EventKind("item_equipped", "who equips it", cards=AN_ITEM),
    EventKind("item_unequipped", "who takes it off", cards=AN_ITEM),
    EventKind(
        "card_attached", "who attaches it", Field(CARD, "the card it is attached to"), cards=Field(CARD, "the card"),
    ),
    EventKind("items_sold", "who sells", Field(GOLD, "what they are worth"), HOW_MANY, Field(CARDS, "the Items")),
    EventKind("level_gained", "who gains", amount=Field(LEVELS, "how many levels")),
    EventKind("level_lost", "who loses", amount=Field(LEVELS, "how many levels")),
    EventKind("card_discarded", "who discards it", cards=Field(CARD, "the card")),
    EventKind("fight_begun", "the main fighter", cards=A_MONSTER),
    EventKind("monster_joined", "the main fighter", amount=WHICH, cards=A_MONSTER),
    EventKind("monster_left", "the main fighter", amount=Field(LEAVING, "how it left"), cards=A_MONSTER),
    EventKind("monster_killed", "the main fighter", HELPS, WHICH, A_MONSTER),
    EventKind("claimed", "who claims victory"),
    EventKind("gave_up", "who gives up"),
    EventKind("help_asked", "who asks", Field(SEAT, "who is asked")),
    EventKind("help_offered", "who makes the offer or counter-offer", Field(SEAT, "to whom")),
    EventKind("help_agreed", "who helps", MAIN),
    EventKind("help_refused", "who refuses", Field(SEAT, "whose offer")),
    EventKind("helper_left", "who helped", MAIN),
    EventKind("helper_forced", "who must help", MAIN),
    EventKind("fight_won", "the main fighter", HELPS),
    EventKind("fight_lost", "the main fighter", HELPS),
    EventKind("fight_ended", "the main fighter", HELPS),
    EventKind("die_rolled", "who rolls", Field(PURPOSE, "what for"), Field(FACE, "the face")),
    EventKind("die_set", "whose roll it is", amount=Field(FACE, "the face it is turned to")),
    EventKind("escaped", "who runs", amount=WHICH, cards=A_MONSTER),
    EventKind("caught", "who runs", amount=WHICH, cards=A_MONSTER),
    EventKind("curse_landed", "the victim", Field(SEAT_OR_NOBODY, "who played it"), cards=A_CURSE),
    EventKind("curse_cancelled", "the victim", cards=A_CURSE),
    EventKind("curse_no_effect", "the victim", cards=A_CURSE),
    EventKind("curse_kept", "the victim", cards=A_CURSE),
    EventKind("curse_ended", "the victim", cards=A_CURSE),
    EventKind("died", "who dies", amount=HOW_MANY, cards=Field(CARDS, "the cards laid out for looting")),
    EventKind("looted", "who loots", Field(SEAT, "whose body"), cards=Field(CARD, "the card taken")),
    EventKind("revived", "who comes back"),
    EventKind("charity_given", "who gives", Field(SEAT, "to whom"), HOW_MANY, Field(CARDS, "what is given")),
    EventKind("charity_discarded", "who discards", amount=HOW_MANY, cards=Field(CARDS, "what is discarded")),
    EventKind(
        "trade_offered", "who offers", Field(SEAT, "to whom"), Field(PART, "how many of the cards are offered"),
        Field(CARDS, "the cards offered, then the cards wanted"),
    ),
    EventKind("traded", "who offered", Field(SEAT, "who accepts")),
    EventKind("trade_refused", "who refuses", Field(SEAT, "who offered")),
    EventKind(
        "given", "who gives", Field(SEAT, "to whom"),
        Field(COUNT_OR_NOTHING, "how many cards; 0 if a promise of help is kept"),
        Field(CARDS, "the cards given, with those attached to them"),
    ),
    EventKind(
        "hand_shown", "whose hand", Field(SEAT_OR_NOBODY, "who sees it, if only one player does"), HOW_MANY,
        Field(CARDS, "the hand"),
    ),
    EventKind(
        "card_taken_from", "who takes", Field(SEAT, "from whose hand"),
        Field(COUNT_OR_NOTHING, "1 if it is drawn unseen"), Field(CARD, "the card"),
    ),
    EventKind("item_taken", "who takes", Field(SEAT, "from whom"), cards=WITH_RIDERS),
    EventKind("reshuffled", "", Field(DECK, "which deck"), Field(SIZE, "how many cards it has")),
    EventKind("deck_empty", "", Field(DECK, "which deck")),
    EventKind("sex_changed", "who changes", amount=Field(SEX, "the new sex")),
    EventKind("game_won", "who wins"),
    EventKind("treasure_picked", "who picks", cards=Field(CARD, "the Treasure")),
    EventKind(
        "promise_lapsed", "who promised", Field(SEAT, "to whom"),
        cards=Field(CARD_OR_NONE, "the card without room, if that is the reason"),
    ),
    EventKind("big_item_passed", "who hands it over", Field(SEAT, "to whom"), cards=WITH_RIDERS),
    EventKind("combat_moved", "who is now the main fighter"),
    EventKind("death_cheated", "who cheats death"),
    EventKind("token_gained", "who takes it", amount=Field(TOKEN, "its kind")),
    EventKind("tokens_lost", "who loses them", Field(TOKEN, "their kind"), Field(TOKENS, "how many")),
    EventKind("set_turned_in", "who turns it in", amount=Field(MEAL, "which set of tokens")),
    EventKind("tokens_swapped", "who swaps", Field(SEAT, "with whom")),
    EventKind("aftermath", "who is affected later", cards=Field(CARD, "the card it comes from")),
    EventKind("oneshot_cancelled", "who played it", cards=Field(CARD, "the one-shot")),
    EventKind("deck_seen", "who looks", Field(DECK, "which deck"), HOW_MANY, Field(CARDS, "its top cards")),
    EventKind(
        "card_passed", "who passes it on", Field(SEAT, "to whom"), HOW_MANY, Field(CARD, "the card"),
    ),
    EventKind("token_given", "who gives it", Field(SEAT, "to whom"), Field(TOKEN, "its kind")),
    EventKind(
        "taken_from_discards", "who takes it", Field(DECK, "whose discards"),
        Field(COUNT_OR_NOTHING, "1 if it comes into play at once"), Field(CARD, "the card"),
    ),
    EventKind(
        "cards_cleared", "whose fight or body it was", amount=HOW_MANY,
        cards=Field(CARDS, "the cards discarded from it without events of their own"),
    ),
    EventKind("card_spent", "", cards=Field(CARD, "the card played, discarded after it is resolved")),
    EventKind("card_laid_down", "who played it", cards=Field(CARD, "the Item played, which is not equipped")),
)  # fmt: skip

EVENTS: Final[tuple[str, ...]] = tuple([kind.word for kind in KINDS])
"""The words of all kinds, which are also the message ids."""
BY_WORD: Final = {kind.word: kind for kind in KINDS}
