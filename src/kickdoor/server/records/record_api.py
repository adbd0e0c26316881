"""Records over HTTP: kept, brought along, looked at step by step, summed up. The work is done in a worker."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import Response

from kickdoor.engine.machine.errors import BadData
from kickdoor.replay.provenance import ReplayMismatch
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.bot_workers.fair_queue import QueueFull
from kickdoor.server.bot_workers.worker_process import WorkerCrashed
from kickdoor.server.http import api_types as api
from kickdoor.server.http.request_io import answer, bytes_of, stranger
from kickdoor.server.limits.rate_limits import Buckets, Limits
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.records.playback import MAX_STEPS_PER_PAGE, WATCHER, log_of, page_of, stats_of, taken_in
from kickdoor.server.records.table_record import MAX_UPLOADED_BYTES, name_of
from kickdoor.server.storage.interface import MIN_RECORD_BYTES, StoredRecord

log = logging.getLogger("kickdoor.server")
MAX_NAME_CHARS = 40
MAX_QUEUED_RECORDS = 16
"""Records that wait to be played again; whoever comes then must come later."""
RECORD_WORKERS = 2
"""One more than a single address keeps busy."""
MAX_CACHED_SUMS = 50
MAX_UPLOADS = 12
"""Records that are being brought along at once, by all; each is kept in memory until it has come."""
COMING_EACH = 3
"""Records that one address brings along or has looked at at once."""


class RecordRequests:
    """Answers requests about records."""

    def __init__(self, tables: RoomManager, limits: Limits, worker: BotPool | None = None) -> None:
        self.tables = tables
        self.folders = tables.folders
        self.worker = worker or BotPool(RECORD_WORKERS, tables.folders, MAX_QUEUED_RECORDS)
        """Not one of the bots' own: nobody's bot waits because somebody looks at an old game."""
        self.turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By address: each has one record played again at a time, so that none keeps all workers busy."""
        self.pages = Buckets(limits.pages, "pages")
        self.brought = Buckets(limits.records, "records")
        self.space = Buckets(limits.record_bytes, "record_bytes")
        self.coming: Counter[str] = Counter()
        self.working: Counter[str] = Counter()
        self.sums: dict[str, asyncio.Task[bytes]] = {}
        """Games that are being summed up, by the names of their records."""
        self.summed: OrderedDict[str, bytes] = OrderedDict()
        """The last games that were."""

    def close(self) -> None:
        self.worker.close()

    async def record(self, request: Request) -> Response:
        """Return a record as it is kept, to be saved and checked elsewhere."""
        _, body = await self.find(request)
        return Response(body, media_type="application/json")

    async def bring(self, request: Request) -> Response:
        """Keep a record that somebody brings along, if it comes out as it says or is of other rules."""
        if not self.brought.take(stranger(request), self.tables.clock.now()):
            raise RequestRefused(RefusalCode.TOO_MANY)
        who = stranger(request)
        if self.coming.total() >= MAX_UPLOADS:
            raise RequestRefused(
                RefusalCode.TOO_MANY, "Too many records are being uploaded. Please try again.", status=503
            )
        with one_more(self.coming, who):
            brought = await bytes_of(request, MAX_UPLOADED_BYTES)
            body = await self.work(request, taken_in, brought, self.folders)
        if not self.space.take(stranger(request), self.tables.clock.now(), max(len(body), MIN_RECORD_BYTES)):
            raise RequestRefused(RefusalCode.TOO_MANY, "You've uploaded too much at once. Please try again later.")
        name = name_of(body)
        await self.tables.store.put_record(StoredRecord(name, body), self.tables.clock.now())
        return answer(api.RecordKept(name), 201)

    async def views(self, request: Request) -> Response:
        """Show steps of a record as one perspective saw them."""
        name, body = await self.find(request)
        first = number_of(request, "from", 0)
        last = number_of(request, "to", first + MAX_STEPS_PER_PAGE - 1)
        if last < first:
            raise RequestRefused(RefusalCode.BAD_PAGE, "The last step can't come before the first.")
        return json(await self.work(request, page_of, name, body, self.folders, perspective_of(request), first, last))

    async def log(self, request: Request) -> Response:
        """Return everything that happened, each line with its step."""
        name, body = await self.find(request)
        return json(await self.work(request, log_of, name, body, self.folders, perspective_of(request)))

    async def stats(self, request: Request) -> Response:
        """Sum a game up: once for all who ask at the same time, as everybody at a table does when its game ends.

        They may well share an address, and some of them would be told that it asks for too much.
        """
        name, body = await self.find(request)
        if name not in self.sums and name not in self.summed:
            who = stranger(request)
            async with self.turn_of(who):
                # While they waited for their turn, others may have begun
                if name not in self.sums and name not in self.summed:
                    task = asyncio.create_task(self.sum_up(who, name, body))
                    self.sums[name] = task
                    # Anyone who goes away leaves it to the others
                    return json(await asyncio.shield(task))
        return json(self.summed[name] if name in self.summed else await asyncio.shield(self.sums[name]))

    async def sum_up(self, who: str, name: str, body: bytes) -> bytes:
        """Sum a game up for an address."""
        try:
            found = self.summed[name] = await self.replay(who, stats_of, name, body, self.folders)
        finally:
            del self.sums[name]
        if len(self.summed) > MAX_CACHED_SUMS:
            self.summed.popitem(last=False)
        return found

    def turn_of(self, who: str) -> asyncio.Lock:
        return self.turns.setdefault(who, asyncio.Lock())

    async def find(self, request: Request) -> tuple[str, bytes]:
        """Find the record a request names."""
        if not self.pages.take(stranger(request), self.tables.clock.now()):
            raise RequestRefused(RefusalCode.TOO_MANY)
        name: str = request.path_params["record"]
        body = await self.tables.store.record(name) if len(name) <= MAX_NAME_CHARS else None
        if body is None:
            raise RequestRefused(RefusalCode.NO_RECORD)
        return name, body

    async def work(self, request: Request, work: Callable[..., bytes], *arguments: Any) -> bytes:
        """Have something worked out from a record, when it is the turn of where the request comes from."""
        who = stranger(request)
        with one_more(self.working, who):
            async with self.turn_of(who):
                return await self.replay(who, work, *arguments)

    async def replay(self, who: str, work: Callable[..., bytes], *arguments: Any) -> bytes:
        """Have a worker play a record again for an address."""
        try:
            return await self.worker.run(who, work, *arguments)
        except ReplayMismatch as e:
            if e.otherwise:
                raise RequestRefused(RefusalCode.OTHER_RULES, f"This game was {e}.") from None
            raise RequestRefused(RefusalCode.BAD_RECORD, str(e)) from None
        except BadData as e:
            raise RequestRefused(RefusalCode.BAD_RECORD, str(e)) from None
        except (TimeoutError, MemoryError, WorkerCrashed) as e:
            log.warning("a record takes too much to be played again: %s", type(e).__name__)
            raise RequestRefused(RefusalCode.BAD_RECORD, "This record takes too long to replay.") from None
        except QueueFull:
            raise RequestRefused(
                RefusalCode.TOO_MANY, "Too many records are being replayed. Please try again.", status=503
            ) from None


@contextmanager
def one_more(counts: Counter[str], who: str) -> Iterator[None]:
    """Count something of somebody as long as it lasts; refuses what is one too many."""
    if counts[who] >= COMING_EACH:
        raise RequestRefused(RefusalCode.TOO_MANY, "Please wait until your other record is done.")
    counts[who] += 1
    try:
        yield
    finally:
        counts[who] -= 1
        if not counts[who]:
            del counts[who]


def json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


def perspective_of(request: Request) -> str:
    return request.query_params.get("view", WATCHER)[:10]


def number_of(request: Request, name: str, default: int) -> int:
    """Read a number of a query."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal()) or len(text) > 7:
        raise RequestRefused(RefusalCode.BAD_PAGE, f"'{name}' must be the number of a step.")
    return int(text)
