"""Tallies of a running game: of seats, of the current fight, of its monsters."""

from __future__ import annotations


class SeatNotes:
    """The counts of one seat, by column name."""

    __slots__ = (
        "asked", "caught", "cursed", "curses", "deaths", "drawn", "fights", "gained", "helped", "loots", "lost",
        "played", "refused", "sold", "top", "trouble", "turns", "used", "won_fights",
    )  # fmt: skip

    def __init__(self) -> None:
        self.asked = self.caught = self.cursed = self.curses = self.deaths = self.drawn = self.fights = 0
        self.gained = self.helped = self.loots = self.lost = self.played = self.refused = self.sold = 0
        self.trouble = self.turns = self.used = self.won_fights = 0
        self.top = 1


class MonsterNotes:
    """A monster in the current fight."""

    __slots__ = ("caught", "definition", "ended", "escaped", "joined", "uid")

    def __init__(self, uid: int, definition: int, joined: bool) -> None:
        self.uid = uid
        self.definition = definition
        self.joined = joined
        self.ended = ""
        self.escaped = self.caught = 0


class FightNotes:
    """The counts of the current fight, or of the last one while its rewards are drawn."""

    __slots__ = (
        "against", "asked", "cards", "caught", "deaths", "decided", "ended", "helper", "helper_levels",
        "helper_treasures", "items_promised", "items_wanted", "level", "levels", "main", "monsters", "promised",
        "refused", "strength", "tokens_promised", "treasures", "turn",
    )  # fmt: skip

    def __init__(self, main: int, level: int, turn: int) -> None:
        self.main = main
        self.helper = -1
        self.level = level
        self.turn = turn
        self.monsters: list[MonsterNotes] = []
        self.ended = ""
        self.decided = False
        """Whether only escapes and rewards are left."""
        self.strength = self.against = self.cards = self.asked = self.refused = 0
        self.promised = self.items_promised = self.items_wanted = self.tokens_promised = 0
        self.treasures = self.helper_treasures = self.levels = self.helper_levels = self.caught = self.deaths = 0

    def clear_helper(self) -> None:
        """Remove a helper who has left, with all promises."""
        self.helper = -1
        self.promised = self.items_promised = self.items_wanted = self.tokens_promised = 0
