"""Connections come and go all the time: nothing of them is left, also where nobody looks for what was left behind."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import dataclasses
import gc
import json
import logging
import os
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from tests.attacks.target_server import Target, frame, request
from tests.layers import few
from tests.server.fakes import InlineBotPool

from kickdoor.server.http.http_protocol import FilteringListener
from kickdoor.server.limits.connection_limiter import ConnectionLimiter
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_manager import MAX_FAULTS_PER_ROOM, RoomManager
from kickdoor.server.protocol.refusal_codes import CloseCode
from kickdoor.server.run_server import ServerConfig, WallClock, settings
from kickdoor.server.storage.sqlite_store import SqliteStore

FREE = Limits(**{one.name: 10**9 if one.type == "int" else (1e9, 1e9) for one in dataclasses.fields(Limits)})
TEXT, CLOSE = 0x1, 0x8
BYE = frame(CLOSE, struct.pack("!H", 1000))
OF_A_CONNECTION = (
    "HttpWire", "HttpRequestParser", "InboundMessages", "RequestResponseCycle", "ServerProtocol",
    "StreamReader", "WebSocket", "WebSocketTransport", "_SelectorSocketTransport",
)  # fmt: skip
"""Kinds of objects that there are while there is a connection."""

WAITS = 40
"""Half seconds in which what is left of connections may go."""

Say = Callable[[Target, dict[str, Any], dict[str, Any]], None]


def to_the_end(wire: socket.socket) -> int:
    """Read what comes, answers an end by the protocol, and gives its code."""
    wire.settimeout(20.0)
    code, last = 0, b""
    with contextlib.suppress(OSError):
        while piece := wire.recv(65536):
            last = (last + piece)[-100:]
            at = last.find(bytes([0x80 | CLOSE]))
            if not code and at >= 0 and len(last) >= at + 4:
                code = int.from_bytes(last[at + 2 : at + 4], "big")
                wire.sendall(BYE)
    return code


def cut(wire: socket.socket) -> None:
    """Have a connection end without a word, as when the plug is pulled."""
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def hello(**said: Any) -> bytes:
    return frame(TEXT, json.dumps({"t": "hello"} | said).encode())


def sitting(target: Target, table: dict[str, Any], *more: bytes) -> None:
    """Come to a table, says something and goes."""
    with target.open_socket("127.0.0.1") as wire:
        wire.sendall(hello(**table))
        assert wire.recv(1000)[0] == 0x80 | TEXT
        for piece in more:
            wire.sendall(piece)
        if more:
            to_the_end(wire)
        else:
            cut(wire)


def saying(target: Target, code: int, said: bytes) -> None:
    """Open a socket, says something, and sees that the server ends it for that."""
    with target.open_socket("127.0.0.1") as wire:
        wire.sendall(said)
        assert to_the_end(wire) == code


def silent(target: Target, pulled: bool) -> None:
    with target.open_socket("127.0.0.1") as wire:
        if pulled:
            cut(wire)


def asking(target: Target, head: bytes, to_end: bool = True) -> None:
    with target.connect("127.0.0.1") as wire:
        wire.sendall(head)
        if to_end:
            to_the_end(wire)
        else:
            cut(wire)


def handshake(path: str = "/ws", origin: str = "http://127.0.0.1", version: int = 13) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode() if version == 13 else "?"
    more = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nOrigin: {origin}\r\n"
    return request("GET", path, f"{more}Sec-WebSocket-Version: {version}\r\n")


WAYS: dict[str, Say] = {
    "ended properly": lambda target, table, broken: sitting(target, table, BYE),
    "cut off": lambda target, table, broken: sitting(target, table),
    "ended at the table for a broken frame": lambda target, table, broken: sitting(target, table, b"\xff" * 12),
    "ended before hello": lambda target, table, broken: saying(target, 1000, BYE),
    "cut off before hello": lambda target, table, broken: silent(target, True),
    "left before hello": lambda target, table, broken: silent(target, False),
    "refused for its origin": lambda target, table, broken: asking(target, handshake(origin="http://evil.example")),
    "refused for its address": lambda target, table, broken: asking(target, handshake("/elsewhere")),
    "refused at the handshake": lambda target, table, broken: asking(target, handshake(version=99)),
    "refused for nonsense": lambda target, table, broken: saying(target, CloseCode.BAD_MESSAGE, frame(TEXT, b"{}")),
    "refused for its token": lambda target, table, broken: saying(
        target, CloseCode.BAD_TOKEN, hello(**table | {"token": "a" * 24})
    ),
    "refused for its table": lambda target, table, broken: saying(
        target, CloseCode.NO_TABLE, hello(code="BCDFGH", token="a" * 24)
    ),
    "refused for what its table has come to": lambda target, table, broken: saying(
        target, CloseCode.BROKEN, hello(**broken)
    ),
    "ended for a broken frame": lambda target, table, broken: saying(target, 1002, b"\xff" * 12),
    "without a word": lambda target, table, broken: asking(target, b"", False),
    "a request": lambda target, table, broken: asking(target, request("GET", "/api/tables", "Connection: close\r\n")),
    "a request nobody waits for": lambda target, table, broken: asking(target, request("GET", "/api/cards"), False),
    "no request": lambda target, table, broken: asking(target, b"\0\r\n\r\n"),
}
"""What a connection may be and how it may end."""


async def gone(door: ConnectionLimiter, server: uvicorn.Server) -> None:
    """Wait until the server has noticed that nobody is there."""
    for _ in range(2000):
        if not door.total and not server.server_state.connections and not server.server_state.tasks:
            break
        await asyncio.sleep(0.01)
    for _ in range(5):
        await asyncio.sleep(0.01)


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Have nobody look for what is not needed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def counted(before: int) -> tuple[int, dict[str, int]]:
    """Return how many more objects there are than before, and what is left of connections."""
    objects = gc.get_objects()
    kinds = Counter(type(one).__name__ for one in objects)
    return len(objects) - before, {kind: kinds[kind] for kind in OF_A_CONNECTION if kinds[kind]}


def few_more(times: int) -> int:
    """Return how many more objects there may be after so many connections."""
    return 3 * times + 300


async def churn(folder: Path, say: Say, times: int) -> tuple[int, dict[str, int], int]:
    """Have connections come and go; tells what is more, what of connections is left, and what is in rings."""
    tables = RoomManager(SqliteStore(folder / "churn.db"), WallClock(), InlineBotPool())
    door = ConnectionLimiter(FREE)
    listener = socket.create_server(("127.0.0.1", 0), backlog=100)
    target = Target(listener.getsockname()[1])
    server = uvicorn.Server(settings(tables, ServerConfig(["127.0.0.1"], limits=FREE), door))
    serving = asyncio.create_task(server._serve(sockets=[FilteringListener(listener, door)]))
    while not server.started:
        await asyncio.sleep(0.01)

    def many(count: int) -> None:
        for _ in range(count):
            say(target, table, broken)

    try:
        order = {"name": "Eve", "sets": ["deluxe"], "seats": 3, "bots": "easy"}
        made = [await asyncio.to_thread(target.ask, "POST", "/api/tables", order, "127.0.0.1") for _ in range(2)]
        table, broken = [{"code": one["code"], "token": one["token"]} for one in made]
        fallen = await tables.find(broken["code"])
        assert fallen is not None
        tables.faults[fallen.room.data.id] = MAX_FAULTS_PER_ROOM
        tables.drop(fallen)
        del fallen
        await asyncio.to_thread(many, 10)
        await gone(door, server)
        with uncollected():
            before = len(gc.get_objects())
            await asyncio.to_thread(many, times)
            await gone(door, server)
            more, left = counted(before)
            # A timer may hold a connection that was cut off while it was answered, for as long as a slow client has
            for _ in range(WAITS):
                if not left and more < few_more(times):
                    break
                await asyncio.sleep(0.5)
                more, left = counted(before)
            rings = gc.collect()
        return more, left, rings
    finally:
        server.should_exit = True
        await serving


@pytest.mark.parametrize("times", few([120, 3000], 1))
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_of_connections_that_come_and_go(
    tmp_path: Path, way: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is logged is kept until the test is over
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    # A server in this process silences this logger, which others are tested with
    monkeypatch.setattr(logging.getLogger("uvicorn.access"), "propagate", True)
    more, left, rings = asyncio.run(churn(tmp_path, WAYS[way], times))
    assert not left
    assert rings < times / 4
    assert more < few_more(times)
