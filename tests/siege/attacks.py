"""What attackers do. Each attack ends when it is told to, and never lasts longer than a few seconds."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.siege.stronghold import Stronghold, frame, request

PING = 0x9
Attack = Callable[[Stronghold, threading.Event], None]
FIXTURE = Path(__file__).parents[1] / "fixtures/0.1/deluxe.json"


def flood(server: Stronghold, stop: threading.Event, wires: int, begin: bytes, piece: bytes, as_socket: bool) -> None:
    """Sends the same on several connections as fast as they take it; one that is ended is opened anew."""

    def one() -> None:
        while not stop.is_set():
            with (
                contextlib.suppress(OSError, AssertionError),
                server.open_socket() if as_socket else server.connect() as wire,
            ):
                wire.settimeout(0.5)
                wire.sendall(begin)
                while not stop.is_set():
                    wire.sendall(piece)
            # As fast as somebody is who does not want to be seen by his own machine's limits
            time.sleep(0.01)

    threads = [threading.Thread(target=one, daemon=True) for _ in range(wires)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def absurd_records(server: Stronghold, stop: threading.Event) -> None:
    """Brings records along with a huge number of seats."""
    whole = json.loads(FIXTURE.read_bytes())
    game = whole.get("game", whole) | {"seats": 50_000_000, "sexes": [], "answers": []}
    body = json.dumps(game).encode()
    while not stop.is_set():
        with contextlib.suppress(OSError), server.connect() as wire:
            wire.sendall(request("POST", "/api/records", body=body))
            wire.settimeout(5.0)
            wire.recv(1000)
        time.sleep(0.02)


def one_byte_chunks(server: Stronghold, stop: threading.Event) -> None:
    head = request("POST", "/api/records", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
    flood(server, stop, 5, head, b"1\r\n \r\n" * 8000, False)


def pings(server: Stronghold, stop: threading.Event) -> None:
    """Floods sockets on which nobody has said hello."""
    flood(server, stop, 5, b"", frame(PING) * 4000, True)


def pings_after_hello(server: Stronghold, stop: threading.Event) -> None:
    """Floods sockets of a seat at a table of the attacker's own."""
    order = {"name": "Eve", "sets": ["deluxe"], "seats": 3, "bots": "easy"}
    with server.connect() as wire:
        wire.sendall(request("POST", "/api/tables", "Connection: close\r\n", json.dumps(order).encode()))
        answer = b""
        while piece := wire.recv(65536):
            answer += piece
    seat = json.loads(answer.rpartition(b"\r\n\r\n")[2])
    hello = json.dumps({"t": "hello", "code": seat["code"], "token": seat["token"]}).encode()
    flood(server, stop, 5, frame(0x1, hello), frame(PING) * 4000, True)


def slow_heads(server: Stronghold, stop: threading.Event) -> None:
    """Holds more than a thousand requests open that never come to their end."""
    wires: list[socket.socket] = []
    try:
        while not stop.is_set():
            while len(wires) < 1100 and not stop.is_set():
                with contextlib.suppress(OSError):
                    wire = server.connect()
                    wires.append(wire)
                    wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
            for wire in wires[:]:
                try:
                    wire.sendall(b"a")
                except OSError:
                    wires.remove(wire)
                    wire.close()
            time.sleep(0.2)
    finally:
        for wire in wires:
            wire.close()


def cheap_requests(server: Stronghold, stop: threading.Event) -> None:
    """Asks for what costs the server most to say, as often as it is answered."""
    flood(server, stop, 5, b"", request("GET", "/api/cards") * 4, False)


ATTACKS: dict[str, Attack] = {
    "absurd records": absurd_records,
    "one-byte chunks": one_byte_chunks,
    "PING before hello": pings,
    "PING after hello": pings_after_hello,
    "slow headers": slow_heads,
    "cheap requests": cheap_requests,
}
