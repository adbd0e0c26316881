"""A real server in a separate process, and connections to it from any address of this machine."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.processes import end, start

from kickdoor.server.loadtest.load_servers import memory_of

SERVER = Path(__file__).with_name("server.py")
ATTACKER = "127.0.0.2"
PATIENCE = 60.0
"""Seconds after which it is given up that something happens: far more than a busy machine takes."""


Tables = list[tuple[str, str]] | None


class Target:
    """A server as those see it who attack it."""

    def __init__(self, port: int, tables: Tables = None) -> None:
        self.port = port
        self.tables = tables or []
        """Codes and tokens that the attackers have."""
        self.address = f"127.0.0.1:{port}"

    def connect(self, source: str = ATTACKER, buffer: int = 0) -> socket.socket:
        """Connect from an address of this machine; a small buffer holds little unread data."""
        wire = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            wire.settimeout(5.0)
            if buffer:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            wire.bind((source, 0))
            wire.connect(("127.0.0.1", self.port))
        except OSError:
            wire.close()
            raise
        return wire

    def open_socket(self, source: str = ATTACKER, buffer: int = 0) -> socket.socket:
        """Connect a socket as a page would; nothing has been said on it yet."""
        wire = self.connect(source, buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        wire.sendall(request("GET", "/ws", f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Origin: http://127.0.0.1\r\nSec-WebSocket-Version: 13\r\n"))  # fmt: skip
        answer = wire.recv(4096)
        if not answer.startswith(b"HTTP/1.1 101"):
            wire.close()
            raise ConnectionError(answer[:100])
        return wire

    def ask(self, method: str, path: str, body: Any = None, source: str = ATTACKER) -> Any:
        """Ask for something and gives what is answered."""
        with self.connect(source) as wire:
            sent = b"" if body is None else json.dumps(body).encode()
            wire.sendall(request(method, path, "Connection: close\r\n", sent))
            answer = b""
            while piece := wire.recv(65536):
                answer += piece
        head, _, said = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 20"):
            raise ConnectionError(head[:100])
        return json.loads(said)


class Stronghold(Target):
    """The server. `files` are how many it may have open, and to how many it may raise that itself."""

    def __init__(
        self,
        folder: Path,
        *settings: str,
        files: tuple[int, int] = (0, 0),
        tables: Tables = None,
        store: tuple[str, ...] = (),
    ) -> None:
        self.log = folder / "server.log"
        where = ",".join(store) or str(folder / "siege.db")
        command = [sys.executable, str(SERVER), where, *settings]
        if files[1]:
            command = ["sh", "-c", f'ulimit -Hn {files[1]}; ulimit -Sn {files[0]}; exec "$@"', "sh", *command]
        with self.log.open("wb") as out:
            self.process = start(command, stdout=subprocess.PIPE, stderr=out)
        assert self.process.stdout is not None
        super().__init__(int(self.process.stdout.readline()), tables)
        for _ in range(200):
            with contextlib.suppress(OSError), self.connect("127.0.0.1") as probe:
                probe.sendall(request("GET", "/api/tables"))
                if probe.recv(100).startswith(b"HTTP/1.1 200"):
                    return
            time.sleep(0.05)
        self.stop()
        raise AssertionError(self.log.read_text())

    def memory(self) -> int:
        """Count the megabytes of the server and of all its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        threads = Path(f"/proc/{self.process.pid}/task")
        pids = {self.process.pid}
        if children.exists():
            for thread in threads.iterdir():
                with contextlib.suppress(OSError):
                    pids |= {int(pid) for pid in (thread / "children").read_text().split()}
        return sum(memory_of(pid) for pid in pids) // 1000

    def starved(self) -> float:
        """Return for how many seconds the server has waited for a processor that others had."""
        with contextlib.suppress(OSError, IndexError):
            return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[1]) / 1e9
        return 0.0

    def stop(self) -> None:
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        end(self.process)


def request(method: str, path: str, more: str = "", body: bytes = b"") -> bytes:
    """Write a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Write a short frame as clients must, masked."""
    size = struct.pack("!B", 0x80 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
    return bytes([0x80 | opcode]) + size + b"\0\0\0\0" + payload


def is_ended(wire: socket.socket) -> bool:
    """Return whether the other side ends a connection."""
    wire.settimeout(PATIENCE)
    try:
        while wire.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
