"""Sockets: one a client. The first message says which table and by which right; strict sizes and rates hold."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from kickdoor.server.cluster.ownership import OwnedElsewhere
from kickdoor.server.http.middleware import host_name, is_own_origin
from kickdoor.server.limits.rate_limits import GuessLimiter, Limits, client_key
from kickdoor.server.live.room_actor import RoomUnloaded
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.ops.metrics import REFUSED
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode, RefusalCode, RequestRefused
from kickdoor.server.room.commands import refused
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.websocket.client_session import ClientSession, LocalSession
from kickdoor.server.websocket.inbound import ORDINARY, BadMessage, InboundMessages, decode_message, receive
from kickdoor.server.websocket.transport import DIRECT, SOCKET, Listener

log = logging.getLogger("kickdoor.server")
HELLO_TIMEOUT_S = 10.0
MAX_QUEUED_MESSAGES = 64
"""Messages that wait for a slow client; then it is dropped and may come back."""
MAX_QUEUED_BYTES = 64_000_000
"""Bytes that wait for all slow clients together; then those are dropped for whom more than a few messages wait."""
FEW_WAITING = 4
MAX_CACHED_ENCODINGS = 16
"""Messages of which it is remembered how they are written: most go to several clients."""


class OutboundEncoder:
    """What waits to be sent on all connections: how much it is, and how the last messages are written."""

    def __init__(self) -> None:
        self.bytes = 0
        self.written: OrderedDict[int, tuple[wire.ServerMessage, bytes]] = OrderedDict()

    def write(self, message: wire.ServerMessage) -> bytes:
        """Write a message; one that has just been written for somebody else is not written again."""
        found = self.written.get(id(message))
        if found is not None and found[0] is message:
            return found[1]
        encoded = wire.encoder.encode(message)
        self.written[id(message)] = (message, encoded)
        if len(self.written) > MAX_CACHED_ENCODINGS:
            self.written.popitem(last=False)
        return encoded


class DirectTransport(Protocol):
    """The shortest way to a client, where the server that holds the connection offers one."""

    def send_now(self, text: bytes) -> bool:
        """Send a message without waiting; False if that cannot be, and then nothing was sent."""

    def listen_now(self, listener: Listener) -> None:
        """Have somebody hear messages as they come."""

    def hold_back(self, on: bool) -> None:
        """Read nothing more for now, or goes on reading."""


class Connection:
    """One socket, with what waits to be sent."""

    __slots__ = ("code", "ended", "outgoing", "over", "socket", "waiting", "wire", "writing")

    def __init__(
        self, socket: WebSocket, outgoing: OutboundEncoder | None = None, wire: DirectTransport | None = None
    ) -> None:
        self.socket = socket
        self.wire = wire
        self.outgoing = OutboundEncoder() if outgoing is None else outgoing
        self.waiting: list[bytes] = []
        self.over: asyncio.Future[None] | None = None
        """Awaited while it lasts."""
        self.writing: asyncio.Task[None] | None = None
        """While something waits to be sent."""
        self.ended = False
        self.code: int = CloseCode.TRY_AGAIN

    def post(self, message: wire.ServerMessage) -> None:
        if self.has_room():
            self.queue(self.outgoing.write(message))

    def post_written(self, encoded: bytes) -> None:
        """Send a message that another server has written."""
        if self.has_room():
            self.queue(encoded)

    def has_room(self) -> bool:
        """Return whether anything more may wait; whoever is too slow is dropped."""
        if not self.ended and len(self.waiting) >= (
            MAX_QUEUED_MESSAGES if self.outgoing.bytes < MAX_QUEUED_BYTES else FEW_WAITING
        ):
            self.hang_up()
        return not self.ended

    def queue(self, encoded: bytes) -> None:
        """Send at once what can be; whatever must wait is sent in its turn."""
        at_once = not self.waiting and self.writing is None
        if at_once and self.wire is not None and self.wire.send_now(encoded):
            return
        self.waiting.append(encoded)
        self.outgoing.bytes += len(encoded)
        self.begin_writing()

    def begin_writing(self) -> None:
        """Have what waits sent, once the client is at its table; a task does so until all is sent."""
        if self.over is not None and self.waiting and self.writing is None:
            self.writing = asyncio.create_task(self.write())

    def next(self) -> bytes:
        """Take what is to be sent next."""
        encoded = self.waiting.pop(0)
        self.outgoing.bytes -= len(encoded)
        return encoded

    def hang_up(self, for_good: bool = False) -> None:
        self.end(CloseCode.BAD_TOKEN if for_good else CloseCode.TRY_AGAIN)

    def end(self, code: int) -> None:
        """Have the connection ended with a code; the first one counts."""
        if not self.ended:
            self.code = code
            self.ended = True
            # Who does not read is not waited for: it may be long until the connection itself is gone
            while self.waiting:
                self.next()
            if self.writing is not None:
                self.writing.cancel()
            if self.over is not None and not self.over.done():
                self.over.set_result(None)

    async def wait(self) -> None:
        """Wait until it is over."""
        if not self.ended:
            self.over = asyncio.get_running_loop().create_future()
            self.begin_writing()
            await self.over

    def hold_back(self, on: bool) -> None:
        if self.wire is not None:
            self.wire.hold_back(on)

    async def write(self) -> None:
        """Send all that waits; nothing sent is kept."""
        try:
            while self.waiting:
                await self.socket.send_text(self.next().decode())
        except Exception as e:
            if not isinstance(e, ORDINARY):
                log.warning("a socket: %r", e)
            self.end(CloseCode.TRY_AGAIN)
        finally:
            self.writing = None


class Relaying(Protocol):
    """Takes clients to tables that other servers run."""

    async def visit(self, hello: wire.Hello, connection: Connection, address: str, owner: str) -> ClientSession:
        """Take one there; `No` if it is not let in."""


class Sockets:
    """Serves the sockets of one server."""

    def __init__(self, admission: RoomService, hosts: list[str], limits: Limits, guesses: GuessLimiter) -> None:
        self.admission = admission
        self.clock = admission.tables.clock
        self.hosts = hosts
        self.limits = limits
        self.guesses = guesses
        self.addresses: Counter[str] = Counter()
        self.outgoing = OutboundEncoder()
        self.relay: Relaying | None = None
        """Takes clients to tables of other servers, where there are any."""

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket from its first message to its end."""
        host = socket.headers.get("host", "")
        address = client_key(socket.client.host) if socket.client is not None else "?"
        if host_name(host) not in self.hosts or not is_own_origin(socket.headers, host):
            await socket.close(CloseCode.FOREIGN)
            return
        from_page = "origin" in socket.headers
        if self.addresses[address] >= self.limits.connections:
            REFUSED.add("connections")
            await socket.close(CloseCode.TOO_MANY)
            return
        self.addresses[address] += 1
        began, code = self.clock.now(), 0
        try:
            await socket.accept()
            try:
                code = await self.talk(socket, address, from_page)
            except StoreFault as e:
                log.error("the store: %s", e)
                code = CloseCode.TRY_AGAIN
            except RoomUnloaded:
                code = CloseCode.TRY_AGAIN
            await socket.close(code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            # The other side is gone already
            pass
        finally:
            log.info("a socket has ended, %s, %.0f s", code or "left", self.clock.now() - began)
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def talk(self, socket: WebSocket, address: str, from_page: bool) -> int:
        """Talk to a client to the end; gives the code to close with."""
        direct = socket.scope.get("extensions", {}).get(DIRECT, {}).get(SOCKET)
        connection = Connection(socket, self.outgoing, direct)
        # What a browser says of itself is longer than all the rest kept for a connection, which may last for hours
        socket.scope["headers"].clear()
        socket.scope.clear()
        hello = await first_words(socket)
        if hello is None:
            return CloseCode.BAD_MESSAGE
        if hello.token is None and not from_page:
            # A page of ours may watch; a program must bring a token
            return CloseCode.BAD_TOKEN
        try:
            visit = await self.admit(hello, connection, address)
        except RequestRefused as e:
            if e.code == RefusalCode.TOO_MANY:
                return CloseCode.TOO_MANY
            if e.code == RefusalCode.BAD_TOKEN or (e.code == RefusalCode.BAD_PASSWORD and hello.password):
                guessing = self.is_guessing(hello, address)
                self.guesses.miss(address, hello.code)
                if guessing:
                    return CloseCode.TOO_MANY
            if e.text:
                # The code of an end says what kind it is, not why
                await socket.send_text(wire.encoder.encode(refused("", e)).decode())
            return e.code.closing if isinstance(e.code, RefusalCode) else CloseCode.TRY_AGAIN
        if visit is None:
            guessing = self.is_guessing(hello, address)
            self.guesses.miss(address)
            return CloseCode.TOO_MANY if guessing else CloseCode.NO_TABLE
        del hello
        try:
            await self.converse(connection, visit)
        finally:
            connection.end(CloseCode.TRY_AGAIN)
            await visit.part()
        return connection.code

    def is_guessing(self, hello: wire.Hello, address: str) -> bool:
        """Return whether an address has been wrong too often to be told that it is wrong again."""
        return self.guesses.is_guessing(address) or self.guesses.is_guessing(address, hello.code)

    async def admit(self, hello: wire.Hello, connection: Connection, address: str) -> ClientSession | None:
        """Take a client to its table; without a token it counts as a guess until the table and password are right."""
        if hello.token is not None:
            return await self.visit(hello, connection, address)
        async with self.guesses.attempt(address), self.guesses.attempt(address, hello.code):
            return await self.visit(hello, connection, address)

    async def visit(self, hello: wire.Hello, connection: Connection, address: str) -> ClientSession | None:
        """Take a client to its table, wherever that is run; none if there is no such table."""
        try:
            joined = await self.admission.join(hello, connection, address)
        except OwnedElsewhere as e:
            if self.relay is None:
                raise
            return await self.relay.visit(hello, connection, address, e.owner)
        return None if joined is None else LocalSession(self.admission, self.limits, *joined)

    async def converse(self, connection: Connection, visit: ClientSession) -> None:
        """Listen and writes at the same time, until one of them or the server ends it."""
        hearing = InboundMessages(connection, visit, self.limits, self.clock)
        listening: asyncio.Task[None] | None = None
        if connection.wire is not None:
            connection.wire.listen_now(hearing)
        else:
            listening = asyncio.create_task(hearing.listen(connection.socket))
        try:
            # It ends when nobody reads any more, or when it is over
            await connection.wait()
        finally:
            hearing.stop()
            tasks = [task for task in (connection.writing, hearing.work, listening) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def first_words(socket: WebSocket) -> wire.Hello | None:
    """Wait for somebody to say who they are; none if they say anything else, or nothing in time."""
    try:
        # Not `wait_for`: where what it waits for fails, the fault and its frame hold each other
        async with asyncio.timeout(HELLO_TIMEOUT_S):
            message = decode_message(await receive(socket))
    except (TimeoutError, BadMessage):
        return None
    return message if isinstance(message, wire.Hello) else None
