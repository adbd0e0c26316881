"""All tables that are open, each run by one task that writes first and then speaks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kickdoor.catalog.loader import load_catalog
from kickdoor.catalog.set_folder import folders_of
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import options_from_dict
from kickdoor.server.bot_workers.bot_job import BotJobResult
from kickdoor.server.bot_workers.bot_pool import BotPool, BotQuery
from kickdoor.server.cluster.ownership import Ownership, SingleServerOwnership
from kickdoor.server.live.bot_dispatch import ask_bots
from kickdoor.server.live.gc_tuning import GcScheduler
from kickdoor.server.live.retention import RetentionPolicy
from kickdoor.server.live.room_actor import (
    RoomActor,
    RoomTask,
    RoomUnloaded,
    begin,
    collect_write,
    flush_outbox,
    know_bots,
    settle,
)
from kickdoor.server.live.timers import Clock, next_job
from kickdoor.server.logs.request_ids import table_name
from kickdoor.server.ops.metrics import ANSWERS, FAULTS
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.records.table_record import game_of, table_record
from kickdoor.server.room.bot_decision import BotDecision
from kickdoor.server.room.broadcast import broadcast
from kickdoor.server.room.match import Match
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import RoomData, encoder, new_code, read_room
from kickdoor.server.room.scheduler import advance
from kickdoor.server.room.tutorial import Lessons
from kickdoor.server.storage.interface import (
    NEWEST,
    Conflict,
    RecoveryData,
    Store,
    StoredRecord,
    StoredTable,
    StoreFault,
)
from kickdoor.server.storage.journal import ANSWER
from kickdoor.server.storage.recovery import RecoveryFailed, recover
from kickdoor.server.storage.snapshots import request_snapshot, take_if_due
from kickdoor.server.storage.unrecoverable import keep_stuck, why_stuck

log = logging.getLogger("kickdoor.server")
ROOM_IDLE_S = 600.0
"""Seconds after which a table nobody is at leaves the memory; it is woken from the store when somebody comes."""
SWEEP_INTERVAL_S = 60.0
MIN_LOADED_S = 30.0
"""Seconds a table nobody is at stays in memory at least."""
MAX_LOADED_ROOMS = 2000
"""Tables in memory, new ones and woken ones."""
MAX_FAULTS_PER_ROOM = 5
"""Faults of one table after which it is not woken again before the next start."""
CLOSING = 10.0
"""Seconds of the machine's own time that tables get at the end to be written once more."""


