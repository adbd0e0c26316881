"""Sockets as bytes: every frame counts, and of what the libraries keep for each only what is needed stays."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from kickdoor.server.http.http_protocol import LINGER_S, address_of, untie
from kickdoor.server.limits.connection_limiter import ConnectionLimiter
from kickdoor.server.limits.rate_limits import bucket
from kickdoor.server.ops.metrics import REFUSED
from kickdoor.server.protocol.refusal_codes import CloseCode

SWITCHING_PROTOCOLS = 101
SLICE = 512
"""Bytes of a socket that are looked at before it is asked whether it was too much."""
READ_COSTS = 0.25
"""What a read counts beside a frame: frames may come in many pieces."""
DIRECT = "kickdoor.direct"
"""The extension by which an application may send at once what it has already written, and hear at once."""
SOCKET = "socket"
"""What the extension holds: an extension is a dictionary by the protocol of applications."""
TEXT = 0x81
"""The first byte of a message that is text and has one frame."""
SHORT, LONG = 126, 127
"""In the place of a length: it follows in two bytes, or in eight."""


def frame_of(text: bytes) -> bytes:
    """Make the one frame of a message: a server's have no mask, and those of a socket without extensions no more."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return bytes((TEXT, SHORT, size >> 8, size & 255)) + text
    return bytes((TEXT, LONG)) + size.to_bytes(8, "big") + text


class Listener(Protocol):
    """Hears what a client says."""

    def hear(self, text: str | None) -> None:
        """Take a message; None is one that is no text."""

    def left(self) -> None:
        """Is told that the client has gone, or goes."""


class NullQueue:
    """A queue from which nobody takes anything: a real one, with its four deques, is large for what never comes."""

    def put_nowait(self, event: Any) -> None:
        pass


UNREAD: Any = NullQueue()


class LazyEvent:
    """Whether more may be written, as an event does; what waiting takes is made only where somebody waits."""

    __slots__ = ("is_open", "waiting")

    def __init__(self) -> None:
        self.is_open = True
        self.waiting: asyncio.Event | None = None

    def is_set(self) -> bool:
        return self.is_open

    def set(self) -> None:
        self.is_open = True
        if self.waiting is not None:
            self.waiting.set()
            self.waiting = None

    def clear(self) -> None:
        self.is_open = False

    async def wait(self) -> None:
        if not self.is_open:
            self.waiting = self.waiting or asyncio.Event()
            await self.waiting.wait()


class WebSocketTransport(WebSocketsSansIOProtocol):
    """A connection that has become a socket. Every frame counts, whoever would answer it, also before `hello`."""

    # Most of these are the library's. There are thousands of sockets, and in a dictionary the same takes five times as
    # much; what is not named here still has its place there.
    __slots__ = (
        "address", "app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer", "config",
        "conn", "connections", "curr_msg_data_type", "default_headers", "disconnected", "door", "frames", "frames_left",
        "handshake_complete", "handshake_initiated", "initial_response", "is_over", "last_ping_rtt", "listener",
        "logger", "loop", "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout", "ping_timer",
        "pong_timer", "queue", "read_paused", "request", "response", "root_path", "scheme", "scope", "server", "tasks",
        "transport", "writable",
    )  # fmt: skip

    def __init__(self, *arguments: Any, door: ConnectionLimiter, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.writable: Any = LazyEvent()
        self.door = door
        self.address = "?"
        self.frames_left = bucket(door.limits.frames, self.loop.time())
        self.is_over = False
        self.listener: Listener | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = address_of(transport)
        self.client = self.client or (self.address, 0)
        self.door.knows(self)

    def cut(self) -> None:
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over = True
        self.door.forgets(self)
        self.door.leave(self.address)
        super().connection_lost(exc)
        self.leave()
        self.untie()

    def untie(self) -> None:
        """Let go of what holds this in turn: nothing but the collector frees a ring."""
        self.listener = None
        getattr(self, "scope", {}).get("extensions", {}).pop(DIRECT, None)
        untie(self.transport)
        self.conn.parser.close()
        faults: tuple[BaseException | None, ...] = (self.conn.handshake_exc, self.conn.parser_exc)
        for fault in faults:
            while fault is not None:
                fault.__traceback__ = None
                fault = fault.__cause__ or fault.__context__

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self.count(READ_COSTS)
        for start in range(0, len(data), SLICE):
            if self.is_over:
                return
            super().data_received(data[start : start + SLICE])

    def count(self, n: float = 1.0) -> bool:
        """Count what was sent; one too much ends the connection."""
        if not self.is_over and not self.frames_left.take(self.loop.time(), n):
            REFUSED.add("frames")
            self.refuse()
        return not self.is_over

    def refuse(self) -> None:
        """End the connection without listening any longer."""
        self.is_over = True
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.TOO_MANY, "reason": ""})
        if self.handshake_complete and not self.close_sent:
            self.conn.send_close(CloseCode.TOO_MANY)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(LINGER_S, self.transport.abort)
        self.leave()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # Whoever reads nothing does not read either that it is over
        self.loop.call_later(LINGER_S, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            self.scope["extensions"][DIRECT] = {SOCKET: self}

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            # What was said before there was a socket is longer than all that is kept for it, which may be for hours;
            # the parser of the library holds on to the request
            self.request.headers.clear()
            del self.request, self.response

    def send_now(self, text: bytes) -> bool:
        """Send a message at once, past all that is between; False if the client does not read or is not there.

        A view goes to everybody at a table, and its way through a task and three layers costs more than sending it.
        """
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.is_over:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame_of(text))
        return True

    def listen_now(self, listener: Listener) -> None:
        """Have somebody hear messages at once from now on, those that wait before all others."""
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        self.queue = UNREAD
        self.listener = listener
        for event in waiting:
            if event["type"] == "websocket.receive":
                listener.hear(event.get("text"))
            else:
                listener.left()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def hold_back(self, on: bool) -> None:
        """Read nothing more until it is told to go on."""
        if on != self.read_paused and not self.is_over and not self.transport.is_closing():
            self.read_paused = on
            if on:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def leave(self) -> None:
        """Report whoever listens that nothing more will come."""
        if self.listener is not None:
            self.listener.left()

    def send_receive_event_to_app(self) -> None:
        """Hands a whole message on: to whoever listens, past a queue that stops the reading for each."""
        text = b"".join(self.frames)
        if self.listener is None or self.close_sent or self.is_over:
            super().send_receive_event_to_app()
            return
        try:
            heard = text.decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.listener.hear(heard)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self.leave()

    def handle_text(self, event: Frame) -> None:
        if self.count():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self.count():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self.count():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self.count():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.count():
            super().handle_pong(event)
