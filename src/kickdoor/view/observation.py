"""Types of an observation. Each is a plain dict, list or tuple, so that it costs nothing and is JSON.

`Observation` is the whole. Cards are given by id, and `card_ids` with `card_defs` map these to definitions. Seats are
given by number. Tags, and sets of seats, are bit masks. The types of `web/src/protocol/observation.ts` are generated
from these.
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
"""A monster: number, card, definition, enhancer group, joined later, tags gained and lost, extra strength."""

TermSeen = tuple[
    Annotated[int, "side"],
    Annotated[int, "seat"],
    Annotated[int, "body"],
    Annotated[int, "sort"],
    Annotated[int, "card"],
    Annotated[str, "key"],
    Annotated[int, "amount"],
]
"""A term: side, seat, monster, kind, card, the definition that names it (none for a Level), amount."""

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
"""A term that a card has left in the fight, with the modifier that gives its amount, and the player of a one-shot.

Either is -1 where there is none.
"""

OfferSeen = tuple[
    Annotated[int, "asker"],
    Annotated[int, "to"],
    Annotated[int, "helper"],
    Annotated[int, "counters"],
    Annotated[list[int], "terms"],
]
"""A help offer: maker, receiver, helper, number of the counter-offer (0 for the first offer), helper's reward."""

KnownInDeck = tuple[
    Annotated[int, "deck"], Annotated[int, "place"], Annotated[int, "card"], Annotated[int, "everybody"]
]
"""A card of a deck that the seat has seen: its place from the top, and 1 if all seats have seen it."""

Attached = tuple[Annotated[int, "rider"], Annotated[int, "host"]]
"""A card and the card it is attached to."""

Marked = tuple[Annotated[int, "card"], Annotated[int, "tags"]]
"""An Item in play and the tags that it has gained for good."""

Copies = tuple[Annotated[str, "key"], Annotated[int, "count"]]
"""A card and its number of copies in the game."""

Pair = tuple[int, int]


class OptionsSeen(TypedDict):
    """The rule options of the game."""

    first_player: str
    """The number of the seat that begins, or `roll`."""
    help_when_winning: bool
    """Whether help may be asked for in a fight that is being won."""
    tokens_survive_death: bool
    """Whether a player keeps their tokens when they die."""
    run_order: str
    """`fighter_first`, or `agree` where the two fighters settle who runs first."""
    token_roll: bool
    """Whether a roll may give a token after a kill without tokens."""
    listen_at_the_door: bool
    """Whether a turn begins with a face-down Door, and looting draws a Treasure."""
    shared_victory: bool
    """Whether a helper may win together with the main fighter."""
    winning_level: int
    """The Level that wins."""


class ObservedSeat(TypedDict):
    """The cards before a seat, and the backs of its hand."""

    level: int
    """The player's Level."""
    sex: Sex
    """The sex that counts right now."""
    dead: bool
    """Whether the character is dead and returns on a later turn."""
    newborn: bool
    """Whether the player draws a whole hand at the start of their next turn."""
    hand: int
    """The number of cards in hand."""
    doors: int
    """The number of cards in hand with the back of a Door."""
    known: list[int]
    """Cards of the hand that the observer has seen; none are listed for the observer's own seat."""
    open: list[int]
    """Those of the known cards that all seats have seen."""
    play: list[int]
    """Every card in play before the seat, in the order they came: Class, Race, Items, followers, kept curses."""
    equipped: list[int]
    """Those of the cards in play that are worn or wielded."""
    fresh: list[int]
    """Cards just received; -1 for one whose face the observer does not know."""
    used: list[int]
    """Abilities used this turn, by their numbers."""
    counters: list[int]
    """The number of tokens of each kind, by the number of the kind; shorter where the last kinds are missing."""
    after: list[int]
    """Delayed effects on the player: a modifier, then 1 once it is in force, alternating."""


class PileSeen(TypedDict):
    """A discard pile."""

    top: int
    """The card on top; -1 if there is none."""
    count: int
    """The number of cards in it."""
    seen: NotRequired[list[int]]
    """All cards in it by id, for a program that remembers the discards. Their order is unknown to all seats."""


class Earned(TypedDict):
    """The rewards that a main fighter has earned so far."""

    kills: int
    """Monsters killed before the fight was over."""
    kill_levels: int
    """The Levels due for these kills."""
    slain: list[int]
    """For each of these kills: the definition, the seat that helped or -1, and the levels due to the helper."""
    owed: int
    """Treasures of monsters driven off."""
    gift: int
    """Treasures drawn face-down when the fight is over, with or without a helper."""
    gift_doors: int
    """Doors drawn face-down when the fight is over, with or without a helper."""
    spoils: list[int]
    """For every monster killed: its tags, its additional tokens, and the tokens that the neighbour picks."""


class ClaimSeen(Earned):
    """The rewards owed to a former main fighter."""

    seat: int
    """The former main fighter."""


