"""Workers: what takes too long or too much is ended, and the next job finds a fresh process."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import pytest

from kickdoor.table.thinkers.workers import BrokenDown, Busy, Worker


def own_id() -> int:
    return os.getpid()


def hoard(size: int) -> int:
    return len(bytearray(size))


def fail() -> None:
    raise LookupError("nothing there")


def ended(process: int) -> bool:
    """Tells whether a process is gone."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_a_worker_that_takes_too_long_is_killed() -> None:
    async def run() -> None:
        worker = Worker(longest=5.0)
        first = await worker.run(own_id)
        worker.longest = 0.3
        with pytest.raises(TimeoutError):
            await worker.run(time.sleep, 60)
        assert ended(first)
        worker.longest = 5.0
        second = await worker.run(own_id)
        assert second != first
        worker.close()
        assert ended(second)

    asyncio.run(run())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound a process's memory like this")
def test_a_worker_that_takes_too_much_memory_is_replaced() -> None:
    async def run() -> None:
        worker = Worker(memory=300_000_000)
        assert await worker.run(hoard, 1000) == 1000
        with pytest.raises(MemoryError):
            await worker.run(hoard, 600_000_000)
        assert await worker.run(hoard, 1000) == 1000
        worker.close()

    asyncio.run(run())


def test_a_worker_that_ends_or_fails_says_so() -> None:
    async def run() -> None:
        worker = Worker()
        with pytest.raises(BrokenDown):
            await worker.run(os._exit, 3)
        with pytest.raises(LookupError):
            await worker.run(fail)
        worker.close()

    asyncio.run(run())


def test_only_so_many_jobs_wait() -> None:
    async def run() -> None:
        worker = Worker(most_jobs=2)
        jobs = [asyncio.create_task(worker.run(time.sleep, 0.3)) for _ in range(8)]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert len([one for one in outcomes if isinstance(one, Busy)]) >= 5
        assert outcomes[0] is None
        worker.close()

    asyncio.run(run())


def test_a_job_nobody_waits_for_is_not_begun() -> None:
    async def run() -> None:
        worker = Worker()
        long = asyncio.create_task(worker.run(time.sleep, 0.5))
        given_up = asyncio.create_task(worker.run(time.sleep, 60))
        await asyncio.sleep(0.1)
        given_up.cancel()
        await long
        assert await asyncio.wait_for(worker.run(own_id), 10) > 0
        worker.close()

    asyncio.run(run())
