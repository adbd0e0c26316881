"""Opens what a server shares with others, as whoever runs it has named it by addresses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from kickdoor.bots.registry import KnownBots
from kickdoor.engine.machine.errors import BadData
from kickdoor.table.nodes.ownership import Ownership
from kickdoor.table.server.admission import Admission
from kickdoor.table.server.rate_limits import Limits
from kickdoor.table.server.serving import MakeThinkers, make_thinkers
from kickdoor.table.server.web import Link
from kickdoor.table.store.contract import GATHER, Store
from kickdoor.table.thinkers.thinkers import Thinkers


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
    """Objects to what is no address of a database."""
    scheme, sign, _ = url.partition("://")
    if not sign or scheme not in ("postgresql", "postgres"):
        raise BadData("--store: expected postgresql://USER@HOST/DATABASE; a file is named by --data FILE")


def open_shared(store_url: str, bus_url: str = "") -> Shared:
    """Opens a database that servers share, and gives it its shape; `BadData` with one line if that cannot be."""
    check_store(store_url)
    # Nobody who plays on one machine has what this needs
    from kickdoor.table.nodes.leases import Leases
    from kickdoor.table.store.postgres.database import prepare
    from kickdoor.table.store.postgres.store import PostgresStore

    asyncio.run(prepare(store_url))
    store = PostgresStore(store_url, GATHER)
    owners = Leases(store)
    return with_bus(Shared(store, owners), bus_url, owners.name) if bus_url else Shared(store, owners)


def with_bus(shared: Shared, url: str, name: str) -> Shared:
    """Sees that a bus can be used, and adds the way over it to the other servers and to those who think."""
    from kickdoor.table.nodes.bus import Bus, prepare
    from kickdoor.table.nodes.far_thinkers import FarThinkers
    from kickdoor.table.nodes.jobs import Jobs
    from kickdoor.table.nodes.relay import Relay

    asyncio.run(prepare(url))
    bus = Bus(url, name)
    jobs = Jobs(bus)

    def link(admission: Admission, limits: Limits) -> Relay:
        return Relay(bus, admission, limits, jobs)

    def think(workers: int, folders: list[Path], known: KnownBots) -> Thinkers:
        return FarThinkers(jobs, workers, folders, known=known)

    return replace(shared, link=link, think=think)
