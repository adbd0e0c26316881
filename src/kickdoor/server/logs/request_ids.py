"""Names requests and sockets, so that the lines of the log about one of them can be found by what a player quotes."""

from __future__ import annotations

import secrets
from contextvars import ContextVar
from dataclasses import dataclass

ID_BYTES = 4
ROOM_ID_CHARS = 8
"""Letters of a table's id that stand in the log: enough to tell tables apart, and nothing that opens one."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One request or one socket: its own name, and where it came from."""

    id: str = ""
    address: str = ""


NOBODY = Trace()
present: ContextVar[Trace] = ContextVar("present", default=NOBODY)
"""What is being answered; each request and each socket has a task of its own, and tables are told with each job."""


def begin(address: str) -> Trace:
    """Name a request or socket that begins. The name is the server's own: one from outside could be anything."""
    trace = Trace(secrets.token_hex(ID_BYTES), address)
    present.set(trace)
    return trace


def table_name(table_id: str) -> str:
    """Name a table in the log. Its code would let whoever reads the log in."""
    return table_id[:ROOM_ID_CHARS]
