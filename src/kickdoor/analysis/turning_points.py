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
SUSPECTS = 16
"""Number of plies that are examined in detail."""
QUIET = (
    ev.DIE_SET, ev.HAND_SHOWN, ev.DECK_SEEN, ev.HELP_ASKED, ev.HELP_OFFERED, ev.HELP_REFUSED, ev.TRADE_OFFERED,
    ev.TRADE_REFUSED,
)  # fmt: skip
"""Kinds of events that do not change win chances by themselves."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply and the win chances of all players before and after it."""

    deed: Ply
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


def loud(course: GameTimeline) -> list[Ply]:
    """List the plies whose events may change win chances."""
    return [deed for deed in course.deeds if any(event.kind not in QUIET for event in deed.events)]


def nearest(survey: dict[int, WinChances], number: int) -> WinChances:
    """Return the last win chances of the survey at or before a position."""
    return survey[max(known for known in survey if known <= number)]


def suspects(course: GameTimeline, survey: dict[int, WinChances]) -> list[Ply]:
    """List the plies with the largest changes in the survey."""
    found: list[tuple[int, int]] = []
    last = survey[0]
    for number in sorted(survey)[1:]:
        here = survey[number]
        found.append((max(abs(b - a) for a, b in zip(last.chances, here.chances, strict=True)), -number))
        last = here
    found.sort(reverse=True)
    return [course.deeds[-number - 1] for _, number in found[:SUSPECTS]]


def turning_points(deeds: list[Ply], detail: dict[int, WinChances]) -> list[TurningPoint]:
    """Return the confirmed turning points in their order."""
    points = [TurningPoint(deed, detail[deed.number - 1], detail[deed.number]) for deed in deeds]
    clear = sorted((one for one in points if one.is_clear), key=lambda one: (-one.size, one.deed.number))
    return sorted(clear[:MAX_TURNING_POINTS], key=lambda one: one.deed.number)
