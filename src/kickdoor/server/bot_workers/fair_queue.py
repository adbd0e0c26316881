"""The line in which jobs wait for a worker: fair between tables, however many jobs of one wait."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class QueueFull(Exception):
    """Too much waits to be done already."""


@dataclass(eq=False)
class Job:
    """Something to be done for a table, and who waits for it."""

    table: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    pressing: bool = True
    """The table waits for it; what does not press is done after what does, of the same table."""
    asked: float = field(default_factory=time.monotonic)

    def settle(self, value: Any, error: BaseException | None) -> None:
        """Report whoever waits, unless they or their loop are gone."""

        def tell() -> None:
            if self.done.done():
                return
            if error is None:
                self.done.set_result(value)
            else:
                self.done.set_exception(error)

        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(tell)


class FairQueue:
    """Jobs that wait. Tables have their turn one after the other, one job each."""

    def __init__(self, most: int) -> None:
        self.most = most
        """So many wait at most."""
        self.tables: dict[str, list[Job]] = {}
        """What waits, by table; the first table is the next to have its turn."""
        self.closed = False
        self.changed = threading.Condition()

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self.tables.values())

    def put(self, job: Job) -> None:
        """Let a job wait; `Busy` if too many do."""
        with self.changed:
            if self.closed or len(self) >= self.most:
                raise QueueFull
            self.tables.setdefault(job.table, []).append(job)
            self.changed.notify()

    def take(self) -> Job | None:
        """Wait for a job and takes it out; none comes once the line is closed."""
        with self.changed:
            self.changed.wait_for(lambda: self.closed or self.tables)
            if self.closed:
                return None
            table = next(iter(self.tables))
            jobs = self.tables.pop(table)
            job = next((one for one in jobs if one.pressing), jobs[0])
            jobs.remove(job)
            if jobs:
                self.tables[table] = jobs
            return job

    def leave(self, job: Job) -> None:
        """Take a job out that nobody waits for any more; one that has been begun is not in it."""
        with self.changed:
            jobs = self.tables.get(job.table, [])
            if job in jobs:
                jobs.remove(job)
                if not jobs:
                    del self.tables[job.table]

    def close(self) -> list[Job]:
        """Let nobody wait any more; gives those who did."""
        with self.changed:
            self.closed = True
            left = [job for jobs in self.tables.values() for job in jobs]
            self.tables.clear()
            self.changed.notify_all()
            return left
