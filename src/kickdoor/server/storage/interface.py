"""Where tables are kept: the small interface, so that another database can take the place of the embedded one."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Protocol

GATHER = 0.01
"""Seconds from one commit of a server to the next at least: whatever many tables do meanwhile shares one."""
MIN_RECORD_BYTES = 4096
"""Bytes the smallest record counts as."""


NEWEST, QUIET, BASE = "newest", "quiet", "base"
"""Kinds of snapshot: of any moment; between two turns; where the game went on under other rules or cards."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was last written."""

    id: str
    code: str
    made: float
    touched: float
    status: str
    """waiting, playing or over."""
    room: bytes
    """Seats, options, clocks: all that is not a deed of the game."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One thing done at a table, with its number."""

    seq: int
    at: float
    kind: str
    body: bytes


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A table as it was after all deeds of lower numbers. The newest of each kind is kept."""

    kind: str
    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class RecoveryData:
    """What a table is woken from."""

    table: StoredTable
    snapshots: list[StoredSnapshot]
    """Those it may go on from, the newest first."""
    deeds: list[JournalEntry]
    """All since the oldest of them; all there are, if there is none."""


def to_wake_from(snapshots: Sequence[StoredSnapshot]) -> list[StoredSnapshot]:
    """List the snapshots a table may be woken from, the newest first; none is older than the last between two turns.

    Where a game last went on is no such snapshot: it is for the record.
    """
    out: list[StoredSnapshot] = []
    for one in sorted(snapshots, key=lambda one: -one.seq):
        if one.kind != BASE:
            out.append(one)
        if one.kind == QUIET:
            break
    return out


class Conflict(Exception):
    """Somebody else has written the same deed or taken the same code: the caller's picture is out of date."""


class StoreFault(OSError):
    """Nothing was written, and it is nobody's mistake: the disk is full, say. It may be tried again."""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """The record of a finished game, with the name under which it is found."""

    id: str
    body: bytes


@dataclass(frozen=True, slots=True)
class RoomWrite:
    """What is new of a table: deeds, the room and snapshots after them, and the record of its end."""

    deeds: list[JournalEntry]
    room: bytes
    status: str
    now: float
    record: StoredRecord | None = None
    snapshots: Sequence[StoredSnapshot] = ()
    epoch: int = 0
    """That under which the writer runs the table, where several servers share the store."""


class Store(Protocol):
    """Keeps tables. Whatever a method has returned for good survives a crash of process and machine.

    What cannot be done is a `StoreFault`, and then nothing of it was done.
    """

    async def create(self, table: StoredTable) -> None:
        """Write a new table; `Conflict` if its id or code is taken."""

    def append(self, table_id: str, news: RoomWrite) -> Awaitable[None]:
        """Write what is new of a table in one go. It is begun at once, and done when it has been waited for.

        `Conflict`, and nothing written, if a number is taken, the table is gone, or its epoch is another by now.
        """

    async def load(self, table_id: str) -> RecoveryData | None:
        """Read what a table is woken from; however long its game is, only the deeds since its snapshots."""

    async def story(self, table_id: str) -> tuple[list[JournalEntry], StoredSnapshot | None]:
        """Read all deeds of a table, in order, and where its game last went on under other rules or cards."""

    async def find(self, code: str) -> StoredTable | None:
        """Read a table by its code."""

    async def tables(self, statuses: tuple[str, ...], most: int) -> list[StoredTable]:
        """List tables of these statuses, those touched last first."""

    async def open_up(self, now: float) -> None:
        """Note that the server opens. Tables and records have not aged while it was closed."""

    async def stay_open(self, now: float) -> None:
        """Note that the server is still open."""

    async def forget(self, before: float, keep: list[str]) -> int:
        """Delete tables nobody has touched since, except some; tells how many. Their codes are free again."""

    async def delete(self, table_id: str) -> bool:
        """Delete a table and all that was done there; False if there is none. Its code is free again."""

    async def put_record(self, record: StoredRecord, now: float) -> None:
        """Keep a record that was brought along; the same again is no harm."""

    async def record(self, record_id: str) -> bytes | None:
        """Read the record of a finished game."""

    async def forget_records(self, before: float) -> int:
        """Delete records made before a time; tells how many."""

    async def delete_record(self, record_id: str) -> bool:
        """Delete one record; False if there is none."""

    async def make_space(self, names: str, most: int) -> int:
        """Delete the oldest records of some names until the rest takes at most so many bytes.

        In a name `?` is any letter and `*` any number of them.
        A small one counts as a few thousand bytes: that it is there at all costs something. Tells how many are gone.
        """

    async def check(self) -> None:
        """See that it can be read and written just now, and that there is room left; leaves nothing behind."""

    async def close(self) -> None:
        """End the work of the store after all that was asked of it."""
