"""Plays many tables at once over real sockets, to see how long an answer takes to reach every seat as a view."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

from kickdoor.bots.registry import KnownBots
from kickdoor.engine.machine import machine
from kickdoor.minds.search import BUDGET
from kickdoor.table.load_players import SEATS, Beside, Outcome, Table, set_up, start
from kickdoor.table.server.rate_limits import Limits

ENDLESS = (1e9, 1e9)
FREE = Limits(
    lookups=ENDLESS, misses=ENDLESS, makings=ENDLESS, records=ENDLESS, pages=ENDLESS, messages=ENDLESS, chat=ENDLESS,
    emotes=ENDLESS, connections=1_000_000, open=1_000_000, arrivals=ENDLESS, requests=ENDLESS, frames=ENDLESS,
    record_bytes=ENDLESS, all_arrivals=ENDLESS, all_requests=ENDLESS, all_makings=ENDLESS,
    newcomers=ENDLESS, commands=ENDLESS, joins=ENDLESS, watcher_joins=ENDLESS, table_chat=ENDLESS,
    analyses=ENDLESS, hints=ENDLESS, previews=ENDLESS,
)  # fmt: skip
"""One machine plays everybody here."""
Progress = Callable[[int, float], None]
WARM_UP = 2.0
"""Seconds that are played before anything is measured."""
ROUNDS = 6
"""Times that each sort of bot has its turn."""


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """What is to be played."""

    tables: int
    """Tables of people, whose answers are measured."""
    seconds: float
    rate: float
    """Answers a second and table."""
    bot_tables: int = 0
    """Tables of one person and bots beside them."""
    bots: tuple[str, ...] = ()
    """Who sits at those: each has its turn, all others are quiet meanwhile."""
    budget: int = BUDGET


def memory_of(pid: int) -> int:
    """Reads how much memory a process has, in kilobytes; 0 where that cannot be told."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def processor_of(pid: int) -> float:
    """Reads how many seconds of a processor a process has had."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100
    return 0.0


async def load(address: str, pid: int, plan: LoadPlan, progress: Progress) -> Outcome:
    """Sets up the tables, plays, and measures."""
    outcome = Outcome(plan.tables, plan.bot_tables * len(plan.bots))
    tables, tasks = await people(address, pid, outcome, progress)
    crowds = [Crowd(address, name, plan) for name in plan.bots]
    for crowd in crowds:
        await crowd.begin()
    tasks += [asyncio.create_task(table.keep_playing(plan.rate)) for table in tables]
    await asyncio.sleep(WARM_UP)
    outcome.messages = outcome.bytes = 0
    began, used = time.perf_counter(), processor_of(pid)
    if crowds:
        await alternate(outcome, tables, crowds, plan, progress)
    else:
        await measure(tables, plan.seconds, lambda gone: progress(plan.tables, gone))
    outcome.seconds = time.perf_counter() - began
    outcome.processor = (processor_of(pid) - used) / outcome.seconds
    outcome.memory_after = memory_of(pid)
    for table in tables:
        table.stopped = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return outcome


async def people(
    address: str, pid: int, outcome: Outcome, progress: Progress
) -> tuple[list[Table], list[asyncio.Task[None]]]:
    """Sets up the tables whose answers are measured, and starts their games."""
    tables: list[Table] = []
    tasks: list[asyncio.Task[None]] = []
    starts: list[asyncio.Task[None]] = []
    # One more than asked for: what the first game loads for all of them is no table's memory
    for number in range(outcome.tables + 1):
        table = await asyncio.to_thread(set_up, address, outcome)
        tables.append(table)
        tasks += [asyncio.create_task(player.play(address)) for player in table.players]
        starts.append(asyncio.create_task(start(table)))
        if number == 0:
            await starts[0]
            await asyncio.sleep(1.0)
            outcome.memory_before = memory_of(pid)
        progress(number, 0.0)
    await asyncio.gather(*starts)
    return tables[1:], tasks


async def measure(tables: list[Table], seconds: float, tell: Callable[[float], None]) -> None:
    """Measures the answers of some tables for a while."""
    for table in tables:
        table.measuring = True
    began = time.perf_counter()
    while (gone := time.perf_counter() - began) < seconds:
        tell(gone)
        await asyncio.sleep(min(0.25, seconds - gone))
    for table in tables:
        table.measuring = False


class Crowd:
    """Tables of one person and bots of one sort. They play while the person is there, and stand still else."""

    def __init__(self, address: str, name: str, plan: LoadPlan) -> None:
        self.address = address
        self.name = name
        self.plan = plan
        self.outcome = Outcome()
        self.tables: list[Table] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Sets the tables up, starts their games, and leaves them."""
        for _ in range(self.plan.bot_tables):
            self.tables.append(await asyncio.to_thread(set_up, self.address, self.outcome, self.name))
        self.come()
        await asyncio.gather(*[start(table) for table in self.tables])
        await asyncio.sleep(WARM_UP)
        await self.go()

    def come(self) -> None:
        """Has everybody sit down and play."""
        for table in self.tables:
            table.stopped = False
            self.tasks.append(asyncio.create_task(table.players[0].play(self.address)))
            self.tasks.append(asyncio.create_task(table.keep_playing(self.plan.rate)))

    async def go(self) -> None:
        """Has everybody leave."""
        for table in self.tables:
            table.stopped = True
            table.settle()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks = []

    def moves(self) -> int:
        """Counts how often anything was done at its tables."""
        return sum(table.players[0].seen for table in self.tables)


