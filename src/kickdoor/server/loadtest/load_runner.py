"""Plays many tables at once over real sockets, to see how long an answer takes to reach every seat as a view."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from kickdoor.bots.registry import BotRegistry
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.server.loadtest.load_clients import SEATS, Beside, Outcome, Table, set_up, start
from kickdoor.server.loadtest.load_servers import Site, embedded
from kickdoor.sim.footprint import is_compiled

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


async def load(site: Site, plan: LoadPlan, progress: Progress) -> Outcome:
    """Set up the tables, plays, and measures."""
    outcome = Outcome(plan.tables, plan.bot_tables * len(plan.bots))
    tables, tasks = await people(site, outcome, progress)
    crowds = [Crowd(site, name, plan) for name in plan.bots]
    for crowd in crowds:
        await crowd.begin()
    tasks += [asyncio.create_task(table.keep_playing(plan.rate)) for table in tables]
    await asyncio.sleep(WARM_UP)
    with counted(site, outcome):
        if crowds:
            await alternate(outcome, tables, crowds, plan, progress)
        else:
            await measure(tables, plan.seconds, lambda gone: progress(plan.tables, gone))
    await stop(tables, tasks)
    return outcome


@contextlib.contextmanager
def counted(site: Site, outcome: Outcome) -> Iterator[None]:
    """Count what the servers and those who play need while something is measured."""
    outcome.messages = outcome.bytes = 0
    began, used, beneath, own = time.perf_counter(), site.processor(), site.beneath(), time.process_time()
    yield
    outcome.seconds = time.perf_counter() - began
    outcome.processor = (site.processor() - used) / outcome.seconds
    outcome.beneath = (site.beneath() - beneath) / outcome.seconds
    outcome.client = (time.process_time() - own) / outcome.seconds
    outcome.memory_after = site.memory()


async def stop(tables: list[Table], tasks: list[asyncio.Task[None]]) -> None:
    """Have everybody leave for good."""
    for table in tables:
        table.stopped = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def people(site: Site, outcome: Outcome, progress: Progress) -> tuple[list[Table], list[asyncio.Task[None]]]:
    """Set up the tables whose answers are measured, and starts their games."""
    tables: list[Table] = []
    tasks: list[asyncio.Task[None]] = []
    starts: list[asyncio.Task[None]] = []
    # One more than asked for: what the first game loads for all of them is no table's memory
    for number in range(outcome.tables + 1):
        table = await asyncio.to_thread(set_up, site.addresses, outcome, number=number)
        tables.append(table)
        tasks += [asyncio.create_task(player.play()) for player in table.players]
        starts.append(asyncio.create_task(start(table)))
        if number == 0:
            await starts[0]
            await asyncio.sleep(1.0)
            outcome.memory_before = site.memory()
        progress(number, 0.0)
    await asyncio.gather(*starts)
    return tables[1:], tasks


async def measure(tables: list[Table], seconds: float, tell: Callable[[float], None]) -> None:
    """Measure the answers of some tables for a while."""
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

    def __init__(self, site: Site, name: str, plan: LoadPlan) -> None:
        self.site = site
        self.name = name
        self.plan = plan
        self.outcome = Outcome()
        self.tables: list[Table] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Set the tables up, starts their games, and leaves them."""
        for _ in range(self.plan.bot_tables):
            self.tables.append(await asyncio.to_thread(set_up, self.site.addresses, self.outcome, self.name))
        self.come()
        await asyncio.gather(*[start(table) for table in self.tables])
        await asyncio.sleep(WARM_UP)
        await self.go()

    def come(self) -> None:
        """Have everybody sit down and play."""
        for table in self.tables:
            table.stopped = False
            self.tasks.append(asyncio.create_task(table.players[0].play()))
            self.tasks.append(asyncio.create_task(table.keep_playing(self.plan.rate)))

    async def go(self) -> None:
        """Have everybody leave."""
        for table in self.tables:
            table.stopped = True
            table.settle()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks = []

    def moves(self) -> int:
        """Count how often anything was done at its tables."""
        return sum(table.players[0].seen for table in self.tables)


def told_on(progress: Progress, tables: int, past: float, seconds: float) -> None:
    """Report how far it has come, in the midst of a part."""
    progress(tables, past + seconds)


async def alternate(
    outcome: Outcome, tables: list[Table], crowds: list[Crowd], plan: LoadPlan, progress: Progress
) -> None:
    """Measure beside each crowd in turn, several times: so that whatever else the machine does hits all alike."""
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


def run_load(plan: LoadPlan, progress: Progress) -> Outcome:
    """Run a server and the test against it; both end with it."""
    BotRegistry().check(list(plan.bots))
    with embedded(plan.budget) as site:
        return asyncio.run(load(site, plan, progress))


def figures_of(outcome: Outcome) -> dict[str, Any]:
    """Sum up what was measured."""
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
        "milliseconds_of_processor_per_answer": cost_of(outcome),
        "client_processor": f"{100 * outcome.client:.0f} %",
        **({"database_processor": f"{100 * outcome.beneath:.0f} %"} if outcome.beneath else {}),
        "server_memory_megabytes": round(outcome.memory_after / 1000),
        "kilobytes_per_table": round(per_table),
        "refused": outcome.refused,
        "connections_lost": outcome.lost,
        "engine": "compiled" if is_compiled() else "interpreted",
    }
    return figures | compared_of(outcome.beside)


def compared_of(beside: dict[str, Beside]) -> dict[str, Any]:
    """Sum up what was measured beside bots, and compares each sort with the first; nothing where there were none."""
    if not beside:
        return {}
    figures: dict[str, Any] = {"beside": {name: figures_beside(one) for name, one in beside.items()}}
    for figure in ("milliseconds_p99", "milliseconds_usual_p99"):
        first, *others = [one[figure] for one in figures["beside"].values()]
        figures[f"{figure[13:]}_against_the_first"] = [round(other / max(0.1, first), 2) for other in others]
    return figures


def cost_of(outcome: Outcome) -> float:
    """Return how many milliseconds of a processor an answer costs the servers, with everything that comes of it."""
    return round(1000 * outcome.processor * outcome.seconds / max(1, len(outcome.latencies)), 2)


def figures_beside(beside: Beside) -> dict[str, float]:
    """Sum up what was measured beside bots of one sort.

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
    """Sum up how long answers took."""
    times = sorted(latencies) or [0.0]
    return {
        "milliseconds_p50": round(1000 * times[len(times) // 2], 1),
        "milliseconds_p99": round(1000 * times[min(len(times) - 1, len(times) * 99 // 100)], 1),
        "milliseconds_most": round(1000 * times[-1], 1),
    }
