"""What an observation holds, as types: each is a plain dict, list or tuple, so that it costs nothing and is JSON.

`Observation` is the whole. Cards stand in it by id, and `card_ids` with `card_defs` say which cards those are; seats by
number, tags and seats known or asked as masks of bits. The types of `web/src/protocol/observation.ts` are made from
these.
"""

from typing import Annotated, NotRequired, TypedDict

from kickdoor.engine import constants as nr
from kickdoor.view.frame_types import FrameSeen

Phase = Annotated[str, nr.PHASES]
Purpose = Annotated[str, nr.PROMPT_KINDS]
Sex = Annotated[str, nr.SEXES]

BodySeen = tuple[
    Annotated[int, "uid"],
    Annotated[int, "card"],
    Annotated[str, "key"],
    Annotated[int, "group"],
    Annotated[bool, "added"],
    Annotated[int, "tags"],
    Annotated[int, "taken"],
    Annotated[int, "extra"],
]
"""A monster: number, card, definition, what shares its enhancers, joined later, tags got and lost, strength more."""

TermSeen = tuple[
    Annotated[int, "side"],
    Annotated[int, "seat"],
    Annotated[int, "body"],
    Annotated[int, "sort"],
    Annotated[int, "card"],
    Annotated[str, "key"],
    Annotated[int, "amount"],
]
"""A summand: side, munchkin, monster, sort, card, the definition that names it (none for a Level), amount."""

LastingTermSeen = tuple[
    Annotated[int, "side"],
    Annotated[int, "seat"],
    Annotated[int, "body"],
    Annotated[int, "sort"],
    Annotated[int, "card"],
    Annotated[str, "key"],
    Annotated[int, "amount"],
    Annotated[int, "modifier"],
    Annotated[int, "user"],
]
"""A summand that a card has left in the fight, with the modifier that tells its amount, and who played a one-shot.

Either is -1 where there is none.
"""

OfferSeen = tuple[
    Annotated[int, "asker"],
    Annotated[int, "to"],
    Annotated[int, "helper"],
    Annotated[int, "counters"],
    Annotated[list[int], "terms"],
]
"""A help offer: by whom, to whom, who would help, the how manieth counter-offer it is, what the helper gets."""

KnownInDeck = tuple[
    Annotated[int, "deck"], Annotated[int, "place"], Annotated[int, "card"], Annotated[int, "everybody"]
]
"""A card of a deck that the seat has seen: its place from the top, and 1 if everybody has."""

Attached = tuple[Annotated[int, "rider"], Annotated[int, "host"]]
"""A card and the one it lies with."""

Marked = tuple[Annotated[int, "card"], Annotated[int, "tags"]]
"""An Item in play and the tags it has got for good."""

Copies = tuple[Annotated[str, "key"], Annotated[int, "count"]]
"""A card and how many copies of it the game has."""

Pair = tuple[int, int]


class OptionsSeen(TypedDict):
    """The table options the game is played by."""

    first_player: str
    """The number of the seat that begins, or `roll`."""
    help_when_winning: bool
    """Help may be asked for in a fight that is being won."""
    tokens_survive_death: bool
    """Whoever dies keeps their tokens."""
    run_order: str
    """`fighter_first`, or `agree` where the two settle who runs first."""
    token_roll: bool
    """After a kill without tokens a roll may give one."""
    listen_at_the_door: bool
    """A turn begins with a face-down Door, and looting draws a Treasure."""
    shared_victory: bool
    """A helper may win together with the main fighter."""
    winning_level: int
    """The Level that wins."""


class ObservedSeat(TypedDict):
    """What lies before a seat, and the backs of its hand."""

    level: int
    """The munchkin's Level."""
    sex: Sex
    """What it counts as right now."""
    dead: bool
    """Waits for the next turn to come back."""
    newborn: bool
    """Draws a whole hand at the start of the next turn."""
    hand: int
    """How many cards it holds."""
    doors: int
    """How many of them have the back of a Door."""
    known: list[int]
    """Cards of its hand that the observer has seen; for one's own seat none are listed."""
    open: list[int]
    """Those of them that everybody has seen."""
    play: list[int]
    """Every card that lies there, in the order they came: Class, Race, Items, followers, kept curses."""
    equipped: list[int]
    """Those of them that are worn or wielded."""
    fresh: list[int]
    """Cards just received; -1 for one whose face the observer does not know."""
    used: list[int]
    """Abilities used this turn, by their numbers."""
    counters: list[int]
    """Tokens of each kind, by the number of the kind; shorter where the last kinds are missing."""
    after: list[int]
    """What will befall the player: a modifier, then 1 once it is in force, in turn."""


class PileSeen(TypedDict):
    """A discard pile."""

    top: int
    """The card on top; -1 if there is none."""
    count: int
    """How many cards lie there."""
    seen: NotRequired[list[int]]
    """All of them by id, for a program that remembers what was discarded; in which order they lie nobody can tell."""


class Earned(TypedDict):
    """What a main fighter has got so far."""

    kills: int
    """Monsters killed before the fight was over."""
    kill_levels: int
    """The Levels due for them."""
    slain: list[int]
    """The definition of each of them, who helped to kill it or -1, and the levels due for that, in turn."""
    owed: int
    """Treasures of monsters driven off."""
    gift: int
    """Treasures drawn face-down when the fight is over, whoever helped."""
    gift_doors: int
    """Doors likewise."""
    spoils: list[int]
    """For every monster killed its tags, the tokens more it is worth, and those the neighbour picks."""


