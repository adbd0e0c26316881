"""Connections as bytes: how much, how long and in how many pieces somebody may send before anybody listens."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kickdoor.server.limits.connection_limiter import UNIX_PEER, ConnectionLimiter

HEADER_TIMEOUT_S = 10.0
"""Seconds for the head of a request, from when the server is ready for it."""
BODY_TIMEOUT_S = 30.0
RESPONSE_TIMEOUT_S = 120.0
"""Seconds for the answer, the time included in which it is read."""
LINGER_S = 5.0
"""Seconds in which the last words of a connection must be read."""
MAX_HEAD_BYTES = 32_768
MAX_HEADERS = 100
MAX_FRAGMENTS = 100
"""Pieces of a head or a body, if they are small."""
SMALL_PIECE = 64
"""Bytes."""
MAX_PIPELINED = 8
"""Requests that are sent before the one before is answered."""


REFUSED_AT_ONCE = 100
"""Connections refused before those that are there have their turn again."""


class FilteringListener(socket.socket):
    """A listener that asks at the door before anything is made for a connection: to refuse one costs little."""

    def __init__(self, listener: socket.socket, door: ConnectionLimiter) -> None:
        super().__init__(listener.family, listener.type, listener.proto, listener.detach())
        self.door = door

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection of somebody who is welcome."""
        self.door.has_gate = True
        for _ in range(REFUSED_AT_ONCE):
            connection, address = super().accept()
            if self.door.is_welcome(str(address[0]) if isinstance(address, tuple) else UNIX_PEER):
                return connection, address
            connection.close()
        raise BlockingIOError


class RequestTooLarge(Exception):
    """More than anybody needs to say; ends the parsing."""


def address_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    if isinstance(peer, str):
        return UNIX_PEER
    return str(peer[0]) if isinstance(peer, tuple) and peer else "?"


def untie(transport: asyncio.BaseTransport) -> None:
    """Take from a transport that has ended the method of its own it holds: nothing but the collector frees a ring."""
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = None


class HttpWire(HttpToolsProtocol):
    """A connection that makes requests."""

    def __init__(self, *arguments: Any, door: ConnectionLimiter, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.door = door
        self.address = "?"
        self.timer: asyncio.TimerHandle | None = None
        self.in_head = True
        self.is_whole = True
        """The request has come to its end."""
        self.size = 0
        self.pieces = 0

    def within(self, seconds: float) -> None:
        """Have the connection ended unless something happens in time."""
        self.stop_timer()
        self.timer = self.loop.call_later(seconds, self.cut)

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def cut(self) -> None:
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = address_of(transport)
        self.client = self.client or (self.address, 0)
        if not self.door.enter(self.address):
            self.cut()
            return
        self.door.knows(self)
        self.door.waits(self)
        self.within(HEADER_TIMEOUT_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_timer()
        self.door.works(self)
        self.door.owes(self, 0)
        self.door.forgets(self)
        self.door.leave(self.address)
        super().connection_lost(exc)
        untie(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.door.owes(self, 0)
        if self.cycle.response_complete:
            self.rest()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.in_head and not self.transport.is_closing():
            # A header that has not ended yet is told by nobody
            self.size += len(data)
            self.pieces += 1
            if self.size > MAX_HEAD_BYTES or self.pieces > MAX_FRAGMENTS:
                self.cut()

    def handle_websocket_upgrade(self) -> None:
        self.stop_timer()
        self.door.works(self)
        self.door.forgets(self)
        super().handle_websocket_upgrade()
        # Nobody tells this connection of its end any more, and the parser and it hold each other
        self.parser = None  # type: ignore[assignment]

    # What the parser finds; whatever is raised here ends the connection with a 400

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head, self.is_whole = True, False
        self.size = self.pieces = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MAX_HEAD_BYTES:
            raise RequestTooLarge

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.size += len(name) + len(value)
        if len(self.headers) > MAX_HEADERS or self.size > MAX_HEAD_BYTES:
            raise RequestTooLarge

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            raise RequestTooLarge
        self.in_head = False
        self.size = self.pieces = 0
        super().on_headers_complete()
        self.door.works(self)
        self.within(BODY_TIMEOUT_S)

    def on_body(self, body: bytes) -> None:
        self.size += len(body)
        self.pieces += 1
        if self.pieces > MAX_FRAGMENTS and self.size < self.pieces * SMALL_PIECE:
            raise RequestTooLarge
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.is_whole = True
        super().on_message_complete()
        self.within(RESPONSE_TIMEOUT_S)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        waits = self.transport.get_write_buffer_size()
        if self.flow.write_paused:
            # Slow readers have time, unless too much waits for them and others
            self.within(RESPONSE_TIMEOUT_S)
            self.door.owes(self, waits)
        else:
            self.rest()

    def rest(self) -> None:
        """Wait for the next request, or for the end, now that the answer is out."""
        if self.transport.is_closing():
            self.within(LINGER_S)
        elif not self.is_whole and not self.pipeline:
            # Nobody wants the rest
            self.transport.close()
            self.within(LINGER_S)
        elif not self.pipeline:
            self.in_head = True
            self.size = self.pieces = 0
            self.door.waits(self)
            self.within(HEADER_TIMEOUT_S)
