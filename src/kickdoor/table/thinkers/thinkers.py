"""Bots think in processes of their own, so that no thought holds up the table; they get what a seat may know."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.bot import Bot
from kickdoor.bots import driver
from kickdoor.bots.number_bot import Choice
from kickdoor.bots.outside import Watched, is_outside
from kickdoor.bots.registry import BOTS, KnownBots
from kickdoor.catalog.folder import folders_of
from kickdoor.catalog.load import load_catalog
from kickdoor.engine.machine.prompts import Prompt
from kickdoor.lots import Lots
from kickdoor.seat_view import SeatView
from kickdoor.table.thinkers.workers import MOST_JOBS, Worker

MOST_MINDS = 2000
T = TypeVar("T")

minds: dict[tuple[str, int, str], Bot] = {}
"""In a worker: the bots of the tables that think here. What they remember is of no more than one turn."""


def think(
    table: str, level: str, sets: list[str], folders: list[str], seen: str, question: list[Any], speak_up: bool
) -> Choice | None:
    """Answers a bot's question; runs in a worker. A bot from a file is named by that, as at the command line."""
    observation = json.loads(seen)
    seat: int = observation["seat"]
    mark = (table, seat, level)
    if mark not in minds:
        if len(minds) > MOST_MINDS:
            minds.clear()
        lots = Lots(f"{table}:{seat}:{level}")
        minds[mark] = Watched(level, seat, lots) if is_outside(level) else BOTS[level](seat, lots)
    prompt = Prompt(question[0], seat, question[1], question[2], question[3])
    view = SeatView(observation, prompt, load_catalog(sets, [Path(folder) for folder in folders]))
    return driver.think(minds[mark], view, speak_up)


class Thinkers:
    """The workers. A table always thinks in the same one."""

    def __init__(
        self, workers: int, folders: list[Path], most_jobs: int = MOST_JOBS, known: KnownBots | None = None
    ) -> None:
        self.workers = [Worker(most_jobs) for _ in range(workers)]
        self.folders = folders
        self.known = known or KnownBots()
        """The bots of this server; no request and no stored table can name others."""

    async def run(self, table: str, work: Callable[..., T], *arguments: Any) -> T:
        """Has something done in the worker of a table; a worker that breaks down or hangs is replaced."""
        outcome: T = await self.workers[sum(table.encode()) % len(self.workers)].run(work, *arguments)
        return outcome

    async def think(
        self, table: str, level: str, sets: list[str], observation: dict[str, Any], prompt: Prompt, speak_up: bool
    ) -> Choice | None:
        """Asks a bot."""
        question = [prompt.id, prompt.purpose, prompt.codes, prompt.blocking]
        folders = [str(folder) for folder in folders_of(sets, self.folders)]
        # A worker may be a new process at any time: it is told with each question where the bot is
        self.known.check([level])
        level = self.known.own.get(level, level)
        return await self.run(table, think, table, level, sets, folders, json.dumps(observation), question, speak_up)

    def close(self) -> None:
        for worker in self.workers:
            worker.close()
