"""Runs of a study: play the missing chunks and store each when finished."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from kickdoor.lab import build_info
from kickdoor.lab.chunk_worker import Work
from kickdoor.lab.executors import Executor
from kickdoor.lab.plan_reader import Study
from kickdoor.lab.rows import arrow
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import Chunk, chunks_left

ProgressCallback = Callable[[int, int], None]
"""A callback for the number of finished games and of faults."""


def run_study(study: Study, folder: LabFolder, executor: Executor, on_progress: ProgressCallback | None = None) -> None:
    """Play the missing games; after any stop the finished chunks are kept and the rest is played later."""
    arrow()
    plan = study.plan
    folder.check(plan)
    with folder.locked():
        folder.begin(plan, study.bundle)
        folder.clean()
        done = folder.done()
        games_done, faults = games_in([chunk for found in done.values() for chunk in found], plan.games), 0
        if on_progress is not None:
            on_progress(games_done, faults)
        work = Work(plan, build_info.current_build(), replace(study.bundle, here=str(folder.files.absolute())))
        results = executor.play(work, chunks_left(plan, done))
        try:
            for chunk in results:
                folder.store(chunk)
                games_done += chunk.chunk.last - chunk.chunk.first
                faults += len(chunk.faults)
                if on_progress is not None:
                    on_progress(games_done, faults)
        finally:
            results.close()
            folder.clean()


def games_in(chunks: list[Chunk], games: int) -> int:
    """Count the requested games in chunks."""
    return sum(max(0, min(chunk.last, games) - chunk.first) for chunk in chunks)
