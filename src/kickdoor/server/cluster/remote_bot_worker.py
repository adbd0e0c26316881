"""Somebody who thinks for the bots of other machines. One that dies loses no job: the others take what it had."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from dataclasses import replace
from typing import Any

import msgspec
from redis.exceptions import ResponseError

from kickdoor.catalog.loader import load_catalog
from kickdoor.catalog.set_folder import folders_of
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.bot_workers.bot_job import BotJob
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.cluster.bot_job_queue import ALIVE, GROUP, JOBS, encoder, version
from kickdoor.server.cluster.bus import INBOX_TTL_S, MAX_INBOX_MESSAGES, PREFIX, Bus, client_of, ended, entries_of
from kickdoor.server.cluster.cluster_messages import BotJobReply
from kickdoor.server.cluster.cluster_messages import encoder as letter_encoder

log = logging.getLogger("kickdoor.server")
HEARTBEAT_INTERVAL_S = 1.0
HEARTBEAT_TTL_S = 4
"""Seconds without a sign of life after which others take a thinker's jobs."""
WAIT = 1000
"""Milliseconds that reading waits for a job."""
RETRY_DELAY_S = 0.5
NO_GROUP = ("NOGROUP", "no such key", "no longer exists")
"""What the versions of Redis say where there is no stream of jobs, or none any more."""

errand_decoder = msgspec.msgpack.Decoder(BotJob)
Entry = tuple[bytes, dict[bytes, bytes]]


class RemoteBotWorker:
    """Takes jobs from the stream, and has them done by the processes of this machine."""

    def __init__(self, url: str, thinkers: BotPool, at_once: int) -> None:
        self.client: Any = client_of(url)
        self.thinkers = thinkers
        self.name = secrets.token_hex(6)
        self.free = asyncio.Semaphore(at_once)
        self.at_once = at_once
        self.working: set[asyncio.Task[None]] = set()
        self.done = 0

    @staticmethod
    def sign_of(name: str) -> str:
        return f"{PREFIX}:thinker:{name}"

    async def run(self) -> None:
        """Work until it is cancelled."""
        tasks = [asyncio.create_task(self.again(work)) for work in (self.show_life, self.take_over, self.read)]
        try:
            # Not `gather`, which waits for those it has cancelled: see `ended`
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            done.pop().result()
        finally:
            await ended((*tasks, *self.working))
            with contextlib.suppress(*Bus.faults):
                # What it has not done is the others' at once
                await self.client.delete(self.sign_of(self.name))
                await self.client.aclose()

    async def again(self, work: Any) -> None:
        """Do something for ever; without Redis it waits for it."""
        failing = False
        while True:
            try:
                await work()
                if failing:
                    failing = False
                    log.warning("the bus answers again")
            except Bus.faults as e:
                if isinstance(e, ResponseError) and any(sign in str(e) for sign in NO_GROUP):
                    # The first to come, or nothing was asked for a while, or Redis has begun again
                    await self.make_group()
                    continue
                if not failing:
                    failing = True
                    log.error("the bus does not answer: %s", e)
                await asyncio.sleep(RETRY_DELAY_S)

    async def make_group(self) -> None:
        """Make the group that shares the jobs, unless it is there."""
        with contextlib.suppress(*Bus.faults):
            await self.client.xgroup_create(JOBS, GROUP, id="0", mkstream=True)

    async def show_life(self) -> None:
        async with self.client.pipeline(transaction=False) as pipe:
            pipe.set(self.sign_of(self.name), 1, ex=HEARTBEAT_TTL_S)
            pipe.set(ALIVE, 1, ex=HEARTBEAT_TTL_S)
            await pipe.execute()
        await asyncio.sleep(HEARTBEAT_INTERVAL_S)

    async def read(self) -> None:
        """Take the next job when there is somebody free to do it."""
        await self.free.acquire()
        entries: list[Entry] = []
        try:
            found = await self.client.xreadgroup(GROUP, self.name, {JOBS: ">"}, count=1, block=WAIT)
            entries = entries_of(found)
        finally:
            if not entries:
                self.free.release()
        for entry in entries:
            self.begin(entry)

    async def take_over(self) -> None:
        """Take the jobs of those who are dead, one thinker for each; so nobody does them twice."""
        await asyncio.sleep(HEARTBEAT_INTERVAL_S)
        for other in await self.client.xinfo_consumers(JOBS, GROUP):
            name = other["name"].decode()
            if name == self.name or await self.client.exists(self.sign_of(name)):
                continue
            if not other["pending"]:
                await self.client.xgroup_delconsumer(JOBS, GROUP, name)
                continue
            left = await self.client.xpending_range(JOBS, GROUP, "-", "+", self.at_once, consumername=name)
            ids = [one["message_id"] for one in left]
            # Whoever claims them sets the time to nought: the next who tries comes too late
            for entry in await self.client.xclaim(JOBS, GROUP, self.name, 1000, ids) if ids else []:
                if entry and entry[1]:
                    await self.free.acquire()
                    self.begin(entry)

    def begin(self, entry: Entry) -> None:
        task = asyncio.create_task(self.work(entry))
        self.working.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        self.working.discard(task)
        self.free.release()

    async def work(self, entry: Entry) -> None:
        """Do one job, and only then crosses it off; whoever asked hears in any case."""
        number, fields = entry
        thought = await self.think(fields)
        inbox = Bus.inbox_of(fields.get(b"node", b"").decode())
        with contextlib.suppress(*Bus.faults):
            async with self.client.pipeline(transaction=True) as pipe:
                pipe.xadd(inbox, {b"l": letter_encoder.encode(thought)}, maxlen=MAX_INBOX_MESSAGES, approximate=True)
                pipe.expire(inbox, INBOX_TTL_S)
                pipe.xack(JOBS, GROUP, number)
                pipe.xdel(JOBS, number)
                await pipe.execute()
            self.done += 1

    async def think(self, fields: dict[bytes, bytes]) -> BotJobReply:
        id = fields.get(b"id", b"").decode()
        if fields.get(b"version", b"").decode() != version():
            return BotJobReply(id, b"", "another version thinks here")
        try:
            errand = errand_decoder.decode(fields[b"errand"])
            folders = folders_of(errand.sets, self.thinkers.folders)
            if load_catalog(errand.sets, folders).digest != fields[b"cards"].decode():
                return BotJobReply(id, b"", "the cards are others here")
            mine = replace(errand, folders=[str(folder) for folder in folders], budget=self.thinkers.effort.most)
            return BotJobReply(id, encoder.encode(await self.thinkers.answer(mine)))
        except (BadData, msgspec.DecodeError, LookupError) as e:
            return BotJobReply(id, b"", str(e)[:300])
        except Exception as e:
            log.warning("a thought for another server: %r", e)
            return BotJobReply(id, b"", repr(e)[:300])
