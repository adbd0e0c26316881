"""The turning points of a game: plies that change the win chance of a player greatly."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.analysis.timeline import GameTimeline, Ply
from kickdoor.analysis.win_chances import WinChances
from kickdoor.engine.machine import events as ev

MIN_CHANGE = 700
"""Minimum change of a win chance in ten-thousandths."""
MAX_TURNING_POINTS = 10
"""Maximum number of turning points of a game."""
MAX_EXAMINED_PLIES = 16
"""Number of plies that are examined in detail."""
MINOR_EVENTS = (
    ev.DIE_SET, ev.HAND_SHOWN, ev.DECK_SEEN, ev.HELP_ASKED, ev.HELP_OFFERED, ev.HELP_REFUSED, ev.TRADE_OFFERED,
    ev.TRADE_REFUSED,
)  # fmt: skip
"""Kinds of events that do not change win chances by themselves."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply and the win chances of all players before and after it."""

    ply: Ply
    before: WinChances
    after: WinChances

    @property
    def size(self) -> int:
        """The largest change of a chance."""
        return max(map(abs, self.changes))

    @property
    def changes(self) -> list[int]:
        return [b - a for a, b in zip(self.before.chances, self.after.chances, strict=True)]

    @property
    def is_clear(self) -> bool:
        """Whether a change is large and statistically clear."""
        errors = zip(self.before.errors, self.after.errors, strict=True)
        return any(
            abs(change) >= MIN_CHANGE and change * change > a * a + b * b
            for change, (a, b) in zip(self.changes, errors, strict=True)
        )


def eventful_plies(timeline: GameTimeline) -> list[Ply]:
    """List the plies whose events may change win chances."""
    return [ply for ply in timeline.plies if any(event.kind not in MINOR_EVENTS for event in ply.events)]


def chances_before(survey: dict[int, WinChances], number: int) -> WinChances:
    """Return the last win chances of the survey at or before a position."""
    return survey[max(place for place in survey if place <= number)]


def largest_changes(timeline: GameTimeline, survey: dict[int, WinChances]) -> list[Ply]:
    """List the plies with the largest changes in the survey."""
    found: list[tuple[int, int]] = []
    previous = survey[0]
    for number in sorted(survey)[1:]:
        current = survey[number]
        found.append((max(abs(b - a) for a, b in zip(previous.chances, current.chances, strict=True)), -number))
        previous = current
    found.sort(reverse=True)
    return [timeline.plies[-number - 1] for _, number in found[:MAX_EXAMINED_PLIES]]


def turning_points(plies: list[Ply], detail: dict[int, WinChances]) -> list[TurningPoint]:
    """Return the confirmed turning points in their order."""
    points = [TurningPoint(ply, detail[ply.number - 1], detail[ply.number]) for ply in plies]
    clear = sorted((point for point in points if point.is_clear), key=lambda point: (-point.size, point.ply.number))
    return sorted(clear[:MAX_TURNING_POINTS], key=lambda point: point.ply.number)
