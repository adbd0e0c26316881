"""The reaction window: as long for everybody whatever they hold, and nobody sees who has passed before the floor."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

LATENCY_ALLOWANCE_S = 0.4
"""Seconds every deadline is late, and every decision is free: words take their time to travel, from some longer than
from others. The same for all, for what depended on the connection would tell something about it."""
HOLD_SECONDS = 15.0
HOLD_PER_TURN = 10.0
HOLD_BANK = 60.0
"""Seconds a player may hold windows open in a game, and the most that can be saved up again."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How fast a table plays, in seconds; -1 is without a clock."""

    floor: float
    """A window stays open at least so long; 2.6 seconds is the rulebook's reasonable time."""
    close: float
    """Whoever has said nothing by then has passed."""
    bank: float
    """Time to decide with at the start, and the most one can save up."""
    turn: float
    """What is added to it each turn."""


TIME_CONTROLS: dict[str, TimeControl] = {
    "blitz": TimeControl(2.6, 6.0, 40.0, 15.0),
    "normal": TimeControl(6.0, 15.0, 120.0, 30.0),
    "relaxed": TimeControl(15.0, 45.0, 600.0, 120.0),
    "none": TimeControl(2.6, -1.0, -1.0, -1.0),
}


class ReactionWindow(Struct):
    """One open window. Times are those of the table's own clock, so that it outlives a restart."""

    id: int
    floor_at: float
    closes_at: float | None
    """None where there is no clock."""
    passed: list[int] = []
    """Who has said that they are done; told to the game after the floor."""
    holder: int = -1
    """Who holds it open."""
    hold_from: float = 0.0
    hold_until: float = 0.0
    told: bool = False
    """Everybody has been told that the floor is over."""
    totals: list[int] = []
    """How the fight stood when it opened; empty out of one."""
    opened: int = -1
    """Its id when it opened: others who tidy up their gear meanwhile give it a new one, but nobody a new question."""

    @property
    def open_until(self) -> float:
        """The window does not close before, whoever has passed."""
        return max(self.floor_at, self.hold_until)

    def is_about(self, id: int) -> bool:
        """Return whether an id was this window's since it opened."""
        return self.opened <= id <= self.id

    def is_silent(self, now: float) -> bool:
        """Return whether whoever has said nothing has passed."""
        return self.closes_at is not None and now >= self.closes_at + LATENCY_ALLOWANCE_S

    def hold(self, seat: int, now: float, seconds: float) -> None:
        """Stop the clock for a while."""
        self.holder, self.hold_from, self.hold_until = seat, now, now + seconds
        if self.closes_at is not None:
            self.closes_at = max(self.closes_at, now) + seconds

    def release(self, now: float) -> float:
        """Let the clock go on; gives the seconds that were not used."""
        left = max(0.0, self.hold_until - now) if self.holder >= 0 else 0.0
        self.holder, self.hold_until = -1, 0.0
        if self.closes_at is not None:
            self.closes_at -= left
        return left


def open_window(id: int, now: float, pace: TimeControl, alone: bool) -> ReactionWindow:
    """Open a window; somebody alone with bots needs no floor, for there is nobody to give anything away to."""
    floor = now if alone else now + pace.floor
    closes = None if pace.close < 0 or alone else now + pace.close
    return ReactionWindow(id, floor, closes, opened=id)
