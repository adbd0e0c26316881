"""Tests of leases: one server owns a table, and a server that lost it can write nothing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from tests.server.fakes import FakeClock, InlineBotPool
from tests.server.harness import new_data
from tests.server.store_contract import entry, table

from kickdoor.server.cluster.leases import Leases
from kickdoor.server.cluster.ownership import OwnedElsewhere
from kickdoor.server.live.room_actor import RoomActor, RoomUnloaded
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.room.room import Room
from kickdoor.server.storage.interface import Conflict, RoomWrite, StoreFault
from kickdoor.server.storage.postgres.connection import prepare
from kickdoor.server.storage.postgres.postgres_store import PostgresStore

pytestmark = pytest.mark.thorough
LONG = 3600.0


def nobody() -> None:
    raise AssertionError("nothing was lost")


async def run_out(node: Leases) -> None:
    """Have the lease of a server run out, as if it had been paused."""
    await node.store.ask(lambda db: db.execute("UPDATE nodes SET until=now()-interval '1 s' WHERE name=$1", node.name))


@asynccontextmanager
async def nodes(url: str, lease: float = LONG) -> AsyncIterator[tuple[Leases, Leases]]:
    """Open two servers' shares of one database."""
    await prepare(url)
    one, two = (Leases(PostgresStore(url), name, lease) for name in ("one", "two"))
    try:
        yield one, two
    finally:
        for node in (one, two):
            await node.close()
            await node.store.close()


def news(seq: int, epoch: int) -> RoomWrite:
    return RoomWrite([entry(seq)], b"by %d" % epoch, "playing", 9.0, epoch=epoch)


def run_with_leases(url: str, check: Callable[[Leases, Leases], Awaitable[None]]) -> None:
    async def run() -> None:
        async with nodes(url) as (one, two):
            await one.open_up(nobody)
            await two.open_up(nobody)
            await one.store.create(table())
            await check(one, two)

    asyncio.run(run())


def test_one_server_owns_a_table_until_it_releases_it(database: str) -> None:
    async def check(one: Leases, two: Leases) -> None:
        assert await one.claim("t1") == 1
        with pytest.raises(OwnedElsewhere) as told_of:
            await two.claim("t1")
        assert told_of.value.owner == "one"
        await one.store.append("t1", news(0, 1))
        # Its own again, for it may have dropped it in between: what was written under the former epoch is over
        assert await one.claim("t1") == 2
        await one.give_up("t1", 1)
        with pytest.raises(OwnedElsewhere):
            await two.claim("t1")
        await one.give_up("t1", 2)
        with pytest.raises(Conflict):
            await one.store.append("t1", news(1, 2))
        assert await two.claim("t1") == 3
        await two.store.append("t1", news(1, 3))

    run_with_leases(database, check)


def test_a_server_that_lost_a_table_writes_nothing(database: str) -> None:
    async def check(one: Leases, two: Leases) -> None:
        epoch = await one.claim("t1")
        await one.store.append("t1", news(0, epoch))
        await run_out(one)
        # Also before another server has it
        with pytest.raises(Conflict):
            await one.store.append("t1", news(1, epoch))
        with pytest.raises(StoreFault, match="no lease"):
            await one.claim("t1")
        assert await two.claim("t1") == epoch + 1
        await one.register()
        with pytest.raises(Conflict):
            await one.store.append("t1", news(1, epoch))
        with pytest.raises(OwnedElsewhere):
            await one.claim("t1")
        found = await two.store.load("t1")
        assert found is not None
        assert (found.table.room, found.deeds) == (b"by 1", [entry(0)])

    run_with_leases(database, check)


def test_a_closing_server_releases_all_tables_at_once(database: str) -> None:
    async def check(one: Leases, two: Leases) -> None:
        await one.store.create(table("t2", "CDFGHJ"))
        await one.claim("t1")
        await one.claim("t2")
        await one.close()
        assert [await two.claim(id) for id in ("t1", "t2")] == [2, 2]

    run_with_leases(database, check)


def test_one_of_two_competing_servers_gets_the_table(database: str) -> None:
    async def check(one: Leases, two: Leases) -> None:
        outcomes = await asyncio.gather(one.claim("t1"), two.claim("t1"), return_exceptions=True)
        assert sorted(type(e).__name__ for e in outcomes) == ["OwnedElsewhere", "int"]

    run_with_leases(database, check)


def test_a_table_with_an_owner_is_not_deleted(database: str) -> None:
    async def check(one: Leases, two: Leases) -> None:
        epoch = await one.claim("t1")
        assert await two.store.forget(1e9, []) == 0
        await one.give_up("t1", epoch)
        assert await two.store.forget(1e9, []) == 1
        assert await one.claim("t1") == 0

    run_with_leases(database, check)


def test_a_lease_is_renewed_and_lost_if_the_renewal_is_late(database: str) -> None:
    async def run() -> None:
        async with nodes(database, lease=2.0) as (one, two):
            over = asyncio.Event()
            await one.open_up(over.set)
            await two.open_up(lambda: None)
            await one.store.create(table())
            await one.claim("t1")
            await asyncio.sleep(3.0)
            with pytest.raises(OwnedElsewhere):
                await two.claim("t1")
            assert not over.is_set()
            await run_out(one)
            await over.wait()
            # It continues with the tables that no other server has
            while True:
                try:
                    assert await one.claim("t1") == 2
                    break
                except StoreFault:
                    await asyncio.sleep(0.05)

    asyncio.run(run())


async def found_again(manager: RoomManager, code: str) -> RoomActor:
    """Wait until a server may run a table."""
    while True:
        with contextlib.suppress(OwnedElsewhere):
            found = await manager.find(code)
            assert found is not None
            return found
        await asyncio.sleep(0.02)


def test_losing_a_table_is_not_an_error(database: str) -> None:
    async def run() -> None:
        async with nodes(database) as (one, two):
            managers = [RoomManager(node.store, FakeClock(), InlineBotPool(), None, node) for node in (one, two)]
            for manager in managers:
                await manager.open_up()
            mine = await managers[0].create(new_data())
            data = mine.room.data
            with pytest.raises(OwnedElsewhere):
                await managers[1].find(data.code)
            await run_out(one)
            theirs = await managers[1].find(data.code)
            assert theirs is not None
            assert theirs.epoch == mine.epoch + 1

            def rename(room: Room) -> None:
                room.data.seats[0].name = "Late"
                room.touch()
                room.unwritten = True

            with pytest.raises(RoomUnloaded):
                await managers[0].do(mine, rename)
            assert mine.closed
            assert managers[0].faults[data.id] == 0
            await managers[1].do(theirs, lambda room: room.touch())
            assert theirs.room.data.seats[0].name == "P0"
            # A table without clients is evicted, and then the other server may own it
            await managers[1].put_away(theirs)
            await one.register()
            again = await found_again(managers[0], data.code)
            assert again.epoch == theirs.epoch + 1
            for manager in managers:
                await manager.close()

    asyncio.run(run())
