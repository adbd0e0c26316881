"""Processes that work for the table. One that takes too long or too much is killed: nobody waits for it, nor pays."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from kickdoor.server.bot_workers.fair_queue import FairQueue, Job, QueueFull
from kickdoor.sim.worker_setup import begin_work

JOB_TIMEOUT_S = 20.0
"""Seconds after which a worker is killed, and after which a job that has not been begun is given up."""
MAX_MEMORY_BYTES = 1_500_000_000
"""Bytes a worker may take."""
NICE = 5
"""How far workers stand back behind the server."""
FAR = 10
"""Whoever stands back so far works in what is left over of the processors."""
SESSION = "/proc/self/autogroup"
"""Where Linux is told how far a session stands back."""
MAX_QUEUED_JOBS = 2000
"""Jobs that wait in one line."""


class WorkerCrashed(Exception):
    """The worker has ended in the middle of its work."""


class WorkerPool:
    """Some workers and the line they take their jobs from: whoever is free takes the next."""

    def __init__(
        self,
        count: int,
        max_jobs: int = MAX_QUEUED_JOBS,
        longest: float = JOB_TIMEOUT_S,
        memory: int = MAX_MEMORY_BYTES,
        nice: int = NICE,
    ) -> None:
        self.line = FairQueue(max_jobs)
        self.longest = longest
        self.memory = memory
        self.nice = nice
        """How far its processes stand back."""
        self.workers = [Worker(self) for _ in range(count)]

    async def run(self, table: str, work: Callable[..., Any], *arguments: Any, pressing: bool = True) -> Any:
        """Have something done for a table when it is its turn; `TimeoutError` if it takes too long."""
        loop = asyncio.get_running_loop()
        job = Job(table, work, arguments, loop.create_future(), loop, pressing)
        self.line.put(job)
        for worker in self.workers:
            worker.begin()
        try:
            return await job.done
        finally:
            self.line.leave(job)

    def close(self) -> None:
        """End the work; what has not been done is not done."""
        for job in self.line.close():
            job.settle(None, QueueFull())
        for worker in self.workers:
            worker.close()


class Worker:
    """One process at a time, and a thread that hands it its jobs and ends it when it must be ended."""

    def __init__(self, crew: WorkerPool) -> None:
        self.crew = crew
        self.context = multiprocessing.get_context("spawn")
        self.process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None
        self.closed = False
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start the thread, if it has not been."""
        if self.thread is None:
            self.thread = threading.Thread(target=self.serve, name="kickdoor-worker", daemon=True)
            self.thread.start()

    def serve(self) -> None:
        """In the thread: one job after the other."""
        while (job := self.crew.line.take()) is not None:
            if job.done.cancelled():
                continue
            if time.monotonic() - job.asked > self.crew.longest:
                job.settle(None, TimeoutError())
                continue
            try:
                value, error = self.try_job(job)
            except (EOFError, OSError):
                value, error = None, WorkerCrashed()
            except Exception as e:
                value, error = None, e
            if isinstance(error, WorkerCrashed | TimeoutError | MemoryError):
                self.kill()
            job.settle(value, error)

    def try_job(self, job: Job) -> tuple[Any, BaseException | None]:
        """Hands a job to the process and waits for what comes of it, but not for ever."""
        pipe = self.pipe_to_process()
        pipe.send((job.work, job.arguments))
        if not pipe.poll(self.crew.longest):
            return None, TimeoutError()
        value, error = pipe.recv()
        return value, error

    def pipe_to_process(self) -> Connection:
        with self.lock:
            if self.closed:
                raise EOFError
            if self.pipe is None or self.process is None or not self.process.is_alive():
                mine, theirs = self.context.Pipe()
                self.pipe = mine
                terms = (theirs, self.crew.memory, self.crew.nice)
                self.process = self.context.Process(target=work_on, args=terms, daemon=True)
                self.process.start()
                # Else the end of the process could not be noticed here
                theirs.close()
            return self.pipe

    def kill(self) -> None:
        """End the process at once; the next job gets another."""
        with self.lock:
            process, self.process = self.process, None
            pipe, self.pipe = self.pipe, None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def close(self) -> None:
        """End the process for good."""
        with self.lock:
            self.closed = True
            process = self.process
        if process is not None:
            process.kill()
            process.join(1.0)


def work_on(pipe: Connection, memory: int, nice: int) -> None:
    """In the process: does jobs as they come, to the end of the parent."""
    begin_work()
    bound_memory(memory)
    # Whoever waits is told what went wrong, and logs it; a stranger's jobs write nothing past the log
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    ready = False
    while True:
        try:
            work, arguments = pipe.recv()
        except EOFError:
            return
        if not ready:
            # Not before the first job has come, and with it all code it needs: where the machine is busy that takes
            # seconds for one who stands back, and somebody waits
            lower_priority(nice)
            ready = True
        value: Any = None
        error: Exception | None = None
        try:
            value = work(*arguments)
        except MemoryError:
            error = MemoryError()
        except Exception as e:
            error = e
        try:
            pipe.send((value, error))
        except Exception as e:
            # What cannot be packed is told as words
            pipe.send((None, RuntimeError(repr(e)[:300])))


def lower_priority(nice: int) -> None:
    """Let those go first who wait for an answer of the table itself, where a system can do that.

    Linux shares processors between sessions before it looks at who is nice inside one: what a worker takes would be
    counted as the server's, who then waits behind other programs of the machine. So a worker has a session of its own,
    which stands back as a whole.
    """
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.setsid()
        with contextlib.suppress(OSError):
            os.nice(nice)
        with contextlib.suppress(OSError), open(SESSION, "w", encoding="ascii") as session:
            session.write(str(nice))
    if nice >= FAR and hasattr(os, "SCHED_IDLE"):
        # A processor that is busy with it counts as free: nobody else is put behind a third program because of it
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def bound_memory(most: int) -> None:
    """Make this process run into `MemoryError` before the machine runs out of memory, where a system can do that."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))
