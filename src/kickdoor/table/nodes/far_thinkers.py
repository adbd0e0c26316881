"""Bots that think on other machines, where somebody there does; else in this one's own processes."""

from __future__ import annotations

import contextlib
from pathlib import Path

from kickdoor.bots.registry import KnownBots
from kickdoor.catalog.loader import load_catalog
from kickdoor.table.nodes.jobs import Jobs
from kickdoor.table.thinkers.errands import Errand, Reply
from kickdoor.table.thinkers.line import Busy
from kickdoor.table.thinkers.thinkers import Thinkers


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
