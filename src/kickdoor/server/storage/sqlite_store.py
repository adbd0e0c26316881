"""The embedded store: SQLite in WAL mode, written by one thread, which commits what has gathered in one go."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.server.ops.metrics import COMMITS
from kickdoor.server.storage.interface import (
    BASE,
    MIN_RECORD_BYTES,
    Conflict,
    JournalEntry,
    RecoveryData,
    RoomWrite,
    StoredRecord,
    StoredSnapshot,
    StoredTable,
    StoreFault,
    to_wake_from,
)
from kickdoor.server.storage.sqlite_database import connect, make_up, own
from kickdoor.server.storage.wal_checkpoints import Checkpoints

MAX_BATCH = 200
"""Jobs that share one commit."""
MIN_FREE_BYTES = 8_000_000
"""Bytes that must be left on the disk for the store to be called sound."""
CHECKED_BYTES = 8192

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]
Asked = tuple[Job, "asyncio.Future[Any]", asyncio.AbstractEventLoop]
Settled = tuple["asyncio.Future[Any]", Any, Exception | None]


@dataclass(frozen=True, slots=True)
class Append:
    """What is new of one table; what is new of several is written together."""

    table: str
    news: RoomWrite

    def __call__(self, db: sqlite3.Connection) -> None:
        append_all(db, [self])


class SqliteStore:
    """Keeps tables in one file."""

    def __init__(self, path: Path, gather: float = 0.0) -> None:
        self.path = path
        self.gather = gather
        """Seconds from one commit to the next at least: a commit costs much, and who shares one next to nothing."""
        with contextlib.ExitStack() as undo:
            self.lock = own(path)
            undo.callback(self.lock.close)
            self.db = connect(path)
            undo.callback(self.db.close)
            self.checkpoints = Checkpoints(path, self.db)
            undo.pop_all()
        self.jobs: queue.SimpleQueue[list[Asked] | None] = queue.SimpleQueue()
        self.gathered: list[Asked] = []
        """Jobs on the loop's side, which the thread has not been woken for yet."""
        self.gatherer: asyncio.AbstractEventLoop | None = None
        """The loop that will hand them over."""
        self.not_before = 0.0
        self.closed = False
        self.thread = threading.Thread(target=self.work, name="kickdoor-store", daemon=True)
        self.thread.start()

    def work(self) -> None:
        """Run jobs in order; a batch shares one commit, and only then does anybody hear of it."""
        while True:
            asked = self.jobs.get()
            batch: list[Asked] = []
            while asked is not None:
                batch += asked
                if len(batch) >= MAX_BATCH or self.jobs.empty():
                    break
                asked = self.jobs.get()
            self.run_batch(batch)
            self.checkpoints.count(len(batch))
            if asked is None:
                self.checkpoints.close()
                self.db.close()
                self.lock.close()
                return

    def run_batch(self, batch: list[Asked]) -> None:
        """Run some jobs with one commit; if one fails, each is run by itself."""
        if not batch:
            return
        outcomes = self.try_jobs([job for job, _, _ in batch])
        if len(batch) > 1 and [error for _, error in outcomes if error is not None]:
            outcomes = [self.try_jobs([job])[0] for job, _, _ in batch]
        told: dict[asyncio.AbstractEventLoop, list[Settled]] = {}
        for (_, future, loop), (value, error) in zip(batch, outcomes, strict=True):
            told.setdefault(loop, []).append((future, value, error))
        for loop, settled in told.items():
            # Whoever asked may be gone with their loop
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, settled)

    def try_jobs(self, jobs: list[Job]) -> list[tuple[Any, Exception | None]]:
        """Run jobs in one transaction: all of them are on disk afterwards, or none is."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            values = run_all(self.db, jobs)
            with COMMITS.timed():
                self.db.execute("COMMIT")
        except Exception as e:
            with contextlib.suppress(sqlite3.Error):
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
            return [(None, fault_of(e))] * len(jobs)
        return [(value, None) for value in values]

    def ask(self, job: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Have something done in its turn."""
        if self.closed:
            raise StoreFault("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.gathered.append((job, future, loop))
        if self.gatherer is not loop:
            # Waking a thread costs both sides more than most jobs do, so it is woken once for all that come meanwhile
            self.gatherer = loop
            wait = self.not_before - time.monotonic()
            if wait > 0:
                loop.call_later(wait, self.hand_over)
            else:
                loop.call_soon(self.hand_over)
        return future

    def hand_over(self) -> None:
        """Give the thread what has gathered."""
        asked, self.gathered, self.gatherer = self.gathered, [], None
        self.not_before = time.monotonic() + self.gather
        if asked:
            self.jobs.put(asked)

    async def create(self, table: StoredTable) -> None:
        row = (table.id, table.code, table.made, table.touched, table.status, table.room)
        await self.ask(lambda db: db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row))

    def append(self, table_id: str, news: RoomWrite) -> Awaitable[None]:
        return self.ask(Append(table_id, news))

    async def load(self, table_id: str) -> RecoveryData | None:
        def job(db: sqlite3.Connection) -> RecoveryData | None:
            row = db.execute("SELECT * FROM tables WHERE id=?", (table_id,)).fetchone()
            if row is None:
                return None
            kept = db.execute("SELECT kind, seq, body FROM snapshots WHERE table_id=?", (table_id,))
            snapshots = to_wake_from([StoredSnapshot(*found) for found in kept])
            since = min([one.seq for one in snapshots], default=0)
            return RecoveryData(StoredTable(*row), snapshots, deeds_since(db, table_id, since))

        return await self.ask(job)

    async def story(self, table_id: str) -> tuple[list[JournalEntry], StoredSnapshot | None]:
        return await self.ask(lambda db: story_of(db, table_id))

    async def find(self, code: str) -> StoredTable | None:
        def job(db: sqlite3.Connection) -> StoredTable | None:
            row = db.execute("SELECT * FROM tables WHERE code=?", (code,)).fetchone()
            return None if row is None else StoredTable(*row)

        return await self.ask(job)

    async def tables(self, statuses: tuple[str, ...], most: int) -> list[StoredTable]:
        marks = ", ".join("?" * len(statuses))
        sql = f"SELECT * FROM tables WHERE status IN ({marks}) ORDER BY touched DESC LIMIT ?"
        return await self.ask(lambda db: [StoredTable(*row) for row in db.execute(sql, (*statuses, most))])

    async def open_up(self, now: float) -> None:
        await self.ask(lambda db: make_up(db, now))

    async def stay_open(self, now: float) -> None:
        await self.ask(lambda db: db.execute("INSERT OR REPLACE INTO server_meta VALUES (1, ?)", (now,)))

    async def forget(self, before: float, keep: list[str]) -> int:
        def job(db: sqlite3.Connection) -> int:
            old = [row[0] for row in db.execute("SELECT id FROM tables WHERE touched<?", (before,))]
            gone = [(id,) for id in old if id not in keep]
            db.executemany("DELETE FROM tables WHERE id=?", gone)
            return len(gone)

        return await self.ask(job)

    async def delete(self, table_id: str) -> bool:
        return await self.ask(lambda db: db.execute("DELETE FROM tables WHERE id=?", (table_id,)).rowcount > 0)

    async def put_record(self, record: StoredRecord, now: float) -> None:
        row = (record.id, now, record.body)
        await self.ask(lambda db: db.execute("INSERT OR IGNORE INTO records VALUES (?, ?, ?)", row))

    async def forget_records(self, before: float) -> int:
        return await self.ask(lambda db: db.execute("DELETE FROM records WHERE made<?", (before,)).rowcount)

    async def delete_record(self, record_id: str) -> bool:
        return await self.ask(lambda db: db.execute("DELETE FROM records WHERE id=?", (record_id,)).rowcount > 0)

    async def record(self, record_id: str) -> bytes | None:
        def job(db: sqlite3.Connection) -> bytes | None:
            row = db.execute("SELECT body FROM records WHERE id=?", (record_id,)).fetchone()
            return None if row is None else row[0]

        return await self.ask(job)

    async def make_space(self, names: str, most: int) -> int:
        sql = (
            "DELETE FROM records WHERE id IN (SELECT id FROM (SELECT id, SUM(MAX(LENGTH(body), ?)) OVER "
            "(ORDER BY made DESC, id) AS bytes FROM records WHERE id GLOB ?) WHERE bytes>?)"
        )
        return await self.ask(lambda db: db.execute(sql, (MIN_RECORD_BYTES, names, most)).rowcount)

    async def check(self) -> None:
        def job(db: sqlite3.Connection) -> None:
            if shutil.disk_usage(self.path.parent).free < MIN_FREE_BYTES:
                raise StoreFault("hardly any room is left on the disk")
            # Large enough to need pages of its own; what is written and deleted in one go is written all the same
            db.execute("INSERT INTO records (id, made, body) VALUES ('check', 0, zeroblob(?))", (CHECKED_BYTES,))
            if not db.execute("DELETE FROM records WHERE id='check'").rowcount:
                raise StoreFault("what was written cannot be found")

        await self.ask(job)

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self.hand_over()
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)


