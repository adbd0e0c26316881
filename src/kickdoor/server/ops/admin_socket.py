"""The socket by which `kickdoor admin` speaks to a server: one order a connection, a line of JSON there and one back.

It is a file that only whoever runs the server may open; there is no other password.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

from kickdoor.engine.machine.errors import BadData

MAX_REQUEST_BYTES = 65_536
MAX_REPLY_BYTES = 64_000_000
REQUEST_TIMEOUT_S = 10.0
REPLY_TIMEOUT_S = 60.0
OWNER_ONLY = 0o600


class AdminDoor:
    """Listens for orders."""

    def __init__(self, listener: socket.socket, answer: Callable[[bytes], Awaitable[bytes]]) -> None:
        self.listener = listener
        self.answer = answer
        self.server: asyncio.Server | None = None

    async def open_up(self) -> None:
        self.server = await asyncio.start_server(self.meet, sock=self.listener, limit=MAX_REQUEST_BYTES)

    async def close(self) -> None:
        if self.server is not None:
            self.server.close()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                order = await reader.readuntil(b"\n")
            writer.write(await self.answer(order) + b"\n")
            await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError, TimeoutError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def ask(path: Path, order: bytes) -> bytes:
    """Return an order to the server that listens at a path; `BadData` with one line if none does."""
    if not hasattr(socket, "AF_UNIX"):
        raise BadData("this system has no sockets in the file system, by which a server takes orders")
    try:
        with socket.socket(socket.AF_UNIX) as wire:
            wire.settimeout(REPLY_TIMEOUT_S)
            wire.connect(str(path))
            wire.sendall(order + b"\n")
            with wire.makefile("rb") as reader:
                reply = reader.readline(MAX_REPLY_BYTES)
    except (FileNotFoundError, ConnectionRefusedError):
        raise BadData(f"{path}: no server listens there; is it running, and with which --admin PATH?") from None
    except PermissionError:
        raise BadData(f"{path}: only the account that runs the server may speak to it") from None
    except OSError as e:
        raise BadData(f"{path}: {e.strerror or e}") from None
    if not reply.endswith(b"\n"):
        raise BadData(f"{path}: the server has ended before it answered")
    return reply
