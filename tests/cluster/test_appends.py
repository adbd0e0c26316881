"""Tests of writing the news of many tables in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kickdoor.server.storage.postgres.batch_writer import WRITERS, Appends


class Disk:
    """Stands for the database; all commits on their way come back at the same moment."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.commits = 0
        self.back = asyncio.Event()

    async def use(self, work: Callable[[Any], Awaitable[Any]]) -> None:
        await work(self)

    async def executemany(self, statement: str, rows: list[tuple[Any, ...]]) -> None:
        self.commits += 1
        await self.back.wait()
        self.rows += rows


def test_a_second_write_during_a_commit_is_not_lost() -> None:
    async def run() -> None:
        disk = Disk()
        appends = Appends(disk.use)

        async def table(name: str, times: int) -> None:
            for number in range(times):
                await appends.put((name, number))

        tables = []
        for name, times in (("a", 2), ("b", 1)):
            tables.append(asyncio.create_task(table(name, times)))
            await asyncio.sleep(0.01)
        assert disk.commits == WRITERS
        disk.back.set()
        async with asyncio.timeout(20):
            await asyncio.gather(*tables)
        assert sorted(disk.rows) == [("a", 0), ("a", 1), ("b", 0)]

    asyncio.run(run())


def test_writes_that_gather_share_a_commit() -> None:
    async def run() -> None:
        disk = Disk()
        appends = Appends(disk.use)
        puts = [appends.put((number,)) for number in range(50)]
        await asyncio.sleep(0.01)
        disk.back.set()
        await asyncio.gather(*puts)
        assert len(disk.rows) == 50
        assert disk.commits <= WRITERS + 1

    asyncio.run(run())