def run_all(db: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    """Run jobs in order; what is new of tables is written in one go where they follow one another."""
    values: list[Any] = []
    for is_news, found in groupby(jobs, lambda job: isinstance(job, Append)):
        if is_news:
            appends = [job for job in found if isinstance(job, Append)]
            append_all(db, appends)
            values += [None] * len(appends)
        else:
            values += [job(db) for job in found]
    return values


def append_all(db: sqlite3.Connection, appends: list[Append]) -> None:
    """Write what is new of some tables; `Conflict` if one of them is not there."""
    deeds = [(one.table, deed.seq, deed.at, deed.kind, deed.body) for one in appends for deed in one.news.deeds]
    db.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", deeds)
    rooms = [(one.news.room, one.news.status, one.news.now, one.table) for one in appends]
    if db.executemany("UPDATE tables SET room=?, status=?, touched=? WHERE id=?", rooms).rowcount < len(rooms):
        raise Conflict(f"there is no table {', '.join(one.table for one in appends)}")
    for one in appends:
        if one.news.record is not None:
            record = (one.news.record.id, one.news.now, one.news.record.body)
            db.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", record)
        if one.news.snapshots:
            kept = [(one.table, snapshot.kind, snapshot.seq, snapshot.body) for snapshot in one.news.snapshots]
            db.executemany("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", kept)


def deeds_since(db: sqlite3.Connection, table_id: str, seq: int) -> list[JournalEntry]:
    sql = "SELECT seq, at, kind, body FROM journal WHERE table_id=? AND seq>=? ORDER BY seq"
    return [JournalEntry(*row) for row in db.execute(sql, (table_id, seq))]


def story_of(db: sqlite3.Connection, table_id: str) -> tuple[list[JournalEntry], StoredSnapshot | None]:
    """Read all that was done at a table; a file of 0.1 has no snapshots."""
    base: StoredSnapshot | None = None
    with contextlib.suppress(sqlite3.OperationalError):
        sql = "SELECT kind, seq, body FROM snapshots WHERE table_id=? AND kind=?"
        base = next((StoredSnapshot(*row) for row in db.execute(sql, (table_id, BASE))), None)
    return deeds_since(db, table_id, 0), base


def fault_of(e: Exception) -> Exception:
    """Return what a fault of the database means to whoever has asked."""
    if isinstance(e, sqlite3.IntegrityError):
        return Conflict(str(e))
    return StoreFault(str(e)) if isinstance(e, sqlite3.Error) else e


def settle(settled: list[Settled]) -> None:
    """Hands the outcomes of jobs to those who wait, unless they have given up."""
    for future, value, error in settled:
        if future.done():
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)
