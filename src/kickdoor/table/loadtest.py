"""Plays many tables at once over real sockets, to see how long an answer takes to reach every seat as a view."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import random
import secrets
import tempfile
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from kickdoor.catalog.defaults import default_sets
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.prompts import P_SHIFT, P_TO
from kickdoor.table.room.room_data import seal_of
from kickdoor.table.server.rate_limits import Limits

SEATS = 4
ENDLESS = (1e9, 1e9)
FREE = Limits(
    lookups=ENDLESS, misses=ENDLESS, makings=ENDLESS, records=ENDLESS, pages=ENDLESS, messages=ENDLESS, chat=ENDLESS,
    emotes=ENDLESS, connections=1_000_000, open=1_000_000, arrivals=ENDLESS, requests=ENDLESS, frames=ENDLESS,
    record_bytes=ENDLESS, all_arrivals=ENDLESS, all_requests=ENDLESS, all_makings=ENDLESS,
    newcomers=ENDLESS, commands=ENDLESS, joins=ENDLESS, watcher_joins=ENDLESS, table_chat=ENDLESS,
    analyses=ENDLESS, hints=ENDLESS,
)  # fmt: skip
"""One machine plays everybody here."""
Progress = Callable[[int, float], None]


class Form(Struct):
    """What a client of the test looks at of a form."""

    kind: str
    least: int
    atoms: list[int]
    receivers: list[int]


class Option(Struct):
    key: str
    mine: bool
    form: Form | None


class Asked(Struct):
    prompt: int


class Window(Struct):
    done: bool


class Message(Struct):
    """What a client of the test looks at of a message."""

    t: str
    id: str = ""
    opening: bool = False
    seq: int = -1
    cmd: str = ""
    question: Asked | None = None
    choices: list[Option] = []
    window: Window | None = None


decoder = msgspec.json.Decoder(Message)


@dataclass
class Outcome:
    """What was measured."""

    tables: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    messages: int = 0
    bytes: int = 0
    refused: int = 0
    lost: int = 0
    memory_before: int = 0
    memory_after: int = 0
    processor: float = 0.0


class Player:
    """One seat's client: does something by lot whenever its table lets it."""

    def __init__(self, table: Table, seat: int, token: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.view: Message | None = None
        self.seen = -1
        self.room: Message | None = None
        self.salt = secrets.token_hex(16)
        self.socket: ClientConnection | None = None

    async def play(self, address: str) -> None:
        """Connects, listens, and notes when each view arrives."""
        async with connect(f"ws://{address}/ws", compression=None, max_size=None, ping_interval=None) as ws:
            self.socket = ws
            await ws.send(json.dumps({"t": "hello", "code": self.table.code, "token": self.token}))
            async for data in ws:
                self.hear(data)
                if self.room is not None and self.room.opening:
                    self.room = None
                    await ws.send(json.dumps({"t": "reveal", "cmd": "o", "salt": self.salt}))
        if not self.table.stopped:
            self.table.outcome.lost += 1

    def hear(self, data: str | bytes) -> None:
        outcome = self.table.outcome
        outcome.messages += 1
        outcome.bytes += len(data)
        message = decoder.decode(data)
        if message.t == "view":
            self.view = message
            self.seen = message.seq
            self.table.arrived(self)
        elif message.t == "room":
            self.room = message
        elif message.t == "refused":
            outcome.refused += 1
            self.table.settle()
        elif message.t == "done" and message.cmd == self.table.cmd:
            self.table.is_done = True

    def can_answer(self) -> bool:
        view = self.view
        return view is not None and view.question is not None and not (view.window is not None and view.window.done)

    async def answer(self) -> None:
        """Answers the question by lot."""
        view = self.view
        if view is None or view.question is None or self.socket is None:
            return
        own = [option for option in view.choices if option.mine]
        plain = [option for option in own if option.form is None]
        option = random.choice(plain or own)
        self.table.begin(self)
        order = {"t": "do", "cmd": self.table.cmd, "key": option.key, "picks": picks_of(option.form)}
        await self.socket.send(json.dumps(order | {"prompt": view.question.prompt}))


def picks_of(form: Form | None) -> list[int]:
    """Fills a form in as briefly as it can be."""
    if form is None:
        return []
    picks = form.atoms[: form.least]
    return [P_TO << P_SHIFT | form.receivers[0], *picks] if form.kind == "charity" and form.receivers else picks


class Table:
    """One table with its players, and the answer that is under way."""

    def __init__(self, outcome: Outcome, code: str) -> None:
        self.outcome = outcome
        self.code = code
        self.players: list[Player] = []
        self.number = 0
        self.cmd = ""
        self.sender: Player | None = None
        self.began = 0.0
        self.is_done = False
        self.target = -1
        self.stopped = False
        self.measuring = False

    def begin(self, sender: Player) -> None:
        self.number += 1
        self.cmd = f"n{self.number}"
        self.sender = sender
        self.is_done = False
        self.target = -1
        self.began = time.perf_counter()

    def arrived(self, player: Player) -> None:
        """Notes that a view has arrived; the answer is through when it has reached every seat."""
        if self.sender is None:
            return
        if player is self.sender and self.is_done and self.target < 0:
            self.target = player.seen
        if self.target >= 0 and min(other.seen for other in self.players) >= self.target:
            if self.measuring:
                self.outcome.latencies.append(time.perf_counter() - self.began)
            self.settle()

    def settle(self) -> None:
        self.sender = None

    async def keep_playing(self, rate: float) -> None:
        """Has somebody answer so often a second, if anybody is asked and no answer is under way."""
        await asyncio.sleep(random.random() / rate)
        while not self.stopped:
            able = [player for player in self.players if player.can_answer()]
            if able and self.sender is None:
                with contextlib.suppress(Exception):
                    await random.choice(able).answer()
            await asyncio.sleep(1 / rate)


def post(address: str, path: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(
        f"http://{address}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def set_up(address: str, outcome: Outcome) -> Table:
    """Opens one table and takes all its seats."""
    order = {"name": "P0", "sets": list(default_sets()), "seats": SEATS, "speed": "blitz"}
    first = post(address, "/api/tables", order)
    table = Table(outcome, first["code"])
    tokens = [first["token"]]
    for i in range(1, SEATS):
        tokens.append(post(address, f"/api/tables/{table.code}/seats", {"name": f"P{i}"})["token"])
    table.players = [Player(table, i, token) for i, token in enumerate(tokens)]
    return table


async def start(table: Table) -> None:
    """Starts the game of a table whose players are connected."""
    while any(player.room is None for player in table.players):
        await asyncio.sleep(0.02)
    for player in table.players:
        assert player.socket is not None
        assert player.room is not None
        seal = seal_of(player.salt, player.room.id)
        await player.socket.send(json.dumps({"t": "seal", "cmd": "l", "hash": seal}))
        await player.socket.send('{"t":"ready","cmd":"r","on":true}')
    await asyncio.sleep(0.2)
    assert table.players[0].socket is not None
    await table.players[0].socket.send('{"t":"start","cmd":"s"}')


def memory_of(pid: int) -> int:
    """Reads how much memory a process has, in kilobytes; 0 where that cannot be told."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def processor_of(pid: int) -> float:
    """Reads how many seconds of a processor a process has had."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100
    return 0.0


async def load(address: str, pid: int, count: int, seconds: float, rate: float, progress: Progress) -> Outcome:
    """Sets up the tables, plays, and measures."""
    outcome = Outcome(count)
    tables: list[Table] = []
    tasks: list[asyncio.Task[None]] = []
    starts: list[asyncio.Task[None]] = []
    # One more than asked for: what the first game loads for all of them is no table's memory
    for number in range(count + 1):
        table = await asyncio.to_thread(set_up, address, outcome)
        tables.append(table)
        tasks += [asyncio.create_task(player.play(address)) for player in table.players]
        starts.append(asyncio.create_task(start(table)))
        if number == 0:
            await starts[0]
            await asyncio.sleep(1.0)
            outcome.memory_before = memory_of(pid)
        progress(number, 0.0)
    await asyncio.gather(*starts)
    del tables[0]
    tasks += [asyncio.create_task(table.keep_playing(rate)) for table in tables]
    await asyncio.sleep(2.0)
    for table in tables:
        table.measuring = True
    outcome.messages = outcome.bytes = 0
    began, used = time.perf_counter(), processor_of(pid)
    while (gone := time.perf_counter() - began) < seconds:
        progress(count, gone)
        await asyncio.sleep(min(0.25, seconds - gone))
    outcome.seconds = time.perf_counter() - began
    outcome.processor = (processor_of(pid) - used) / outcome.seconds
    outcome.memory_after = memory_of(pid)
    for table in tables:
        table.stopped = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return outcome


def run_server(path: str, pipe: Connection) -> None:
    """Serves on a free port, in a process of its own."""
    from kickdoor.table.server.serving import Hosting, listen_at, open_store, serve

    listener = listen_at("127.0.0.1", 0)
    pipe.send(listener.getsockname()[1])
    serve(open_store(Path(path)), listener, Hosting(["127.0.0.1"], limits=FREE, workers=1))


def run_load(tables: int, seconds: float, rate: float, progress: Progress) -> Outcome:
    """Runs a server and the test against it; both end with it."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        mine, theirs = context.Pipe()
        server = context.Process(target=run_server, args=(f"{folder}/load.db", theirs))
        server.start()
        try:
            address = f"127.0.0.1:{mine.recv()}"
            time.sleep(1.0)
            return asyncio.run(load(address, server.pid or 0, tables, seconds, rate, progress))
        finally:
            server.terminate()
            server.join(5)
            if server.is_alive():
                server.kill()
                server.join()


def figures_of(outcome: Outcome) -> dict[str, float | int | str]:
    """Sums up what was measured."""
    times = sorted(outcome.latencies) or [0.0]
    per_table = (outcome.memory_after - outcome.memory_before) / max(1, outcome.tables)
    return {
        "tables": outcome.tables,
        "seats": outcome.tables * SEATS,
        "seconds": round(outcome.seconds, 1),
        "answers": len(outcome.latencies),
        "answers_per_second": round(len(outcome.latencies) / max(0.001, outcome.seconds), 1),
        "milliseconds_p50": round(1000 * times[len(times) // 2], 1),
        "milliseconds_p99": round(1000 * times[min(len(times) - 1, len(times) * 99 // 100)], 1),
        "milliseconds_most": round(1000 * times[-1], 1),
        "messages_per_second": round(outcome.messages / max(0.001, outcome.seconds)),
        "kilobytes_per_second": round(outcome.bytes / 1000 / max(0.001, outcome.seconds)),
        "server_processor": f"{100 * outcome.processor:.0f} %",
        "server_memory_megabytes": round(outcome.memory_after / 1000),
        "kilobytes_per_table": round(per_table),
        "refused": outcome.refused,
        "connections_lost": outcome.lost,
        "engine": "compiled" if str(machine.__file__).endswith((".so", ".pyd")) else "interpreted",
    }
