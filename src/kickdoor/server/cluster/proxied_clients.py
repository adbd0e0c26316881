"""Guests: people at tables that are run here who are connected to another server."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque

import msgspec

from kickdoor.server.cluster.bus import Bus
from kickdoor.server.cluster.cluster_messages import (
    Ack,
    ClientForward,
    Heartbeat,
    HeartbeatAck,
    JoinForward,
    JoinResult,
    ServerForward,
    SessionEnded,
)
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_actor import RoomUnloaded
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.websocket.client_session import LocalSession
from kickdoor.server.websocket.handler import OutboundEncoder

log = logging.getLogger("kickdoor.server")
SILENT = 10.0
"""Seconds without a word of their server after which guests are gone."""
SWEEP_INTERVAL_S = 2.0
MAX_UNACKED_MESSAGES = 200
"""Messages to one guest that are kept until they have arrived."""


class ProxiedClient:
    """One of them. To the table it is the way to a client like any other."""

    def __init__(self, guests: ProxiedClients, knock: JoinForward) -> None:
        self.guests = guests
        self.node = knock.node
        self.id = knock.visit
        self.knock = knock
        self.sent = 0
        self.kept: deque[ServerForward] = deque(maxlen=MAX_UNACKED_MESSAGES)
        """What was sent and has not arrived, as far as is known."""
        self.sent_before = 0
        """What had been sent when their server last told what has arrived."""
        self.alive = time.monotonic()
        self.asked: asyncio.Queue[ClientForward] = asyncio.Queue()
        self.taken = 0
        self.done = 0
        self.over = False
        self.visit: LocalSession | None = None
        self.task = asyncio.create_task(self.stay())

    # The way to the client

    def post(self, message: wire.ServerMessage) -> None:
        if self.over:
            return
        self.sent += 1
        since = message.lines[-1].n if isinstance(message, wire.View) and message.lines else 0
        letter = ServerForward(self.id, self.sent, self.guests.outgoing.write(message), since)
        self.kept.append(letter)
        self.guests.bus.send(self.node, letter)

    def arrived(self, n: int) -> None:
        """Let go of what has arrived."""
        while self.kept and self.kept[0].n <= n:
            self.kept.popleft()

    def repeat(self, n: int) -> None:
        """Send again what was missed from a number on; if that is too long ago, the visit begins again."""
        self.arrived(n - 1)
        if self.kept and self.kept[0].n != n:
            self.guests.end(self, SessionEnded(self.id))
        for letter in self.kept:
            self.guests.bus.send(self.node, letter)

    def hang_up(self, for_good: bool = False) -> None:
        self.guests.end(self, SessionEnded(self.id, for_good))

    # What the client wants

    async def stay(self) -> None:
        """Take the guest to the table, and does what is asked, one thing after the other."""
        try:
            hello = msgspec.structs.replace(wire_hello(self.knock), since=self.knock.since)
            joined = await self.guests.admission.join(hello, self, self.knock.address)
            if joined is None:
                raise RoomUnloaded
            self.visit = LocalSession(self.guests.admission, self.guests.limits, *joined)
            self.guests.bus.send(self.node, JoinResult(self.id))
            while True:
                asked = await self.asked.get()
                await self.visit.command(wire.decoder.decode(asked.body))
                self.done = asked.n
                self.guests.bus.send(self.node, Ack(self.id, asked.n))
        except RequestRefused as e:
            self.guests.bus.send(self.node, JoinResult(self.id, e.code, e.text, e.rules))
            self.guests.end(self, None)
        except (RoomUnloaded, StoreFault):
            # Not run here, or not any more: their server asks the store who does
            self.guests.end(self, SessionEnded(self.id))
        except Exception:
            log.exception("a guest from another server")
            self.guests.end(self, SessionEnded(self.id))

    def take(self, asked: ClientForward) -> None:
        """Take in what is asked, once; what was done already is only confirmed again."""
        if asked.n <= self.done:
            self.guests.bus.send(self.node, Ack(self.id, asked.n))
        elif asked.n > self.taken:
            self.taken = asked.n
            self.asked.put_nowait(asked)


class ProxiedClients:
    """All guests of a server."""

    def __init__(self, bus: Bus, admission: RoomService, limits: Limits) -> None:
        self.bus = bus
        self.admission = admission
        self.limits = limits
        self.outgoing = OutboundEncoder()
        self.here: dict[str, ProxiedClient] = {}
        self.leaving: set[asyncio.Task[None]] = set()

    def knock(self, letter: JoinForward) -> None:
        if letter.visit not in self.here:
            self.here[letter.visit] = ProxiedClient(self, letter)
        elif self.here[letter.visit].visit is not None:
            self.bus.send(letter.node, JoinResult(letter.visit))

    def asked(self, letter: ClientForward) -> None:
        if letter.visit in self.here:
            self.here[letter.visit].take(letter)

    def missed(self, visit: str, n: int) -> None:
        if visit in self.here:
            self.here[visit].repeat(n)

    def left(self, visit: str) -> None:
        if visit in self.here:
            self.end(self.here[visit], None)

    def confirm(self, letter: Heartbeat) -> None:
        """Compare who is here with whom their server has; what has not arrived for a second is sent again."""
        for visit, arrived in letter.visits.items():
            guest = self.here.get(visit)
            if guest is None:
                self.bus.send(letter.node, SessionEnded(visit))
                continue
            guest.alive = time.monotonic()
            if arrived < guest.sent_before:
                guest.repeat(arrived + 1)
            else:
                guest.arrived(arrived)
            guest.sent_before = guest.sent
        self.bus.send(letter.node, HeartbeatAck(self.bus.name))

    def end(self, guest: ProxiedClient, word: SessionEnded | None) -> None:
        """End a stay, and tells so if there is a word to send."""
        if guest.over:
            return
        guest.over = True
        self.here.pop(guest.id, None)
        if word is not None:
            self.bus.send(guest.node, word)
        if guest.task is not asyncio.current_task():
            guest.task.cancel()
        if guest.visit is not None:
            parting = asyncio.create_task(guest.visit.part())
            self.leaving.add(parting)
            parting.add_done_callback(self.leaving.discard)

    async def look_around(self) -> None:
        """See every now and then whether the servers of the guests still live."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_S)
            for guest in list(self.here.values()):
                if time.monotonic() > guest.alive + SILENT:
                    self.end(guest, None)

    def close(self) -> None:
        for guest in list(self.here.values()):
            self.end(guest, SessionEnded(guest.id))


def wire_hello(knock: JoinForward) -> wire.Hello:
    return msgspec.json.decode(knock.hello, type=wire.Hello)
