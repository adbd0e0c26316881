"""Finds how many tables a server holds: so many that answers are still seen in time, and with more they are not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from kickdoor.server.loadtest.load_clients import Outcome, Table
from kickdoor.server.loadtest.load_runner import (
    WARM_UP,
    LoadPlan,
    cost_of,
    counted,
    figures_of,
    latency_of,
    measure,
    people,
    stop,
)
from kickdoor.server.loadtest.load_servers import Site, embedded

IN_TIME = 50.0
"""Milliseconds in which 99 of 100 answers must have been seen by all."""
FIRST = 50
"""Tables to begin with."""
NEAR = 0.06
"""How near the end of a search lies to the truth, as a part of it."""

Tell = Callable[[str], None]
Try = Callable[[int], Awaitable[bool]]


async def search(is_fine: Try, first: int, most: int) -> int:
    """Find the largest number that is fine, about; 0 if the first is not. What fails is tried a second time.

    On a machine that does other things as well a moment can spoil any trial; two in a row are no accident.
    """
    fine, too_many = 0, most + 1
    n = min(first, most)
    while n > fine:
        if await is_fine(n) or await is_fine(n):
            fine = n
        else:
            too_many = n
        if too_many > most:
            n = min(2 * fine, most)
        elif too_many - fine <= max(1, round(NEAR * too_many)):
            break
        else:
            n = (fine + too_many) // 2
    return fine


@dataclass
class Knee:
    """What was found."""

    tables: int = 0
    """The most that were in time."""
    steps: list[Outcome] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        steps = [figures_of(step) for step in self.steps]
        best = [step for step in steps if step["tables"] == self.tables and step["milliseconds_p99"] <= IN_TIME]
        return {"knee": self.tables, "in_time": IN_TIME, "at_the_knee": best[-1] if best else None, "steps": steps}


class Trials:
    """Tries numbers of tables at one server. Those that are not needed have everybody there, and rest."""

    def __init__(self, site: Site, plan: LoadPlan, tell: Tell) -> None:
        self.site, self.plan, self.tell = site, plan, tell
        self.tables: list[Table] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.memory = 0
        self.knee = Knee()

    async def is_fine(self, n: int) -> bool:
        """Play at so many tables for a while, and return whether answers were in time."""
        await self.have(n)
        outcome = Outcome(n, len(self.tables) - n, memory_before=self.memory)
        for number, table in enumerate(self.tables):
            table.outcome = outcome
            table.resting = number >= n
        await asyncio.sleep(WARM_UP)
        playing = self.tables[:n]
        with counted(self.site, outcome):
            await measure(playing, self.plan.seconds, lambda gone: None)
        self.knee.steps.append(outcome)
        times = latency_of(outcome.latencies)
        self.tell(
            f"{n} tables: 99 of 100 answers in {times['milliseconds_p99']} ms, half in {times['milliseconds_p50']} ms, "
            f"{cost_of(outcome)} ms of processor each; server {outcome.processor:.0%}, client {outcome.client:.0%}"
        )
        return times["milliseconds_p99"] <= IN_TIME

    async def have(self, n: int) -> None:
        """See that there are so many tables; what they cost is counted from the first."""
        more = n - len(self.tables)
        if more <= 0:
            return
        self.tell(f"setting up {n} tables")
        for table in self.tables:
            table.resting = True
        outcome = Outcome(more)
        tables, tasks = await people(self.site, outcome, lambda tables, seconds: None)
        self.memory = self.memory or outcome.memory_before
        self.tables += tables
        self.tasks += tasks + [asyncio.create_task(table.keep_playing(self.plan.rate)) for table in tables]


async def knee_of(site: Site, plan: LoadPlan, tell: Tell) -> Knee:
    """Find the knee of a server; the plan says how long each trial takes, and how many tables there are at most."""
    trials = Trials(site, plan, tell)
    try:
        trials.knee.tables = await search(trials.is_fine, FIRST, plan.tables)
    finally:
        await stop(trials.tables, trials.tasks)
    return trials.knee


def find_knee(plan: LoadPlan, tell: Tell) -> Knee:
    """Run a server and looks for its knee; both end with it."""
    with embedded(plan.budget) as site:
        return asyncio.run(knee_of(site, plan, tell))
