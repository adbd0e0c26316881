"""What a client says once it is at a table: every message counts, and what they ask for is done one after the other."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from time import perf_counter
from typing import Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from kickdoor.server.limits.rate_limits import Limits, bucket
from kickdoor.server.live.room_actor import RoomUnloaded
from kickdoor.server.live.timers import Clock
from kickdoor.server.logs.request_ids import table_name
from kickdoor.server.ops.metrics import COMMANDS, REFUSED
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode, RefusalCode
from kickdoor.server.websocket.client_session import ClientSession

log = logging.getLogger("kickdoor.server")
MAX_INVALID_MESSAGES = 5
"""Messages that make no sense before the connection is ended."""
MAX_PENDING_MESSAGES = 8
"""Messages that wait until what was asked before is done; then nothing more is read."""
ORDINARY = (WebSocketDisconnect, RuntimeError, OSError, RoomUnloaded)
"""How connections end every day."""


class MessageSource(Protocol):
    """The connection of somebody who speaks."""

    ended: bool

    def post(self, message: wire.ServerMessage) -> None:
        """Send a message."""

    def end(self, code: int) -> None:
        """Have the connection ended."""

    def hold_back(self, on: bool) -> None:
        """Read nothing more for now, or goes on reading."""


class BadMessage(Exception):
    """A message that makes no sense; says why."""


class InboundMessages:
    """Hears one client. There is a task only while something is being done: most are silent most of the time."""

    __slots__ = ("bad", "clock", "context", "speaker", "talking", "undone", "visit", "work")

    def __init__(self, speaker: MessageSource, visit: ClientSession, limits: Limits, clock: Clock) -> None:
        self.speaker = speaker
        self.visit = visit
        self.clock = clock
        self.talking = bucket(limits.messages, clock.now())
        self.bad = 0
        self.undone: list[wire.ClientMessage] = []
        """Never many. Not a deque, which is large even where there is nothing in it, as nearly always."""
        self.work: asyncio.Task[None] | None = None
        self.context = contextvars.copy_context()
        """In which the log knows whose socket it is."""

    def hear(self, text: str | None) -> None:
        """Take a message; what it asks for is done when it is its turn."""
        if self.speaker.ended:
            return
        message: wire.ClientMessage | None = None
        try:
            message = decode_message(text)
        except BadMessage as e:
            self.bad += 1
            self.speaker.post(wire.Refused(cmd="", code=RefusalCode.BAD_MESSAGE, text=str(e), rules=[]))
        if not self.talking.take(self.clock.now()) or self.bad >= MAX_INVALID_MESSAGES:
            REFUSED.add("messages")
            self.speaker.end(CloseCode.TOO_MANY)
        elif isinstance(message, wire.Hello):
            self.speaker.end(CloseCode.BAD_MESSAGE)
        elif isinstance(message, wire.Ping):
            self.speaker.post(wire.Pong(n=message.n))
        elif message is not None:
            self.undone.append(message)
            if self.work is None:
                self.work = asyncio.get_running_loop().create_task(self.do_all(), context=self.context)
            elif len(self.undone) >= MAX_PENDING_MESSAGES:
                self.speaker.hold_back(True)

    def left(self) -> None:
        self.speaker.end(CloseCode.TRY_AGAIN)

    async def do_all(self) -> None:
        """Have everything done that was asked for, in order."""
        try:
            while self.undone and not self.speaker.ended:
                began = perf_counter()
                await self.visit.command(self.undone.pop(0))
                COMMANDS.observe(perf_counter() - began)
                if not self.undone:
                    self.speaker.hold_back(False)
        except Exception as e:
            if not isinstance(e, ORDINARY):
                log.warning("a socket at table %s: %r", table_name(self.visit.table), e)
            self.left()
        finally:
            self.work = None

    async def listen(self, socket: WebSocket) -> None:
        """Hear a socket that does not tell by itself what has come."""
        try:
            while True:
                self.hear(await receive(socket))
                if self.work is not None:
                    await asyncio.wait({self.work})
        finally:
            self.left()

    def stop(self) -> None:
        """Give up what is being done."""
        self.undone.clear()
        if self.work is not None:
            self.work.cancel()


async def receive(socket: WebSocket) -> str | None:
    """Wait for a message; none if it is no text."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str | None = event.get("text")
    return text


def decode_message(text: str | None) -> wire.ClientMessage:
    """Understand a message; `BadMessage` if it is no good."""
    if text is None:
        raise BadMessage("messages are text")
    if len(text) > wire.MAX_MESSAGE_BYTES or len(text.encode("utf-8", "replace")) > wire.MAX_MESSAGE_BYTES:
        raise BadMessage(f"messages have at most {wire.MAX_MESSAGE_BYTES} bytes")
    try:
        message: wire.ClientMessage = wire.decoder.decode(text)
        return message
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as e:
        # The decoder says what it expected and where, never what it got
        raise BadMessage(str(e)[:200]) from None
