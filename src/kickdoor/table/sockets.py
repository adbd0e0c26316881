"""Sockets: one a client. The first message says which table and by which right; strict sizes and rates hold."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from kickdoor.table import protocol as wire
from kickdoor.table.commands import refused
from kickdoor.table.front_desk import FrontDesk
from kickdoor.table.guard import host_name, is_own_origin
from kickdoor.table.limits import Guesses, Limits, bucket, household
from kickdoor.table.room import Client, No
from kickdoor.table.running import Gone, Running
from kickdoor.table.store import StoreFault
from kickdoor.table.traces import table_name

log = logging.getLogger("kickdoor.table")
HELLO_WITHIN = 10.0
MOST_WAITING = 64
"""Messages that wait for a slow client; then he is dropped and may come back."""
MOST_BAD = 5
"""Messages that make no sense before the connection is ended."""
BAD_MESSAGE = 4400
BAD_TOKEN = 4401
BAD_PASSWORD = 4402
NO_WATCHERS = 4403
NO_TABLE = 4404
BARRED = 4405
OTHER_RULES = 4409
BROKEN = 4500
CROWDED = 4503
TOO_MANY = 4429
TRY_AGAIN = 1013
FOREIGN = 1008
ORDINARY = (WebSocketDisconnect, RuntimeError, OSError, Gone)
"""How connections end every day."""
CLOSE_CODES = {
    "bad_token": BAD_TOKEN, "bad_password": BAD_PASSWORD, "no_watchers": NO_WATCHERS, "barred": BARRED,
    "other_rules": OTHER_RULES, "table_broken": BROKEN, "too_many_watchers": CROWDED,
}  # fmt: skip


class Connection:
    """One socket, with what waits to be sent."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.waiting: list[bytes] = []
        self.news: asyncio.Future[None] | None = None
        """Awaited while there is nothing to send: it comes when something waits, or when it is over."""
        self.ended = False
        self.code = TRY_AGAIN

    def post(self, message: wire.ServerMessage) -> None:
        if self.ended:
            return
        if len(self.waiting) >= MOST_WAITING:
            self.hang_up()
            return
        self.waiting.append(wire.encoder.encode(message))
        self.wake()

    def hang_up(self, for_good: bool = False) -> None:
        self.end(BAD_TOKEN if for_good else TRY_AGAIN)

    def end(self, code: int) -> None:
        """Has the connection ended with a code; the first one counts."""
        if not self.ended:
            self.code = code
            self.ended = True
            self.wake()

    def wake(self) -> None:
        if self.news is not None and not self.news.done():
            self.news.set_result(None)

    async def write(self) -> None:
        """Sends what waits, to the end; nothing sent is kept."""
        while not self.ended:
            if self.waiting:
                await self.socket.send_text(self.waiting.pop(0).decode())
            else:
                self.news = asyncio.get_running_loop().create_future()
                await self.news


class BadMessage(Exception):
    """A message that makes no sense; says why."""


class Sockets:
    """Serves the sockets of one house."""

    def __init__(self, desk: FrontDesk, hosts: list[str], limits: Limits, guesses: Guesses) -> None:
        self.desk = desk
        self.clock = desk.house.clock
        self.hosts = hosts
        self.limits = limits
        self.guesses = guesses
        self.addresses: Counter[str] = Counter()

    async def serve(self, socket: WebSocket) -> None:
        """Serves one socket from its first message to its end."""
        host = socket.headers.get("host", "")
        address = household(socket.client.host) if socket.client is not None else "?"
        if host_name(host) not in self.hosts or not is_own_origin(socket.headers, host):
            await socket.close(FOREIGN)
            return
        from_page = "origin" in socket.headers
        # What a browser says of itself is longer than all the rest kept for a connection, which may last for hours
        socket.scope["headers"].clear()
        if self.addresses[address] >= self.limits.connections:
            await socket.close(TOO_MANY)
            return
        self.addresses[address] += 1
        began, code = self.clock.now(), 0
        try:
            await socket.accept()
            try:
                code = await self.talk(socket, address, from_page)
            except StoreFault as e:
                log.error("the store: %s", e)
                code = TRY_AGAIN
            except Gone:
                code = TRY_AGAIN
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
        connection = Connection(socket)
        try:
            hello = await asyncio.wait_for(read(socket), HELLO_WITHIN)
        except (TimeoutError, BadMessage):
            return BAD_MESSAGE
        if not isinstance(hello, wire.Hello):
            return BAD_MESSAGE
        if hello.token is None and not from_page:
            # A page of ours may watch; a program must bring a token
            return BAD_TOKEN
        guessing = self.guesses.is_guessing(address) or self.guesses.is_guessing(address, hello.code)
        if guessing and hello.token is None:
            return TOO_MANY
        try:
            joined = await self.desk.join(hello, connection, address)
        except No as e:
            if e.code == "bad_token" or (e.code == "bad_password" and hello.password):
                self.guesses.miss(address, hello.code)
                if guessing:
                    return TOO_MANY
            if e.text:
                # The code of an end says what kind it is, not why
                await socket.send_text(wire.encoder.encode(refused("", e)).decode())
            return CLOSE_CODES.get(e.code, TRY_AGAIN)
        if joined is None:
            self.guesses.miss(address)
            return TOO_MANY if guessing else NO_TABLE
        running, client = joined
        try:
            await self.converse(connection, running, client)
        finally:
            connection.end(TRY_AGAIN)
            await self.desk.part(running, client)
        return connection.code

    async def converse(self, connection: Connection, running: Running, client: Client) -> None:
        """Listens and writes at the same time, until one of them or the house ends it."""
        listening = asyncio.create_task(self.listen(connection, running, client))
        listening.add_done_callback(lambda _: connection.end(TRY_AGAIN))
        try:
            await connection.write()
        except ORDINARY:
            # Nobody reads any more
            pass
        finally:
            listening.cancel()
            (outcome,) = await asyncio.gather(listening, return_exceptions=True)
            if isinstance(outcome, Exception) and not isinstance(outcome, ORDINARY):
                log.warning("a socket at table %s: %r", table_name(running.room.data.id), outcome)

    async def listen(self, connection: Connection, running: Running, client: Client) -> None:
        """Takes messages until the socket ends or asks for too much."""
        now = self.clock.now()
        talking = bucket(self.limits.messages, now)
        chatting = bucket(self.limits.chat, now)
        waving = bucket(self.limits.emotes, now)
        bad = 0
        while True:
            try:
                message = await read(connection.socket)
            except BadMessage as e:
                bad += 1
                connection.post(wire.Refused(cmd="", code="bad_message", text=str(e), rules=[]))
                message = None
            now = self.clock.now()
            if not talking.take(now) or bad >= MOST_BAD:
                return connection.end(TOO_MANY)
            if isinstance(message, wire.Hello):
                return connection.end(BAD_MESSAGE)
            if isinstance(message, wire.Ping):
                connection.post(wire.Pong(n=message.n))
            elif (isinstance(message, wire.Say) and not chatting.take(now)) or (
                isinstance(message, wire.Emote) and not waving.take(now)
            ):
                connection.post(wire.Refused(cmd=message.cmd, code="too_fast", text="", rules=[]))
            elif message is not None:
                await self.desk.command(running, client, message)


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
