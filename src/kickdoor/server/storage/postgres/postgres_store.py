"""The store for several machines: PostgreSQL. What it has returned is on the database's disk (`synchronous_commit`)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from kickdoor.server.storage.interface import (
    BASE,
    MIN_RECORD_BYTES,
    JournalEntry,
    RecoveryData,
    RoomWrite,
    StoredRecord,
    StoredSnapshot,
    StoredTable,
    StoreFault,
    to_wake_from,
)
from kickdoor.server.storage.postgres import sql as sql
from kickdoor.server.storage.postgres.batch_writer import Appends
from kickdoor.server.storage.postgres.connection import ONE_AT_A_TIME, fault_of, pool_of

CONNECTIONS = 8
"""Of one server: so many statements run at once, and PostgreSQL brings their commits to the disk in one go."""
BRIEF = 300.0
"""Seconds without a note after which the house has been closed; other nodes note every minute that it is open."""
CHECKED_BYTES = 8192

T = TypeVar("T")
Work = Callable[[Any], Awaitable[T]]


class PostgresStore:
    """Keeps tables in a PostgreSQL database that was prepared, beside other servers."""

    def __init__(self, url: str, gather: float = 0.0) -> None:
        self.url = url
        self.pool: Any = None
        self.opening: asyncio.Future[Any] | None = None
        self.asked = 0
        """What has been begun and is not over."""
        self.idle = asyncio.Event()
        self.closed = False
        self.appends = Appends(self.use, gather)

    async def connections(self) -> Any:
        """Return the connections; whoever comes first has them opened, in the loop that will use them."""
        if self.pool is None:
            if self.opening is None or (self.opening.done() and self.opening.exception() is not None):
                self.opening = asyncio.ensure_future(pool_of(self.url, CONNECTIONS).__aenter__())
            self.pool = await asyncio.shield(self.opening)
        return self.pool

    async def ask(self, work: Work[T]) -> T:
        """Do something with a connection; what goes wrong is said in the words of the contract."""
        async with self.counted():
            try:
                return await self.use(work)
            except Exception as e:
                raise fault_of(e) from None

    async def use(self, work: Work[T]) -> T:
        pool = await self.connections()
        async with pool.acquire() as db:
            return await work(db)

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[None]:
        """Count what is under way."""
        self.begin()
        try:
            yield
        finally:
            self.end()

    def begin(self) -> None:
        """Count something that begins: it is waited for at the end, and nothing is begun after that."""
        if self.closed:
            raise StoreFault("the store is closed")
        self.asked += 1

    def end(self) -> None:
        self.asked -= 1
        if not self.asked:
            self.idle.set()

    async def create(self, table: StoredTable) -> None:
        row = (table.id, table.code, table.made, table.touched, table.status, table.room)
        await self.ask(lambda db: db.execute(sql.CREATE, *row))

    def append(self, table_id: str, news: RoomWrite) -> Awaitable[None]:
        deeds, snapshots, record = news.deeds, news.snapshots, news.record
        row = (
            table_id, news.room, news.status, news.now,
            [one.seq for one in deeds], [one.at for one in deeds], [one.kind for one in deeds],
            [one.body for one in deeds],
            [one.kind for one in snapshots], [one.seq for one in snapshots], [one.body for one in snapshots],
            None if record is None else record.id, None if record is None else record.body, news.epoch,
        )  # fmt: skip
        self.begin()
        done = self.appends.put(row)
        done.add_done_callback(lambda _: self.end())
        return done

    async def load(self, table_id: str) -> RecoveryData | None:
        async def work(db: Any) -> RecoveryData | None:
            # All of one moment, although it is three questions
            async with db.transaction(isolation="repeatable_read", readonly=True):
                row = await db.fetchrow(f"SELECT {sql.COLUMNS} FROM tables WHERE id=$1", table_id)
                if row is None:
                    return None
                kept = await db.fetch(sql.SNAPSHOTS, table_id)
                snapshots = to_wake_from([StoredSnapshot(*found) for found in kept])
                since = min([one.seq for one in snapshots], default=0)
                return RecoveryData(StoredTable(*row), snapshots, await deeds_since(db, table_id, since))

        return await self.ask(work)

    async def story(self, table_id: str) -> tuple[list[JournalEntry], StoredSnapshot | None]:
        async def work(db: Any) -> tuple[list[JournalEntry], StoredSnapshot | None]:
            async with db.transaction(isolation="repeatable_read", readonly=True):
                base = await db.fetchrow(f"{sql.SNAPSHOTS} AND kind=$2", table_id, BASE)
                deeds = await deeds_since(db, table_id, 0)
            return deeds, None if base is None else StoredSnapshot(*base)

        return await self.ask(work)

    async def find(self, code: str) -> StoredTable | None:
        if not is_text(code):
            return None
        row = await self.ask(lambda db: db.fetchrow(f"SELECT {sql.COLUMNS} FROM tables WHERE code=$1", code))
        return None if row is None else StoredTable(*row)

    async def tables(self, statuses: tuple[str, ...], most: int) -> list[StoredTable]:
        rows = await self.ask(lambda db: db.fetch(sql.LIST, list(statuses), most))
        return [StoredTable(*row) for row in rows]

    async def open_up(self, now: float) -> None:
        async def work(db: Any) -> None:
            async with db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
                seen = await db.fetchval("SELECT seen FROM server_meta")
                closed = 0.0 if seen is None else now - seen
                if closed > BRIEF:
                    await db.execute("UPDATE tables SET touched=least(touched+$1, $2)", closed, now)
                    await db.execute("UPDATE records SET made=least(made+$1, $2)", closed, now)
                await db.execute(sql.SEEN, now)

        await self.ask(work)

    async def stay_open(self, now: float) -> None:
        await self.ask(lambda db: db.execute(sql.SEEN, now))

    async def forget(self, before: float, keep: list[str]) -> int:
        return count_of(await self.ask(lambda db: db.execute(sql.FORGET, before, keep)))

    async def delete(self, table_id: str) -> bool:
        return count_of(await self.ask(lambda db: db.execute("DELETE FROM tables WHERE id=$1", table_id))) > 0

    async def put_record(self, record: StoredRecord, now: float) -> None:
        insert = "INSERT INTO records VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING"
        await self.ask(lambda db: db.execute(insert, record.id, now, record.body))

    async def forget_records(self, before: float) -> int:
        return count_of(await self.ask(lambda db: db.execute("DELETE FROM records WHERE made<$1", before)))

    async def delete_record(self, record_id: str) -> bool:
        if not is_text(record_id):
            return False
        return count_of(await self.ask(lambda db: db.execute("DELETE FROM records WHERE id=$1", record_id))) > 0

    async def record(self, record_id: str) -> bytes | None:
        if not is_text(record_id):
            return None
        body: bytes | None = await self.ask(lambda db: db.fetchval("SELECT body FROM records WHERE id=$1", record_id))
        return body

    async def make_space(self, names: str, most: int) -> int:
        row = (MIN_RECORD_BYTES, sql.pattern(names), most)
        return count_of(await self.ask(lambda db: db.execute(sql.MAKE_SPACE, *row)))

    async def check(self) -> None:
        # Each has a name of its own: other servers check at the same moment
        name = f"check-{secrets.token_hex(8)}"

        async def work(db: Any) -> None:
            async with db.transaction():
                await db.execute("INSERT INTO records VALUES ($1, 0, $2)", name, bytes(CHECKED_BYTES))
                if count_of(await db.execute("DELETE FROM records WHERE id=$1", name)) != 1:
                    raise StoreFault("what was written cannot be found")

        await self.ask(work)

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        while self.asked:
            self.idle.clear()
            await self.idle.wait()
        if self.pool is not None:
            await self.pool.close()


async def deeds_since(db: Any, table_id: str, seq: int) -> list[JournalEntry]:
    return [JournalEntry(*row) for row in await db.fetch(sql.DEEDS, table_id, seq)]


def is_text(name: str) -> bool:
    """Return whether the database could hold such a name: no table and no record has another."""
    return "\0" not in name and name.isprintable()


def count_of(done: str) -> int:
    """Read how many rows a statement was about from what the server says of it, as in `DELETE 3`."""
    return int(done.rpartition(" ")[2])
