"""Events, the output of the engine: each has public fields, and cards that only some seats may know."""

from typing import Final

from kickdoor.engine.ids import DefinitionId, MonsterId, SeatMask, SeatNo
from kickdoor.engine.machine.event_kinds import EVENTS as EVENTS

# The number of each kind is its place in `event_kinds.KINDS`; `tools/event_tables.py` writes them.
# Numbers
GAME_BEGUN: Final = 0
TURN_BEGUN: Final = 1
DOOR_KICKED: Final = 2
DOOR_TAKEN: Final = 3
LOOKED_FOR_TROUBLE: Final = 4
LOOTED_ROOM: Final = 5
CARD_DRAWN: Final = 6
TREASURES_DRAWN: Final = 7
CARD_PLAYED: Final = 8
ABILITY_USED: Final = 9
ITEM_CARRIED: Final = 10
ITEM_EQUIPPED: Final = 11
ITEM_UNEQUIPPED: Final = 12
CARD_ATTACHED: Final = 13
ITEMS_SOLD: Final = 14
LEVEL_GAINED: Final = 15
LEVEL_LOST: Final = 16
CARD_DISCARDED: Final = 17
FIGHT_BEGUN: Final = 18
MONSTER_JOINED: Final = 19
MONSTER_LEFT: Final = 20
MONSTER_KILLED: Final = 21
CLAIMED: Final = 22
GAVE_UP: Final = 23
HELP_ASKED: Final = 24
HELP_OFFERED: Final = 25
HELP_AGREED: Final = 26
HELP_REFUSED: Final = 27
HELPER_LEFT: Final = 28
HELPER_FORCED: Final = 29
FIGHT_WON: Final = 30
FIGHT_LOST: Final = 31
FIGHT_ENDED: Final = 32
DIE_ROLLED: Final = 33
DIE_SET: Final = 34
ESCAPED: Final = 35
CAUGHT: Final = 36
CURSE_LANDED: Final = 37
CURSE_CANCELLED: Final = 38
CURSE_NO_EFFECT: Final = 39
CURSE_KEPT: Final = 40
CURSE_ENDED: Final = 41
DIED: Final = 42
LOOTED: Final = 43
REVIVED: Final = 44
CHARITY_GIVEN: Final = 45
CHARITY_DISCARDED: Final = 46
TRADE_OFFERED: Final = 47
TRADED: Final = 48
TRADE_REFUSED: Final = 49
GIVEN: Final = 50
HAND_SHOWN: Final = 51
CARD_TAKEN_FROM: Final = 52
ITEM_TAKEN: Final = 53
RESHUFFLED: Final = 54
DECK_EMPTY: Final = 55
SEX_CHANGED: Final = 56
GAME_WON: Final = 57
TREASURE_PICKED: Final = 58
PROMISE_LAPSED: Final = 59
BIG_ITEM_PASSED: Final = 60
COMBAT_MOVED: Final = 61
DEATH_CHEATED: Final = 62
TOKEN_GAINED: Final = 63
TOKENS_LOST: Final = 64
SET_TURNED_IN: Final = 65
TOKENS_SWAPPED: Final = 66
AFTERMATH: Final = 67
ONESHOT_CANCELLED: Final = 68
DECK_SEEN: Final = 69
CARD_PASSED: Final = 70
TOKEN_GIVEN: Final = 71
TAKEN_FROM_DISCARDS: Final = 72
CARDS_CLEARED: Final = 73
CARD_SPENT: Final = 74
CARD_LAID_DOWN: Final = 75
# End of numbers

FOLLOWS_PLAY: Final = (CARD_SPENT, CARD_LAID_DOWN)
"""Kinds that report where a card went whose play has its own event. Logs for people omit them."""
FOLLOWS: Final = (CARDS_CLEARED, *FOLLOWS_PLAY)
"""Kinds that follow from earlier events. Digests omit them, because older records do not have them."""

LEVELS: Final = (LEVEL_GAINED, LEVEL_LOST)
"""Kinds that change a Level."""

EVERYONE: Final = 63
"""The mask of all seats."""
NONE: Final[list[int]] = []
"""The list of all fields that are not used, shared; never changed."""


class Event:
    """One event. Only the seats in `visible_to` know its cards; an unknown card is hidden.

    The table of kinds gives the meaning of `seat`, `other`, `amount` and the cards. These and `visible_to` are what
    fingerprints hash; the other fields say what led to the event and what it changed.
    """

    __slots__ = (
        "after", "amount", "before", "cards", "cause", "helper", "kind", "loser", "monster", "names", "need", "origins",
        "other", "seat", "source", "targets", "terms", "totals", "turned", "visible_to",
    )  # fmt: skip

    def __init__(
        self, kind: int, seat: SeatNo, other: int, amount: int, cards: list[int], names: list[int], eyes: SeatMask
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.other = other
        self.amount = amount
        self.cards = cards
        self.names = names
        """Definition indexes of the cards at that time, because a reshuffle assigns new ids."""
        self.visible_to = eyes
        self.cause: DefinitionId = -1
        """The definition of the card whose effect this is, or that explains it; -1 for none."""
        self.source: SeatNo = -1
        """The seat that played or used that card; -1 for none."""
        self.loser: SeatNo = -1
        """The seat that would otherwise have got the cards; -1 for none."""
        self.before = -1
        self.after = -1
        """The number that the event changes, such as a Level, before and after it; -1 where it changes none."""
        self.origins: list[int] = NONE
        self.targets: list[int] = NONE
        """The places that each card leaves and reaches, where the kind alone does not say it."""
        self.need = 0
        """The lowest face that a roll to run away needs."""
        self.monster: MonsterId = -1
        """The monster that this roll is against."""
        self.terms: list[int] = NONE
        """The terms of help that are offered or agreed."""
        self.helper: SeatNo = -1
        """The seat that would help on these terms; -1 where the event is not about terms."""
        self.totals: list[int] = NONE
        """The totals of the fight before and after an answer, munchkins first: on its last event, if one changed."""
        self.turned = False
        """Whether these totals change who wins the fight."""

    def revealed(self) -> "Event":
        """Return a copy that all seats see."""
        e = Event(self.kind, self.seat, self.other, self.amount, self.cards, self.names, EVERYONE)
        e.cause, e.source, e.loser = self.cause, self.source, self.loser
        e.before, e.after = self.before, self.after
        e.origins, e.targets = self.origins, self.targets
        e.need, e.monster = self.need, self.monster
        e.terms, e.helper = self.terms, self.helper
        e.totals, e.turned = self.totals, self.turned
        return e

    def changed(self, before: int, after: int) -> None:
        """Note the change of a number."""
        self.before = before
        self.after = after

    def moved(self, origin: int = -1, target: int = -1) -> None:
        """Note the places that all cards leave and reach, as far as the kind does not say it."""
        if origin >= 0:
            self.origins = [origin] * len(self.cards)
        if target >= 0:
            self.targets = [target] * len(self.cards)

    def offered(self, terms: list[int], helper: SeatNo) -> None:
        """Note terms of help."""
        self.terms = terms
        self.helper = helper


UNHEARD: Final = Event(0, -1, -1, 0, [], [], 0)
"""The event that `State.emit` returns where no one listens, so that emitters need not ask."""
