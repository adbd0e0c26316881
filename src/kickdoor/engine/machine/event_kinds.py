"""The kinds of event: the word of each, the meaning of its numbers and cards, and how it is shown.

An event has one shape for all kinds: a seat, an `other`, an `amount` and cards. This table gives their meaning for each
kind: the type of a number, for programs, and a description in words. A number without a meaning is empty: -1 for `seat`
and `other`, 0 for `amount`.

`tools/event_tables.py` writes the numbers of the kinds, the tables of the docs and the types of the web client from it.
"""

from typing import Final

# Types of field values
NOTHING: Final = "nothing"
SEAT: Final = "seat"
SEAT_OR_NONE: Final = "seat or nobody"
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


# Places of cards: a word of `places.ZONES`, of the seat of the event, or of its other seat as in "hand other"
VARIES: Final = "varies"
"""The place differs, so the event itself has it."""


class Field:
    """The meaning of one event field: its type and a description."""

    __slots__ = ("sort", "text")

    def __init__(self, sort: str, text: str) -> None:
        self.sort = sort
        self.text = text


EMPTY: Final = Field(NOTHING, "")


class EventKind:
    """One kind of event: its word, what it reports, the meaning of its fields, and how it is shown."""

    __slots__ = ("amount", "beat", "cards", "doc", "effect", "hidden", "origin", "other", "seat", "target", "word")

    def __init__(
        self, word: str, doc: str, seat: str, other: Field = EMPTY, amount: Field = EMPTY, cards: Field = EMPTY
    ) -> None:
        self.word = word
        self.doc = doc
        self.seat = Field(SEAT, seat) if seat else EMPTY
        self.other = other
        self.amount = amount
        self.cards = cards
        self.beat = ""
        """The beat that shows it; empty where another one does, or words are enough."""
        self.origin = ""
        self.target = ""
        """The places that its cards leave and reach; empty where they do not move."""
        self.hidden = False
        """Whether some seats may not know its cards."""
        self.effect = False
        """Whether it may be the effect of a card, which it then names."""

    def shown(self, beat: str) -> "EventKind":
        self.beat = beat
        return self

    def moving(self, origin: str, target: str) -> "EventKind":
        self.origin = origin
        self.target = target
        return self

    def private(self) -> "EventKind":
        self.hidden = True
        return self

    def as_effect(self) -> "EventKind":
        self.effect = True
        return self


ROLLED_FOR_ORDER: Final = "die_rolled_for_order"
"""The word for beats of a `die_rolled` that settles who comes first: all such rolls of an act are seen at once."""
REWARD_TAKEN: Final = "reward_taken"
"""The word for beats of a `treasures_drawn` in the place of the seat that has won them."""


class Beat:
    """A time in which players can follow what happens. Its length is fixed, so that it tells nothing about a card."""

    __slots__ = ("covers", "doc", "name", "seconds")

    def __init__(self, name: str, seconds: float, doc: str, covers: list[str] | None = None) -> None:
        self.name = name
        self.seconds = seconds
        """The length at normal pace."""
        self.doc = doc
        """The events that it shows, in words."""
        self.covers: list[str] = [] if covers is None else covers
        """Words of events of the same act that are part of it and take no time of their own."""


