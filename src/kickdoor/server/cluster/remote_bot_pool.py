"""Bots that think on other machines, where somebody there does; else in this one's own processes."""

from __future__ import annotations

import contextlib
from pathlib import Path

from kickdoor.bots.registry import KnownBots
from kickdoor.catalog.loader import load_catalog
from kickdoor.server.bot_workers.bot_job import Errand, Reply
from kickdoor.server.bot_workers.bot_pool import Thinkers
from kickdoor.server.bot_workers.fair_queue import Busy
from kickdoor.server.cluster.bot_job_queue import Jobs


class FarThinkers(Thinkers):
    """Sends off what bots that come with kickdoor are asked. Bots from files and hints stay here."""

    def __init__(self, jobs: Jobs, workers: int, folders: list[Path], known: KnownBots | None = None) -> None:
        super().__init__(workers, folders, known=known)
        self.jobs = jobs

    @property
    def sent_off(self) -> int:
        return len(self.jobs.waiting)

    async def answer(self, errand: Errand) -> Reply:
        if self.jobs.anybody:
            with contextlib.suppress(Busy):
                cards = load_catalog(errand.sets, [Path(folder) for folder in errand.folders]).digest
                return await self.jobs.ask(errand, cards)
        return await super().answer(errand)
