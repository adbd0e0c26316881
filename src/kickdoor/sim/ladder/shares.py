"""Shares of wins and their intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from kickdoor.sim.ladder.ratings import Z


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval and the number of games."""

    value: float
    low: float
    high: float
    games: int


def share_of(won: float, games: int) -> Share:
    """Return the share of games won, with Wilson's interval.

    A shared win counts as a fraction. The variance is then slightly smaller than with wins and defeats alone,
    so the interval is slightly too wide and never too narrow.

        >>> share_of(0, 10).high
        0.2775...
    """
    share, z2 = won / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    return Share(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), games)


def mean_share(parts: Iterable[tuple[float, int, int]]) -> Share:
    """Return the share of a seat over line-ups, each as games won, games played and seats held.

    Line-ups vary independently, however their shares differ: the distances to the ends of their
    intervals are combined by their squares (Zou and Donner 2008).
    """
    found = [(share_of(won, games), seats) for won, games, seats in parts]
    held = sum(share.games * seats for share, seats in found)
    value = sum(share.value * share.games for share, _ in found) / held
    low = sqrt(sum(((share.value - share.low) * share.games / held) ** 2 for share, _ in found))
    high = sqrt(sum(((share.high - share.value) * share.games / held) ** 2 for share, _ in found))
    return Share(value, max(0.0, value - low), min(1.0, value + high), sum(share.games for share, _ in found))
