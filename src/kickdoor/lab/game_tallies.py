"""What is noted of a game while it is watched: of a seat, of the fight under way, of its monsters."""

from __future__ import annotations


class SeatNotes:
    """What was counted of one seat, by the names of the columns."""

    __slots__ = (
        "asked", "caught", "cursed", "curses", "deaths", "drawn", "fights", "gained", "helped", "loots", "lost",
        "played", "refused", "sold", "top", "trouble", "turns", "used", "won_fights",
    )  # fmt: skip

    def __init__(self) -> None:
        self.asked = self.caught = self.cursed = self.curses = self.deaths = self.drawn = self.fights = 0
        self.gained = self.helped = self.loots = self.lost = self.played = self.refused = self.sold = 0
        self.trouble = self.turns = self.used = self.won_fights = 0
        self.top = 1


class Foe:
    """A monster in the fight under way."""

    __slots__ = ("caught", "definition", "ended", "escaped", "joined", "uid")

    def __init__(self, uid: int, definition: int, joined: bool) -> None:
        self.uid = uid
        self.definition = definition
        self.joined = joined
        self.ended = ""
        self.escaped = self.caught = 0


class FightNotes:
    """What was counted of the fight under way, or of the last one while its rewards are drawn."""

    __slots__ = (
        "against", "asked", "cards", "caught", "deaths", "decided", "ended", "foes", "helper", "helper_levels",
        "helper_treasures", "items_promised", "items_wanted", "level", "levels", "main", "promised", "refused",
        "strength", "tokens_promised", "treasures", "turn",
    )  # fmt: skip

    def __init__(self, main: int, level: int, turn: int) -> None:
        self.main = main
        self.helper = -1
        self.level = level
        self.turn = turn
        self.foes: list[Foe] = []
        self.ended = ""
        self.decided = False
        """Nothing but flights and rewards is left to come."""
        self.strength = self.against = self.cards = self.asked = self.refused = 0
        self.promised = self.items_promised = self.items_wanted = self.tokens_promised = 0
        self.treasures = self.helper_treasures = self.levels = self.helper_levels = self.caught = self.deaths = 0

    def be_alone(self) -> None:
        """Forget a helper who has left, and what was promised."""
        self.helper = -1
        self.promised = self.items_promised = self.items_wanted = self.tokens_promised = 0
