"""The people of a load test: clients over real sockets that answer at random, and the tables they sit at."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from kickdoor.catalog.defaults import default_sets
from kickdoor.engine.machine.prompts import P_SHIFT, P_TO
from kickdoor.server.room.room_data import seal_of

SEATS = 4
START_TIMEOUT_S = 120.0
SETTING_UP = {"l", "r"}
"""Commands that are done before a game can begin."""
LOOKING = "w"
LOOK = json.dumps({"t": "why", "cmd": LOOKING})


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
    bot_tables: int = 0
    """Those beside them."""
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    messages: int = 0
    bytes: int = 0
    refused: int = 0
    lost: int = 0
    memory_before: int = 0
    memory_after: int = 0
    processor: float = 0.0
    """The share of a processor that the servers had."""
    beneath: float = 0.0
    """The share that PostgreSQL and Redis had, where there are any."""
    client: float = 0.0
    """The share of those who play."""
    beside: dict[str, Beside] = field(default_factory=dict)
    """What was measured beside tables of bots, by their name."""


@dataclass
class Beside:
    """What was measured while bots of one sort played beside."""

    parts: list[list[float]] = field(default_factory=list)
    """The seconds that answers took, each time it was their turn."""
    moves: int = 0
    """Changes of the game at the bots' own tables."""
    seconds: float = 0.0

    @property
    def latencies(self) -> list[float]:
        return [one for part in self.parts for one in part]


class Player:
    """One seat's client: does something at random whenever its table lets it."""

    def __init__(self, table: Table, seat: int, token: str, address: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.address = address
        self.view: Message | None = None
        self.seen = -1
        self.room: Message | None = None
        self.salt = secrets.token_hex(16)
        self.done: set[str] = set()
        """What has been done of setting up."""
        self.socket: ClientConnection | None = None

    async def play(self) -> None:
        """Connect, listen, and record when each view arrives."""
        async with connect(f"ws://{self.address}/ws", compression=None, max_size=None, ping_interval=None) as ws:
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
        elif message.t == "refused" and message.cmd != LOOKING:
            outcome.refused += 1
            self.table.settle()
        elif message.t == "done" and message.cmd == self.table.cmd:
            self.table.is_done = True
        elif message.t == "done" and message.cmd in SETTING_UP:
            self.done.add(message.cmd)

    async def prepare(self) -> None:
        """Seal a part of the shuffle, and is ready."""
        assert self.socket is not None
        assert self.room is not None
        seal = seal_of(self.salt, self.room.id)
        await self.socket.send(json.dumps({"t": "seal", "cmd": "l", "hash": seal}))
        await self.socket.send('{"t":"ready","cmd":"r","on":true}')

    def can_answer(self) -> bool:
        view = self.view
        return view is not None and view.question is not None and not (view.window is not None and view.window.done)

    async def answer(self) -> None:
        """Answer the question at random."""
        view = self.view
        if view is None or view.question is None or self.socket is None:
            return
        own = [option for option in view.choices if option.mine]
        plain = [option for option in own if option.form is None]
        option = random.choice(plain or own)
        # Whoever has to decide looks at their cards
        await self.socket.send(LOOK)
        self.table.begin(self)
        order = {"t": "do", "cmd": self.table.cmd, "key": option.key, "picks": picks_of(option.form)}
        await self.socket.send(json.dumps(order | {"prompt": view.question.prompt}))


def picks_of(form: Form | None) -> list[int]:
    """Fill a form in as briefly as it can be."""
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
        self.resting = False
        """Everybody is there and nobody does anything."""
        self.measuring = False

    def begin(self, sender: Player) -> None:
        self.number += 1
        self.cmd = f"n{self.number}"
        self.sender = sender
        self.is_done = False
        self.target = -1
        self.began = time.perf_counter()

    def arrived(self, player: Player) -> None:
        """Note that a view has arrived; the answer is through when it has reached every seat."""
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
        """Have somebody answer so often a second on average, if anybody is asked and no answer is under way.

        Tables that answered every second sharp would all have their turn at once after the first moment in which they
        had to wait, and ever after.
        """
        await asyncio.sleep(random.random() / rate)
        while not self.stopped:
            able = [player for player in self.players if player.can_answer()]
            if able and self.sender is None and not self.resting:
                with contextlib.suppress(Exception):
                    await random.choice(able).answer()
            await asyncio.sleep(random.uniform(0.5, 1.5) / rate)


def post(address: str, path: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(
        f"http://{address}{path}", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def set_up(addresses: list[str], outcome: Outcome, bots: str | None = None, number: int = 0) -> Table:
    """Open one table and takes all its seats, or the first if bots have the others.

    Where there are several servers each seat is connected to another than the one before: the first to that which runs
    the table, and whose turn that is says the table's number.
    """
    addresses = [addresses[(number + i) % len(addresses)] for i in range(SEATS)]
    address = addresses[0]
    order = {"name": "P0", "sets": list(default_sets()), "seats": SEATS, "speed": "blitz", "bots": bots, "pace": "none"}
    first = post(address, "/api/tables", order)
    table = Table(outcome, first["code"])
    tokens = [first["token"]]
    for i in range(1, 1 if bots else SEATS):
        tokens.append(post(address, f"/api/tables/{table.code}/seats", {"name": f"P{i}"})["token"])
    table.players = [Player(table, i, token, addresses[i]) for i, token in enumerate(tokens)]
    return table


async def start(table: Table) -> None:
    """Start the game of a table whose players have taken their seats; returns when everybody sees it."""
    async with asyncio.timeout(START_TIMEOUT_S):
        while any(player.room is None or player.socket is None for player in table.players):
            await asyncio.sleep(0.02)
        for player in table.players:
            await player.prepare()
        while any(not player.done >= SETTING_UP for player in table.players):
            await asyncio.sleep(0.02)
        assert table.players[0].socket is not None
        await table.players[0].socket.send('{"t":"start","cmd":"s"}')
        while any(player.view is None for player in table.players):
            await asyncio.sleep(0.02)
