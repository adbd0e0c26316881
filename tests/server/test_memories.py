"""What bots remember travels with the question: whoever is asked, and whenever, the answers are the same."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from dataclasses import replace
from typing import Any

import pytest
from tests.layers import few, thorough
from tests.server.harness import BUDGET, RoomHarness, new_data

from kickdoor.bots.registry import BOTS, BotRegistry
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.state import rng
from kickdoor.engine.state.state import State
from kickdoor.policies.driver import Driver
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.server.bot_workers import bot_job
from kickdoor.server.bot_workers.bot_job import BotJob, BotJobResult, think
from kickdoor.server.bot_workers.bot_pool import BotPool, BotQuery
from kickdoor.server.bot_workers.search_budget import SearchBudget
from kickdoor.server.bot_workers.worker_process import WorkerPool
from kickdoor.server.live.bot_dispatch import question_of
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.bot_turns import wanted_thoughts
from kickdoor.server.room.room_data import RoomData, SeatData, encoder, read_room
from kickdoor.sim.random_play import deal
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe

SETS = list(default_sets())
RULES = load_catalog(SETS)
QUICK = ["random", "easy", "normal", "nasty"]
LEVELS = ["random", "easy", "nasty", "master"]
"""With one that searches, which takes long."""
LISTENING = ["random", "nasty@flint", "easy@flint", "normal@flint"]
"""With some that bear grudges: they must be told what happens."""


def bots_only(levels: list[str]) -> RoomData:
    """A table of bots, with nobody in a seat."""
    data = new_data(0, len(levels), "none")
    for seat, level in zip(data.seats, levels, strict=True):
        seat.bot = level
    return data


def watched(levels: list[str]) -> RoomHarness:
    """Start a game of bots before the eyes of somebody who only watches."""
    harness = RoomHarness(bots_only(levels))
    harness.connect(-1)
    harness.room.start_match()
    harness.pass_time(0.0)
    return harness


def done(harness: RoomHarness) -> list[tuple[str, bytes]]:
    """List all that was done at a table, without the time of day."""
    return [(deed.kind, deed.body) for deed in harness.written]


def play(harness: RoomHarness, deeds: int, kill_after: int = -1) -> None:
    """Play until so many deeds were done; kills the process once after each deed, so many steps later."""
    killed, steps = -1, 0
    while len(harness.written) < deeds and harness.room.playing is not None:
        count = len(harness.written)
        if steps == kill_after and killed != count:
            killed = count
            if count % 2:
                # Somebody has said something, say: the table is written in the midst of things
                harness.room.touch()
                harness.flush()
            harness.time += 10.0
            harness.restart()
            harness.connect(-1)
        assert harness.step()
        steps = steps + 1 if len(harness.written) == count else 0


@pytest.mark.parametrize("levels", [QUICK, LISTENING])
@pytest.mark.parametrize("steps", few([1, 0, 2, 3], 1))
def test_a_reloaded_table_continues_as_if_never_evicted(levels: list[str], steps: int) -> None:
    undisturbed, woken = watched(levels), watched(levels)
    play(undisturbed, 150)
    play(woken, 150, steps)
    assert done(woken)[:150] == done(undisturbed)[:150]
    assert {seat.memory_of for seat in undisturbed.room.data.seats} == set(levels)


@thorough
def test_a_search_continues_as_if_its_table_was_never_evicted() -> None:
    undisturbed, woken = watched(LEVELS), watched(LEVELS)
    play(undisturbed, 9)
    play(woken, 9, 2)
    assert done(woken)[:9] == done(undisturbed)[:9]
    assert undisturbed.room.data.seats[-1].memory_of == "master"


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("levels", few([LISTENING, LEVELS], 1))
def test_killing_a_worker_changes_no_answer(levels: list[str]) -> None:
    undisturbed, disturbed = watched(levels), watched(levels)
    play(undisturbed, 12)
    killed = asyncio.run(play_with_workers(disturbed, 12))
    assert done(disturbed)[:12] == done(undisturbed)[:12]
    assert killed >= 4


class Unhurried(SearchBudget):
    """Grants all that is allowed, however slow the machine is: the answers of a shorter search may be others."""

    def fitting(self) -> int:
        return self.most


async def play_with_workers(harness: RoomHarness, deeds: int) -> int:
    """Play with real workers, and kills them between two questions and in the midst of one; tells how often."""
    thinkers = BotPool(1, [], known=BotRegistry(budget=BUDGET))
    thinkers.effort = Unhurried(BUDGET, 1)
    for crew in (thinkers.quick, thinkers.deep):
        crew.longest = 600.0
    killed = asked = 0
    try:
        while len(harness.written) < deeds:
            for thought, prompt in wanted_thoughts(harness.room):
                asked += 1
                if asked % 12 == 0:
                    killed += kill(thinkers)
                task = asyncio.create_task(thinkers.think(question_of(harness.room, thought, prompt)))
                if asked % 12 == 6:
                    await asyncio.sleep(0.003)
                    killed += kill(thinkers)
                reply = await task
                thought.choice, thought.memory, thought.why = reply.choice, reply.memory, reply.why
                thought.ready = True
            harness.step()
    finally:
        thinkers.close()
    return killed


def kill(thinkers: BotPool) -> int:
    """Kill all workers there are."""
    processes = [crew.workers[0].process for crew in (thinkers.quick, thinkers.deep)]
    for process in processes:
        if process is not None and process.pid is not None:
            # On a busy machine one may have been given up and ended a moment ago
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
    return len([process for process in processes if process is not None])


def moments(name: str, count: int) -> list[tuple[State, int, bot_job.Memory]]:
    """Take moments of a game where a seat has a choice, with what a bot there remembers."""
    policies = [GreedyPolicy(NASTY) for _ in range(4)]
    driver = Driver(deal(RULES, 4, "moments"), list(policies), 40)
    out: list[tuple[State, int, bot_job.Memory]] = []
    memories: dict[int, bot_job.Memory] = {}
    while not driver.is_over and len(out) < count:
        answer = driver.next_answer()
        assert answer is not None
        if answer.cause != "driver":
            seat = answer.seat
            out.append((driver.state.copy(), seat, memories.get(seat, [])))
            memories[seat] = think(errand(name, driver.state, seat, memories.get(seat, []))).memory
        driver.give(answer)
    return out


def errand(name: str, s: State, seat: int, memory: bot_job.Memory) -> BotJob:
    """Put the question before a seat as a table does."""
    prompt = runtime.prompt(s, seat)
    question = BotQuery("t", name, SETS, observe(s, seat), prompt, not prompt.blocking, memory)
    thinkers = BotPool(1, [], known=BotRegistry(budget=BUDGET))
    return thinkers.errand(question)


@pytest.mark.parametrize("name", few(["nasty@flint", "master", *(name for name in BOTS if name != "master")], 2))
def test_an_answer_does_not_depend_on_what_is_hidden(name: str) -> None:
    remembered = 0
    for number, (s, seat, memory) in enumerate(moments(name, 12 if name == "master" else 60)):
        alike = sample_state(observe(s, seat), RULES, rng.LehmerRng(f"alike:{number}"))
        assert alike.rng.keys != s.rng.keys
        first, second = think(errand(name, s, seat, memory)), think(errand(name, alike, seat, memory))
        assert (first.choice, first.memory, first.why) == (second.choice, second.memory, second.why)
        remembered += memory != []
    assert remembered > 5


def test_memory_makes_a_difference() -> None:
    """Else it would not have to travel."""
    differs = 0
    for s, seat, memory in moments("random", 40):
        fresh, old = think(errand("random", s, seat, [])), think(errand("random", s, seat, memory))
        differs += fresh.choice != old.choice
    assert differs > 5


def test_too_much_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    s, seat, memory = moments("nasty", 12)[-1]
    asked = errand("nasty", s, seat, memory)
    assert think(asked).memory != []
    assert sum(map(len, think(asked).memory)) < bot_job.MAX_MEMORY_NUMBERS / 4
    monkeypatch.setattr(bot_job, "MAX_MEMORY_NUMBERS", 2)
    assert think(asked).memory == []


@pytest.mark.parametrize("memory", [[[]], [[1]], [[], [2]], [[], [], [], [], []]])
@pytest.mark.parametrize("name", ["random", "easy", "nasty", "master"])
def test_memories_of_another_version_are_dropped(name: str, memory: bot_job.Memory) -> None:
    s, seat, _ = moments("nasty", 3)[-1]
    asked = errand(name, s, seat, [])
    fresh, odd = think(asked), think(replace(asked, memory=memory))
    assert (odd.choice, odd.memory) == (fresh.choice, fresh.memory)


def test_a_bot_recalls_only_what_one_like_it_remembered() -> None:
    seat = SeatData(kind="bot", bot="easy")
    seat.remember([[1, 2], [3]])
    assert seat.recall() == [[1, 2], [3]]
    seat.bot = "nasty"
    assert seat.recall() == []
    seat.bot = "easy"
    assert seat.recall() == [[1, 2], [3]]


def test_memories_are_stored_with_the_table_and_never_shown() -> None:
    harness = watched(QUICK)
    play(harness, 60)
    stored = read_room(harness.stored)
    assert [seat.memory for seat in stored.seats] != [[], [], [], []]
    assert len(encoder.encode(stored)) < 6000
    for messages in harness.inbox.values():
        shown = b"".join(wire.encoder.encode(message) for message in messages)
        assert b"memory" not in shown
        assert b"bots_asked" not in shown


def test_an_unused_decision_changes_no_memory() -> None:
    harness = watched(QUICK)
    play(harness, 20)
    before = encoder.encode([seat.memory for seat in harness.room.data.seats])
    harness.think()
    harness.room.forget_thoughts(-1)
    assert encoder.encode([seat.memory for seat in harness.room.data.seats]) == before


def test_a_search_that_times_out_gives_the_greedy_answer() -> None:
    """The bot does then what looks best to it without a search, not what silence means."""
    asked: list[tuple[str, int]] = []

    class Slow(BotPool):
        async def ask(self, crew: WorkerPool, errand: BotJob) -> BotJobResult:
            asked.append(("deep" if crew is self.deep else "quick", errand.budget))
            if crew is self.deep:
                raise TimeoutError
            return think(errand)

    def put(s: State, seat: int) -> BotQuery:
        return BotQuery("t", "master", SETS, observe(s, seat), runtime.prompt(s, seat), False, [])

    async def exercise() -> list[Any]:
        thinkers = Slow(1, [], known=BotRegistry(budget=40))
        return [await thinkers.think(put(s, seat)) for s, seat, _ in moments("nasty", 6)]

    replies = asyncio.run(exercise())
    for reply, (s, seat, _) in zip(replies, moments("nasty", 6), strict=True):
        assert reply.choice == think(errand("nasty", s, seat, [])).choice
    assert asked[:2] == [("deep", 40), ("quick", 0)]
    # It is less ambitious from then on, but goes on trying
    assert asked[2] == ("deep", 20)
