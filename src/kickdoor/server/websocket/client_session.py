"""A visit: one client's stay at a table, wherever that is run."""

from __future__ import annotations

from typing import Protocol

from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_actor import RoomActor
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode
from kickdoor.server.room.room import Client


class ClientSession(Protocol):
    """What a connection does at a table."""

    table: str
    """The table's id, for the log."""

    async def command(self, message: wire.ClientMessage) -> None:
        """Carry out what the client says; returns when that is done."""

    async def part(self) -> None:
        """End the stay."""


class LocalSession:
    """A stay at a table that this server runs."""

    __slots__ = ("admission", "client", "limits", "running", "table")

    def __init__(self, admission: RoomService, limits: Limits, running: RoomActor, client: Client) -> None:
        self.admission = admission
        self.limits = limits
        self.running = running
        self.client = client
        self.table = running.room.data.id

    async def command(self, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Hello | wire.Ping):
            return
        if self.is_too_fast(message):
            post = self.running.posts.get(self.client.id)
            if post is not None:
                post.post(wire.Refused(cmd=message.cmd, code=RefusalCode.TOO_FAST, text="", rules=[]))
            return
        await self.admission.command(self.running, self.client, message)

    async def part(self) -> None:
        await self.admission.part(self.running, self.client)

    def is_too_fast(self, message: wire.ClientMessage) -> bool:
        """Count a message of a seat, whichever of its devices it comes from, and return whether it is one too many."""
        running, seat, now, limits = self.running, self.client.seat, self.admission.tables.clock.now(), self.limits
        # Who only looks at what could be done has no fewer commands for doing it
        if isinstance(message, wire.Preview):
            return not running.is_slow_enough("previews", seat, limits.previews, now)
        if isinstance(message, wire.GetUnavailable):
            return not running.is_slow_enough("reasons", seat, limits.reasons, now)
        if not running.is_slow_enough("commands", seat, limits.commands, now):
            return True
        if isinstance(message, wire.Say):
            own = running.is_slow_enough("chat", seat, limits.chat, now)
            return not (own and running.is_slow_enough("table_chat", -1, limits.table_chat, now))
        if isinstance(message, wire.AskHint):
            return not running.is_slow_enough("hints", seat, limits.hints, now)
        return isinstance(message, wire.Emote) and not running.is_slow_enough("emotes", seat, limits.emotes, now)
