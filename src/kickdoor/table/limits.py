"""How much a stranger may ask for: buckets that fill with time."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass

log = logging.getLogger("kickdoor.table")
MOST_STRANGERS = 10_000
WARNINGS = (3, 1 / 60)
"""Lines in the log about guessing, at once and a second, whoever guesses."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address or one connection may ask for: so many at once, and so many a second."""

    lookups: tuple[float, float] = (60, 2.0)
    """Questions about tables."""
    misses: tuple[float, float] = (10, 10 / 60)
    """Codes and tokens that were wrong: guessing is slow."""
    makings: tuple[float, float] = (30, 1 / 60)
    """New tables."""
    records: tuple[float, float] = (10, 1 / 10)
    """Records brought along: each is played again."""
    pages: tuple[float, float] = (60, 5.0)
    """Pages of records."""
    messages: tuple[float, float] = (10, 5.0)
    """Messages of one connection."""
    chat: tuple[float, float] = (3, 0.5)
    emotes: tuple[float, float] = (2, 1 / 3)
    connections: int = 40
    """Sockets of one address."""


@dataclass(slots=True)
class Bucket:
    """So many at once, and so many a second."""

    burst: float
    rate: float
    level: float
    since: float

    def take(self, now: float, n: float = 1.0) -> bool:
        """Takes from the bucket; False if there is too little in it."""
        self.level = min(self.burst, self.level + max(0.0, now - self.since) * self.rate)
        self.since = now
        if self.level < n:
            return False
        self.level -= n
        return True


class Buckets:
    """One bucket for each stranger; the one seen longest ago is forgotten first."""

    def __init__(self, pace: tuple[float, float]) -> None:
        self.burst, self.rate = pace
        self.by_name: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float, n: float = 1.0) -> bool:
        """Takes from a stranger's bucket; with 0 it is only asked whether the bucket is not empty."""
        bucket = self.by_name.pop(name, None) or Bucket(self.burst, self.rate, self.burst, now)
        self.by_name[name] = bucket
        if len(self.by_name) > MOST_STRANGERS:
            self.by_name.popitem(last=False)
        return bucket.take(now, n) if n else bucket.take(now, 0.0) and bucket.level >= 1


class Misses(Buckets):
    """Wrong codes, tokens and passwords of strangers."""

    def __init__(self, pace: tuple[float, float]) -> None:
        super().__init__(pace)
        self.warnings: Bucket | None = None

    def note(self, name: str, now: float) -> None:
        """Notes a miss; whoever runs the server is told when somebody has made so many that he must wait."""
        self.take(name, now)
        if not self.take(name, now, 0):
            self.warnings = self.warnings or bucket(WARNINGS, now)
            if self.warnings.take(now):
                log.warning("somebody is guessing codes, tokens or passwords, and is made to wait")


def bucket(pace: tuple[float, float], now: float) -> Bucket:
    """Makes a full bucket."""
    return Bucket(pace[0], pace[1], pace[0], now)
