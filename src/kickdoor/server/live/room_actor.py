"""A table that is open: what waits to be done there, and the ways to its clients."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from kickdoor.bots.registry import FALLBACK_BOT, BotRegistry
from kickdoor.server.limits.rate_limits import PooledRateLimiter, TokenBucket, bucket
from kickdoor.server.logs.request_ids import NOBODY, Trace, present, table_name
from kickdoor.server.ops.metrics import REFUSED
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.bot_decision import BotDecision
from kickdoor.server.room.bot_turns import seat_known_bots
from kickdoor.server.room.room import Room
from kickdoor.server.storage.interface import RoomWrite, StoredRecord

log = logging.getLogger("kickdoor.server")
Pace = tuple[float, float]
WRITE_INTERVAL_S = 3600.0
"""Seconds after which a table is written at which somebody is, though nothing was done."""


class ClientChannel(Protocol):
    """The way to one client."""

    def post(self, message: wire.ServerMessage) -> None:
        """Send a message as soon as that is possible; never waits."""

    def hang_up(self, for_good: bool = False) -> None:
        """End the connection; the client may come back unless it is for good."""


class RoomUnloaded(Exception):
    """The table has left the memory; it can be found again."""


@dataclass
class RoomTask:
    """Something to be done at a table, in turn with everything else there."""

    work: Callable[[Room], Any]
    done: asyncio.Future[Any]
    trace: Trace = field(default_factory=present.get)
    """The request or socket that asks for it."""


class Mailbox:
    """What waits to be done at a table, the oldest first. Whoever runs the table sleeps while there is nothing."""

    def __init__(self) -> None:
        self.waiting: deque[RoomTask] = deque()
        self.sleeper: asyncio.Future[None] | None = None

    def put(self, job: RoomTask) -> None:
        self.waiting.append(job)
        self.wake()

    def take(self) -> RoomTask | None:
        return self.waiting.popleft() if self.waiting else None

    def wake(self) -> None:
        """End the sleep, if anybody sleeps."""
        if self.sleeper is not None and not self.sleeper.done():
            self.sleeper.set_result(None)

    async def sleep(self) -> None:
        """Wait until somebody wakes whoever runs the table."""
        self.sleeper = asyncio.get_running_loop().create_future()
        try:
            await self.sleeper
        finally:
            self.sleeper = None


@dataclass
class RoomActor:
    """A table that is open, with the task that runs it."""

    room: Room
    jobs: Mailbox = field(default_factory=Mailbox)
    posts: dict[int, ClientChannel] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    closed: bool = False
    touched: float = 0.0
    epoch: int = 0
    """Under which it is run, where several servers share a store; see `ownership`."""
    written: float = 0.0
    """When the store last heard of it."""
    busy: bool = False
    """Something is being done."""
    rounds: int = 0
    """Times in a row that something was due at once."""
    rematch: asyncio.Lock = field(default_factory=asyncio.Lock)
    paces: dict[tuple[str, int], TokenBucket] = field(default_factory=dict)
    """How fast each seat does things, on however many devices."""
    crowds: dict[str, PooledRateLimiter] = field(default_factory=dict)
    """How fast people without a seat come, by address and all together."""
    asking: dict[int, tuple[BotDecision, asyncio.Task[None]]] = field(default_factory=dict)
    """What the bot of each seat is thinking about."""

    def is_slow_enough(self, what: str, seat: int, pace: tuple[float, float], now: float) -> bool:
        """Count something that a seat does; False if it does so too often. All who have no seat count as one."""
        taken = self.paces.setdefault((what, seat), bucket(pace, now)).take(now)
        if not taken:
            REFUSED.add(what)
        return taken

    def is_crowded(self, what: str, address: str, paces: tuple[Pace, Pace, Pace], now: float) -> bool:
        """Count someone without a seat; True if too many come, from this address or from all beyond its reserve."""
        limiter = self.crowds.get(what)
        if limiter is None:
            limiter = self.crowds[what] = PooledRateLimiter(*paces, what)
        return not limiter.take(address, now)

    def is_empty(self) -> bool:
        """Return whether nobody is there and nothing is to be done."""
        return not self.room.clients and not self.jobs.waiting and not self.busy


def begin(job: RoomTask | None) -> None:
    """Have the lines of the log from now on name the request a job is done for; none if the table acts by itself."""
    present.set(NOBODY if job is None else job.trace)


def settle(job: RoomTask | None, outcome: Any, error: Exception | None) -> None:
    """Report whoever waits for a job how it went."""
    if job is None or job.done.done():
        return
    if error is None:
        job.done.set_result(outcome)
    else:
        job.done.set_exception(error)


def collect_write(running: RoomActor, now: float, record: StoredRecord | None) -> RoomWrite | None:
    """Take what is new of a table since it was last written; none if nothing is."""
    room = running.room
    # A table that is only looked at is to be kept too
    visited = bool(room.clients) and now > running.written + WRITE_INTERVAL_S
    if not room.deeds and not room.unwritten and not visited and not room.snapshots:
        return None
    deeds, room.deeds, room.unwritten = room.deeds, [], False
    snapshots, room.snapshots = room.snapshots, []
    running.written = now
    if deeds or not snapshots:
        running.touched = now
    return RoomWrite(deeds, room.room_bytes(), room.data.status, running.touched, record, snapshots, running.epoch)


def flush_outbox(running: RoomActor) -> None:
    """Send what everybody at a table is to hear."""
    room = running.room
    messages, room.outbox = room.outbox, []
    for client, message in messages:
        post = running.posts.get(client)
        if post is not None:
            post.post(message)
    for client in room.hang_ups:
        post = running.posts.get(client)
        if post is not None:
            post.hang_up(for_good=True)
    room.hang_ups = []


def know_bots(room: Room, known: BotRegistry) -> None:
    """Report a room which bots there are here; where one of its own is not, another plays."""
    room.bots = known.offered
    for name in seat_known_bots(room.data, known):
        log.warning("table %s: no bot %s here, %s plays instead", table_name(room.data.id), name, FALLBACK_BOT)
