"""Executors: chunks go in and come out as rows, in any order."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from kickdoor.lab.chunk_worker import Done, Work, play_chunk
from kickdoor.lab.study_plan import Chunk
from kickdoor.sim.process_pool import run_unordered


class Executor(Protocol):
    """The interface of an executor."""

    workers: int
    """The number of chunks played at the same time, as far as known."""

    def play(self, work: Work, chunks: Sequence[Chunk]) -> Generator[Done]:
        """Play chunks and yield each when finished; closing the generator ends the work."""


class Processes:
    """An executor with processes on this machine; one worker runs in this process."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or cores()

    def play(self, work: Work, chunks: Sequence[Chunk]) -> Generator[Done]:
        # Workers on this machine read the bots' files directly, so they are not sent
        light = replace(work, bundle=replace(work.bundle, files={}))
        yield from run_unordered(partial(play_chunk, light), chunks, min(self.workers, max(1, len(chunks))))


def cores() -> int:
    """Count the processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
