"""Attackers from many addresses, and such as never read: what one address is given is not too much, all of it is."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import threading
import time

from tests.attacks.floods import METHODS, PATHS, TEXT, ask_on, slow_heads, together
from tests.attacks.seated_attackers import open_table
from tests.attacks.target_server import Target, frame, request

ADDRESSES = [f"127.1.0.{n}" for n in range(1, 121)]


def hold(wires: list[socket.socket], stop: threading.Event) -> None:
    stop.wait()
    for wire in wires:
        wire.close()


def deaf_sockets(server: Target, stop: threading.Event) -> None:
    """Have tables full of clients that never read, while one at each talks on."""
    wires: list[socket.socket] = []

    def one(source: str) -> None:
        table = open_table(server, source, bots="easy")
        hello = {"t": "hello", "code": table["code"]}
        seated = json.dumps(hello | {"token": table["token"]}).encode()
        deaf = [json.dumps(hello).encode()] * 20 + [seated] * 3
        while not stop.is_set():
            with contextlib.suppress(OSError):
                for greeting in deaf:
                    wire = server.open_socket(source, 2048)
                    wires.append(wire)
                    wire.sendall(frame(TEXT, greeting))
                talk_on(source, seated)
            time.sleep(0.2)

    def talk_on(source: str, seated: bytes) -> None:
        with server.open_socket(source) as wire:
            wire.sendall(frame(TEXT, seated))
            wire.sendall(frame(TEXT, b'{"t":"start","cmd":"s"}'))
            for n in range(40):
                # What changes the room is shown to all
                mode = ("ask", "could_win")[n % 2]
                wire.sendall(frame(TEXT, json.dumps({"t": "watch", "cmd": f"w{n}", "mode": mode}).encode()))
                wire.settimeout(0.2)
                with contextlib.suppress(TimeoutError):
                    while not stop.is_set() and wire.recv(1 << 20):
                        pass
                if stop.is_set():
                    return

    together(*[threading.Thread(target=one, args=(source,), daemon=True) for source in ADDRESSES[:12]])
    hold(wires, stop)


def deaf_requests(server: Target, stop: threading.Event) -> None:
    """Ask for all cards on as many connections as it may, from many addresses, and reads nothing of them."""
    wires: list[socket.socket] = []

    def one(source: str) -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError):
                wire = server.connect(source, 2048)
                wires.append(wire)
                wire.sendall(request("GET", "/api/cards") * 8)
            time.sleep(0.01)

    together(*[threading.Thread(target=one, args=(source,), daemon=True) for source in ADDRESSES[:30]])
    hold(wires, stop)


def requests_from_everywhere(server: Target, stop: threading.Event) -> None:
    """Ask for everything from more than a hundred addresses."""
    shapes = itertools.cycle([request(method, path) for method in METHODS for path in PATHS])
    ask_on(server, stop, ADDRESSES, shapes)


def sockets_from_everywhere(server: Target, stop: threading.Event) -> None:
    """Open as many sockets as each of many addresses may have; nothing is said on most of them."""
    wires: list[socket.socket] = []

    def one(source: str) -> None:
        mine = itertools.count()
        while not stop.is_set():
            try:
                wire = server.open_socket(source)
                wires.append(wire)
                if next(mine) % 4 == 0:
                    hello = b'{"t":"hello","code":"BCDFGH","token":"aaaaaaaaaaaaaaaaaaaaaaaa"}'
                    wire.sendall(frame(TEXT, hello))
            except OSError:
                time.sleep(0.2)

    together(*[threading.Thread(target=one, args=(source,), daemon=True) for source in ADDRESSES])
    hold(wires, stop)


def connections_from_everywhere(server: Target, stop: threading.Event) -> None:
    """Hold half-open requests, unfinished bodies and silent sockets from a dozen addresses."""
    wires: list[socket.socket] = []

    def bodies(source: str) -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError):
                wire = server.connect(source)
                wires.append(wire)
                wire.sendall(request("POST", "/api/tables", body=b" " * 500)[:-1])
            time.sleep(0.02)

    together(
        *[threading.Thread(target=slow_heads, args=(server, stop, f"127.1.1.{n}", 100), daemon=True) for n in range(6)],
        *[threading.Thread(target=bodies, args=(f"127.1.2.{n}",), daemon=True) for n in range(6)],
        threading.Thread(target=sockets_from_everywhere, args=(server, stop), daemon=True),
    )
    hold(wires, stop)
