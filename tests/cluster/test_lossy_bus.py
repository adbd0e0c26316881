"""Tests with a bus that loses and duplicates messages: requests run once, and notifications arrive."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.fakes import FakeClock, InlineBotPool
from tests.server.harness import new_data, token_of

from kickdoor.server.cluster import relay, remote_session
from kickdoor.server.cluster.bus import Bus, Receive
from kickdoor.server.cluster.cluster_messages import ClusterMessage, decoder, encoder
from kickdoor.server.cluster.ownership import OwnedElsewhere, SingleServerOwnership
from kickdoor.server.cluster.relay import Relay
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.storage.sqlite_store import SqliteStore
from kickdoor.server.websocket.handler import Connection

FREE = Limits(commands=(1e9, 1e9), chat=(1e9, 1e9), table_chat=(1e9, 1e9), joins=(1e9, 1e9))


class Owners(SingleServerOwnership):
    """Ownership without leases: the first server owns a table as long as it lives."""

    def __init__(self, name: str, all_of_them: dict[str, str]) -> None:
        self.name = name
        self.all = all_of_them

    async def claim(self, table_id: str) -> int:
        if self.all.setdefault(table_id, self.name) != self.name:
            raise OwnedElsewhere(self.all[table_id])
        return 0


class Lossy(Bus):
    """A bus without Redis that loses and duplicates messages at the given rates."""

    faults = (AttributeError,)

    def __init__(self, name: str, all_of_them: dict[str, Receive], rng: random.Random) -> None:
        super().__init__("redis://nowhere", name)
        self.all = all_of_them
        self.rng = rng
        self.lost = 0
        self.loses = 0.0
        self.dead = False

    async def open_up(self, receive: Receive) -> None:
        self.all[self.name] = receive
        self.client = None

    def send(self, node: str, letter: ClusterMessage) -> None:
        if self.dead or self.rng.random() < self.loses:
            self.lost += 1
            return
        times = 2 if self.rng.random() < self.loses else 1
        for _ in range(times):
            if node in self.all:
                asyncio.get_running_loop().call_soon(self.all[node], decoder.decode(encoder.encode(letter)))

    async def close(self) -> None:
        self.all.pop(self.name, None)


class Silent:
    """A socket without input."""


class House:
    """One server of several, without a network."""

    def __init__(self, name: str, store: SqliteStore, owners: dict[str, str], buses: dict[str, Receive]) -> None:
        self.tables = RoomManager(store, FakeClock(), InlineBotPool(), None, Owners(name, owners))
        self.admission = RoomService(self.tables, FREE)
        self.bus = Lossy(name, buses, random.Random(name))
        self.relay = Relay(self.bus, self.admission, FREE)


@asynccontextmanager
async def two_houses(path: Path) -> AsyncIterator[tuple[House, House]]:
    store = SqliteStore(path)
    owners: dict[str, str] = {}
    buses: dict[str, Receive] = {}
    one, two = (House(name, store, owners, buses) for name in ("one", "two"))
    for node in (one, two):
        await node.relay.open_up(None, list)
    try:
        yield one, two
    finally:
        for node in (one, two):
            await node.relay.close()
            node.tables.drop_all()
        await store.close()


def take(connection: Connection) -> list[dict[str, Any]]:
    """Take what was sent to a client."""
    out: list[dict[str, Any]] = []
    while connection.waiting:
        out.append(json.loads(connection.next()))
    return out


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (remote_session, "JOIN_RETRY_S"),
        (remote_session, "COMMAND_RETRY_S"),
        (remote_session, "PAUSE"),
        (relay, "HEARTBEAT_INTERVAL_S"),
    ):
        monkeypatch.setattr(module, name, 0.05)


async def until_told(connection: Connection, text: str, chat: list[str]) -> None:
    while text not in chat:
        await asyncio.sleep(0.01)
        chat += [message["text"] for message in take(connection) if message["t"] == "chat"]


def test_requests_over_a_lossy_bus_are_executed_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_houses(tmp_path / "t.db") as (one, two):
            running = await one.tables.create(new_data())
            hello = wire.Hello(code=running.room.data.code, token=token_of(0))
            with pytest.raises(OwnedElsewhere):
                await two.tables.find(hello.code)
            connection = Connection(Silent())
            visit = await two.relay.visit(hello, connection, "1.2.3.4", "one")
            for node in (one, two):
                node.bus.loses = 0.25
            chat: list[str] = []
            for n in range(40):
                await visit.command(wire.Say(cmd=f"c{n}", text=f"line {n}"))
                await until_told(connection, f"line {n}", chat)
            assert [text for _, _, text in running.room.chat][-40:] == [f"line {n}" for n in range(40)]
            assert chat == [f"line {n}" for n in range(40)]
            assert one.bus.lost > 10
            assert two.bus.lost > 10
            await visit.part()

    asyncio.run(run())


def test_a_proxied_client_follows_to_the_new_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "SILENT", 0.3)

    async def run() -> None:
        async with two_houses(tmp_path / "t.db") as (one, two):
            running = await one.tables.create(new_data())
            hello = wire.Hello(code=running.room.data.code, token=token_of(0))
            connection = Connection(Silent())
            visit = await two.relay.visit(hello, connection, "1.2.3.4", "one")
            await visit.command(wire.Say(cmd="a", text="before"))
            take(connection)
            one.bus.dead = True
            one.bus.all.pop("one")
            asking = asyncio.create_task(visit.command(wire.Say(cmd="b", text="meanwhile")))
            await asyncio.sleep(0.5)
            assert not asking.done()
            # The lease has run out
            one.tables.drop_all()
            two.tables.owners.all.clear()
            await asking
            assert visit.home is not None
            chat: list[str] = []
            await until_told(connection, "meanwhile", chat)
            assert chat == ["meanwhile"]
            here = two.tables.running[running.room.data.id]
            assert [text for _, _, text in here.room.chat] == ["before", "meanwhile"]
            assert not connection.ended
            await visit.part()
            assert not here.room.clients

    asyncio.run(run())


def test_a_client_that_leaves_is_removed_at_the_owner(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_houses(tmp_path / "t.db") as (one, two):
            running = await one.tables.create(new_data())
            hello = wire.Hello(code=running.room.data.code, token=token_of(0))
            visit = await two.relay.visit(hello, Connection(Silent()), "1.2.3.4", "one")
            assert len(running.room.clients) == 1
            await visit.part()
            while running.room.clients:
                await asyncio.sleep(0.01)
            # All proxied clients of a silent server are removed
            visit = await two.relay.visit(hello, Connection(Silent()), "1.2.3.4", "one")
            (guest,) = one.relay.guests.here.values()
            two.bus.dead = True
            guest.alive -= 3600.0
            while running.room.clients:
                await asyncio.sleep(0.01)

    asyncio.run(run())
