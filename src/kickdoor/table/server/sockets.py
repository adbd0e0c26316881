"""Sockets: one a client. The first message says which table and by which right; strict sizes and rates hold."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from typing import Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from kickdoor.table.logs.traces import table_name
from kickdoor.table.measures import COMMANDS, REFUSED
from kickdoor.table.nodes.ownership import Elsewhere
from kickdoor.table.room.commands import refused
from kickdoor.table.server.admission import Admission
from kickdoor.table.server.connections import DIRECT
from kickdoor.table.server.open_table import Gone
from kickdoor.table.server.origins import host_name, is_own_origin
from kickdoor.table.server.rate_limits import Guesses, Limits, bucket, household
from kickdoor.table.server.visits import LocalVisit, Visit
from kickdoor.table.store.contract import StoreFault
from kickdoor.table.wire import client as wire
from kickdoor.table.wire.refusals import Closing, No, Why

log = logging.getLogger("kickdoor.table")
HELLO_WITHIN = 10.0
MOST_WAITING = 64
"""Messages that wait for a slow client; then it is dropped and may come back."""
MOST_BYTES = 64_000_000
"""Bytes that wait for all slow clients together; then those are dropped for whom more than a few messages wait."""
FEW_WAITING = 4
MOST_ENCODED = 16
"""Messages of which it is remembered how they are written: most go to several clients."""
MOST_BAD = 5
"""Messages that make no sense before the connection is ended."""
ORDINARY = (WebSocketDisconnect, RuntimeError, OSError, Gone)
"""How connections end every day."""


class Outgoing:
    """What waits to be sent on all connections: how much it is, and how the last messages are written."""

    def __init__(self) -> None:
        self.bytes = 0
        self.written: OrderedDict[int, tuple[wire.ServerMessage, bytes]] = OrderedDict()

    def write(self, message: wire.ServerMessage) -> bytes:
        """Writes a message; one that has just been written for somebody else is not written again."""
        found = self.written.get(id(message))
        if found is not None and found[0] is message:
            return found[1]
        encoded = wire.encoder.encode(message)
        self.written[id(message)] = (message, encoded)
        if len(self.written) > MOST_ENCODED:
            self.written.popitem(last=False)
        return encoded


class DirectWire(Protocol):
    """The shortest way to a client, where the server that holds the connection offers one."""

    def send_now(self, text: bytes) -> bool:
        """Sends a message without waiting; False if that cannot be, and then nothing was sent."""


class Connection:
    """One socket, with what waits to be sent."""

    def __init__(self, socket: WebSocket, outgoing: Outgoing | None = None, wire: DirectWire | None = None) -> None:
        self.socket = socket
        self.wire = wire
        self.outgoing = Outgoing() if outgoing is None else outgoing
        self.waiting: list[bytes] = []
        self.news: asyncio.Future[None] | None = None
        """Awaited while there is nothing to send: it comes when something waits, or when it is over."""
        self.writing: asyncio.Task[None] | None = None
        self.ended = False
        self.code: int = Closing.TRY_AGAIN

    def post(self, message: wire.ServerMessage) -> None:
        if self.has_room():
            self.queue(self.outgoing.write(message))

    def post_written(self, encoded: bytes) -> None:
        """Sends a message that another server has written."""
        if self.has_room():
            self.queue(encoded)

    def has_room(self) -> bool:
        """Tells whether anything more may wait; whoever is too slow is dropped."""
        if not self.ended and len(self.waiting) >= (MOST_WAITING if self.outgoing.bytes < MOST_BYTES else FEW_WAITING):
            self.hang_up()
        return not self.ended

    def queue(self, encoded: bytes) -> None:
        """Sends at once what can be; whatever must wait is sent in its turn."""
        if not self.waiting and self.wire is not None and self.wire.send_now(encoded):
            return
        self.waiting.append(encoded)
        self.outgoing.bytes += len(encoded)
        self.wake()

    def next(self) -> bytes:
        """Takes what is to be sent next."""
        encoded = self.waiting.pop(0)
        self.outgoing.bytes -= len(encoded)
        return encoded

    def hang_up(self, for_good: bool = False) -> None:
        self.end(Closing.BAD_TOKEN if for_good else Closing.TRY_AGAIN)

    def end(self, code: int) -> None:
        """Has the connection ended with a code; the first one counts."""
        if not self.ended:
            self.code = code
            self.ended = True
            # Who does not read is not waited for: it may be long until the connection itself is gone
            while self.waiting:
                self.next()
            if self.writing is not None:
                self.writing.cancel()
            self.wake()

    def wake(self) -> None:
        if self.news is not None and not self.news.done():
            self.news.set_result(None)

    async def write(self) -> None:
        """Sends what waits, to the end; nothing sent is kept."""
        while not self.ended:
            if self.waiting:
                await self.socket.send_text(self.next().decode())
            else:
                self.news = asyncio.get_running_loop().create_future()
                await self.news


class Relaying(Protocol):
    """Takes clients to tables that other servers run."""

    async def visit(self, hello: wire.Hello, connection: Connection, address: str, owner: str) -> Visit:
        """Takes one there; `No` if it is not let in."""


class BadMessage(Exception):
    """A message that makes no sense; says why."""


class Sockets:
    """Serves the sockets of one server."""

    def __init__(self, admission: Admission, hosts: list[str], limits: Limits, guesses: Guesses) -> None:
        self.admission = admission
        self.clock = admission.tables.clock
        self.hosts = hosts
        self.limits = limits
        self.guesses = guesses
        self.addresses: Counter[str] = Counter()
        self.outgoing = Outgoing()
        self.relay: Relaying | None = None
        """Takes clients to tables of other servers, where there are any."""

    async def serve(self, socket: WebSocket) -> None:
        """Serves one socket from its first message to its end."""
        host = socket.headers.get("host", "")
        address = household(socket.client.host) if socket.client is not None else "?"
        if host_name(host) not in self.hosts or not is_own_origin(socket.headers, host):
            await socket.close(Closing.FOREIGN)
            return
        from_page = "origin" in socket.headers
        # What a browser says of itself is longer than all the rest kept for a connection, which may last for hours
        socket.scope["headers"].clear()
        if self.addresses[address] >= self.limits.connections:
            REFUSED.add("connections")
            await socket.close(Closing.TOO_MANY)
            return
        self.addresses[address] += 1
        began, code = self.clock.now(), 0
        try:
            await socket.accept()
            try:
                code = await self.talk(socket, address, from_page)
            except StoreFault as e:
                log.error("the store: %s", e)
                code = Closing.TRY_AGAIN
            except Gone:
                code = Closing.TRY_AGAIN
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
        """Talks to a client to the end; gives the code to close with."""
        connection = Connection(socket, self.outgoing, socket.scope.get("extensions", {}).get(DIRECT))
        try:
            hello = await asyncio.wait_for(read(socket), HELLO_WITHIN)
        except (TimeoutError, BadMessage):
            return Closing.BAD_MESSAGE
        if not isinstance(hello, wire.Hello):
            return Closing.BAD_MESSAGE
        if hello.token is None and not from_page:
            # A page of ours may watch; a program must bring a token
            return Closing.BAD_TOKEN
        guessing = self.guesses.is_guessing(address) or self.guesses.is_guessing(address, hello.code)
        if guessing and hello.token is None:
            return Closing.TOO_MANY
        try:
            visit = await self.visit(hello, connection, address)
        except No as e:
            if e.code == Why.BAD_TOKEN or (e.code == Why.BAD_PASSWORD and hello.password):
                self.guesses.miss(address, hello.code)
                if guessing:
                    return Closing.TOO_MANY
            if e.text:
                # The code of an end says what kind it is, not why
                await socket.send_text(wire.encoder.encode(refused("", e)).decode())
            return e.code.closing if isinstance(e.code, Why) else Closing.TRY_AGAIN
        if visit is None:
            self.guesses.miss(address)
            return Closing.TOO_MANY if guessing else Closing.NO_TABLE
        del hello
        try:
            await self.converse(connection, visit)
        finally:
            connection.end(Closing.TRY_AGAIN)
            await visit.part()
        return connection.code

    async def visit(self, hello: wire.Hello, connection: Connection, address: str) -> Visit | None:
        """Takes a client to its table, wherever that is run; none if there is no such table."""
        try:
            joined = await self.admission.join(hello, connection, address)
        except Elsewhere as e:
            if self.relay is None:
                raise
            return await self.relay.visit(hello, connection, address, e.owner)
        return None if joined is None else LocalVisit(self.admission, self.limits, *joined)

    async def converse(self, connection: Connection, visit: Visit) -> None:
        """Listens and writes at the same time, until one of them or the server ends it."""
        listening = asyncio.create_task(self.listen(connection, visit))
        listening.add_done_callback(lambda _: connection.end(Closing.TRY_AGAIN))
        connection.writing = asyncio.create_task(connection.write())
        try:
            # It ends when nobody reads any more, or when it is over
            await asyncio.wait({connection.writing})
        finally:
            connection.writing.cancel()
            listening.cancel()
            outcomes = await asyncio.gather(connection.writing, listening, return_exceptions=True)
            for outcome in outcomes:
                if isinstance(outcome, ORDINARY) or not isinstance(outcome, Exception):
                    continue
                log.warning("a socket at table %s: %r", table_name(visit.table), outcome)

    async def listen(self, connection: Connection, visit: Visit) -> None:
        """Takes messages until the socket ends or asks for too much."""
        talking = bucket(self.limits.messages, self.clock.now())
        bad = 0
        while True:
            try:
                message = await read(connection.socket)
            except BadMessage as e:
                bad += 1
                connection.post(wire.Refused(cmd="", code=Why.BAD_MESSAGE, text=str(e), rules=[]))
                message = None
            if not talking.take(self.clock.now()) or bad >= MOST_BAD:
                REFUSED.add("messages")
                return connection.end(Closing.TOO_MANY)
            if isinstance(message, wire.Hello):
                return connection.end(Closing.BAD_MESSAGE)
            if isinstance(message, wire.Ping):
                connection.post(wire.Pong(n=message.n))
            elif message is not None:
                with COMMANDS.timed():
                    await visit.command(message)


async def read(socket: WebSocket) -> wire.ClientMessage:
    """Reads one message; `BadMessage` if it is no good."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text = event.get("text")
    if text is None:
        raise BadMessage("messages are text")
    if len(text) > wire.MOST_MESSAGE or len(text.encode("utf-8", "replace")) > wire.MOST_MESSAGE:
        raise BadMessage(f"messages have at most {wire.MOST_MESSAGE} bytes")
    try:
        message: wire.ClientMessage = wire.decoder.decode(text)
        return message
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as e:
        # The decoder says what it expected and where, never what it got
        raise BadMessage(str(e)[:200]) from None
