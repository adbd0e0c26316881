"""Opens the store that whoever runs a server has named by an address."""

from __future__ import annotations

import asyncio

from kickdoor.engine.machine.errors import BadData
from kickdoor.table.store.contract import Store


def open_url(url: str) -> Store:
    """Opens a database on a server, and gives it its shape; `BadData` with one clear line if that cannot be."""
    scheme, sign, _ = url.partition("://")
    if not sign or scheme not in ("postgresql", "postgres"):
        raise BadData("--store: expected postgresql://USER@HOST/DATABASE; a file is named by --data FILE")
    # Nobody who plays on one machine has what this needs
    from kickdoor.table.store.postgres.database import prepare
    from kickdoor.table.store.postgres.store import PostgresStore

    asyncio.run(prepare(url))
    return PostgresStore(url)