class ObservedProgress(TypedDict):
    """The progress of a fight."""

    escaped: list[int]
    """Seat and monster of every escape, alternating."""
    caught: list[int]
    """Seat and monster of every catch, alternating."""
    tokens_met: bool
    """Whether a monster that gives tokens was in the fight, even if it has left."""
    refillable: list[int]
    """Cards played into the fight that may be paid for again, each with the seat that played it, alternating."""
    cards_in: int
    """The number of cards played into the fight since it began."""
    margin: int
    """The difference by which the fight was lost."""
    pinned: bool
    """Whether only a sacrifice still allows an escape."""
    frozen: bool
    """Whether cards and abilities can no longer be used in the fight."""
    runs: list[int]
    """Changes of rolls to run away: the seat, or -1 for all fighters, and the amount, alternating."""
    fought: int
    """Mask of the seats that have faced a monster in the fight as main fighter."""
    rolled: int
    """Mask of the seats that have rolled to run away."""
    met: int
    """Tags of the monsters that have left the fight or were beaten in it."""


class ObservedFight(Earned, ObservedProgress):
    """The current fight."""

    main: int
    """The main fighter."""
    helper: int
    """The helper; -1 for none."""
    compelled: bool
    """Whether the helper was compelled."""
    stay: bool
    """Whether the compelled helper was asked and stays."""
    lost: bool
    """Whether the fight is lost and the fighters run."""
    bodies: list[BodySeen]
    """The monsters."""
    next_uid: int
    """The number the next monster gets."""
    enhancers: list[int]
    """A group of monsters and a card played on it, alternating."""
    terms: list[LastingTermSeen]
    """Terms that cards have left in the fight."""
    played: list[int]
    """Cards committed to the fight, which are discarded when it is over."""
    former: list[ClaimSeen]
    """The rewards owed to former main fighters."""
    offers: list[OfferSeen]
    """Open help offers; a promised card shows only to the seats that know it."""
    deal: list[int]
    """The helper's reward, as picks; a promised card shows only to the seats that know it."""
    may_loot: bool
    """Whether the room may be looted after the fight."""
    used: list[int]
    """Abilities used in the fight: the number of the ability, then the victim or -1, alternating."""
    totals: Pair
    """The strength of the munchkins' side and of the monsters."""
    explained: list[TermSeen]
    """Every term of both totals."""


class CardsSeen(TypedDict):
    """The cards in the middle of the table, and the attachments of cards."""

    decks: Pair
    """The number of cards left in the Door and Treasure decks."""
    aside: list[int]
    """Cards being resolved right now."""
    attached: list[Attached]
    """Attachments: what improves an Item, a Cheat! on an Item, what a follower carries."""
    marks: list[Marked]
    """Tags that Items in play have gained for good."""


class Observation(CardsSeen):
    """The full knowledge of one seat about a game, as plain data that can be sent as JSON.

    >>> import kickdoor as kd
    >>> seen = kd.new_game("deluxe", seats=3, seed=1).observe(0)
    >>> seen["phase"], len(seen["hand"]), [seat["hand"] for seat in seen["seats"]]
    ('setup', 8, [8, 8, 8])
    """

    version: int
    """The version of this format."""
    sets: list[str]
    """The sets of the mix."""
    catalog: str
    """The digest of the card files."""
    options: OptionsSeen
    """The rule options."""
    seat: int
    """The seat that observes; -1 for a spectator."""
    turn: int
    """The seat whose turn it is."""
    turns: int
    """The number of turns that have begun."""
    phase: Phase
    """The phase of the turn."""
    won_fight: bool
    """Whether a fight has been won and no phase step has followed yet."""
    won_tags: int
    """Tags of the monsters of the last fight won."""
    winners: list[int]
    """The winners; empty while the game continues."""
    asked: list[Purpose | None]
    """The prompt kind of each seat, or null."""
    seats: list[ObservedSeat]
    """The cards before each seat."""
    hand: list[int]
    """The seat's own hand."""
    shown: list[int]
    """For each card of the hand, the mask of the other seats that know it."""
    discards: list[PileSeen]
    """The discard piles of Doors and Treasures."""
    mix: list[Copies]
    """Cards whose number of copies in the game differs from the card files."""
    deck_known: list[KnownInDeck]
    """Cards of the decks that the seat has seen."""
    fight: ObservedFight | None
    """The current fight."""
    stack: list[FrameSeen]
    """The frames in progress, the innermost last."""
    result: int
    """The result that the last finished frame returns to the one below it."""
    serial: int
    """A number that changes with every answer."""
    acts: int
    """The number of actions so far, passes excluded."""
    actor: int
    """The seat that acted last, or -1."""
    next_uid: int
    """The number that the next frame gets."""
    card_ids: list[int]
    """Every card whose face the seat knows."""
    card_defs: list[str]
    """The definition of each of these cards."""


class OpenObservation(Observation):
    """The observation of a record's viewer, with all hands open."""

    hands: list[list[int]]
    """The hand of each seat."""
