"""Waits for what comes next at an open table: something to do, or something that is due."""

from __future__ import annotations

import asyncio
from typing import Protocol

from kickdoor.table.room.passing_time import next_deadline
from kickdoor.table.server.open_table import Job, OpenTable

LONGEST_WAIT = 3600.0
MOST_ROUNDS = 200
PAUSE = 0.25


class Clock(Protocol):
    """Tells the time and waits; tests have one of their own."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


async def next_job(running: OpenTable, clock: Clock) -> Job | None:
    """Waits for something to do, or for something to be due."""
    if not running.jobs.empty():
        return running.jobs.get_nowait()
    wait = min(next_deadline(running.room) - clock.now(), LONGEST_WAIT)
    if wait <= 0:
        # Others have their turn, even if this table has always something to do; if it never gets it done, it waits
        running.rounds += 1
        await asyncio.sleep(0 if running.rounds < MOST_ROUNDS else PAUSE)
        return None
    running.rounds = 0
    get = asyncio.ensure_future(running.jobs.get())
    nap = asyncio.ensure_future(clock.sleep(wait))
    try:
        await asyncio.wait({get, nap}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        nap.cancel()
        if not get.done():
            get.cancel()
    return get.result() if get.done() and not get.cancelled() else None
