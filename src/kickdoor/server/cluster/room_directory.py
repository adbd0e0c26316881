"""The list of open tables, of all servers together."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

import msgspec

from kickdoor.server.cluster.bus import PREFIX, Bus
from kickdoor.server.http.api_types import TableSummary

PUBLISH_INTERVAL_S = 2.0
LISTING_TTL_S = 10
"""Seconds the list of a server is good for that says nothing more."""
SERVERS = f"{PREFIX}:listing"
Own = Callable[[], list[TableSummary]]


class Listing:
    """What each server shows, in Redis."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.key = f"{SERVERS}:{bus.name}"

    async def show(self, own: Own) -> None:
        """Show the others every now and then what is open here."""
        while True:
            with contextlib.suppress(*self.bus.faults):
                async with self.bus.client.pipeline(transaction=False) as pipe:
                    pipe.set(self.key, msgspec.json.encode(own()), ex=LISTING_TTL_S)
                    pipe.zadd(SERVERS, {self.bus.name: time.time()})
                    pipe.zremrangebyscore(SERVERS, 0, time.time() - 3600)
                    await pipe.execute()
            await asyncio.sleep(PUBLISH_INTERVAL_S)

    async def servers(self) -> list[str]:
        """Name the other servers that have shown themselves of late; those long silent are gone."""
        since = time.time() - LISTING_TTL_S
        found = [name.decode() for name in await self.bus.client.zrangebyscore(SERVERS, since, "+inf")]
        return [name for name in found if name != self.bus.name]

    async def others(self) -> list[TableSummary]:
        """List what is open at other servers; without Redis nothing is known of them."""
        out: list[TableSummary] = []
        with contextlib.suppress(*self.bus.faults, msgspec.DecodeError):
            keys = [f"{SERVERS}:{name}" for name in await self.servers()]
            for found in await self.bus.client.mget(keys) if keys else []:
                out += msgspec.json.decode(found or b"[]", type=list[TableSummary])
        return out