BEATS: Final[tuple[Beat, ...]] = (
    Beat(
        "door", 1.4,
        "`door_kicked`; a fight that begins or a card taken in hand is part of it",
        ["door_taken", "fight_begun"],
    ),
    Beat("joins", 0.9, "`monster_joined`, `looked_for_trouble`", ["fight_begun", "monster_joined"]),
    Beat(
        "play", 0.8,
        "`card_played`, `ability_used`, and what a card does to a die, a curse or another card; a monster it adds "
        "is part of it",
        ["card_attached", "die_set", "monster_joined"],
    ),
    Beat("turning", 1.2, "the same, if it changes the winner of the fight", ["card_attached", "monster_joined"]),
    Beat(
        "foiled", 1.6,
        "`monster_left`, with the play of the same action that removed the monster",
        ["card_discarded", "fight_ended", "monster_joined", "monster_left"],
    ),
    Beat(
        "stolen", 1.4,
        "`combat_moved`, with the play of the same action that moved the fight",
        ["card_discarded", "combat_moved"],
    ),
    Beat("help", 0.8, "requests, offers, agreements and refusals, trades too"),
    Beat(
        "victory", 1.8,
        "`fight_won`, with the levels and Treasures of the same action",
        ["card_drawn", "fight_ended", "level_gained", "monster_killed", "treasure_picked", "treasures_drawn"],
    ),
    Beat("flight", 1.5, "`die_rolled`, with the escape of the same action", ["escaped"]),
    Beat("order", 2.0, "every `die_rolled` of an action that settles who goes first", [ROLLED_FOR_ORDER]),
    Beat("bad_stuff", 1.5, "`caught`; its consequences have their own beats"),
    Beat("curse", 1.4, "`curse_landed`, likewise"),
    Beat("level", 0.6, "`level_gained`, `level_lost`"),
    Beat("death", 2.5, "`died`"),
    Beat("cards", 0.7, "cards drawn, given, looted, picked, shown"),
    Beat(
        "theft", 1.2,
        "`item_taken`, `card_taken_from` and every `treasures_drawn` by a player other than the winner: what a "
        "player takes from another",
    ),
    Beat("gear", 0.5, "Items equipped, unequipped, carried, attached"),
    Beat("lost", 0.4, "`card_discarded`, `curse_ended`, `sex_changed`: consequences"),
    Beat("sale", 0.9, "`items_sold`, with its level", ["level_gained"]),
    Beat("tokens", 0.8, "tokens taken, lost, given, swapped, turned in", ["level_gained"]),
    Beat("turn", 0.6, "`turn_begun`"),
    Beat("win", 3.0, "`game_won`"),
)  # fmt: skip

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
    EventKind("game_begun", "The game begins.", ""),
    EventKind("turn_begun", "A turn begins.", "whose turn it is", amount=Field(TURN, "the number of the turn"))
    .shown("turn"),
    EventKind("door_kicked", "A Door is turned up.", "who kicks", cards=Field(CARD, "what was behind the door"))
    .shown("door").moving("deck", "stage"),
    EventKind(
        "door_taken", "The Door turned up goes to the hand.", "who takes it in hand",
        cards=Field(CARD, "what was behind the door")
    ).shown("cards").moving("stage", "hand"),
    EventKind(
        "looked_for_trouble", "A monster from the hand is fought.", "who looks for it",
        cards=Field(CARD, "the monster from their hand")
    ).shown("joins").moving("hand", "stage"),
    EventKind("looted_room", "A seat loots the room.", "who loots"),
    EventKind(
        "card_drawn", "Doors are drawn.", "who draws", Field(DECK, "the Doors"),
        HOW_MANY, Field(CARDS, "what is drawn")
    ).shown("cards").moving("deck", VARIES).private().as_effect(),
    EventKind(
        "treasures_drawn", "Treasures are drawn, or laid out to be shared with a helper.", "who draws",
        Field(DECK, "the Treasures"), HOW_MANY, Field(CARDS, "what is drawn")
    ).shown("cards").moving("deck", VARIES).private().as_effect(),
    EventKind(
        "card_played", "A card is played, or paid for again in a fight.", "who plays it",
        Field(TARGET, "the seat or side it is played on"), Field(AIM, "what it is aimed at"),
        Field(CARD_AND_TARGET, "the card, and the card or monster it is played on")
    ).shown("play").moving(VARIES, VARIES),
    EventKind(
        "ability_used", "An ability of a card is used.", "who uses it",
        Field(TARGET, "the seat or side it is used on"), Field(ABILITY, "which ability of the card"),
        Field(CARD_AND_TARGET, "the card, and what it is used on")
    ).shown("play"),
    EventKind("item_carried", "An Item from the hand is carried, not equipped.", "who carries it", cards=AN_ITEM)
    .shown("gear").moving("hand", "mat"),
    EventKind("item_equipped", "An Item is equipped.", "who equips it", cards=AN_ITEM)
    .shown("gear").moving(VARIES, "mat"),
    EventKind("item_unequipped", "An Item is taken off.", "who takes it off", cards=AN_ITEM)
    .shown("gear").moving("mat", "mat").as_effect(),
    EventKind(
        "card_attached", "A card is attached to an Item, or an Item is given to a carrier.", "who attaches it",
        Field(CARD, "the card it is attached to"), cards=Field(CARD, "the card")
    ).shown("gear").moving(VARIES, "mat"),
    EventKind(
        "items_sold", "Items are sold.", "who sells", Field(GOLD, "what they are worth"),
        HOW_MANY, Field(CARDS, "the Items")
    ).shown("sale").moving(VARIES, "discards").as_effect(),
    EventKind("level_gained", "A seat gains Levels.", "who gains", amount=Field(LEVELS, "how many levels"))
    .shown("level").as_effect(),
    EventKind("level_lost", "A seat loses Levels.", "who loses", amount=Field(LEVELS, "how many levels"))
    .shown("level").as_effect(),
    EventKind("card_discarded", "A card of a seat is discarded.", "who discards it", cards=Field(CARD, "the card"))
    .shown("lost").moving(VARIES, "discards").as_effect(),
    EventKind("fight_begun", "A fight begins.", "the main fighter", cards=A_MONSTER)
    .shown("joins").moving(VARIES, "stage"),
    EventKind("monster_joined", "Another monster joins the fight.", "the main fighter", amount=WHICH, cards=A_MONSTER)
    .shown("joins").moving(VARIES, "stage").as_effect(),
    EventKind(
        "monster_left", "A monster leaves the fight before it is decided.", "the main fighter",
        amount=Field(LEAVING, "how it left"), cards=A_MONSTER
    ).shown("foiled").moving("stage", VARIES).as_effect(),
    EventKind(
        "monster_killed", "A monster is killed by winning the fight.", "the main fighter",
        HELPS, WHICH, A_MONSTER
    ).moving("stage", VARIES),
    EventKind("claimed", "The main fighter claims victory.", "who claims victory"),
    EventKind("gave_up", "The main fighter gives up.", "who gives up"),
    EventKind("help_asked", "The main fighter asks for help.", "who asks", Field(SEAT, "who is asked")).shown("help"),
    EventKind(
        "help_offered", "Help is offered, or a counter-offer made.", "who makes the offer or counter-offer",
        Field(SEAT, "to whom")
    ).shown("help"),
    EventKind("help_agreed", "A bargain about help is struck.", "who helps", MAIN).shown("help"),
    EventKind("help_refused", "An offer about help is refused.", "who refuses", Field(SEAT, "whose offer"))
    .shown("help"),
    EventKind("helper_left", "The helper leaves the fight.", "who helped", MAIN).shown("help").as_effect(),
    EventKind("helper_forced", "A seat is compelled to help.", "who must help", MAIN).shown("help").as_effect(),
    EventKind("fight_won", "The fight is won.", "the main fighter", HELPS).shown("victory"),
    EventKind("fight_lost", "The fight is lost, and the fighters run.", "the main fighter", HELPS),
    EventKind("fight_ended", "The fight ends because no monster is left.", "the main fighter", HELPS),
    EventKind("die_rolled", "A die is rolled.", "who rolls", Field(PURPOSE, "what for"), Field(FACE, "the face"))
    .shown("flight").as_effect(),
    EventKind(
        "die_set", "A card turns the die to another face.", "whose roll it is",
        amount=Field(FACE, "the face it is turned to")
    ).shown("play").as_effect(),
    EventKind("escaped", "A runner gets away from a monster.", "who runs", amount=WHICH, cards=A_MONSTER)
    .shown("flight"),
    EventKind("caught", "A monster catches a runner.", "who runs", amount=WHICH, cards=A_MONSTER).shown("bad_stuff"),
    EventKind(
        "curse_landed", "A curse takes effect.", "the victim", Field(SEAT_OR_NONE, "who played it"),
        cards=A_CURSE
    ).shown("curse").moving("stage", "stage"),
    EventKind("curse_cancelled", "A curse is cancelled before it takes effect.", "the victim", cards=A_CURSE)
    .shown("play").moving("stage", "discards").as_effect(),
    EventKind("curse_no_effect", "A curse has no effect.", "the victim", cards=A_CURSE),
    EventKind("curse_kept", "A curse stays before its victim.", "the victim", cards=A_CURSE).moving("stage", "mat"),
    EventKind("curse_ended", "A curse that was kept ends.", "the victim", cards=A_CURSE)
    .shown("lost").moving("mat", "discards").as_effect(),
    EventKind(
        "died", "A character dies.", "who dies",
        amount=HOW_MANY, cards=Field(CARDS, "the cards laid out for looting")
    ).shown("death").moving(VARIES, "grave").as_effect(),
    EventKind(
        "looted", "A card of a body is taken.", "who loots", Field(SEAT, "whose body"),
        cards=Field(CARD, "the card taken")
    ).shown("cards").moving("grave other", "hand"),
    EventKind("revived", "A new character comes to the table.", "who comes back"),
    EventKind(
        "charity_given", "Excess cards are given to a seat.", "who gives", Field(SEAT, "to whom"),
        HOW_MANY, Field(CARDS, "what is given")
    ).shown("cards").moving("hand", "hand other").private(),
    EventKind(
        "charity_discarded", "Excess cards are discarded.", "who discards",
        amount=HOW_MANY, cards=Field(CARDS, "what is discarded")
    ).shown("cards").moving("hand", "discards"),
    EventKind(
        "trade_offered", "A trade or gift is offered.", "who offers", Field(SEAT, "to whom"),
        Field(PART, "how many of the cards are offered"),
        Field(CARDS, "the cards offered, then the cards wanted")
    ).shown("help"),
    EventKind("traded", "A trade is carried out.", "who offered", Field(SEAT, "who accepts")),
    EventKind("trade_refused", "A trade or gift is refused.", "who refuses", Field(SEAT, "who offered")).shown("help"),
    EventKind(
        "given", "Items change hands by a trade, gift or bargain.", "who gives", Field(SEAT, "to whom"),
        Field(COUNT_OR_NOTHING, "how many cards; 0 if a promise of help is kept"),
        Field(CARDS, "the cards given, with those attached to them")
    ).shown("cards").moving("mat", "mat other"),
    EventKind(
        "hand_shown", "A hand is shown.", "whose hand", Field(SEAT_OR_NONE, "who sees it, if only one player does"),
        HOW_MANY, Field(CARDS, "the hand")
    ).shown("cards").private().as_effect(),
    EventKind(
        "card_taken_from", "A card is taken from another hand.", "who takes", Field(SEAT, "from whose hand"),
        Field(COUNT_OR_NOTHING, "1 if it is drawn unseen"), Field(CARD, "the card")
    ).shown("theft").moving("hand other", "hand").private().as_effect(),
    EventKind(
        "item_taken", "An Item is taken from another seat.", "who takes", Field(SEAT, "from whom"),
        cards=WITH_RIDERS
    ).shown("theft").moving("mat other", "mat").as_effect(),
    EventKind(
        "reshuffled", "The discards become the deck.", "", Field(DECK, "which deck"),
        Field(SIZE, "how many cards it has")
    ),
    EventKind("deck_empty", "A card should be drawn, but there is none.", "", Field(DECK, "which deck")),
    EventKind("sex_changed", "A character changes sex.", "who changes", amount=Field(SEX, "the new sex"))
    .shown("lost").as_effect(),
    EventKind("game_won", "A seat wins the game.", "who wins").shown("win"),
    EventKind(
        "treasure_picked", "A Treasure that lies open goes to the hand.", "who picks",
        cards=Field(CARD, "the Treasure")
    ).shown("cards").moving(VARIES, "hand").as_effect(),
    EventKind(
        "promise_lapsed", "A promise of a bargain cannot be kept.", "who promised", Field(SEAT, "to whom"),
        cards=Field(CARD_OR_NONE, "the card without room, if that is the reason")
    ),
    EventKind(
        "big_item_passed", "A Big Item too many goes to another seat.", "who hands it over",
        Field(SEAT, "to whom"), cards=WITH_RIDERS
    ).shown("cards").moving("mat", "mat other"),
    EventKind("combat_moved", "Another seat takes over the fight.", "who is now the main fighter")
    .shown("stolen").as_effect(),
    EventKind("death_cheated", "A card replaces a death.", "who cheats death").shown("play").as_effect(),
    EventKind("token_gained", "A seat takes a token.", "who takes it", amount=Field(TOKEN, "its kind"))
    .shown("tokens").as_effect(),
    EventKind(
        "tokens_lost", "A seat loses tokens.", "who loses them", Field(TOKEN, "their kind"),
        Field(TOKENS, "how many")
    ).shown("tokens").as_effect(),
    EventKind(
        "set_turned_in", "A set of tokens is turned in for a Level.", "who turns it in",
        amount=Field(MEAL, "which set of tokens")
    ).shown("tokens").as_effect(),
    EventKind("tokens_swapped", "Two seats swap their tokens.", "who swaps", Field(SEAT, "with whom"))
    .shown("tokens").as_effect(),
    EventKind(
        "aftermath", "An effect stays with a seat when its card is gone.", "who is affected later",
        cards=Field(CARD, "the card it comes from")
    ).as_effect(),
    EventKind("oneshot_cancelled", "A one-shot is cancelled.", "who played it", cards=Field(CARD, "the one-shot"))
    .shown("play").moving("stage", "discards").as_effect(),
    EventKind(
        "deck_seen", "A seat looks at the top of a deck.", "who looks", Field(DECK, "which deck"),
        HOW_MANY, Field(CARDS, "its top cards")
    ).shown("cards").private().as_effect(),
    EventKind(
        "card_passed", "A card is passed to the next hand.", "who passes it on", Field(SEAT, "to whom"),
        HOW_MANY, Field(CARD, "the card")
    ).shown("cards").moving("hand", "hand other").private().as_effect(),
    EventKind(
        "token_given", "A token goes to another seat.", "who gives it", Field(SEAT, "to whom"),
        Field(TOKEN, "its kind")
    ).shown("tokens").as_effect(),
    EventKind(
        "taken_from_discards", "A card is taken from the discards.", "who takes it",
        Field(DECK, "whose discards"), Field(COUNT_OR_NOTHING, "1 if it comes into play at once"),
        Field(CARD, "the card")
    ).shown("cards").moving("discards", VARIES).as_effect(),
    EventKind(
        "cards_cleared", "Cards of a fight or body are discarded.", "whose fight or body it was",
        amount=HOW_MANY, cards=Field(CARDS, "the cards discarded from it without events of their own")
    ).moving(VARIES, "discards"),
    EventKind(
        "card_spent", "A card played is discarded after its effect.", "",
        cards=Field(CARD, "the card played, discarded after it is resolved")
    ).moving("stage", "discards"),
    EventKind(
        "card_laid_down", "An Item played is not equipped.", "who played it",
        cards=Field(CARD, "the Item played, which is not equipped")
    ).moving("stage", "mat"),
)  # fmt: skip

EVENTS: Final[tuple[str, ...]] = tuple([kind.word for kind in KINDS])
"""The words of all kinds, which are also the message ids."""
BY_WORD: Final = {kind.word: kind for kind in KINDS}
