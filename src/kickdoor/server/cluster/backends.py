"""Opens what a server shares with others, as whoever runs it has named it by addresses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from kickdoor.bots.registry import BotRegistry
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.cluster.ownership import Ownership
from kickdoor.server.http.app import Link
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.run_server import MakeThinkers, make_thinkers
from kickdoor.server.storage.interface import GATHER, Store


@dataclass(frozen=True)
class Shared:
    """What servers share."""

    store: Store
    owners: Ownership
    link: Link | None = None
    """The way to the others; without one, people must come to the server that runs their table."""
    think: MakeThinkers = make_thinkers
    """Makes those who think for the bots."""


def check_store(url: str) -> None:
    """Object to what is no address of a database."""
    scheme, sign, _ = url.partition("://")
    if not sign or scheme not in ("postgresql", "postgres"):
        raise BadData("--store: expected postgresql://USER@HOST/DATABASE; a file is named by --data FILE")


def open_shared(store_url: str, bus_url: str = "") -> Shared:
    """Open a database that servers share, and gives it its shape; `BadData` with one line if that cannot be."""
    check_store(store_url)
    # Nobody who plays on one machine has what this needs
    from kickdoor.server.cluster.leases import Leases
    from kickdoor.server.storage.postgres.connection import prepare
    from kickdoor.server.storage.postgres.postgres_store import PostgresStore

    asyncio.run(prepare(store_url))
    store = PostgresStore(store_url, GATHER)
    owners = Leases(store)
    return with_bus(Shared(store, owners), bus_url, owners.name) if bus_url else Shared(store, owners)


def with_bus(shared: Shared, url: str, name: str) -> Shared:
    """See that a bus can be used, and adds the way over it to the other servers and to those who think."""
    from kickdoor.server.cluster.bot_job_queue import RemoteJobQueue
    from kickdoor.server.cluster.bus import Bus, prepare
    from kickdoor.server.cluster.relay import Relay
    from kickdoor.server.cluster.remote_bot_pool import FarThinkers

    asyncio.run(prepare(url))
    bus = Bus(url, name)
    jobs = RemoteJobQueue(bus)

    def link(admission: RoomService, limits: Limits) -> Relay:
        return Relay(bus, admission, limits, jobs)

    def think(workers: int, folders: list[Path], known: BotRegistry) -> BotPool:
        return FarThinkers(jobs, workers, folders, known=known)

    return replace(shared, link=link, think=think)
