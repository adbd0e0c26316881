"""Analyses over HTTP: of finished games alone, one after the other, one at a time of an address, kept for a while."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct
from starlette.requests import Request
from starlette.responses import Response

from kickdoor.analysis.report import Analysis
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.bot_workers.fair_queue import QueueFull
from kickdoor.server.bot_workers.worker_process import WorkerCrashed
from kickdoor.server.http.request_io import answer, body_of, stranger
from kickdoor.server.limits.rate_limits import Buckets, Limits
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.records.analysis_job import go_on, made_by, objection
from kickdoor.server.records.record_api import RecordRequests

log = logging.getLogger("kickdoor.server")
MAX_QUEUED = 12
"""Analyses that are made or wait to be made."""
BUDGET = 0
"""Playouts for one; 0 leaves it to how fast the engine is."""
ANALYSIS_TIMEOUT_S = 600.0
"""Seconds an analysis may take; then it is given up."""
MAX_CACHED_BYTES = 32_000_000
"""Bytes of analyses that are kept in memory."""
MAX_FAILURES_KEPT = 200
"""Analyses that came to nothing, of which it is known why."""


class AnalysisShown(Struct):
    """How an analysis stands."""

    status: Literal["waiting", "working", "done", "stopped", "failed"]
    percent: int = 0
    ahead: int = 0
    """Analyses that are made before it."""
    ticket: str = ""
    """For whoever has asked for it: with this it can be stopped."""
    text: str = ""
    """Why it has failed."""
    analysis: Analysis | None = None


class Made(Struct):
    """One that is made, as it is sent: what was found is JSON already."""

    status: str
    percent: int = 100
    ahead: int = 0
    ticket: str = ""
    text: str = ""
    analysis: Raw = Raw()


class Stop(Struct, forbid_unknown_fields=True):
    """Stops an analysis; whoever has asked for it has its ticket."""

    ticket: Annotated[str, Meta(max_length=60)]


@dataclass(eq=False)
class AnalysisJob:
    """An analysis that is made or waits to be made."""

    name: str
    key: str
    body: bytes
    who: str
    """The address that has asked for it."""
    ticket: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    percent: int = 0
    task: asyncio.Task[None] | None = None


class Analyses:
    """Answers requests about analyses."""

    def __init__(self, records: RecordRequests, limits: Limits, worker: BotPool | None = None) -> None:
        self.records = records
        self.clock = records.tables.clock
        self.worker = worker or BotPool(1, records.folders, MAX_QUEUED)
        """Neither one of the bots' own nor that of the records: nobody waits for an analysis who did not ask for it."""
        self.budget = BUDGET
        self.longest = ANALYSIS_TIMEOUT_S
        self.asked = Buckets(limits.analyses, "analyses")
        self.jobs: dict[str, AnalysisJob] = {}
        """By the name of the record, as they came."""
        self.turn = asyncio.Lock()
        self.kept: OrderedDict[str, bytes] = OrderedDict()
        """What was found, by record and version, that asked for longest ago first."""
        self.ended: OrderedDict[str, AnalysisShown] = OrderedDict()
        """How those ended that were not made, by the name of the record."""

    def close(self) -> None:
        for job in self.jobs.values():
            if job.task is not None:
                job.task.cancel()
        self.worker.close()

    async def show(self, request: Request) -> Response:
        """Return how the analysis of a record stands, or what it has found."""
        name, body = await self.records.find(request)
        if name in self.jobs:
            return answer(self.shown(self.jobs[name]))
        found = self.recall(key_of(body))
        if found is not None:
            return found
        if name not in self.ended:
            raise RequestRefused(RefusalCode.NO_ANALYSIS)
        return answer(self.ended[name])

    async def begin(self, request: Request) -> Response:
        """Have a record analysed, after those that wait already."""
        name, body = await self.records.find(request)
        key, who = key_of(body), stranger(request)
        found = self.recall(key)
        if found is not None:
            return found
        if name in self.jobs:
            return answer(self.shown(self.jobs[name]), 202)
        self.check(who)
        why = await self.records.work(request, objection, body)
        if why:
            raise RequestRefused(RefusalCode.NOT_OVER, why.decode())
        if name not in self.jobs:
            # While that was looked at, others may have come
            self.check(who)
            if not self.asked.take(who, self.clock.now()):
                raise RequestRefused(RefusalCode.TOO_MANY)
            job = self.jobs[name] = AnalysisJob(name, key, body, who)
            self.ended.pop(name, None)
            job.task = asyncio.create_task(self.make(job))
        mine = self.jobs[name].who == who
        return answer(self.shown(self.jobs[name], self.jobs[name].ticket if mine else ""), 202)

    def check(self, who: str) -> None:
        """Object to a second analysis of one address, and to one too many of all."""
        if any(job.who == who for job in self.jobs.values()):
            raise RequestRefused(RefusalCode.TOO_MANY, "Please wait until your other analysis is done.")
        if len(self.jobs) >= MAX_QUEUED:
            raise RequestRefused(
                RefusalCode.TOO_MANY, "Too many games are being analysed. Please try again later.", status=503
            )

    async def stop(self, request: Request) -> Response:
        """Stop an analysis for whoever has asked for it."""
        order = await body_of(request, Stop)
        name, _ = await self.records.find(request)
        job = self.jobs.get(name)
        if job is None:
            raise RequestRefused(RefusalCode.NO_ANALYSIS)
        if not secrets.compare_digest(job.ticket.encode(), order.ticket.encode()):
            raise RequestRefused(RefusalCode.NOT_YOURS)
        self.end(job, AnalysisShown("stopped", job.percent))
        if job.task is not None:
            job.task.cancel()
        return answer(self.ended[name])

    async def make(self, job: AnalysisJob) -> None:
        """Make an analysis when it is its turn."""
        try:
            async with self.turn:
                found = await self.work(job)
        except BadData as e:
            self.end(job, AnalysisShown("failed", job.percent, text=str(e)))
        except (TimeoutError, MemoryError, WorkerCrashed, QueueFull) as e:
            log.warning("an analysis was given up: %s", type(e).__name__)
            self.end(job, AnalysisShown("failed", job.percent, text="it took too much time or memory"))
        except Exception:
            log.exception("an analysis has failed")
            self.end(job, AnalysisShown("failed", job.percent, text="something went wrong on the server"))
        else:
            self.jobs.pop(job.name, None)
            self.keep(job.key, found)

    async def work(self, job: AnalysisJob) -> bytes:
        """Have a worker do it, a while at a time."""
        spent = 0.0
        while True:
            begun = time.monotonic()
            job.percent, found = await self.worker.run("", go_on, job.key, job.body, self.records.folders, self.budget)
            if found:
                return found
            spent += time.monotonic() - begun
            if spent > self.longest:
                raise TimeoutError

    def end(self, job: AnalysisJob, how: AnalysisShown) -> None:
        """Note how an analysis ended that was not made."""
        if self.jobs.pop(job.name, None) is not None:
            self.ended[job.name] = how
            if len(self.ended) > MAX_FAILURES_KEPT:
                self.ended.popitem(last=False)

    def shown(self, job: AnalysisJob, ticket: str = "") -> AnalysisShown:
        """Return how far an analysis is."""
        ahead = list(self.jobs).index(job.name)
        return AnalysisShown("waiting" if ahead else "working", job.percent, ahead, ticket)

    def recall(self, key: str) -> Response | None:
        """Return an analysis that was made already."""
        found = self.kept.get(key)
        if found is None:
            return None
        self.kept.move_to_end(key)
        return answer(Made("done", analysis=Raw(found)))

    def keep(self, key: str, found: bytes) -> None:
        """Keep an analysis; what was asked for longest ago goes when they are too many."""
        self.kept[key] = found
        while len(self.kept) > 1 and sum(map(len, self.kept.values())) > MAX_CACHED_BYTES:
            self.kept.popitem(last=False)


def key_of(body: bytes) -> str:
    """Name what an analysis comes from: the record, and all that makes it."""
    return f"{sha256(body).hexdigest()}:{made_by()}"
