"""Attackers who have no seat: bytes, requests and records, as many as the server takes."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import threading
import time
from pathlib import Path

from tests.attacks.records import long_record
from tests.attacks.target_server import Target, frame, request

PING, TEXT = 0x9, 0x1
FIXTURE = Path(__file__).parents[1] / "fixtures/0.1/deluxe.json"
PATHS = (
    "/", "/rules", "/cards", "/tutorial", "/nowhere", "/api/nothing", "/api/rules", "/api/cards", "/api/lobby",
    "/api/cards?sets=deluxe", "/api/cards?sets=star,cooks", "/api/cards?sets=nothing", "/api/openapi.json",
    "/api/tables", "/api/tables/BCDFGH", "/api/records/r123456789", "/static/app/index.html", "/static/nothing",
)  # fmt: skip
METHODS = ("GET", "HEAD", "OPTIONS", "GET", "DELETE", "GET", "PATCH", "BREW")


def together(*crowd: threading.Thread) -> None:
    """Have all of them at it, to the end."""
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()


def flood(server: Target, stop: threading.Event, wires: int, begin: bytes, piece: bytes, as_socket: bool) -> None:
    """Send the same on several connections as fast as they take it; one that is ended is opened again."""

    def one() -> None:
        while not stop.is_set():
            with (
                contextlib.suppress(OSError),
                server.open_socket() if as_socket else server.connect() as wire,
            ):
                wire.settimeout(0.5)
                wire.sendall(begin)
                while not stop.is_set():
                    wire.sendall(piece)
            # As fast as an attacker who stays below the limits of one machine
            time.sleep(0.01)

    together(*[threading.Thread(target=one, daemon=True) for _ in range(wires)])


def absurd_records(server: Target, stop: threading.Event) -> None:
    """Bring records along with a huge number of seats."""
    whole = json.loads(FIXTURE.read_bytes())
    game = whole.get("game", whole) | {"seats": 50_000_000, "sexes": [], "answers": []}
    body = json.dumps(game).encode()
    while not stop.is_set():
        with contextlib.suppress(OSError), server.connect() as wire:
            wire.sendall(request("POST", "/api/records", body=body))
            wire.settimeout(5.0)
            wire.recv(1000)
        time.sleep(0.02)


def uploads(server: Target, stop: threading.Event) -> None:
    """Bring long games along, each under another name, from many addresses at once, and waits for no answer."""
    body = long_record()
    numbers = itertools.count(1)

    def one(source: str) -> None:
        while not stop.is_set():
            other = body.replace(b"Nobody 1", f"Nobody {next(numbers) + 100}".encode())
            with contextlib.suppress(OSError), server.connect(source) as wire:
                wire.sendall(request("POST", "/api/records", body=other))
                wire.settimeout(0.3)
                wire.recv(1000)
            time.sleep(0.02)

    together(*[threading.Thread(target=one, args=(f"127.0.3.{n}",), daemon=True) for n in range(1, 41)])


def halves_of_records(server: Target, stop: threading.Event) -> None:
    """Upload the largest allowed record except its last byte, from many addresses."""
    body = request("POST", "/api/records", body=b" " * 4_000_000)[:-1]
    wires: list[socket.socket] = []

    def one(source: str) -> None:
        for _ in range(10):
            with contextlib.suppress(OSError):
                wire = server.connect(source)
                wires.append(wire)
                wire.sendall(body)
        stop.wait()

    together(*[threading.Thread(target=one, args=(f"127.0.4.{n}",), daemon=True) for n in range(1, 31)])
    for wire in wires:
        wire.close()


def one_byte_chunks(server: Target, stop: threading.Event) -> None:
    head = request("POST", "/api/records", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
    flood(server, stop, 5, head, b"1\r\n \r\n" * 8000, False)


def pings(server: Target, stop: threading.Event) -> None:
    """Flood sockets without a hello message."""
    flood(server, stop, 5, b"", frame(PING) * 4000, True)


def pings_after_hello(server: Target, stop: threading.Event) -> None:
    """Flood sockets of a seat at a table of the attacker's own."""
    seat = server.ask("POST", "/api/tables", {"name": "Eve", "sets": ["deluxe"], "seats": 3, "bots": "easy"})
    hello = json.dumps({"t": "hello", "code": seat["code"], "token": seat["token"]}).encode()
    flood(server, stop, 5, frame(TEXT, hello), frame(PING) * 4000, True)


