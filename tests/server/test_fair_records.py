"""Records are played again one address after the other, and a game that is summed up is summed up once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from tests.server.fakes import InlineBotPool, ServerFixture, run_with_server

from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.records.playback import stats_of
from kickdoor.server.records.record_api import RECORD_WORKERS, RecordRequests
from kickdoor.server.storage.interface import StoredRecord


class HeldPool(InlineBotPool):
    """Workers that end nothing before they are told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.working: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.sums = 0

    async def run(self, table: str, work: Callable[..., Any], *arguments: Any) -> Any:
        self.working[table] += 1
        self.most[table] = max(self.most[table], self.working[table])
        self.sums += work is stats_of
        await self.go.wait()
        self.working[table] -= 1
        return b"{}"


class House:
    """Records of a server, asked for from several addresses."""

    def __init__(self, server: ServerFixture) -> None:
        self.pool = HeldPool()
        self.records = RecordRequests(server.tables, Limits(), self.pool)

    async def get(self, address: str, what: str, n: int) -> int:
        scope = {"type": "http", "client": (address, 1), "headers": [], "query_string": b""}
        request = Request(scope | {"path_params": {"record": f"record-{n}-0123"}})
        return (await getattr(self.records, what)(request)).status_code


async def settled(pool: HeldPool, jobs: int) -> None:
    """Wait until so many jobs have begun."""
    while pool.working.total() < jobs:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.02)


def test_an_address_has_one_record_played_again_at_a_time(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        house = House(server)
        for n in range(3):
            await server.store.put_record(StoredRecord(f"record-{n}-0123", b"{}"), server.clock.now())
        wanted = [(what, n) for n in range(3) for what in ("log", "stats")]
        greedy = [asyncio.create_task(house.get("192.0.2.1", *one)) for one in wanted]
        friend = asyncio.create_task(house.get("192.0.2.2", *wanted[0]))
        await settled(house.pool, 2)
        assert house.pool.working == {"192.0.2.1": 1, "192.0.2.2": 1}
        house.pool.go.set()
        assert await friend == 200
        assert await asyncio.gather(*greedy) == [200] * len(wanted)
        assert house.pool.most == {"192.0.2.1": 1, "192.0.2.2": 1}
        assert max(house.pool.most.values()) < RECORD_WORKERS

    run_with_server(tmp_path, story)


def test_a_game_is_summed_up_once_whoever_asks(tmp_path: Path) -> None:
    async def story(server: ServerFixture) -> None:
        house = House(server)
        for n in range(2):
            await server.store.put_record(StoredRecord(f"record-{n}-0123", b"{}"), server.clock.now())
        # Someone whose turn is taken keeps no one waiting
        busy = asyncio.create_task(house.get("192.0.2.1", "log", 0))
        await settled(house.pool, 1)
        asked = [asyncio.create_task(house.get(f"192.0.2.{n}", "stats", 1)) for n in (1, 2, 2, 2, 2, 3)]
        await settled(house.pool, 2)
        assert house.pool.working == {"192.0.2.1": 1, "192.0.2.2": 1}
        house.pool.go.set()
        assert await asyncio.gather(busy, *asked) == [200] * 7
        assert await house.get("192.0.2.4", "stats", 1) == 200
        assert house.pool.sums == 1

    run_with_server(tmp_path, story)
