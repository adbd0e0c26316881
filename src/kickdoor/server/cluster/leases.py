"""Leases: a server runs tables as long as its row in the database says so, and shows again and again that it lives.

A lease is a row and not a session-level advisory lock of PostgreSQL: a lock ends with its connection, which a paused
server keeps for as long as TCP does, and which poolers in front of the database share. A row also says who has it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from kickdoor.server.cluster.ownership import OwnedElsewhere
from kickdoor.server.ops.metrics import LEASES_LOST
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.storage.postgres import sql as sql
from kickdoor.server.storage.postgres.postgres_store import PostgresStore

log = logging.getLogger("kickdoor.server")
LEASE = 5.0
"""Seconds without a sign of life after which others may run a server's tables."""
RENEW_INTERVAL_S = 1.25
RENEW_TIMEOUT_S = 2.0
"""Seconds the database has to answer; then it is asked again."""


class Leases:
    """The tables of one server among several."""

    def __init__(self, store: PostgresStore, name: str = "", lease: float = LEASE) -> None:
        self.store = store
        self.name = name or secrets.token_hex(6)
        """New with every start: what a server of the same machine had before is not its own."""
        self.lease = timedelta(seconds=lease)
        self.held_since = 0.0
        """When the last renewal that counted was sent, by this machine's clock: it holds at least since then."""
        self.lost: Callable[[], None] = lambda: None
        self.renewing: asyncio.Task[None] | None = None

    async def open_up(self, lost: Callable[[], None]) -> None:
        self.lost = lost
        await self.register()
        self.renewing = asyncio.create_task(self.renew_again())

    async def register(self) -> None:
        """Make this server known, and forgets those long gone."""
        began = time.monotonic()

        async def work(db: Any) -> None:
            await db.execute(sql.REGISTER, self.name, self.lease)
            await db.execute(sql.FORGET_NODES)

        await self.store.ask(work)
        self.held_since = began

    def left(self) -> float:
        return self.held_since + self.lease.total_seconds() - time.monotonic()

    async def renew_again(self) -> None:
        """Show every now and then that this server lives. Where it was too late, it begins again with nothing."""
        while True:
            await asyncio.sleep(RENEW_INTERVAL_S * self.lease.total_seconds() / LEASE)
            try:
                if await self.renew():
                    continue
                log.warning("the lease of this server has run out; its tables are taken up again by whoever needs them")
                LEASES_LOST.add()
                self.lost()
                await self.register()
            except (StoreFault, TimeoutError) as e:
                log.error("the lease cannot be renewed: %s", str(e) or "the store does not answer")
                if self.left() < 0:
                    # Others may have the tables by now: what is shown here could be out of date
                    self.lost()
            except Exception:
                # Whatever it is, without a lease nothing could be written any more
                log.exception("renewing the lease")

    async def renew(self) -> bool:
        """Renew the lease; False if it has run out."""
        began = time.monotonic()
        async with asyncio.timeout(RENEW_TIMEOUT_S):
            renewed = await self.store.ask(lambda db: db.fetchval(sql.RENEW, self.name, self.lease))
        if renewed:
            self.held_since = began
        return bool(renewed)

    async def claim(self, table_id: str) -> int:
        async def work(db: Any) -> tuple[int | None, Any]:
            epoch = await db.fetchval(sql.CLAIM, table_id, self.name)
            return epoch, None if epoch is not None else await db.fetchrow(sql.OWNER, table_id)

        epoch, found = await self.store.ask(work)
        if epoch is not None:
            return epoch
        if found is None:
            # Forgotten meanwhile: there is nothing to load either
            return 0
        if found["owner"] is None or found["owner"] == self.name:
            raise StoreFault("this server has no lease just now")
        raise OwnedElsewhere(found["owner"])

    async def give_up(self, table_id: str, epoch: int) -> None:
        # Whatever goes wrong, it ends with the lease
        with contextlib.suppress(StoreFault):
            await self.store.ask(lambda db: db.execute(sql.GIVE_UP, table_id, self.name, epoch))

    async def close(self) -> None:
        if self.renewing is not None:
            self.renewing.cancel()
        with contextlib.suppress(StoreFault):
            await self.store.ask(lambda db: db.execute("DELETE FROM nodes WHERE name=$1", self.name))
