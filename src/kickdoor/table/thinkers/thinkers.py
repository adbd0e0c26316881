"""Bots think in processes of their own, so that no thought holds up the table; they get what a seat may know."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.bot import Bot
from kickdoor.bots import driver
from kickdoor.bots.outside import Watched, is_outside
from kickdoor.bots.registry import BOTS, KnownBots
from kickdoor.catalog.folder import folders_of
from kickdoor.catalog.load import load_catalog
from kickdoor.engine.machine.prompts import Prompt
from kickdoor.lots import Lots
from kickdoor.minds.imagining import Choice
from kickdoor.seat_view import SeatView
from kickdoor.table.thinkers.workers import MOST_JOBS, Worker
from kickdoor.view.observation import Observation

MOST_MINDS = 2000
T = TypeVar("T")

minds: dict[tuple[str, int, str], Bot] = {}
"""In a worker: the bots of the tables that think here. What they remember is of no more than one turn."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What a bot is asked, as it is sent to a worker."""

    table: str
    level: str
    """Its name; a bot from a file is named by that, as at the command line."""
    sets: list[str]
    folders: list[str]
    seen: str
    """What its seat may know, as JSON."""
    question: list[Any]
    speak_up: bool
    """It is not asked: does it want to say something?"""


def think(errand: Errand) -> Choice | None:
    """Answers a bot's question; runs in a worker."""
    observation: Observation = json.loads(errand.seen)
    seat = observation["seat"]
    mark = (errand.table, seat, errand.level)
    if mark not in minds:
        if len(minds) > MOST_MINDS:
            minds.clear()
        lots = Lots(f"{errand.table}:{seat}:{errand.level}")
        outside = is_outside(errand.level)
        minds[mark] = Watched(errand.level, seat, lots) if outside else BOTS[errand.level](seat, lots)
    prompt = Prompt(errand.question[0], seat, *errand.question[1:])
    rules = load_catalog(errand.sets, [Path(folder) for folder in errand.folders])
    return driver.think(minds[mark], SeatView(observation, prompt, rules), errand.speak_up)


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
        self, table: str, level: str, sets: list[str], observation: Observation, prompt: Prompt, speak_up: bool
    ) -> Choice | None:
        """Asks a bot."""
        question = [prompt.id, prompt.purpose, prompt.codes, prompt.blocking]
        folders = [str(folder) for folder in folders_of(sets, self.folders)]
        # A worker may be a new process at any time: it is told with each question where the bot is
        self.known.check([level])
        level = self.known.own.get(level, level)
        errand = Errand(table, level, sets, folders, json.dumps(observation), question, speak_up)
        return await self.run(table, think, errand)

    def close(self) -> None:
        for worker in self.workers:
            worker.close()
