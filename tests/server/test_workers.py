"""Workers: what takes too long or too much is ended, and the next job finds a fresh process."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import pytest

from kickdoor.server.bot_workers.fair_queue import FairQueue, Job, QueueFull
from kickdoor.server.bot_workers.worker_process import WorkerCrashed, WorkerPool


def own_id() -> int:
    return os.getpid()


def hoard(size: int) -> int:
    return len(bytearray(size))


def fail() -> None:
    raise LookupError("nothing there")


def ended(process: int) -> bool:
    """Return whether a process is gone."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_a_worker_that_takes_too_long_is_killed() -> None:
    async def run() -> None:
        worker = WorkerPool(1, longest=5.0)
        first = await worker.run("table", own_id)
        worker.longest = 0.3
        with pytest.raises(TimeoutError):
            await worker.run("table", time.sleep, 60)
        assert ended(first)
        worker.longest = 5.0
        second = await worker.run("table", own_id)
        assert second != first
        worker.close()
        assert ended(second)

    asyncio.run(run())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound a process's memory like this")
def test_a_worker_that_takes_too_much_memory_is_replaced() -> None:
    async def run() -> None:
        worker = WorkerPool(1, memory=300_000_000)
        assert await worker.run("table", hoard, 1000) == 1000
        with pytest.raises(MemoryError):
            await worker.run("table", hoard, 600_000_000)
        assert await worker.run("table", hoard, 1000) == 1000
        worker.close()

    asyncio.run(run())


def test_a_worker_that_ends_or_fails_is_reported() -> None:
    async def run() -> None:
        worker = WorkerPool(1)
        with pytest.raises(WorkerCrashed):
            await worker.run("table", os._exit, 3)
        with pytest.raises(LookupError):
            await worker.run("table", fail)
        worker.close()

    asyncio.run(run())


def test_only_so_many_jobs_wait() -> None:
    async def run() -> None:
        worker = WorkerPool(1, max_jobs=2)
        jobs = [asyncio.create_task(worker.run("table", time.sleep, 0.3)) for _ in range(8)]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert len([one for one in outcomes if isinstance(one, QueueFull)]) >= 5
        assert outcomes[0] is None
        worker.close()

    asyncio.run(run())


def test_an_abandoned_job_is_not_started() -> None:
    async def run() -> None:
        worker = WorkerPool(1)
        long = asyncio.create_task(worker.run("table", time.sleep, 0.5))
        given_up = asyncio.create_task(worker.run("table", time.sleep, 60))
        await asyncio.sleep(0.1)
        given_up.cancel()
        await long
        assert await asyncio.wait_for(worker.run("table", own_id), 10) > 0
        worker.close()

    asyncio.run(run())


# Who is next


def waiting(table: str, pressing: bool = True) -> Job:
    loop = asyncio.get_running_loop()
    return Job(table, own_id, (), loop.create_future(), loop, pressing)


def taken(line: FairQueue, count: int) -> list[str]:
    """Take jobs out of a line, and names their tables."""
    jobs = [line.take() for _ in range(count)]
    return [job.table for job in jobs if job is not None]


def test_every_table_has_its_turn() -> None:
    async def run() -> None:
        line = FairQueue(100)
        for table in ["long"] * 5 + ["short", "other", "short"]:
            line.put(waiting(table))
        assert taken(line, 3) == ["long", "short", "other"]
        # Whoever comes back waits behind those who have not had theirs
        line.put(waiting("other"))
        assert taken(line, 6) == ["long", "short", "other", "long", "long", "long"]
        assert len(line) == 0

    asyncio.run(run())


def test_prompted_seats_come_before_interjections() -> None:
    async def run() -> None:
        line = FairQueue(100)
        polled, asked = waiting("a", pressing=False), waiting("a")
        line.put(polled)
        line.put(waiting("b", pressing=False))
        line.put(asked)
        assert line.take() is asked
        assert taken(line, 1) == ["b"]
        assert line.take() is polled

    asyncio.run(run())


def test_abandoned_jobs_do_not_count_as_waiting() -> None:
    async def run() -> None:
        line = FairQueue(2)
        gone, there = waiting("a"), waiting("a")
        line.put(gone)
        line.put(there)
        with pytest.raises(QueueFull):
            line.put(waiting("b"))
        line.leave(gone)
        line.leave(gone)
        line.put(waiting("b"))
        assert taken(line, 2) == ["a", "b"]
        line.put(there)
        assert line.close() == [there]
        assert line.take() is None
        with pytest.raises(QueueFull):
            line.put(waiting("c"))

    asyncio.run(run())


def test_a_free_worker_takes_what_another_has_no_time_for() -> None:
    async def run() -> None:
        crew = WorkerPool(2)
        first, second = await asyncio.gather(crew.run("a", own_id), crew.run("a", own_id))
        long = asyncio.create_task(crew.run("a", time.sleep, 60))
        answers = {await asyncio.wait_for(crew.run("a", own_id), 20) for _ in range(4)}
        assert len(answers) == 1
        assert not long.done()
        assert answers <= {first, second} or first == second
        crew.close()
        with pytest.raises(WorkerCrashed):
            await long

    asyncio.run(run())
