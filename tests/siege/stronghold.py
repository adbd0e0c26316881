"""A real server in a process of its own, and connections to it from any address of this machine."""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

from kickdoor.table.loadtest import memory_of

SERVER = Path(__file__).with_name("server.py")
ATTACKER = "127.0.0.2"


class Stronghold:
    """The server."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.log = folder / "server.log"
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, str(SERVER), str(folder / "siege.db"), *settings], stdout=subprocess.PIPE, stderr=out
            )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.address = f"127.0.0.1:{self.port}"
        for _ in range(200):
            with contextlib.suppress(OSError), self.connect("127.0.0.1") as probe:
                probe.sendall(request("GET", "/api/tables"))
                if probe.recv(100).startswith(b"HTTP/1.1 200"):
                    return
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def connect(self, source: str = ATTACKER) -> socket.socket:
        """Connects from an address of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), 5.0, (source, 0))

    def open_socket(self, source: str = ATTACKER) -> socket.socket:
        """Connects a socket; nothing has been said on it yet."""
        wire = self.connect(source)
        key = base64.b64encode(os.urandom(16)).decode()
        wire.sendall(request("GET", "/ws", f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n"))  # fmt: skip
        assert wire.recv(4096).startswith(b"HTTP/1.1 101")
        return wire

    def memory(self) -> int:
        """Counts the megabytes of the server and of all its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        threads = Path(f"/proc/{self.process.pid}/task")
        pids = {self.process.pid}
        if children.exists():
            for thread in threads.iterdir():
                with contextlib.suppress(OSError):
                    pids |= {int(pid) for pid in (thread / "children").read_text().split()}
        return sum(memory_of(pid) for pid in pids) // 1000

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def request(method: str, path: str, more: str = "", body: bytes = b"") -> bytes:
    """Writes a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Writes a short frame as clients must, masked."""
    size = struct.pack("!B", 0x80 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
    return bytes([0x80 | opcode]) + size + b"\0\0\0\0" + payload


def is_ended(wire: socket.socket, within: float) -> bool:
    """Tells whether the other side ends a connection in time."""
    wire.settimeout(within)
    try:
        while wire.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
