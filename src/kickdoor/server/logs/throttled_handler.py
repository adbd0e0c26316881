"""The log, which a stranger cannot fill: of each kind of line only so many are written, with the number of the rest."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TextIO

from kickdoor.server.limits.rate_limits import TokenBucket, bucket
from kickdoor.server.logs.formatter import JsonLines, Lines, message_of

PACE = (5.0, 1 / 10)
"""Lines of a kind at once, and a second."""
CHATTY_PACE = (200.0, 5.0)
"""The same for those that are written only where they were asked for: one for each request, say."""
MAX_TRACKED_KINDS = 500
MAX_SAMPLE_CHARS = 300
"""Letters that are kept of a line that is not written."""
SUMMARY_DELAY_S = 60.0
"""Seconds after which those that were held back are told of, if no other of their kind has come by then."""
OWN = "kickdoor"
Kind = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class LogOptions:
    """What whoever runs the server wants to read."""

    form: str = "text"
    """text or json."""
    level: str = "warning"
    """The least that is written: debug, info, warning or error."""
    addresses: bool = False


@dataclass(frozen=True, slots=True)
class SuppressedLines:
    """Lines of a kind that were not written: how many, and the last of them without its traceback."""

    count: int
    name: str
    level: int
    message: str


class ThrottleFilter(logging.Filter):
    """Lets through so many lines of each kind; a kind is the place in the code, whatever is filled in."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.kinds: dict[Kind, TokenBucket] = {}
        self.held_back: dict[Kind, SuppressedLines] = {}
        self.lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, record.pathname, record.lineno)
        now = self.clock()
        with self.lock:
            if kind not in self.kinds and len(self.kinds) >= MAX_TRACKED_KINDS:
                self.kinds.clear()
            pace = PACE if record.levelno >= logging.WARNING else CHATTY_PACE
            if not self.kinds.setdefault(kind, bucket(pace, now)).take(now):
                before = self.held_back.get(kind)
                count = 1 if before is None else before.count + 1
                self.held_back[kind] = SuppressedLines(
                    count, record.name, record.levelno, message_of(record)[:MAX_SAMPLE_CHARS]
                )
                return False
            rest = self.held_back.pop(kind, None)
        if rest is not None:
            record.msg, record.args = f"{message_of(record)} (and {rest.count} more like it)", ()
        return True

    def rest(self) -> list[logging.LogRecord]:
        """Take what was held back as one line for each kind."""
        with self.lock:
            kept, self.held_back = self.held_back, {}
        records = []
        for one in kept.values():
            text = one.message if one.count == 1 else f"{one.message} (and {one.count - 1} more like it)"
            records.append(logging.LogRecord(one.name, one.level, "", 0, "%s", (text,), None))
        return records


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes the log: everything that is logged by whatever comes through here, and through one limiter."""

    def __init__(self, options: LogOptions, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self.setLevel(options.level.upper())
        self.setFormatter((JsonLines if options.form == "json" else Lines)(options.addresses))
        self.quiet = ThrottleFilter(clock)
        self.addFilter(self.quiet)
        self.timer: threading.Timer | None = None

    def handle(self, record: logging.LogRecord) -> bool:
        written = bool(super().handle(record))
        if not written and self.timer is None:
            self.timer = threading.Timer(SUMMARY_DELAY_S, self.tell_rest)
            self.timer.daemon = True
            self.timer.start()
        return written

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Go on without a log where none can be written: the terminal is gone, say."""

    def tell_rest(self) -> None:
        """Report of what was held back and has not been told of."""
        self.timer = None
        self.acquire()
        try:
            for record in self.quiet.rest():
                self.emit(record)
        finally:
            self.release()

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.tell_rest()
        super().close()


@contextlib.contextmanager
def logging_configured(options: LogOptions, stream: TextIO | None = None) -> Iterator[LogHandler]:
    """Have everything logged that happens meanwhile, in this way alone.

    What the libraries say below a warning is never written: at `info` they tell addresses and the codes in paths, at
    `debug` whole messages with the tokens in them. The table has lines of its own for that.
    """
    handler = LogHandler(options, sys.stderr if stream is None else stream)
    root, own = logging.getLogger(), logging.getLogger(OWN)
    before = (root.handlers[:], root.level, own.level, threading.excepthook)
    root.handlers[:] = [handler]
    root.setLevel(max(logging.WARNING, handler.level))
    own.setLevel(handler.level)
    threading.excepthook = log_end_of_thread
    logging.captureWarnings(True)
    try:
        yield handler
    finally:
        logging.captureWarnings(False)
        root.handlers[:], threading.excepthook = before[0], before[3]
        root.setLevel(before[1])
        own.setLevel(before[2])
        handler.close()


def log_end_of_thread(end: threading.ExceptHookArgs) -> None:
    """Log what has ended a thread."""
    if end.exc_value is not None:
        what = (end.exc_type, end.exc_value, end.exc_traceback)
        logging.getLogger("kickdoor.server").error("a thread has ended", exc_info=what)
