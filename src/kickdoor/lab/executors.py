"""Where games are played. One interface: chunks go in, and come out as rows, in no order."""

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
    """Has chunks played somewhere."""

    workers: int
    """How many chunks are played at the same time, as far as that is known."""

    def play(self, work: Work, chunks: Sequence[Chunk]) -> Generator[Done]:
        """Play chunks and gives each as soon as it is there; closing the generator ends the work."""


class Processes:
    """Plays in processes on this machine; with one worker in this very process."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or cores()

    def play(self, work: Work, chunks: Sequence[Chunk]) -> Generator[Done]:
        # They find the bots' files where they are: nothing of them need travel
        light = replace(work, parcel=replace(work.parcel, files={}))
        yield from run_unordered(partial(play_chunk, light), chunks, min(self.workers, max(1, len(chunks))))


def cores() -> int:
    """Count the processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
