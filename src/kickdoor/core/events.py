"""What happened, as output: each event has public fields and cards that only some seats may know."""

from typing import Final

# Kinds of event; their message ids are the names below
EVENTS: Final = (
    "game_begun", "turn_begun", "door_kicked", "door_taken", "looked_for_trouble", "looted_room", "card_drawn",
    "treasures_drawn", "card_played", "card_aimed", "ability_used", "item_carried", "item_equipped", "item_unequipped",
    "card_attached", "items_sold", "level_gained", "level_lost", "card_discarded", "fight_begun", "monster_joined",
    "monster_left", "monster_killed", "claimed", "gave_up", "help_asked", "help_offered", "help_agreed", "help_refused",
    "helper_left", "helper_forced", "fight_won", "fight_lost", "fight_ended", "die_rolled", "die_set", "escaped",
    "caught", "curse_landed", "curse_cancelled", "curse_no_effect", "curse_kept", "curse_ended", "died", "looted",
    "revived", "charity_given", "charity_discarded", "trade_offered", "traded", "trade_refused", "given", "hand_shown",
    "card_taken_from", "item_taken", "reshuffled", "deck_empty", "sex_changed", "game_won", "card_received",
    "passed", "rolled_first", "treasure_picked", "deal_kept", "promise_lapsed", "big_item_passed", "token_gained",
    "token_lost", "peeked", "combat_moved",
)  # fmt: skip
GAME_BEGUN: Final = 0
TURN_BEGUN: Final = 1
DOOR_KICKED: Final = 2
DOOR_TAKEN: Final = 3
LOOKED_FOR_TROUBLE: Final = 4
LOOTED_ROOM: Final = 5
CARD_DRAWN: Final = 6
TREASURES_DRAWN: Final = 7
CARD_PLAYED: Final = 8
CARD_AIMED: Final = 9
ABILITY_USED: Final = 10
ITEM_CARRIED: Final = 11
ITEM_EQUIPPED: Final = 12
ITEM_UNEQUIPPED: Final = 13
CARD_ATTACHED: Final = 14
ITEMS_SOLD: Final = 15
LEVEL_GAINED: Final = 16
LEVEL_LOST: Final = 17
CARD_DISCARDED: Final = 18
FIGHT_BEGUN: Final = 19
MONSTER_JOINED: Final = 20
MONSTER_LEFT: Final = 21
MONSTER_KILLED: Final = 22
CLAIMED: Final = 23
GAVE_UP: Final = 24
HELP_ASKED: Final = 25
HELP_OFFERED: Final = 26
HELP_AGREED: Final = 27
HELP_REFUSED: Final = 28
HELPER_LEFT: Final = 29
HELPER_FORCED: Final = 30
FIGHT_WON: Final = 31
FIGHT_LOST: Final = 32
FIGHT_ENDED: Final = 33
DIE_ROLLED: Final = 34
DIE_SET: Final = 35
ESCAPED: Final = 36
CAUGHT: Final = 37
CURSE_LANDED: Final = 38
CURSE_CANCELLED: Final = 39
CURSE_NO_EFFECT: Final = 40
CURSE_KEPT: Final = 41
CURSE_ENDED: Final = 42
DIED: Final = 43
LOOTED: Final = 44
REVIVED: Final = 45
CHARITY_GIVEN: Final = 46
CHARITY_DISCARDED: Final = 47
TRADE_OFFERED: Final = 48
TRADED: Final = 49
TRADE_REFUSED: Final = 50
GIVEN: Final = 51
HAND_SHOWN: Final = 52
CARD_TAKEN_FROM: Final = 53
ITEM_TAKEN: Final = 54
RESHUFFLED: Final = 55
DECK_EMPTY: Final = 56
SEX_CHANGED: Final = 57
GAME_WON: Final = 58
CARD_RECEIVED: Final = 59
PASSED: Final = 60
ROLLED_FIRST: Final = 61
TREASURE_PICKED: Final = 62
DEAL_KEPT: Final = 63
PROMISE_LAPSED: Final = 64
BIG_ITEM_PASSED: Final = 65
TOKEN_GAINED: Final = 66
TOKEN_LOST: Final = 67
PEEKED: Final = 68
COMBAT_MOVED: Final = 69

EVERYONE: Final = 63
"""The mask of all seats."""


class Event:
    """One thing that happened. Cards are known only to the seats in `eyes`; unknown means hidden."""

    __slots__ = ("amount", "cards", "eyes", "kind", "names", "other", "seat")

    def __init__(
        self, kind: int, seat: int, other: int, amount: int, cards: list[int], names: list[int], eyes: int
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.other = other
        self.amount = amount
        self.cards = cards
        self.names = names
        """Definition indexes of the cards at that moment: ids are dealt anew at a reshuffle."""
        self.eyes = eyes
