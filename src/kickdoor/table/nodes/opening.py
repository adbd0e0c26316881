"""Opens what a server shares with others, as whoever runs it has named it by addresses."""

from __future__ import annotations

import asyncio

from kickdoor.engine.machine.errors import BadData
from kickdoor.table.nodes.ownership import Ownership
from kickdoor.table.store.contract import Store


def open_shared(store_url: str) -> tuple[Store, Ownership]:
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
    return store, Leases(store)
