"""A log that a stranger cannot fill: of each kind of message only so many are written, with the number of the rest."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from kickdoor.table.limits import Bucket, bucket

PACE = (5.0, 1 / 10)
"""Messages of a kind at once, and a second."""
MOST_KINDS = 500
LOGGERS = ("kickdoor.table", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio", "concurrent.futures")


class Quiet(logging.Filter):
    """Lets through so many messages of each kind; a kind is the place in the code, whatever is filled in."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.kinds: dict[tuple[str, str, int], Bucket] = {}
        self.held_back: dict[tuple[str, str, int], int] = {}
        self.lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, record.pathname, record.lineno)
        now = self.clock()
        with self.lock:
            if kind not in self.kinds and len(self.kinds) >= MOST_KINDS:
                self.kinds.clear()
            if not self.kinds.setdefault(kind, bucket(PACE, now)).take(now):
                self.held_back[kind] = self.held_back.get(kind, 0) + 1
                return False
            more = self.held_back.pop(kind, 0)
        if more:
            record.msg, record.args = f"{record.getMessage()} (and {more} more like it)", ()
        return True


def quiet_logs() -> None:
    """Bounds everything that may be logged because of what somebody sends."""
    quiet = Quiet()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(quiet)
