"""A side door: answers few and small requests beside the one for players, for those who watch over the server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping

log = logging.getLogger("kickdoor.server")
REQUEST_TIMEOUT_S = 5.0
"""Seconds for a request, from its first byte to its answer having been read."""
MAX_HEAD_BYTES = 8192
MAX_CONNECTIONS = 16
"""Connections; whoever watches over a server needs one or two."""
REASONS = {200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}

HttpReply = tuple[int, str, str]
"""The status, the kind of what is told, and what is told."""
Handler = Callable[[], Awaitable[HttpReply]]


class OpsServer:
    """Listens at a place of its own and answers what is asked for by address, one request a connection."""

    def __init__(self, listener: socket.socket, pages: Mapping[str, Handler]) -> None:
        self.listener = listener
        self.pages = pages
        self.here = 0
        self.server: asyncio.Server | None = None

    async def open_up(self) -> None:
        self.server = await asyncio.start_server(self.meet, sock=self.listener, limit=MAX_HEAD_BYTES)

    async def close(self) -> None:
        if self.server is not None:
            self.server.close()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request; whoever is slow or sends nonsense is left standing."""
        self.here += 1
        try:
            if self.here <= MAX_CONNECTIONS:
                async with asyncio.timeout(REQUEST_TIMEOUT_S):
                    writer.write(await self.answer(await reader.readuntil(b"\r\n\r\n")))
                    await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError, TimeoutError):
            pass
        except Exception:
            log.exception("the side door")
        finally:
            self.here -= 1
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def answer(self, head: bytes) -> bytes:
        method, _, rest = head.partition(b"\r\n")[0].decode("latin-1").partition(" ")
        path = rest.partition(" ")[0].partition("?")[0]
        status, kind, text = 404, "text/plain; charset=utf-8", "There is nothing at this address.\n"
        if path in self.pages:
            status, text = 405, "This can only be looked at.\n"
            if method in ("GET", "HEAD"):
                status, kind, text = await self.pages[path]()
        body = text.encode()
        lines = [
            f"HTTP/1.1 {status} {REASONS[status]}", f"content-type: {kind}", f"content-length: {len(body)}",
            "cache-control: no-store", "connection: close",
        ]  # fmt: skip
        return "\r\n".join([*lines, "", ""]).encode() + (b"" if method == "HEAD" else body)
