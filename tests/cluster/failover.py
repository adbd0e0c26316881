"""Two real servers with one database, and clients of both while one is killed, paused or terminated."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from tests.processes import end
from tests.server.crash import Player, Server, begin, seat_all
from tests.server.crash_compared import compare

from kickdoor.server.storage.interface import JournalEntry, StoredTable
from kickdoor.server.storage.postgres.postgres_store import PostgresStore

RECOVERY_TIMEOUT_S = 20.0
"""Seconds until play continues after a server is lost: twice the goal, for a busy machine."""


@asynccontextmanager
async def two_servers(*arguments: str) -> AsyncIterator[tuple[Server, Server]]:
    """Start two servers that share all they have."""
    async with many_servers(2, *arguments) as (one, two):
        yield one, two


@asynccontextmanager
async def many_servers(number: int, *arguments: str) -> AsyncIterator[tuple[Server, ...]]:
    """Start servers that share all they have."""
    servers: list[Server] = []
    try:
        for _ in range(number):
            servers.append(await asyncio.to_thread(Server, *arguments))
        yield tuple(servers)
    finally:
        for server in servers:
            end(server.process)


@asynccontextmanager
async def playing(places: list[tuple[Player, Server]]) -> AsyncIterator[None]:
    """Have people play, each at a server, coming again when they are sent away."""
    tasks = [asyncio.create_task(player.play(server.address)) for player, server in places]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def opened(server: Server, tables: int = 1) -> list[Player]:
    """Make tables at a server and begins their games."""
    players = await asyncio.to_thread(seat_all, server, tables, 7)
    await begin(server, players)
    return players


async def until(is_so: Callable[[], bool], seconds: float = 120.0) -> float:
    """Wait for something; gives how long that took."""
    began = time.monotonic()
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.02)
    return time.monotonic() - began


async def go_on(players: Sequence[Player], steps: int = 4, seconds: float = 120.0) -> float:
    """Wait until every client has seen some more answers, or the end of the game."""
    seen = {id(player): player.seq for player in players}

    def waiting() -> list[Player]:
        return [one for one in players if not one.over and one.seq < seen[id(one)] + steps]

    try:
        return await until(lambda: not waiting(), seconds)
    except TimeoutError:
        stuck = {one.code for one in waiting()}
        raise AssertionError([vars(one) | {"games": 0, "lines": 0} for one in players if one.code in stuck]) from None


async def compare_all(url: str, players: Sequence[Player]) -> None:
    """Check that clients saw exactly what was stored."""
    for player in players:
        assert player.problems == []
        compare(*await stored(url, player.code), player)


async def stored(url: str, code: str) -> tuple[StoredTable, list[JournalEntry]]:
    store = PostgresStore(url)
    try:
        found = await store.find(code)
        assert found is not None
        return found, (await store.story(found.id))[0]
    finally:
        await store.close()


async def owner_of(url: str, code: str) -> tuple[str | None, int]:
    """Read who runs a table, and under which epoch."""
    store = PostgresStore(url)
    try:
        row = await store.ask(lambda db: db.fetchrow("SELECT owner, epoch FROM tables WHERE code=$1", code))
        return row["owner"], row["epoch"]
    finally:
        await store.close()


async def servers_of(url: str) -> int:
    """Count the servers that have leases."""
    store = PostgresStore(url)
    try:
        found: int = await store.ask(lambda db: db.fetchval("SELECT count(*) FROM nodes"))
        return found
    finally:
        await store.close()


def quietly(server: Server, number: int) -> None:
    """Send a server a signal, if it lives."""
    with contextlib.suppress(ProcessLookupError):
        server.process.send_signal(number)
