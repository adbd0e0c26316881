"""Bots think in processes of their own, so that no thought holds up the table; they get what a seat may know."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.bots.base import Bot, Choice, Desk
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.load import load_catalog
from kickdoor.core.prompts import Prompt
from kickdoor.core.rng import Lots
from kickdoor.sim.workers import begin_work

MOST_MINDS = 2000
LONGEST_THOUGHT = 20.0
"""Seconds after which a worker is given up."""
T = TypeVar("T")

minds: dict[tuple[str, int, str], Bot] = {}
"""In a worker: the bots of the tables that think here. What they remember is of no more than one turn."""


def folders_of(sets: list[str], folders: list[Path]) -> list[Path]:
    """Picks the folders of the sets that are wanted: the loader mixes in all it is given."""
    return [folder for folder in folders if folder.name in sets]


def think(
    table: str, level: str, sets: list[str], folders: list[str], seen: str, question: list[Any], speak_up: bool
) -> Choice | None:
    """Answers a bot's question; runs in a worker."""
    observation = json.loads(seen)
    seat: int = observation["seat"]
    mark = (table, seat, level)
    if mark not in minds:
        if len(minds) > MOST_MINDS:
            minds.clear()
        minds[mark] = BOTS[level](seat, Lots(f"{table}:{seat}:{level}"))
    prompt = Prompt(question[0], seat, question[1], question[2], question[3])
    desk = Desk(observation, prompt, load_catalog(sets, [Path(folder) for folder in folders]))
    return minds[mark].interject(desk) if speak_up else minds[mark].answer(desk)


class Thinkers:
    """The workers. A table always thinks in the same one."""

    def __init__(self, workers: int, folders: list[Path]) -> None:
        self.context = multiprocessing.get_context("spawn")
        self.pools = [self.hire() for _ in range(workers)]
        self.folders = folders

    def hire(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=self.context, initializer=begin_work)

    async def run(self, table: str, work: Callable[..., T], *arguments: Any) -> T:
        """Has something done in the worker of a table; a worker that breaks down or hangs is replaced."""
        place = sum(table.encode()) % len(self.pools)
        pool = self.pools[place]
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(pool, work, *arguments), LONGEST_THOUGHT)
        except (BrokenExecutor, TimeoutError):
            if self.pools[place] is pool:
                self.pools[place] = self.hire()
                pool.shutdown(wait=False, cancel_futures=True)
            raise

    async def think(
        self, table: str, level: str, sets: list[str], observation: dict[str, Any], prompt: Prompt, speak_up: bool
    ) -> Choice | None:
        """Asks a bot."""
        question = [prompt.id, prompt.purpose, prompt.codes, prompt.blocking]
        folders = [str(folder) for folder in folders_of(sets, self.folders)]
        return await self.run(table, think, table, level, sets, folders, json.dumps(observation), question, speak_up)

    def close(self) -> None:
        for pool in self.pools:
            pool.shutdown(wait=False, cancel_futures=True)