class ClaimSeen(Earned):
    """What is owed to whose fight it was before."""

    seat: int
    """The former main fighter."""


class ObservedProgress(TypedDict):
    """What has come of a fight so far."""

    escaped: list[int]
    """Seat and monster of every escape, in turn."""
    caught: list[int]
    """Seat and monster of every catch, in turn."""
    tokens_met: bool
    """A monster that gives tokens was in it, whatever became of it."""
    refillable: list[int]
    """Cards played into it that more may be paid for, each with the seat that played it, in turn."""
    cards_in: int
    """Cards played into it since it began."""
    margin: int
    """By how much it was lost."""
    pinned: bool
    """Nobody escapes any more, but for a sacrifice."""
    frozen: bool
    """Nobody plays cards into it or uses abilities in it any more."""
    runs: list[int]
    """What changes rolls to run away: the seat, or -1 for all munchkins, and how much, in turn."""
    fought: int
    """Mask of the seats that have stood before a monster in it as main fighter."""
    rolled: int
    """Mask of the seats that have rolled to run away."""
    met: int
    """Tags of the monsters that have left it or were beaten in it."""


class ObservedFight(Earned, ObservedProgress):
    """The fight under way."""

    main: int
    """The main fighter."""
    helper: int
    """Who helps; -1 for nobody."""
    compelled: bool
    """The helper was made to."""
    stay: bool
    """The compelled helper was asked and stays."""
    lost: bool
    """It is lost, and they run."""
    bodies: list[BodySeen]
    """The monsters."""
    next_uid: int
    """The number the next monster gets."""
    enhancers: list[int]
    """A group of monsters and a card played on it, in turn."""
    terms: list[LastingTermSeen]
    """Summands that cards have left in it."""
    played: list[int]
    """Cards committed to it, discarded when it is over."""
    former: list[ClaimSeen]
    """What those are owed whose fight it was before."""
    offers: list[OfferSeen]
    """Help offers nobody has answered yet; a promised card shows only to those who know it."""
    deal: list[int]
    """What the helper gets, as picks; likewise."""
    may_loot: bool
    """The room may be looted after it."""
    used: list[int]
    """Abilities used in it: the number of the ability, then the victim or -1, in turn."""
    totals: Pair
    """The strength of the munchkins and of the monsters."""
    explained: list[TermSeen]
    """Every summand of both."""


class CardsSeen(TypedDict):
    """The cards in the middle of the table, and which lie together."""

    decks: Pair
    """How many cards are left of Doors and Treasures."""
    aside: list[int]
    """Cards being resolved right now."""
    attached: list[Attached]
    """What improves an Item, what makes it a Cheat!, what a follower carries."""
    marks: list[Marked]
    """Tags that Items in play have got for good."""


class Observation(CardsSeen):
    """All that a seat may know of a game, as plain data: it travels as JSON.

    >>> import kickdoor as kd
    >>> seen = kd.new_game("deluxe", seats=3, seed=1).observe(0)
    >>> seen["phase"], len(seen["hand"]), [seat["hand"] for seat in seen["seats"]]
    ('setup', 8, [8, 8, 8])
    """

    version: int
    """Of this form."""
    sets: list[str]
    """The sets that are mixed."""
    catalog: str
    """Stands for what the card files say."""
    options: OptionsSeen
    """The table options."""
    seat: int
    """Whose observation it is; -1 for a spectator's."""
    turn: int
    """Whose turn it is."""
    turns: int
    """How many turns have begun."""
    phase: Phase
    """The phase of the turn."""
    won_fight: bool
    """A fight has been won and no phase step has followed yet."""
    won_tags: int
    """Tags of the monsters of the fight won last."""
    winners: list[int]
    """Who has won; nobody while the game goes on."""
    asked: list[Purpose | None]
    """What each seat is asked for, or nothing."""
    seats: list[ObservedSeat]
    """What lies before each seat."""
    hand: list[int]
    """The seat's own hand."""
    shown: list[int]
    """Mask of the others who know each card of it."""
    discards: list[PileSeen]
    """The discard piles of Doors and Treasures."""
    mix: list[Copies]
    """Cards of which the game has another number of copies than the card files say."""
    deck_known: list[KnownInDeck]
    """Cards of the decks that the seat has seen."""
    fight: ObservedFight | None
    """The fight under way."""
    stack: list[FrameSeen]
    """The procedures in progress, the innermost last."""
    result: int
    """What the procedure that ended last hands to the one below it."""
    serial: int
    """Moves with every answer."""
    acts: int
    """Counts everything done but passing."""
    actor: int
    """The seat that acted last, or -1."""
    next_uid: int
    """The number the next procedure gets."""
    card_ids: list[int]
    """Every card whose face the seat knows."""
    card_defs: list[str]
    """Which card each of them is."""


class OpenObservation(Observation):
    """What somebody sees who looks at a record with all hands open."""

    hands: list[list[int]]
    """The hand of each seat."""
