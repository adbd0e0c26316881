"""Bots think in processes of their own, so that no thought holds up the table; they get what a seat may know."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.bots.registry import BotRegistry, searches
from kickdoor.catalog.set_folder import folders_of
from kickdoor.engine.machine.prompts import Prompt
from kickdoor.server.bot_workers.bot_job import BotJob, BotJobResult, Memory, think
from kickdoor.server.bot_workers.fair_queue import QueueFull
from kickdoor.server.bot_workers.search_budget import NOTHING, SearchBudget
from kickdoor.server.bot_workers.worker_process import MAX_QUEUED_JOBS, WorkerCrashed, WorkerPool
from kickdoor.view.observation import Observation

T = TypeVar("T")
DEEP_NICE = 15
"""How far those stand back who think long."""
SEARCH_TIMEOUT_S = 6.0
"""Seconds after which a search is given up: somebody waits for it, and there is an answer without."""


@dataclass(frozen=True, slots=True)
class BotQuery:
    """What a table wants to know of a bot."""

    table: str
    level: str
    sets: list[str]
    observation: Observation
    prompt: Prompt
    speak_up: bool
    memory: Memory
    heard: Memory = field(default_factory=list)
    """What the seat has seen happen since the bot was last asked, if it listens."""


class BotPool:
    """The workers. Quick thoughts and searches have crews of their own: nobody waits for a search but its own table.

    A table's bots from files always think in the same worker, for they remember things there.
    """

    def __init__(
        self, workers: int, folders: list[Path], max_jobs: int = MAX_QUEUED_JOBS, known: BotRegistry | None = None
    ) -> None:
        self.known = known or BotRegistry()
        """The bots of this server; no request and no stored table can name others."""
        self.quick = WorkerPool(workers, max_jobs)
        self.deep = WorkerPool(workers, max_jobs, SEARCH_TIMEOUT_S, nice=DEEP_NICE)
        self.homes = [WorkerPool(1, max_jobs) for _ in range(workers)]
        self.effort = SearchBudget(self.known.budget, workers)
        self.folders = folders

    @property
    def sent_off(self) -> int:
        """Return how many questions wait for an answer from elsewhere."""
        return 0

    async def run(self, table: str, work: Callable[..., T], *arguments: Any) -> T:
        """Have something done for a table; a worker that breaks down or hangs is replaced."""
        outcome: T = await self.quick.run(table, work, *arguments)
        return outcome

    async def think(self, question: BotQuery) -> BotJobResult:
        """Ask a bot."""
        self.known.check([question.level])
        errand = self.errand(question)
        if question.level in self.known.own:
            home = self.homes[sum(question.table.encode()) % len(self.homes)]
            return await self.ask(home, errand)
        return await self.answer(errand)

    async def answer(self, errand: BotJob) -> BotJobResult:
        """Have a bot that comes with kickdoor answer."""
        if not searches(errand.level):
            return await self.ask_again(self.quick, errand)
        return await self.search(errand)

    async def search(self, errand: BotJob) -> BotJobResult:
        """Have a bot search within its budget; if the search fails, fall back to its choice without search."""
        budget = self.effort.grant()
        seconds = 0.0
        try:
            if budget != NOTHING:
                reply = await self.ask_again(self.deep, replace(errand, budget=budget))
                seconds = reply.seconds
                return reply
        except TimeoutError:
            seconds = self.deep.longest
        except (QueueFull, WorkerCrashed, MemoryError):
            pass
        finally:
            self.effort.settle(budget, seconds)
        return await self.ask_again(self.quick, replace(errand, budget=NOTHING))

    async def ask_again(self, crew: WorkerPool, errand: BotJob) -> BotJobResult:
        """Put a question, and once more if the worker is killed over it: another gives the same answer."""
        try:
            return await self.ask(crew, errand)
        except WorkerCrashed:
            return await self.ask(crew, errand)

    async def ask(self, crew: WorkerPool, errand: BotJob) -> BotJobResult:
        """Put a question; those who are asked come before those who may speak up."""
        reply: BotJobResult = await crew.run(errand.table, think, errand, pressing=not errand.speak_up)
        return reply

    def errand(self, question: BotQuery) -> BotJob:
        """Write down all that a worker needs: it may be a new process at any time."""
        prompt = question.prompt
        return BotJob(
            table=question.table,
            # A bot from a file is told by its place
            level=self.known.own.get(question.level, question.level),
            sets=question.sets,
            folders=[str(folder) for folder in folders_of(question.sets, self.folders)],
            seen=json.dumps(question.observation),
            question=[prompt.id, prompt.purpose, prompt.codes, prompt.blocking],
            speak_up=question.speak_up,
            memory=question.memory,
            budget=self.effort.most,
            heard=question.heard,
        )

    def close(self) -> None:
        for crew in (self.quick, self.deep, *self.homes):
            crew.close()
