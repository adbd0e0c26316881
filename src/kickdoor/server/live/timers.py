"""Waits for what comes next at an open table: something to do, or something that is due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from kickdoor.server.live.room_actor import RoomActor, RoomTask
from kickdoor.server.room.scheduler import next_deadline

MAX_WAIT_S = 3600.0
MAX_ROUNDS = 200
PAUSE = 0.25


class Alarm(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> object: ...


class Clock(Protocol):
    """Tells the time and waits; tests have one of their own."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...

    def alarm(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        """Have something called after a while."""


async def next_job(running: RoomActor, clock: Clock) -> RoomTask | None:
    """Wait for something to do, or for something to be due."""
    job = running.jobs.take()
    if job is not None:
        return job
    wait = min(next_deadline(running.room) - clock.now(), MAX_WAIT_S)
    if wait <= 0:
        # Others have their turn, even if this table has always something to do; if it never gets it done, it waits
        running.rounds += 1
        await asyncio.sleep(0 if running.rounds < MAX_ROUNDS else PAUSE)
        return None
    running.rounds = 0
    alarm = clock.alarm(wait, running.jobs.wake)
    try:
        await running.jobs.sleep()
    finally:
        alarm.cancel()
    return running.jobs.take()
