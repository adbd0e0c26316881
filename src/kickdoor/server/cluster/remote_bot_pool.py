"""Bots that think on other machines, where somebody there does; else in this one's own processes."""

from __future__ import annotations

import contextlib
from pathlib import Path

from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.loader import load_catalog
from kickdoor.server.bot_workers.bot_job import BotJob, BotJobResult
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.bot_workers.fair_queue import QueueFull
from kickdoor.server.cluster.bot_job_queue import RemoteJobQueue


class FarThinkers(BotPool):
    """Sends off what bots that come with kickdoor are asked. Bots from files and hints stay here."""

    def __init__(
        self, jobs: RemoteJobQueue, workers: int, folders: list[Path], known: BotRegistry | None = None
    ) -> None:
        super().__init__(workers, folders, known=known)
        self.jobs = jobs

    @property
    def sent_off(self) -> int:
        return len(self.jobs.waiting)

    async def answer(self, errand: BotJob) -> BotJobResult:
        if self.jobs.anybody:
            with contextlib.suppress(QueueFull):
                cards = load_catalog(errand.sets, [Path(folder) for folder in errand.folders]).digest
                return await self.jobs.ask(errand, cards)
        return await super().answer(errand)
