"""Visits away: people who are connected here to tables that another server runs. They stay when that server is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import TYPE_CHECKING

import msgspec

from kickdoor.server.cluster.chat_deduplication import ChatDeduplicator
from kickdoor.server.cluster.cluster_messages import (
    Ack,
    ClientForward,
    JoinForward,
    JoinResult,
    ResendRequest,
    ServerForward,
    SessionEnded,
    SessionLeft,
)
from kickdoor.server.cluster.ownership import OwnedElsewhere
from kickdoor.server.live.room_actor import RoomUnloaded
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode, RefusalCode, RequestRefused
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.websocket.client_session import LocalSession
from kickdoor.server.websocket.handler import Connection

if TYPE_CHECKING:
    from kickdoor.server.cluster.relay import Relay

log = logging.getLogger("kickdoor.server")
BY_CODE: dict[str, str] = {one.value: one for one in RefusalCode}
JOIN_RETRY_S = 0.7
JOIN_TIMEOUT_S = 1.2
"""Seconds after which it is asked again who runs the table."""
COMMAND_RETRY_S = 2.0
PAUSE = 0.25
REJOIN_TIMEOUT_S = 60.0
"""Seconds without any server that runs the table; then the client is told to come again."""


class RemoteSession:
    """A stay at a table that another server runs, for as long as it does; then wherever it is run next."""

    def __init__(self, relay: Relay, hello: wire.Hello, connection: Connection, address: str) -> None:
        self.relay = relay
        self.hello = hello
        self.connection = connection
        self.address = address
        self.table = ""
        self.owner = ""
        self.id = ""
        self.arrived = 0
        """Messages that have come in order since the last knock."""
        self.missed = 0
        """The first message that was asked for again."""
        self.post = ChatDeduplicator(connection)
        self.since = hello.since
        self.number = 0
        self.answer: asyncio.Future[JoinResult] | None = None
        self.heard: asyncio.Future[None] | None = None
        self.home: LocalSession | None = None
        """Once this server runs the table itself."""
        self.settled = asyncio.Event()
        self.moving: asyncio.Task[None] | None = None

    # Coming to the table

    async def knock(self, owner: str) -> None:
        """Go to the server that runs the table; `TimeoutError` if it does not answer, `No` if it lets nobody in."""
        if owner != self.owner or not self.id:
            self.leave()
            self.owner, self.id, self.arrived, self.missed = owner, secrets.token_hex(8), 0, 0
            self.relay.visits[self.id] = self
            self.post.come_again()
        self.answer = asyncio.get_running_loop().create_future()
        hello = wire.encoder.encode(self.hello)
        letter = JoinForward(self.relay.bus.name, self.id, hello, self.since, self.address)
        async with asyncio.timeout(JOIN_TIMEOUT_S):
            while not self.answer.done():
                self.relay.bus.send(owner, letter)
                await asyncio.wait({self.answer}, timeout=JOIN_RETRY_S)
        came = self.answer.result()
        if came.code:
            self.leave()
            raise RequestRefused(BY_CODE.get(came.code, came.code), came.text, came.rules)
        self.settled.set()

    def move(self) -> None:
        """Have it found out where the table is run now, unless that is being done already."""
        if self.home is None and (self.moving is None or self.moving.done()) and not self.connection.ended:
            self.settled.clear()
            self.leave()
            self.moving = asyncio.create_task(self.find_home())

    async def find_home(self) -> None:
        """Go to whoever runs the table now, or has this server run it; the client notices nothing but the pause."""
        try:
            async with asyncio.timeout(REJOIN_TIMEOUT_S):
                while not await self.try_home():
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            self.connection.end(CloseCode.TRY_AGAIN)
        except RequestRefused as e:
            self.connection.end(e.code.closing if isinstance(e.code, RefusalCode) else CloseCode.TRY_AGAIN)
        except Exception:
            log.exception("a visit to another server's table")
            self.connection.end(CloseCode.TRY_AGAIN)

    async def try_home(self) -> bool:
        """Try once; False if nobody runs the table yet."""
        if self.connection.ended:
            return True
        hello = msgspec.structs.replace(self.hello, since=self.since)
        try:
            self.post.come_again()
            joined = await self.relay.admission.join(hello, self.post, self.address)
        except OwnedElsewhere as e:
            with contextlib.suppress(TimeoutError):
                await self.knock(e.owner)
                return True
            return False
        except (RoomUnloaded, StoreFault):
            return False
        if joined is None:
            raise RequestRefused(RefusalCode.NO_TABLE)
        self.leave()
        self.home = LocalSession(self.relay.admission, self.relay.limits, *joined)
        self.settled.set()
        return True

    # While there

    def told(self, letter: ServerForward) -> None:
        """Pass on what the table says, in order; what is missing is asked for."""
        if letter.n == self.arrived + 1:
            self.arrived = letter.n
            self.since = max(self.since, letter.since)
            self.post.pass_on(letter.body)
        elif letter.n > self.arrived and self.missed != self.arrived + 1:
            # Once: if that is lost too, the owner hears within a second what has arrived
            self.missed = self.arrived + 1
            self.relay.bus.send(self.owner, ResendRequest(self.id, self.missed))

    def came(self, letter: JoinResult) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(letter)

    def was_heard(self, letter: Ack) -> None:
        if letter.n == self.number and self.heard is not None and not self.heard.done():
            self.heard.set_result(None)

    def ended(self, letter: SessionEnded) -> None:
        if letter.for_good:
            self.connection.hang_up(for_good=True)
        else:
            self.move()

    async def command(self, message: wire.ClientMessage) -> None:
        """Send what the client says until it is heard: the table does it once, however often it comes."""
        self.number += 1
        body = wire.encoder.encode(message)
        while not self.connection.ended:
            await self.settled.wait()
            if self.home is not None:
                return await self.home.command(message)
            self.heard = asyncio.get_running_loop().create_future()
            self.relay.bus.send(self.owner, ClientForward(self.id, self.number, body))
            await asyncio.wait({self.heard}, timeout=COMMAND_RETRY_S)
            if self.heard.done():
                return None
        return None

    def leave(self) -> None:
        """Leave the server that has run the table."""
        if self.id:
            self.relay.visits.pop(self.id, None)
            self.relay.bus.send(self.owner, SessionLeft(self.id))
            self.id = ""

    async def part(self) -> None:
        if self.moving is not None:
            self.moving.cancel()
            await asyncio.gather(self.moving, return_exceptions=True)
        self.leave()
        if self.home is not None:
            await self.home.part()