class RoomManager:
    """Opens tables, finds them, and keeps them going."""

    keeping = RetentionPolicy()

    def __init__(
        self,
        store: Store,
        clock: Clock,
        thinkers: BotPool,
        folders: list[Path] | None = None,
        owners: Ownership | None = None,
    ) -> None:
        self.store = store
        self.owners: Ownership = SingleServerOwnership() if owners is None else owners
        self.clock = clock
        self.thinkers = thinkers
        self.folders: list[Path] = [] if folders is None else folders
        self.rng = random.SystemRandom()
        """For all tables: a generator of its own would be a fifth of what a table takes before it is played at."""
        self.running: dict[str, RoomActor] = {}
        self.codes: dict[str, str] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.faults: Counter[str] = Counter()
        self.waking: dict[str, asyncio.Task[RoomActor | None]] = {}
        """Tables on their way into memory: whoever comes meanwhile waits for them."""
        self.stuck: dict[str, RequestRefused] = {}
        """Tables that could not be woken and why, until the next start: nothing is written over them."""
        self.leftovers = GcScheduler()

    def rules(self, sets: list[str]) -> RuleSet:
        return load_catalog(sets, folders_of(sets, self.folders))

    # Opening tables

    async def create(self, data: RoomData) -> RoomActor:
        """Open a new table; `BadData` if there is no such game."""
        await self.make_place()
        options_from_dict(data.options)
        self.rules(data.sets)
        data.secret = secrets.token_hex(32)
        data.made = self.clock.now()
        for _ in range(20):
            data.id, data.code = secrets.token_hex(12), new_code()
            stored = StoredTable(data.id, data.code, data.made, data.made, data.status, encoder.encode(data))
            with contextlib.suppress(Conflict):
                await self.store.create(stored)
                return self.open(self.room_of(data), await self.owners.claim(data.id))
        raise RequestRefused(RefusalCode.HOUSE_FULL)

    async def make_place(self, own: int = 0) -> None:
        """See that there is place for one more table; one nobody is at goes first. `No` if there is none.

        `own`: so many of those on their way are the one it is for.
        """
        if len(self.running) + len(self.waking) - own < MAX_LOADED_ROOMS:
            return
        now = self.clock.now()
        empty = [one for one in self.running.values() if one.is_empty() and now > one.touched + MIN_LOADED_S]
        if not empty:
            raise RequestRefused(RefusalCode.HOUSE_FULL)
        await self.put_away(min(empty, key=lambda one: one.touched))

    def room_of(self, data: RoomData) -> Room:
        room = Room(data, self.rules, self.clock.now(), self.rng)
        know_bots(room, self.thinkers.known)
        if data.script >= 0:
            room.deal = Lessons
        return room

    def open(self, room: Room, epoch: int) -> RoomActor:
        """Take a table into memory and runs it."""
        now = self.clock.now()
        running = RoomActor(room, touched=now, written=now, epoch=epoch)
        self.running[room.data.id] = running
        self.codes[room.data.code] = room.data.id
        running.task = asyncio.create_task(self.run(running))
        return running

    async def find(self, code: str) -> RoomActor | None:
        """Find a table by its code, waking it from the store if need be."""
        if code in self.codes:
            return self.running[self.codes[code]]
        stored = await self.store.find(code)
        return None if stored is None else await self.wake(stored.id)

    async def wake(self, table_id: str) -> RoomActor | None:
        """Take a table into memory as it was last written, once for all who come; `No` if it cannot go on."""
        task = self.waking.get(table_id)
        if task is None:
            task = self.waking[table_id] = asyncio.create_task(self.take_up(table_id))
            task.add_done_callback(lambda done: self.woken(table_id, done))
        try:
            return await asyncio.shield(task)
        finally:
            del task  # as in `do`

    def woken(self, table_id: str, task: asyncio.Task[RoomActor | None]) -> None:
        self.waking.pop(table_id, None)
        if not task.cancelled():
            # Whoever asked may have gone
            task.exception()

    async def take_up(self, table_id: str) -> RoomActor | None:
        """Wake a table, if it is for this server to run; `Elsewhere` if another does."""
        if table_id in self.running:
            return self.running[table_id]
        if self.faults[table_id] >= MAX_FAULTS_PER_ROOM:
            raise RequestRefused(RefusalCode.TABLE_BROKEN)
        if table_id in self.stuck:
            raise RequestRefused(self.stuck[table_id].code, self.stuck[table_id].text)
        await self.make_place(own=1)
        # Before it is read: whoever had it can write nothing more from here on
        epoch = await self.owners.claim(table_id)
        try:
            found = await self.store.load(table_id)
            return None if found is None else await self.bring_back(table_id, found, epoch)
        except BaseException:
            self.keep(asyncio.create_task(self.owners.give_up(table_id, epoch)))
            raise

    async def bring_back(self, table_id: str, found: RecoveryData, epoch: int) -> RoomActor:
        """Make an open table of what was stored; `No` if it cannot go on.

        All that takes time is done in a thread: others are not kept waiting by a long game.
        """
        rooms: list[Room] = []
        try:
            await asyncio.to_thread(self.revive, found, rooms)
        except Exception as e:
            log.error("table %s cannot be woken: %s", table_name(table_id), e, exc_info=not isinstance(e, BadData))
            why = why_stuck(e)
            if rooms:
                why.text += await keep_stuck(self.store, self.clock.now(), rooms[0], isinstance(e, RecoveryFailed))
            self.stuck[table_id] = why
            raise why from None
        running = self.open(rooms[0], epoch)
        running.written = found.table.touched
        if running.room.deeds:
            # That it goes on under other rules is written before anybody plays on
            await self.do(running, lambda room: None)
        return running

    def revive(self, found: RecoveryData, rooms: list[Room]) -> None:
        """Make a room of what was stored; it is in the list as far as it comes."""
        rooms.append(self.room_of(read_room(found.table.room)))
        recover(rooms[0], found.deeds, found.snapshots)

    async def open_up(self) -> None:
        """Start the day: forgets what is too old. Tables are woken when somebody comes."""
        await self.store.open_up(self.clock.now())
        await self.owners.open_up(self.drop_all)
        await self.clear_out()
        self.keep(asyncio.create_task(self.sweep()))

    async def sweep(self) -> None:
        """Clear out every now and then."""
        while True:
            await self.clock.sleep(SWEEP_INTERVAL_S)
            try:
                await self.clear_out()
                self.leftovers.tidy_up(len(self.running))
            except StoreFault as e:
                log.error("nothing could be cleared out: %s", e)
            except Exception:
                log.exception("clearing out")

    async def clear_out(self) -> None:
        """Forget old tables and records, and lets tables nobody is at leave the memory."""
        now = self.clock.now()
        for running in list(self.running.values()):
            if not running.is_empty():
                running.touched = now
            elif now > running.touched + ROOM_IDLE_S:
                await self.put_away(running)
        await self.store.stay_open(now)
        await self.keeping.clear_out(self.store, now, list(self.running))

    async def close(self) -> None:
        """End the day. What was not written has not happened; all that was is in snapshots."""
        for task in self.waking.values():
            task.cancel()
        last = asyncio.gather(*[self.write_snapshot(running) for running in self.running.values()])
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(last, CLOSING)
        with contextlib.suppress(StoreFault):
            await self.store.stay_open(self.clock.now())
        await self.owners.close()
        self.drop_all()
        for task in self.tasks:
            task.cancel()
        # Others are told meanwhile that the tables are free: it takes a moment until processes have ended
        await asyncio.to_thread(self.thinkers.close)
        await self.store.close()

    def keep(self, task: asyncio.Task[None]) -> None:
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def put_away(self, running: RoomActor) -> None:
        """Let a table leave the memory, with a snapshot to come back to."""
        await self.write_snapshot(running)
        if running.is_empty():
            self.drop(running)

    async def write_snapshot(self, running: RoomActor) -> None:
        """Write a table as it stands, if anything was done there since its last snapshot."""
        if running.room.next_seq > running.room.snapped:
            with contextlib.suppress(Exception):
                await self.do(running, lambda room: request_snapshot(room, (NEWEST,)))

    # Running one table

    async def do(self, running: RoomActor, work: Callable[[Room], Any]) -> Any:
        """Have something done at a table, in its turn; gives back what came of it, after it is written."""
        if running.closed:
            raise RoomUnloaded
        job = RoomTask(work, asyncio.get_running_loop().create_future())
        running.jobs.put(job)
        try:
            return await job.done
        finally:
            # A refusal holds this frame: if that held the job as well, nothing but the collector would free them
            del job

    async def run(self, running: RoomActor) -> None:
        """Run a table: one thing after the other, each written before anybody hears of it."""
        room = running.room
        while not running.closed:
            running.busy = False
            # Nothing of the last job is held while there is none
            job: RoomTask | None = None
            outcome: Any = None
            error: Exception | None = None
            job = await next_job(running, self.clock)
            begin(job)
            running.busy = True
            try:
                try:
                    outcome = None if job is None else job.work(room)
                except RequestRefused as e:
                    error = e
                advance(room, self.clock.now())
                await self.write(running)
                if not running.closed:
                    flush_outbox(running)
                    ask_bots(self, running)
            except Exception as e:
                # What is not written has not happened: the table is woken again from what is
                settle(job, None, self.judged(running, e))
                self.drop(running)
                return
            settle(job, outcome, error)

    def judged(self, running: RoomActor, e: Exception) -> Exception:
        """Return whose fault it is that a table cannot go on as it is, and what those are told who wait for it."""
        name = table_name(running.room.data.id)
        if isinstance(e, Conflict) and running.epoch:
            # No fault of the table: another server runs it by now
            log.warning("table %s is not run here any more", name)
            return RoomUnloaded()
        log.error("table %s", name, exc_info=e)
        FAULTS.add()
        if not isinstance(e, StoreFault):
            self.faults[running.room.data.id] += 1
        return e

    def drop(self, running: RoomActor) -> None:
        """Let a table leave the memory; its clients must connect again."""
        data = running.room.data
        running.closed = True
        if running.epoch:
            self.keep(asyncio.create_task(self.owners.give_up(data.id, running.epoch)))
        if self.running.get(data.id) is running:
            del self.running[data.id]
            self.codes.pop(data.code, None)
            self.leftovers.tables += 1
        for post in running.posts.values():
            post.hang_up()
        for _, task in running.asking.values():
            task.cancel()
        while (job := running.jobs.take()) is not None:
            settle(job, None, RoomUnloaded())
        if running.task is not None and running.task is not asyncio.current_task():
            running.task.cancel()

    def drop_all(self) -> None:
        """Let all tables leave the memory."""
        for running in list(self.running.values()):
            self.drop(running)

    async def write(self, running: RoomActor) -> None:
        """Write what was done; what cannot be written has not been said to anybody."""
        room = running.room
        record: StoredRecord | None = None
        over = room.data.status == "over" and room.data.script < 0
        if over and not room.data.record and room.match is not None:
            room.data.record = secrets.token_urlsafe(12)
            record = StoredRecord(room.data.record, await self.whole_record(room, room.match))
            room.touch()
        take_if_due(room)
        if room.match is not None:
            room.match.forget_old()
        news = collect_write(running, self.clock.now(), record)
        written = None if news is None else self.store.append(room.data.id, news)
        try:
            # What everybody is to see is made ready meanwhile; nothing of it is sent before all is written
            broadcast(room)
        finally:
            if written is not None:
                await written
        if news is not None:
            ANSWERS.add(n=sum(deed.kind == ANSWER for deed in news.deeds))

    async def whole_record(self, room: Room, match: Match) -> bytes:
        """Make the record of a game that is over: the store has all its answers but the last."""
        deeds, base = await self.store.story(room.data.id)
        game = await asyncio.to_thread(game_of, room.data, [*deeds, *room.deeds], base, match)
        return table_record(room.data, game)

    # Bots

    async def ask_bot(self, running: RoomActor, thought: BotDecision, question: BotQuery) -> None:
        """Wait for a bot's answer, which comes back as a job; one that fails does the safe thing, or nothing."""
        reply: BotJobResult | None = None
        try:
            reply = await self.thinkers.think(question)
        except Exception as e:
            name, seat = table_name(question.table), thought.seat
            log.warning("the bot %s of seat %s at table %s: %r", question.level, seat, name, e)

        def deliver(room: Room) -> None:
            if reply is None:
                thought.give_up(question.prompt)
                return
            thought.choice, thought.memory, thought.why = reply.choice, reply.memory, reply.why
            thought.ready = True

        with contextlib.suppress(RoomUnloaded):
            await self.do(running, deliver)
