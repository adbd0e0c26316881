"""Attackers who sit at tables of their own: as many sockets, messages and bots as they are given."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.attacks.target_server import Target
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

IDLE_ACTS = ("equip", "unequip", "carry")
NUISANCES = (OSError, WebSocketException, TimeoutError)
Table = dict[str, Any]


def dial(server: Target, source: str) -> connect:
    """Connect a socket that is read, however much comes."""
    return connect(
        f"ws://{server.address}/ws", local_addr=(source, 0), origin=Origin(f"http://{server.address}"),
        compression=None, max_size=None, ping_interval=None, open_timeout=5, close_timeout=1,
    )  # fmt: skip


def open_table(server: Target, source: str, **fields: Any) -> Table:
    """Open a table and take its first seat."""
    order = {"name": "Eve", "sets": ["deluxe"], "seats": 3, "speed": "blitz", "pace": "none"}
    made: Table = server.ask("POST", "/api/tables", order | fields, source)
    asyncio.run(prove(server, source, made))
    return made


async def prove(server: Target, source: str, table: Table) -> None:
    """Fail unless one can sit and watch at a table: attackers who are kept out by accident show nothing."""
    for seated in (True, False):
        async with dial(server, source) as ws:
            await greet(ws, table, seated)
            assert json.loads(await ws.recv())["t"] == "room"


def tables_of(server: Target, source: str, most: int, **fields: Any) -> list[Table]:
    """Open as many tables as an address is given."""
    out: list[Table] = []
    with contextlib.suppress(OSError):
        while len(out) < most:
            out.append(open_table(server, source, **fields))
    return out


async def say(ws: ClientConnection, kind: str, numbers: itertools.count[int], **fields: Any) -> None:
    await ws.send(json.dumps({"t": kind, "cmd": f"e{next(numbers)}"} | fields))


async def greet(ws: ClientConnection, table: Table, seated: bool = True) -> None:
    hello = {"t": "hello", "code": table["code"]} | ({"token": table["token"]} if seated else {})
    await ws.send(json.dumps(hello))


async def drain(ws: ClientConnection) -> None:
    with contextlib.suppress(*NUISANCES):
        while True:
            await ws.recv()


async def while_besieging(stop: threading.Event, work: list[Coroutine[Any, Any, None]]) -> None:
    """Have all of them at it until it is over."""
    tasks = [asyncio.create_task(one) for one in work]
    while not stop.is_set():
        await asyncio.sleep(0.1)
        for task in tasks:
            # A refused attacker has done its work; an error on this side proves nothing
            if task.done() and task.exception() is not None and not isinstance(task.exception(), NUISANCES):
                task.result()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def besiege_with(stop: threading.Event, work: list[Coroutine[Any, Any, None]]) -> None:
    asyncio.run(while_besieging(stop, work))


# Coming and going


async def come_and_go(server: Target, source: str, hello: dict[str, Any]) -> None:
    """Report hello and is gone as soon as anything is answered, again and again."""
    while True:
        with contextlib.suppress(*NUISANCES):
            async with dial(server, source) as ws:
                await ws.send(json.dumps(hello))
                await ws.recv()
                ws.transport.abort()
        await asyncio.sleep(0.005)


def reconnects(server: Target, stop: threading.Event) -> None:
    """Come back without end to a game with a long log, with the right token."""
    work: list[Coroutine[Any, Any, None]] = []
    for n in range(1, 6):
        source = f"127.0.5.{n}"
        table = open_table(server, source, bots="easy")
        hello = {"t": "hello", "code": table["code"], "token": table["token"]}
        work += [play_idly(server, source, table), *[come_and_go(server, source, hello) for _ in range(10)]]
    besiege_with(stop, work)


def reconnects_with_wrong_tokens(server: Target, stop: threading.Event) -> None:
    """Come without end with tokens that are none, to tables that are there and to others."""
    table = open_table(server, "127.0.0.2")
    work = [
        come_and_go(server, f"127.0.5.{n}", {"t": "hello", "code": code, "token": "a" * 22 + str(n)})
        for n in range(1, 11)
        for code in (table["code"], "BCDFGH", "ZZZZZZ", table["code"])
    ]
    besiege_with(stop, work)


# At the table


async def play_idly(server: Target, source: str, table: Table, pause: float = 0.2) -> None:
    """Start the game and does what brings it on least, as fast as a connection may."""
    numbers = itertools.count(1)
    while True:
        with contextlib.suppress(*NUISANCES):
            async with dial(server, source) as ws:
                await greet(ws, table)
                await say(ws, "start", numbers)
                view: dict[str, Any] = {}
                while True:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(pause):
                            while True:
                                message = json.loads(await ws.recv())
                                view = message if message["t"] == "view" else view
                    await do_little(ws, view, numbers)
        await asyncio.sleep(0.5)


async def do_little(ws: ClientConnection, view: dict[str, Any], numbers: itertools.count[int]) -> None:
    plain = [choice for choice in view.get("choices", []) if choice["form"] is None]
    idle = [choice for choice in plain if choice["act"] in IDLE_ACTS]
    question = view.get("question")
    chosen = random.choice(idle or plain) if idle or (plain and question) else None
    if chosen is not None:
        await say(ws, "do", numbers, key=chosen["key"], picks=[], prompt=question["prompt"] if question else -1)


def idle_acts(server: Target, stop: threading.Event) -> None:
    """Put things on and takes them off without end, at several tables, each seat on all its devices."""
    work: list[Coroutine[Any, Any, None]] = []
    for n in range(1, 9):
        source = f"127.0.6.{n}"
        table = open_table(server, source, bots="easy")
        work += [play_idly(server, source, table) for _ in range(4)]
    besiege_with(stop, work)


def waking(server: Target, stop: threading.Event) -> None:
    """Come back to games of thousands of idle acts, one after the other."""

    async def wake_one_by_one() -> None:
        for n, (code, token) in enumerate(server.tables):
            async with dial(server, f"127.0.12.{n + 1}") as ws:
                await greet(ws, {"code": code, "token": token})
                first = await asyncio.wait_for(anext(aiter(ws), None), 30)
                assert first is not None
                assert json.loads(first)["t"] == "room"
            await asyncio.sleep(1.0)

    besiege_with(stop, [wake_one_by_one()])


def tables_everywhere(server: Target, stop: threading.Event) -> None:
    """Play at a separate table from each of many addresses, as fast as possible."""
    sources = [f"127.2.0.{n}" for n in range(1, 121)]
    with ThreadPoolExecutor(12) as pool:
        tables = list(pool.map(lambda source: open_table(server, source, bots="easy"), sources))
    work = [play_idly(server, *one) for one in zip(sources, tables, strict=True) for _ in range(3)]
    besiege_with(stop, work)


async def look_on(server: Target, source: str, table: Table, seated: bool) -> None:
    while True:
        with contextlib.suppress(*NUISANCES):
            async with dial(server, source) as ws:
                await greet(ws, table, seated)
                await drain(ws)
        await asyncio.sleep(1.0)


def watchers(server: Target, stop: threading.Event) -> None:
    """Have as many look on at a table as may, while each of its seats acts on all its devices."""
    work: list[Coroutine[Any, Any, None]] = []
    for n in range(1, 5):
        source = f"127.0.7.{n}"
        table = open_table(server, source, seats=6)
        seats = [table, *[seat_at(server, source, table, f"Eve {i}") for i in range(5)]]
        work += [look_on(server, source, table, False) for _ in range(20)]
        work += [look_on(server, f"127.0.8.{n}", seat, True) for seat in seats for _ in range(3)]
        work += [play_idly(server, f"127.0.9.{n}", seat) for seat in seats]
        work.append(make_ready(server, f"127.0.9.{n}", seats))
    besiege_with(stop, work)


def seat_at(server: Target, source: str, table: Table, name: str) -> Table:
    made: Table = server.ask("POST", f"/api/tables/{table['code']}/seats", {"name": name}, source)
    return made


async def make_ready(server: Target, source: str, seats: list[Table]) -> None:
    """Report for each seat that it is ready, and has the first start the game."""
    numbers = itertools.count(1)
    for seat in [*seats[1:], seats[0]]:
        async with dial(server, source) as ws:
            await greet(ws, seat)
            await ws.send(json.dumps({"t": "ready", "cmd": f"r{next(numbers)}", "on": True}))
            await ws.send(json.dumps({"t": "start", "cmd": f"s{next(numbers)}"}))
            await asyncio.sleep(0.1)


async def chatter(server: Target, source: str, table: Table) -> None:
    """Talk and waves as fast as a connection may."""
    numbers = itertools.count(1)
    while True:
        with contextlib.suppress(*NUISANCES):
            async with dial(server, source) as ws:
                await greet(ws, table)
                reading = asyncio.create_task(drain(ws))
                try:
                    while not reading.done():
                        await say(ws, "say", numbers, text="a" * 200)
                        await say(ws, "emote", numbers, name="rage")
                        await asyncio.sleep(0.4)
                finally:
                    reading.cancel()
        await asyncio.sleep(0.2)


def chat(server: Target, stop: threading.Event) -> None:
    """Talk at tables full of watchers, each seat on all its devices."""
    work: list[Coroutine[Any, Any, None]] = []
    for n in range(1, 5):
        source = f"127.0.10.{n}"
        table = open_table(server, source, bots="easy")
        work += [play_idly(server, source, table), *[look_on(server, source, table, False) for _ in range(20)]]
        work += [chatter(server, source, table) for _ in range(3)]
    besiege_with(stop, work)


def strong_bots(server: Target, stop: threading.Event) -> None:
    """Have as many tables of the strongest bots play as an address may, and steps back from them to look on."""

    async def step_back(source: str, table: Table) -> None:
        numbers = itertools.count(1)
        async with dial(server, source) as ws:
            await greet(ws, table)
            await say(ws, "start", numbers)
            await asyncio.sleep(0.2)
            await say(ws, "leave", numbers)
            await drain(ws)

    work: list[Coroutine[Any, Any, None]] = []
    for source in ("127.0.11.1", "127.0.11.2"):
        for table in tables_of(server, source, 40, seats=6, bots="nasty"):
            work.append(step_back(source, table))
    besiege_with(stop, work)
