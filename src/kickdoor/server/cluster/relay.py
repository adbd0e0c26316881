"""The relay: takes people and requests to the server that runs their table, and those of other servers to ours."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kickdoor.server.cluster import cluster_messages
from kickdoor.server.cluster.bot_job_queue import RemoteJobQueue
from kickdoor.server.cluster.bus import Bus, ended, run_forever
from kickdoor.server.cluster.proxied_clients import ProxiedClients
from kickdoor.server.cluster.remote_session import RemoteSession
from kickdoor.server.cluster.room_directory import Listing, Own
from kickdoor.server.cluster.rpc import Calls
from kickdoor.server.cluster.shared_rate_limits import SharedLimits
from kickdoor.server.http.api_types import TableSummary
from kickdoor.server.limits.rate_limits import Buckets, Limits
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.websocket.handler import Connection

HEARTBEAT_INTERVAL_S = 1.0
SILENT = 3.0
"""Seconds without a word of a server after which the store is asked who runs its tables."""


class Relay:
    """One server's part in it."""

    def __init__(self, bus: Bus, admission: RoomService, limits: Limits, jobs: RemoteJobQueue | None = None) -> None:
        self.bus = bus
        self.admission = admission
        self.limits = limits
        self.guests = ProxiedClients(bus, admission, limits)
        self.calls = Calls(bus)
        self.jobs = RemoteJobQueue(bus) if jobs is None else jobs
        self.shared = SharedLimits(bus)
        self.listing = Listing(bus)
        self.visits: dict[str, RemoteSession] = {}
        self.spoke: dict[str, float] = {}
        """When a server was last heard of, or first asked."""
        self.tasks: list[asyncio.Task[None]] = []

    async def open_up(self, pages: Any, own: Own) -> None:
        """Begins; `pages` answers requests that come from other servers, and `own` lists the tables to show them."""
        self.calls.pages = pages
        await self.bus.open_up(self.receive)
        look, show = self.guests.look_around, partial(self.listing.show, own)
        work = (self.show_life, look, self.shared.count, show, self.jobs.look_out)
        self.tasks = [asyncio.create_task(run_forever(one)) for one in work]

    def share(self, kind: str, buckets: Buckets) -> None:
        self.shared.share(kind, buckets)

    def silent_for(self) -> float:
        since = self.bus.silent_since
        return 0.0 if since is None else max(0.001, time.monotonic() - since)

    def obey(self, obey: Callable[[bytes], Awaitable[bytes]]) -> None:
        """Report who does this server's part of what is ordered at another."""
        self.calls.obey = obey

    async def order(self, body: bytes) -> list[bytes]:
        """Have all other servers do their part of an order."""
        try:
            return await self.calls.order(await self.listing.servers(), body)
        except self.bus.faults as e:
            raise StoreFault(f"the bus does not answer, and other servers have heard nothing of it: {e}") from None

    def unsent(self) -> int:
        return len(self.bus.unsent)

    async def listed(self) -> list[TableSummary]:
        return await self.listing.others()

    async def close(self) -> None:
        """End the stay of all guests; their servers ask who runs the tables now."""
        await ended(self.tasks)
        self.guests.close()
        await self.bus.close()

    async def visit(self, hello: wire.Hello, connection: Connection, address: str, owner: str) -> RemoteSession:
        """Take somebody who is connected here to another server's table; `No` if that lets nobody in."""
        away = RemoteSession(self, hello, connection, address)
        try:
            await away.knock(owner)
        except TimeoutError:
            # It may just have died: somebody else will run the table, perhaps this server
            away.move()
        return away

    async def forward(self, owner: str, request: Request) -> Response:
        return await self.calls.forward(owner, request)

    def receive(self, letter: cluster_messages.ClusterMessage) -> None:
        """Hands a letter to whom it concerns."""
        match letter:
            case cluster_messages.JoinForward():
                self.guests.knock(letter)
            case cluster_messages.ClientForward():
                self.guests.asked(letter)
            case cluster_messages.ResendRequest():
                self.guests.missed(letter.visit, letter.n)
            case cluster_messages.SessionLeft():
                self.guests.left(letter.visit)
            case cluster_messages.Heartbeat():
                self.guests.confirm(letter)
            case cluster_messages.HeartbeatAck():
                self.spoke[letter.node] = time.monotonic()
            case cluster_messages.HttpForward() | cluster_messages.AdminForward():
                self.calls.answer(letter)
            case cluster_messages.BotJobReply():
                self.jobs.settle(letter)
            case cluster_messages.RpcReply():
                self.calls.settle(letter)
            case _:
                self.to_visitor(letter)

    def to_visitor(
        self,
        letter: cluster_messages.JoinResult
        | cluster_messages.ServerForward
        | cluster_messages.Ack
        | cluster_messages.SessionEnded,
    ) -> None:
        away = self.visits.get(letter.visit)
        if away is None:
            return
        match letter:
            case cluster_messages.JoinResult():
                away.came(letter)
            case cluster_messages.ServerForward():
                away.told(letter)
            case cluster_messages.Ack():
                away.was_heard(letter)
            case cluster_messages.SessionEnded():
                away.ended(letter)

    async def show_life(self) -> None:
        """Report other servers every second whom of theirs is here, and notices when one says nothing any more."""
        while True:
            await asyncio.sleep(HEARTBEAT_INTERVAL_S)
            owners: dict[str, dict[str, int]] = defaultdict(dict)
            for id, away in self.visits.items():
                owners[away.owner][id] = away.arrived
            now = time.monotonic()
            self.spoke = {node: self.spoke.get(node, now) for node in owners}
            for node, visits in owners.items():
                self.bus.send(node, cluster_messages.Heartbeat(self.bus.name, visits))
                if now > self.spoke[node] + SILENT:
                    self.spoke[node] = now
                    for id in visits:
                        self.visits[id].move()
