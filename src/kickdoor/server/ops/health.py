"""Tells those who watch over a server whether it answers, whether it can take players, and what it is made of."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.codec import FORMAT as STATE
from kickdoor.replay.record import FORMAT as RECORD
from kickdoor.server.http.api_types import About, Health
from kickdoor.server.http.request_io import answer
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.storage.sqlite_database import scripts
from kickdoor.view.observe import VERSION as OBSERVATION

log = logging.getLogger("kickdoor.server")
READY_CACHE_S = 1.0
"""Seconds an answer about readiness is kept: however often it is asked, the store is tried once in that time."""
STORE_TIMEOUT_S = 2.0
"""Seconds the store has to show that it can be read and written."""
STARTING = "the server is not open yet"
ENDING = "the server is closing"
DRAINING = "the server takes nobody new and will close"
STORE_FAILS = "the store cannot be written"
STORE_HANGS = "the store does not answer"
NO_LEASE = "this server has no lease"
BUS_SILENT = "the bus does not answer"
BUS_TIMEOUT_S = 10.0
"""Seconds a bus may be silent: it is restarted in less, and those who are connected notice little of it."""


class HealthRequests:
    """Answers what probes ask for."""

    def __init__(self, tables: RoomManager, clock: Callable[[], float] = time.monotonic) -> None:
        self.tables = tables
        self.clock = clock
        self.closed = STARTING
        """Why the server is not open; empty while it is."""
        self.failing = ""
        self.tried = -READY_CACHE_S
        """When the store was last tried to the end."""
        self.trying: asyncio.Task[None] | None = None
        self.silent_for: Callable[[], float] = lambda: 0.0
        """Since how many seconds the bus has not answered, where there is one."""

    def close(self) -> None:
        """End the day for probes, before it ends for others."""
        self.closed = ENDING

    async def alive(self, request: Request) -> Response:
        """Return that the process answers."""
        return answer(Health("alive"))

    async def ready(self, request: Request) -> Response:
        """Return whether players may be sent here."""
        reason = await self.why_not()
        return answer(Health("not ready", reason), 503) if reason else answer(Health("ready"))

    async def version(self, request: Request) -> Response:
        return answer(about(tuple(self.tables.folders)))

    async def why_not(self) -> str:
        """Return why the server cannot take players; empty if it can."""
        if not self.closed:
            if self.trying is None and self.clock() >= self.tried + READY_CACHE_S:
                self.trying = asyncio.create_task(self.try_store())
            if self.trying is not None:
                # Those who ask at the same time wait for the same trial, and one who leaves does not end it
                await asyncio.shield(self.trying)
        return self.closed or self.failing or self.cut_off()

    def cut_off(self) -> str:
        """Return what this server lacks of what it shares with others, if anything."""
        left = self.tables.owners.left()
        if left is not None and left <= 0:
            return NO_LEASE
        return BUS_SILENT if self.silent_for() > BUS_TIMEOUT_S else ""

    async def try_store(self) -> None:
        """See whether the store can be read and written; the log tells when that changes, and why."""
        failing, detail = "", ""
        try:
            async with asyncio.timeout(STORE_TIMEOUT_S):
                await self.tables.store.check()
        except TimeoutError:
            failing = STORE_HANGS
        except Exception as e:
            failing, detail = STORE_FAILS, f": {e}"
        if self.closed:
            # Nobody is told of a store that fails because it is closed
            pass
        elif failing and failing != self.failing:
            log.error("not ready: %s%s", failing, detail)
        elif self.failing and not failing:
            log.warning("ready again: the store can be written")
        self.failing, self.tried, self.trying = failing, self.clock(), None


@cache
def about(folders: tuple[Path, ...]) -> About:
    """Return what the server is made of, and nothing of the machine."""
    formats = {
        "observation": OBSERVATION, "record": RECORD, "state": STATE, "tables": len(scripts()),
    }  # fmt: skip
    sets = [*known_sets(), *(folder.name for folder in folders)]
    return About(metadata.version("kickdoor"), VERSION, formats, sets)
