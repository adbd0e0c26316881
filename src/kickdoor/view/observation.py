"""Types of an observation. Each is a plain dict, list or tuple, so that it costs nothing and is JSON.

`Observation` is the whole. Cards are given by id, and `card_ids` with `card_defs` map these to definitions. Seats are
given by number. Tags, and sets of seats, are bit masks. The types of `web/src/protocol/observation.ts` are generated
from these.
"""

from typing import Annotated, NotRequired, TypedDict

from kickdoor.engine import constants as nr
from kickdoor.view.frame_types import FrameSeen
from kickdoor.view.part_types import BodySeen, ClaimSeen, FightFields, SeatFields, StateFields

Phase = Annotated[str, nr.PHASES]
Purpose = Annotated[str, nr.PROMPT_KINDS]
Sex = Annotated[str, nr.SEXES]

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


class ObservedSeat(SeatFields):
    """The cards before a seat, and the backs of its hand."""

    sex: Sex
    """The sex that counts right now."""
    hand: int
    """The number of cards in hand."""
    doors: int
    """The number of cards in hand with the back of a Door."""
    known: list[int]
    """Cards of the hand that the observer has seen; none are listed for the observer's own seat."""
    open: list[int]
    """Those of the known cards that all seats have seen."""
    fresh: list[int]
    """Cards just received; -1 for one whose face the observer does not know."""


class PileSeen(TypedDict):
    """A discard pile."""

    top: int
    """The card on top; -1 if there is none."""
    count: int
    """The number of cards in it."""
    seen: NotRequired[list[int]]
    """All cards in it by id, for a program that remembers the discards. Their order is unknown to all seats."""


class ObservedFight(FightFields):
    """The current fight."""

    bodies: list[BodySeen]
    """The monsters."""
    terms: list[LastingTermSeen]
    """Terms that cards have left in the fight."""
    former: list[ClaimSeen]
    """The rewards owed to former main fighters."""
    offers: list[OfferSeen]
    """Open help offers; a promised card shows only to the seats that know it."""
    totals: Pair
    """The strength of the munchkins' side and of the monsters."""
    explained: list[TermSeen]
    """Every term of both totals."""


class CardsSeen(TypedDict):
    """The cards in the middle of the table, and the attachments of cards."""

    decks: Pair
    """The number of cards left in the Door and Treasure decks."""
    attached: list[Attached]
    """Attachments: what improves an Item, a Cheat! on an Item, what a follower carries."""
    marks: list[Marked]
    """Tags that Items in play have gained for good."""


class Observation(StateFields, CardsSeen):
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
    phase: Phase
    """The phase of the turn."""
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
    card_ids: list[int]
    """Every card whose face the seat knows."""
    card_defs: list[str]
    """The definition of each of these cards."""


class OpenObservation(Observation):
    """The observation of a record's viewer, with all hands open."""

    hands: list[list[int]]
    """The hand of each seat."""
