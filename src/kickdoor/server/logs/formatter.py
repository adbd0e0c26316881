"""How a line of the log looks: time, level, logger, the request it is about, and nothing a stranger could forge."""

from __future__ import annotations

import contextlib
import json
import logging
import re
from datetime import UTC, datetime
from ipaddress import ip_address

from kickdoor.server.logs.request_ids import NOBODY, Trace, present

MAX_MESSAGE_CHARS = 2000
"""Letters of a message; what strangers sent may stand in it."""
MAX_TRACE_LINES = 80
HIDDEN = "[address]"
MAYBE_ADDRESS = re.compile(
    r"(?<![\w.:])(?:[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f.]*){2,}(?!\w)|\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d))"
)
TRACED = ("kickdoor", "uvicorn")
"""Loggers whose lines are about the request that is being answered; the others speak when they find the time."""


def plain(text: str) -> str:
    """Write what does not belong in a line as an escape: nothing begins a line of its own or paints the terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def without_addresses(text: str) -> str:
    """Take the addresses out of a text, of machines here and elsewhere.

    >>> without_addresses("from 192.0.2.7:51234 to [2001:db8::1]:8642 at 12:30:00")
    'from [address]:51234 to [[address]]:8642 at 12:30:00'
    """
    return MAYBE_ADDRESS.sub(lambda found: HIDDEN if is_address(found[0]) else found[0], text)


def is_address(text: str) -> bool:
    """Return whether something is an address, with a port behind it or the end of a sentence."""
    for part in (text, text.rstrip("."), text.rstrip(":"), text.rpartition(":")[0]):
        with contextlib.suppress(ValueError):
            ip_address(part)
            return True
    return False


def message_of(record: logging.LogRecord) -> str:
    """Return what is to be said; words that do not fit together are no reason to say nothing."""
    try:
        return record.getMessage().strip()
    except (TypeError, ValueError):
        return str(record.msg)


class Lines(logging.Formatter):
    """Makes lines for people. Every line has its head, those of a traceback too, so that none can be taken for another.

    Addresses are left out unless they are asked for, also those that others have put into messages and tracebacks.
    """

    def __init__(self, addresses: bool = False) -> None:
        super().__init__()
        self.addresses = addresses

    def format(self, record: logging.LogRecord) -> str:
        trace = trace_of(record)
        who = " ".join([trace.id, *([trace.address] if self.addresses and trace.address else [])])
        head = f"{time_of(record)} {record.levelname} {record.name} {f'[{plain(who)}] ' if trace.id else ''}"
        return "\n".join([head + self.words_of(record), *(f"{head}| {line}" for line in self.traceback_of(record))])

    def words_of(self, record: logging.LogRecord) -> str:
        """Return the message as one line."""
        message = message_of(record)
        if len(message) > MAX_MESSAGE_CHARS:
            message = f"{message[:MAX_MESSAGE_CHARS]} (and {len(message) - MAX_MESSAGE_CHARS} letters more)"
        return plain(message if self.addresses else without_addresses(message))

    def traceback_of(self, record: logging.LogRecord) -> list[str]:
        """Return the lines of the traceback; of a long one the beginning and the end."""
        if not record.exc_info or record.exc_info[0] is None:
            return []
        text = self.formatException(record.exc_info)
        lines = [line[:MAX_MESSAGE_CHARS] for line in text.split("\n")]
        if len(lines) > MAX_TRACE_LINES:
            half = MAX_TRACE_LINES // 2
            lines = [*lines[:half], f"({len(lines) - 2 * half} lines more)", *lines[-half:]]
        return [plain(line if self.addresses else without_addresses(line)) for line in lines]


class JsonLines(Lines):
    """Makes lines for programs, one object each."""

    def format(self, record: logging.LogRecord) -> str:
        trace = trace_of(record)
        data: dict[str, object] = {"time": time_of(record), "level": record.levelname, "logger": record.name}
        if trace.id:
            data["request"] = trace.id
        if self.addresses and trace.address:
            data["address"] = plain(trace.address)
        data["message"] = self.words_of(record)
        if lines := self.traceback_of(record):
            data["traceback"] = lines
        return json.dumps(data)


def time_of(record: logging.LogRecord) -> str:
    """Return when, in UTC by ISO 8601."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def trace_of(record: logging.LogRecord) -> Trace:
    """Find the request a line is about."""
    return present.get() if record.name.startswith(TRACED) else NOBODY