def slow_heads(server: Target, stop: threading.Event, source: str = "127.0.0.2", most: int = 1100) -> None:
    """Hold more than a thousand requests open that never come to their end."""
    wires: list[socket.socket] = []
    try:
        while not stop.is_set():
            while len(wires) < most and not stop.is_set():
                with contextlib.suppress(OSError):
                    wire = server.connect(source)
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


def cheap_requests(server: Target, stop: threading.Event) -> None:
    """Ask for what costs the server most to say, as often as it is answered."""
    flood(server, stop, 5, b"", request("GET", "/api/cards") * 4, False)


def requests_of_all_shapes(server: Target, stop: threading.Event) -> None:
    """Ask for everything there is and is not, in every way."""
    shapes = itertools.cycle([request(method, path) for method in METHODS for path in PATHS])
    ask_on(server, stop, ["127.0.0.2"] * 20, shapes)


def ask_on(server: Target, stop: threading.Event, sources: list[str], shapes: itertools.cycle[bytes]) -> None:
    """Ask from many connections at once, each as fast as it is answered."""

    def one(source: str) -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError), server.connect(source) as wire:
                wire.settimeout(2.0)
                while not stop.is_set():
                    wire.sendall(next(shapes))
                    if not wire.recv(1 << 20):
                        break
            time.sleep(0.01)

    together(*[threading.Thread(target=one, args=(source,), daemon=True) for source in sources])


def dear_requests(server: Target, stop: threading.Event) -> None:
    """Ask for little with much: long queries, thousands of ranges of one file, pictures of endless addresses."""
    table = server.ask("POST", "/api/tables", {"name": "Eve", "sets": ["deluxe"], "seats": 3})
    ranges = ",".join(f"{2 * n}-{2 * n}" for n in range(3000))
    port = "a" * 2500
    shapes = [
        request("GET", "/api/cards?" + "a&" * 14_000),
        request("GET", f"/api/records/r{'0' * 24}/views?" + "a&" * 14_000),
        request("GET", "/static/index.html", f"Range: bytes={ranges}\r\n"),
        request("GET", f"/api/tables/{table['code']}/qr.svg").replace(b"127.0.0.1", f"127.0.0.1:{port}".encode(), 1),
    ]
    ask_on(server, stop, ["127.0.0.2"] * 20, itertools.cycle(shapes))


def log_lines(server: Target, stop: threading.Event) -> None:
    """Send invalid requests, handshakes and messages."""
    odd = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: ?\r\n"
    nonsense = [
        b"\0\r\n\r\n", b"BREW /\r\n\r\n", b"\r\n" * 3000, request("GET", "/" + "%00" * 100), request("GET", "/\x1b[2J"),
        request("GET", "/ws", "Upgrade: websocket\r\n"), request("GET", "/ws", odd),
        request("POST", "/api/tables", body=b"{"),
    ]  # fmt: skip
    messages = [frame(TEXT, b"\xff\xfe"), frame(0x3), frame(0x8, b"\0"), frame(TEXT, b"[" * 5000), frame(0x2, b"x"),
                frame(TEXT, b'{"t":"hello","code":"BCDFGH","token":"aaaaaaaaaaaaaaaaaaaaaaaa"}')]  # fmt: skip

    def one(pieces: itertools.cycle[bytes], as_socket: bool) -> None:
        while not stop.is_set():
            with (
                contextlib.suppress(OSError),
                server.open_socket() if as_socket else server.connect() as wire,
            ):
                wire.sendall(next(pieces))
                wire.settimeout(0.3)
                wire.recv(1000)
            time.sleep(0.01)

    ways = [(nonsense, False), (messages, True)] * 4
    together(*[threading.Thread(target=one, args=(itertools.cycle(p), s), daemon=True) for p, s in ways])
