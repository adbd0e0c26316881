"""Bots think in processes of their own, so that no thought holds up the table; they get what a seat may know."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.bots.base import Bot, Choice, Desk
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.folder import folders_of
from kickdoor.catalog.load import load_catalog
from kickdoor.engine.machine.prompts import Prompt
from kickdoor.engine.state.rng import Lots
from kickdoor.table.thinkers.workers import MOST_JOBS, Worker
from kickdoor.view.observation import Observation

MOST_MINDS = 2000
T = TypeVar("T")

minds: dict[tuple[str, int, str], Bot] = {}
"""In a worker: the bots of the tables that think here. What they remember is of no more than one turn."""


def think(
    table: str, level: str, sets: list[str], folders: list[str], seen: str, question: list[Any], speak_up: bool
) -> Choice | None:
    """Answers a bot's question; runs in a worker."""
    observation: Observation = json.loads(seen)
    seat = observation["seat"]
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

    def __init__(self, workers: int, folders: list[Path], most_jobs: int = MOST_JOBS) -> None:
        self.workers = [Worker(most_jobs) for _ in range(workers)]
        self.folders = folders

    async def run(self, table: str, work: Callable[..., T], *arguments: Any) -> T:
        """Has something done in the worker of a table; a worker that breaks down or hangs is replaced."""
        outcome: T = await self.workers[sum(table.encode()) % len(self.workers)].run(work, *arguments)
        return outcome

    async def think(
        self, table: str, level: str, sets: list[str], observation: Observation, prompt: Prompt, speak_up: bool
    ) -> Choice | None:
        """Asks a bot."""
        question = [prompt.id, prompt.purpose, prompt.codes, prompt.blocking]
        folders = [str(folder) for folder in folders_of(sets, self.folders)]
        return await self.run(table, think, table, level, sets, folders, json.dumps(observation), question, speak_up)

    def close(self) -> None:
        for worker in self.workers:
            worker.close()
