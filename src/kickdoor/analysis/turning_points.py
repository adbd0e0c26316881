"""Finds the turning points of a game: deeds after which somebody's chance to win is quite another."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.analysis.timeline import GameTimeline, Ply
from kickdoor.analysis.win_chances import WinChances
from kickdoor.engine.machine import events as ev

MIN_CHANGE = 700
"""Ten thousandths by which somebody's chance must change."""
MAX_TURNING_POINTS = 10
"""Turning points that are told of a game."""
SUSPECTS = 16
"""Deeds that are looked at more closely."""
QUIET = (
    ev.DIE_SET, ev.HAND_SHOWN, ev.DECK_SEEN, ev.HELP_ASKED, ev.HELP_OFFERED, ev.HELP_REFUSED, ev.TRADE_OFFERED,
    ev.TRADE_REFUSED,
)  # fmt: skip
"""What changes nobody's chances by itself."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A deed, and everybody's chances before and after it."""

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
        """Return whether some change is large, and larger than the lots could make it."""
        errors = zip(self.before.errors, self.after.errors, strict=True)
        return any(
            abs(change) >= MIN_CHANGE and change * change > a * a + b * b
            for change, (a, b) in zip(self.changes, errors, strict=True)
        )


def loud(course: GameTimeline) -> list[Ply]:
    """List the deeds after which something has happened that may count."""
    return [deed for deed in course.deeds if any(event.kind not in QUIET for event in deed.events)]


def nearest(survey: dict[int, WinChances], number: int) -> WinChances:
    """Return what the rough look found last before a position, or at it."""
    return survey[max(known for known in survey if known <= number)]


def suspects(course: GameTimeline, survey: dict[int, WinChances]) -> list[Ply]:
    """Find the deeds with the largest changes by a first, rough look at all that happened."""
    found: list[tuple[int, int]] = []
    last = survey[0]
    for number in sorted(survey)[1:]:
        here = survey[number]
        found.append((max(abs(b - a) for a, b in zip(last.chances, here.chances, strict=True)), -number))
        last = here
    found.sort(reverse=True)
    return [course.deeds[-number - 1] for _, number in found[:SUSPECTS]]


def turning_points(deeds: list[Ply], detail: dict[int, WinChances]) -> list[TurningPoint]:
    """Return the deeds that have really turned the game, as they came."""
    points = [TurningPoint(deed, detail[deed.number - 1], detail[deed.number]) for deed in deeds]
    clear = sorted((one for one in points if one.is_clear), key=lambda one: (-one.size, one.deed.number))
    return sorted(clear[:MAX_TURNING_POINTS], key=lambda one: one.deed.number)
