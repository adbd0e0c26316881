"""Connections as bytes: how much, how long and in how many pieces somebody may send before anybody listens."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from kickdoor.table.measures import REFUSED
from kickdoor.table.server.door import UNIX_PEER, Door
from kickdoor.table.server.rate_limits import bucket
from kickdoor.table.wire.refusals import Closing

HEAD_WITHIN = 10.0
"""Seconds for the head of a request, from when the server is ready for it."""
BODY_WITHIN = 30.0
ANSWER_WITHIN = 120.0
"""Seconds for the answer, the time included in which it is read."""
CUT_AFTER = 5.0
"""Seconds in which the last words of a connection must be read."""
MOST_HEAD = 32_768
MOST_HEADERS = 100
MOST_PIECES = 100
"""Pieces of a head or a body, if they are small."""
SMALL_PIECE = 64
"""Bytes."""
SWITCHING_PROTOCOLS = 101
MOST_AHEAD = 8
"""Requests that are sent before the one before is answered."""
SLICE = 512
"""Bytes of a socket that are looked at before it is asked whether it was too much."""
READ_COSTS = 0.25
"""What a read counts beside a frame: frames may come in many pieces."""


REFUSED_AT_ONCE = 100
"""Connections refused before those that are there have their turn again."""


class Gate(socket.socket):
    """A listener that asks at the door before anything is made for a connection: to refuse one costs little."""

    def __init__(self, listener: socket.socket, door: Door) -> None:
        super().__init__(listener.family, listener.type, listener.proto, listener.detach())
        self.door = door

    def accept(self) -> tuple[socket.socket, Any]:
        """Gives the next connection of somebody who is welcome."""
        self.door.has_gate = True
        for _ in range(REFUSED_AT_ONCE):
            connection, address = super().accept()
            if self.door.is_welcome(str(address[0]) if isinstance(address, tuple) else UNIX_PEER):
                return connection, address
            connection.close()
        raise BlockingIOError


class TooMuch(Exception):
    """More than anybody needs to say; ends the parsing."""


def address_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    if isinstance(peer, str):
        return UNIX_PEER
    return str(peer[0]) if isinstance(peer, tuple) and peer else "?"


class HttpWire(HttpToolsProtocol):
    """A connection that makes requests."""

    def __init__(self, *arguments: Any, door: Door, **more: Any) -> None:
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
        """Has the connection ended unless something happens in time."""
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
        self.within(HEAD_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_timer()
        self.door.works(self)
        self.door.owes(self, 0)
        self.door.forgets(self)
        self.door.leave(self.address)
        super().connection_lost(exc)

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
            if self.size > MOST_HEAD or self.pieces > MOST_PIECES:
                self.cut()

    def handle_websocket_upgrade(self) -> None:
        self.stop_timer()
        self.door.works(self)
        self.door.forgets(self)
        super().handle_websocket_upgrade()

    # What the parser finds; whatever is raised here ends the connection with a 400

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head, self.is_whole = True, False
        self.size = self.pieces = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MOST_HEAD:
            raise TooMuch

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.size += len(name) + len(value)
        if len(self.headers) > MOST_HEADERS or self.size > MOST_HEAD:
            raise TooMuch

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            raise TooMuch
        self.in_head = False
        self.size = self.pieces = 0
        super().on_headers_complete()
        self.door.works(self)
        self.within(BODY_WITHIN)

    def on_body(self, body: bytes) -> None:
        self.size += len(body)
        self.pieces += 1
        if self.pieces > MOST_PIECES and self.size < self.pieces * SMALL_PIECE:
            raise TooMuch
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.is_whole = True
        super().on_message_complete()
        self.within(ANSWER_WITHIN)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        waits = self.transport.get_write_buffer_size()
        if self.flow.write_paused:
            # Slow readers have time, unless too much waits for them and others
            self.within(ANSWER_WITHIN)
            self.door.owes(self, waits)
        else:
            self.rest()

    def rest(self) -> None:
        """Waits for the next request, or for the end, now that the answer is out."""
        if self.transport.is_closing():
            self.within(CUT_AFTER)
        elif not self.is_whole and not self.pipeline:
            # Nobody wants the rest
            self.transport.close()
            self.within(CUT_AFTER)
        elif not self.pipeline:
            self.in_head = True
            self.size = self.pieces = 0
            self.door.waits(self)
            self.within(HEAD_WITHIN)


DIRECT = "kickdoor.direct"
"""The extension by which an application may send at once what it has already written, and hear at once."""
TEXT = 0x81
"""The first byte of a message that is text and has one frame."""
SHORT, LONG = 126, 127
"""In the place of a length: it follows in two bytes, or in eight."""


def frame_of(text: bytes) -> bytes:
    """Makes the one frame of a message: a server's have no mask, and those of a socket without extensions no more."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return bytes((TEXT, SHORT, size >> 8, size & 255)) + text
    return bytes((TEXT, LONG)) + size.to_bytes(8, "big") + text


class Listener(Protocol):
    """Hears what a client says."""

    def hear(self, text: str | None) -> None:
        """Takes a message; None is one that is no text."""

    def left(self) -> None:
        """Is told that the client has gone, or goes."""


class Unread:
    """A queue from which nobody takes anything: a real one, with its four deques, is large for what never comes."""

    def put_nowait(self, event: Any) -> None:
        pass


UNREAD: Any = Unread()


class Way:
    """Tells whether more may be written, as an event does; what waiting takes is made only where somebody waits."""

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


class SocketWire(WebSocketsSansIOProtocol):
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

    def __init__(self, *arguments: Any, door: Door, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.writable: Any = Way()
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
        """Counts what was sent; one too much ends the connection."""
        if not self.is_over and not self.frames_left.take(self.loop.time(), n):
            REFUSED.add("frames")
            self.refuse()
        return not self.is_over

    def refuse(self) -> None:
        """Ends the connection without listening any longer."""
        self.is_over = True
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": Closing.TOO_MANY, "reason": ""})
        if self.handshake_complete and not self.close_sent:
            self.conn.send_close(Closing.TOO_MANY)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(CUT_AFTER, self.transport.abort)
        self.leave()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # Whoever reads nothing does not read either that it is over
        self.loop.call_later(CUT_AFTER, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            # What was said before there was a socket is longer than all that is kept for it, which may be for hours;
            # the parser of the library holds on to the request
            self.request.headers.clear()
            del self.request, self.response

    def send_now(self, text: bytes) -> bool:
        """Sends a message at once, past all that is between; False if the client does not read or is not there.

        A view goes to everybody at a table, and its way through a task and three layers costs more than sending it.
        """
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.is_over:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame_of(text))
        return True

    def listen_now(self, listener: Listener) -> None:
        """Has somebody hear messages at once from now on, those that wait before all others."""
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
        """Reads nothing more until it is told to go on."""
        if on != self.read_paused and not self.is_over and not self.transport.is_closing():
            self.read_paused = on
            if on:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def leave(self) -> None:
        """Tells whoever listens that nothing more will come."""
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
