"""What bots are asked, as jobs in a stream of Redis: whoever thinks takes the next, and what those had who died."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from importlib import metadata
from typing import Any

import msgspec

from kickdoor.engine.rules.version import VERSION
from kickdoor.server.bot_workers.bot_job import BotJob, BotJobResult
from kickdoor.server.bot_workers.fair_queue import QueueFull
from kickdoor.server.cluster.bus import INBOX_TTL_S, PREFIX, Bus
from kickdoor.server.cluster.cluster_messages import BotJobReply

JOBS = f"{PREFIX}:jobs"
GROUP = "thinkers"
ALIVE = f"{PREFIX}:thinkers-alive"
"""There as long as anybody thinks."""
MAX_QUEUED_JOBS = 2000
POLL_INTERVAL_S = 1.0
JOB_TIMEOUT_S = 30.0
"""Seconds after which a job is given up, and thought about here."""

encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(BotJobResult)


def version() -> str:
    """Name what must be the same for the same question to have the same answers."""
    return f"{metadata.version('kickdoor')}/{VERSION}"


class RemoteJobQueue:
    """A server's questions, and who waits for them."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.waiting: dict[str, asyncio.Future[BotJobReply]] = {}
        self.anybody = False
        """Somebody thinks elsewhere."""

    async def look_out(self) -> None:
        """See every now and then whether anybody thinks; if nobody does, nobody waits for them."""
        while True:
            found = False
            with contextlib.suppress(*self.bus.faults):
                found = bool(await self.bus.client.exists(ALIVE))
            self.anybody = found
            if not found:
                self.give_up()
            await asyncio.sleep(POLL_INTERVAL_S)

    def give_up(self) -> None:
        for id in list(self.waiting):
            self.settle(BotJobReply(id, b"", "nobody thinks any more"))

    async def ask(self, errand: BotJob, cards: str) -> BotJobResult:
        """Have a question answered elsewhere; `Busy` if that cannot be, and then it is for this server to answer."""
        id = secrets.token_hex(8)
        waits = self.waiting[id] = asyncio.get_running_loop().create_future()
        job = {"id": id, "node": self.bus.name, "version": version(), "cards": cards, "errand": encoder.encode(errand)}
        entry = None
        answered = False
        try:
            entry = await self.put(job)
            async with asyncio.timeout(JOB_TIMEOUT_S):
                thought = await waits
            if thought.error:
                raise QueueFull(thought.error)
            answered = True
            return decoder.decode(thought.reply)
        except self.bus.faults as e:
            raise QueueFull(repr(e)) from None
        except (TimeoutError, msgspec.DecodeError) as e:
            raise QueueFull(repr(e)) from None
        finally:
            del self.waiting[id]
            if entry is not None and not answered:
                await self.forget(entry)

    async def put(self, job: dict[str, Any]) -> bytes:
        """Put a job into the stream; those of servers that are gone go by themselves."""
        async with self.bus.client.pipeline(transaction=True) as pipe:
            pipe.xadd(JOBS, job, maxlen=MAX_QUEUED_JOBS, approximate=True)
            pipe.expire(JOBS, INBOX_TTL_S)
            entry, _ = await pipe.execute()
        found: bytes = entry
        return found

    async def forget(self, entry: bytes) -> None:
        """Take a job back that nobody wants to know any more."""
        with contextlib.suppress(*self.bus.faults, asyncio.CancelledError):
            await asyncio.shield(self.cross_off(entry))

    async def cross_off(self, entry: bytes) -> None:
        """Delete a job, also for whoever had it and died."""
        async with self.bus.client.pipeline(transaction=True) as pipe:
            pipe.xack(JOBS, GROUP, entry)
            pipe.xdel(JOBS, entry)
            await pipe.execute()

    def settle(self, letter: BotJobReply) -> None:
        waits = self.waiting.get(letter.id)
        if waits is not None and not waits.done():
            waits.set_result(letter)
