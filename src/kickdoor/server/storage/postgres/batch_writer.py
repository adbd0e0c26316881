"""Writes what is new of many tables in one go: what gathers while a commit is on its way shares the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from kickdoor.server.ops.metrics import COMMITS
from kickdoor.server.storage.postgres import sql as sql
from kickdoor.server.storage.postgres.connection import fault_of

MAX_BATCH = 200
"""Tables that share one commit."""
WRITERS = 2
"""Commits on their way at once: one is being brought to the disk while the next is written."""

Row = tuple[Any, ...]
Use = Callable[[Callable[[Any], Awaitable[Any]]], Awaitable[Any]]


class Appends:
    """What waits to be written."""

    def __init__(self, use: Use, gather: float = 0.0) -> None:
        self.use = use
        """Does something with a connection."""
        self.gather = gather
        """Seconds from one commit to the next at least."""
        self.not_before = 0.0
        self.waiting: list[tuple[Row, asyncio.Future[None]]] = []
        self.writing = 0
        """Writers that will look again before they end: one more is needed only where there are too few."""
        self.writers: set[asyncio.Task[None]] = set()

    def put(self, row: Row) -> asyncio.Future[None]:
        """Have one table's news written; what it gives is done when they are on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((row, done))
        if self.writing < WRITERS:
            self.writing += 1
            task = asyncio.create_task(self.write())
            self.writers.add(task)
            task.add_done_callback(self.writers.discard)
        return done

    async def write(self) -> None:
        """Write as long as anything waits."""
        try:
            await self.write_all()
        finally:
            self.writing -= 1

    async def write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self.waiting:
            wait = self.not_before - loop.time()
            if wait > 0:
                await asyncio.sleep(wait)
                continue
            self.not_before = loop.time() + self.gather
            batch, self.waiting = self.waiting[:MAX_BATCH], self.waiting[MAX_BATCH:]
            # In the same order wherever they are written, so that no two wait for each other
            batch.sort(key=lambda one: str(one[0][0]))
            for (_, done), error in zip(batch, await self.outcomes([row for row, _ in batch]), strict=True):
                if done.done():
                    continue
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

    async def outcomes(self, rows: list[Row]) -> list[Exception | None]:
        """Write some with one commit; if one fails, each by itself."""
        error = await self.attempt(rows)
        if error is None or len(rows) == 1:
            return [error] * len(rows)
        return [await self.attempt([row]) for row in rows]

    async def attempt(self, rows: list[Row]) -> Exception | None:
        try:
            # One transaction, sent in one go and not row by row
            with COMMITS.timed():
                await self.use(lambda db: db.executemany(sql.APPEND, rows))
        except Exception as e:
            return fault_of(e)
        return None
