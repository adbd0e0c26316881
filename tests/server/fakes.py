"""A manual clock, a bot pool without processes, and a server made of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.server.harness import BUDGET

from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.defaults import default_sets
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, key
from kickdoor.replay.record import Record
from kickdoor.server.bot_workers.bot_job import BotJob, BotJobResult, think
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.bot_workers.worker_process import WorkerPool
from kickdoor.server.live.room_actor import RoomActor
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import game_of
from kickdoor.server.room.room import Client, Room
from kickdoor.server.room.room_data import RoomData, SeatData
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.storage.sqlite_store import SqliteStore

STORES: list[SqliteStore] = []
"""The store of the running server."""


class FakeClock:
    """Time that stands still until a test lets it go on."""

    def __init__(self) -> None:
        self.time = 1_000_000.0
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.time + seconds, future))
        await future

    def alarm(self, seconds: float, ring: Callable[[], None]) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.add_done_callback(lambda done: None if done.cancelled() else ring())
        self.sleepers.append((self.time + seconds, future))
        return future

    async def go(self, seconds: float, step: float = 0.5) -> None:
        """Let time pass in small steps, everybody doing meanwhile what is due."""
        end = self.time + seconds
        while self.time < end:
            self.time = min(end, self.time + step)
            due = [future for at, future in self.sleepers if at <= self.time]
            self.sleepers = [(at, future) for at, future in self.sleepers if at > self.time and not future.done()]
            for future in due:
                if not future.done():
                    future.set_result(None)
            await quiet()


async def quiet() -> None:
    """Wait until everybody has done what there is to do now, threads included, however slow they are."""
    for _ in range(4):
        await asyncio.to_thread(lambda: None)
        for store in [store for store in STORES if not store.closed]:
            with contextlib.suppress(StoreFault):
                await store.ask(lambda db: None)
        for _ in range(3):
            await asyncio.sleep(0.001)


class InlineBotPool(BotPool):
    """Bots that think on the spot."""

    def __init__(self) -> None:
        super().__init__(1, [], known=BotRegistry(budget=BUDGET))
        self.faults = 0
        """So many thoughts from now on fail."""

    async def run(self, table: str, work: Callable[..., Any], *arguments: Any) -> Any:
        return work(*arguments)

    async def ask(self, crew: WorkerPool, errand: BotJob) -> BotJobResult:
        if self.faults:
            self.faults -= 1
            raise RuntimeError("the worker has broken down")
        return think(errand)

    def close(self) -> None: ...


class FakeClient:
    """A client that keeps what it is sent."""

    def __init__(self) -> None:
        self.messages: list[wire.ServerMessage] = []
        self.ended = ""

    def post(self, message: wire.ServerMessage) -> None:
        if not self.ended:
            self.messages.append(message)

    def hang_up(self, for_good: bool = False) -> None:
        self.ended = self.ended or ("for good" if for_good else "for now")

    def last(self, kind: type) -> Any:
        return [message for message in self.messages if isinstance(message, kind)][-1]


class ServerFixture:
    """A server with its room service, a store on disk, and a manual clock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = FakeClock()
        self.thinkers = InlineBotPool()
        self.open()

    def open(self) -> None:
        self.store = SqliteStore(self.path)
        STORES[:] = [self.store]
        self.tables = RoomManager(self.store, self.clock, self.thinkers)
        self.admission = RoomService(self.tables)

    async def crash(self) -> None:
        """End without a word, as kill -9 does, and opens again: what is written is all there is."""
        for running in list(self.tables.running.values()):
            self.tables.drop(running)
        await self.tables.close()
        self.open()

    async def end(self) -> None:
        """End as SIGTERM does, and opens again."""
        await self.tables.close()
        self.open()

    async def record_of(self, room: Room) -> Record:
        """Make the record of a game so far, as at its end."""
        assert room.match is not None
        return game_of(room.data, *await self.store.story(room.data.id), room.match)

    async def connect(self, code: str, token: str | None, since: int = 0) -> tuple[Client, FakeClient, Any]:
        box = FakeClient()
        joined = await self.admission.join(wire.Hello(code=code, token=token, since=since), box)
        assert joined is not None
        return joined[1], box, joined[0]


async def safe_answer(server: ServerFixture, running: RoomActor, client: Client) -> None:
    """Give the safe answer to whatever is asked."""
    s = running.room.match.state
    if not runtime.prompted_seats(s) >> client.seat & 1:
        return
    prompt = runtime.prompt(s, client.seat)
    code = prompt.codes[0]
    picks = runtime.form(s, client.seat, code).default(s) if code & FORM_BIT else []
    cmd = f"c{running.room.next_seq}-{s.serial}"
    await server.admission.command(running, client, wire.Do(cmd=cmd, key=key(code), picks=picks, prompt=prompt.id))


def order(seats: int = 4, bots: str = "easy", speed: str = "normal") -> RoomData:
    seats_data = [SeatData(), *[SeatData(name=f"Bot{i}", kind="bot", bot=bots) for i in range(1, seats)]]
    return RoomData(id="", code="", sets=list(default_sets()), options={}, speed=speed, seats=seats_data)


def run_with_server(path: Path, exercise: Callable[[ServerFixture], Awaitable[None]]) -> None:
    """Run steps with a new server."""

    async def run() -> None:
        # One thread does what is handed to any, in order: whoever waits for it has waited for all before
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        server = ServerFixture(path / "tables.db")
        try:
            await exercise(server)
        finally:
            await server.tables.close()

    asyncio.run(run())
