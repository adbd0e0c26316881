"""Opens what a server shares with others, as whoever runs it has named it by addresses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from kickdoor.engine.machine.errors import BadData
from kickdoor.table.nodes.ownership import Ownership
from kickdoor.table.server.web import Link
from kickdoor.table.store.contract import Store


@dataclass(frozen=True)
class Shared:
    """What servers share."""

    store: Store
    owners: Ownership
    link: Link | None
    """The way to the others; without one, people must come to the server that runs their table."""


def open_shared(store_url: str, bus_url: str = "") -> Shared:
    """Opens a database that servers share, and gives it its shape; `BadData` with one line if that cannot be."""
    scheme, sign, _ = store_url.partition("://")
    if not sign or scheme not in ("postgresql", "postgres"):
        raise BadData("--store: expected postgresql://USER@HOST/DATABASE; a file is named by --data FILE")
    # Nobody who plays on one machine has what this needs
    from kickdoor.table.nodes.leases import Leases
    from kickdoor.table.store.postgres.database import prepare
    from kickdoor.table.store.postgres.store import PostgresStore

    asyncio.run(prepare(store_url))
    store = PostgresStore(store_url)
    owners = Leases(store)
    return Shared(store, owners, link_of(bus_url, owners.name) if bus_url else None)


def link_of(bus_url: str, name: str) -> Link:
    """Sees that a bus can be used, and gives the way over it to the other servers."""
    from kickdoor.table.nodes.bus import Bus, prepare
    from kickdoor.table.nodes.relay import Relay

    asyncio.run(prepare(bus_url))
    return lambda admission, limits: Relay(Bus(bus_url, name), admission, limits)