def told_on(progress: Progress, tables: int, past: float, seconds: float) -> None:
    """Tells how far it has come, in the midst of a part."""
    progress(tables, past + seconds)


async def alternate(
    outcome: Outcome, tables: list[Table], crowds: list[Crowd], plan: LoadPlan, progress: Progress
) -> None:
    """Measures beside each crowd in turn, several times: so that whatever else the machine does hits all alike."""
    part = plan.seconds / ROUNDS / len(crowds)
    gone = 0.0
    for number in range(ROUNDS):
        # Neither always comes first
        for crowd in crowds if number % 2 == 0 else crowds[::-1]:
            beside = outcome.beside.setdefault(crowd.name, Beside())
            crowd.come()
            await asyncio.sleep(WARM_UP)
            before, outcome.latencies = crowd.moves(), []
            await measure(tables, part, partial(told_on, progress, plan.tables, gone))
            beside.moves += crowd.moves() - before
            beside.seconds += part
            beside.parts.append(outcome.latencies)
            gone += part
            await crowd.go()
    outcome.latencies = [one for beside in outcome.beside.values() for one in beside.latencies]


def run_server(path: str, pipe: Connection, budget: int) -> None:
    """Serves on a free port, in a process of its own."""
    from kickdoor.table.server.places import listen_at
    from kickdoor.table.server.serving import Hosting, open_store, serve

    listener = listen_at("127.0.0.1", 0)
    pipe.send(listener.getsockname()[1])
    known = KnownBots(budget=budget)
    known.levels = list(known)
    serve(open_store(Path(path)), listener, Hosting(["127.0.0.1"], limits=FREE, workers=1, bots=known))


def run_load(plan: LoadPlan, progress: Progress) -> Outcome:
    """Runs a server and the test against it; both end with it."""
    KnownBots().check(list(plan.bots))
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        mine, theirs = context.Pipe()
        server = context.Process(target=run_server, args=(f"{folder}/load.db", theirs, plan.budget))
        server.start()
        try:
            address = f"127.0.0.1:{mine.recv()}"
            time.sleep(1.0)
            return asyncio.run(load(address, server.pid or 0, plan, progress))
        finally:
            server.terminate()
            server.join(5)
            if server.is_alive():
                server.kill()
                server.join()


def figures_of(outcome: Outcome) -> dict[str, Any]:
    """Sums up what was measured."""
    times = outcome.latencies
    per_table = (outcome.memory_after - outcome.memory_before) / max(1, outcome.tables + outcome.bot_tables)
    figures: dict[str, Any] = {
        "tables": outcome.tables,
        "seats": outcome.tables * SEATS,
        "seconds": round(outcome.seconds, 1),
        "answers": len(times),
        "answers_per_second": round(len(times) / max(0.001, outcome.seconds), 1),
        **latency_of(times),
        "messages_per_second": round(outcome.messages / max(0.001, outcome.seconds)),
        "kilobytes_per_second": round(outcome.bytes / 1000 / max(0.001, outcome.seconds)),
        "server_processor": f"{100 * outcome.processor:.0f} %",
        "server_memory_megabytes": round(outcome.memory_after / 1000),
        "kilobytes_per_table": round(per_table),
        "refused": outcome.refused,
        "connections_lost": outcome.lost,
        "engine": "compiled" if str(machine.__file__).endswith((".so", ".pyd")) else "interpreted",
    }
    if outcome.beside:
        figures["beside"] = {name: figures_beside(one) for name, one in outcome.beside.items()}
        for figure in ("milliseconds_p99", "milliseconds_usual_p99"):
            first, *others = [one[figure] for one in figures["beside"].values()]
            figures[f"{figure[13:]}_against_the_first"] = [round(other / max(0.1, first), 2) for other in others]
    return figures


def figures_beside(beside: Beside) -> dict[str, float]:
    """Sums up what was measured beside bots of one sort.

    What is usual is the median over all times they had their turn: one moment in which the machine does something else
    entirely spoils one of them, but all of the whole.
    """
    return {
        "answers": len(beside.latencies),
        **latency_of(beside.latencies),
        "milliseconds_usual_p99": round(median([latency_of(part)["milliseconds_p99"] for part in beside.parts]), 1),
        "moves_of_bots_per_second": round(beside.moves / max(0.001, beside.seconds), 1),
    }


def latency_of(latencies: list[float]) -> dict[str, float]:
    """Sums up how long answers took."""
    times = sorted(latencies) or [0.0]
    return {
        "milliseconds_p50": round(1000 * times[len(times) // 2], 1),
        "milliseconds_p99": round(1000 * times[min(len(times) - 1, len(times) * 99 // 100)], 1),
        "milliseconds_most": round(1000 * times[-1], 1),
    }
