"""How an innocent table is watched while attackers do their worst."""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.attacks.attacks import Army
from tests.attacks.target_server import Stronghold
from websockets.asyncio.client import connect

from kickdoor.server.loadtest.load_clients import Outcome, Table, set_up, start
from kickdoor.server.loadtest.load_servers import processor_of

RATE = 4.0
"""Answers a second at the innocent table."""
QUIET, SIEGE = 4.0, 8.0
"""Seconds before an attack, and of it."""
WORST = 0.25
"""Seconds for an answer; also for one of a hundred under attack."""
RECOVERY_TIMEOUT_S = 2.0
MAX_GROWTH_MB = 250
"""Megabytes that all processes of the server may grow."""
MAX_LOG_BYTES = 100_000
"""Bytes."""


@dataclass
class Report:
    """How the innocent table fared."""

    attack: str
    before: list[float]
    during: list[float]
    recovery: float
    processor: float
    starved: float
    """Of one processor, what the server itself has had under attack, and what it has waited for because others had it:
    where that is much, the machine is too busy to tell."""
    memory_before: int
    memory_most: int
    log: int
    lost: int

    def judge(self) -> None:
        """Print the report, and sees that it is a good one."""
        sys.stdout.write(f"\n{HEAD}\n{self.line()}\n")
        times = sorted(self.during)
        assert len(times) >= SIEGE * RATE / 2
        assert times[min(len(times) - 1, len(times) * 99 // 100)] < WORST
        assert self.recovery < RECOVERY_TIMEOUT_S
        assert self.memory_most - self.memory_before < MAX_GROWTH_MB
        assert self.log < MAX_LOG_BYTES
        assert self.lost == 0

    def line(self) -> str:
        times = sorted(self.during)
        calm = sorted(self.before)
        p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
        waits = f"{ms(times[len(times) // 2]):>8} {ms(p99):>8} {ms(times[-1]):>8} {ms(self.recovery):>9}"
        sizes = f"{self.memory_before:>6} {self.memory_most:>6} {self.log:>8} {self.lost:>5}"
        return (
            f"{self.attack:18} {ms(calm[len(calm) // 2]):>8} {ms(calm[-1]):>8} | {waits} "
            f"{self.processor:>5.0%} {self.starved:>7.0%} {sizes}"
        )


HEAD = (
    f"{'attack':18} {'calm p50':>8} {'calm max':>8} | {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8} {'recovery':>9} "
    f"{'CPU':>5} {'starved':>7} {'MB':>6} {'MB max':>6} {'log':>8} {'lost':>5}"
)


def ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f}"


async def keep_asking(address: str, table: Table) -> None:
    """Ask the server again and again whether it is there, from another device of the first seat.

    A game has pauses; this does not.
    """
    async with connect(f"ws://{address}/ws", compression=None, max_size=None, ping_interval=None) as ws:
        await ws.send(json.dumps({"t": "hello", "code": table.code, "token": table.players[0].token}))
        for n in itertools.count(1):
            await asyncio.sleep(1 / RATE)
            began = time.perf_counter()
            await ws.send(json.dumps({"t": "ping", "n": n}))
            while json.loads(await ws.recv()) != {"t": "pong", "n": n}:
                pass
            table.outcome.latencies.append(time.perf_counter() - began)


async def latencies(table: Table, seconds: float, watch: list[int], server: Stronghold) -> list[float]:
    """Have the table play for a while; an answer still under way counts for as long as it has taken."""
    table.outcome.latencies.clear()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        await asyncio.sleep(0.25)
        watch.append(server.memory())
    found = table.outcome.latencies[:]
    if table.sender is not None:
        found.append(time.perf_counter() - table.began)
    return found


async def besiege(server: Stronghold, name: str, attackers: Army, doors: Sequence[str] = ()) -> Report:
    """Play before, during and after the attack; with several servers, each player uses another one."""
    outcome = Outcome(1)
    table = await asyncio.to_thread(set_up, [*doors] or [server.address], outcome)
    tasks = [asyncio.create_task(player.play()) for player in table.players]
    await start(table)
    tasks.append(asyncio.create_task(table.keep_playing(RATE)))
    tasks.append(asyncio.create_task(keep_asking(server.address, table)))
    await asyncio.sleep(1.5)
    table.measuring = True
    memory: list[int] = []
    before = await latencies(table, QUIET, memory, server)
    calm = max(memory)
    attackers.begin.set()
    used, starved = processor_of(server.process.pid), server.starved()
    during = await latencies(table, SIEGE, memory, server)
    used, starved = processor_of(server.process.pid) - used, server.starved() - starved
    assert not attackers.is_beaten()
    attackers.stop.set()
    ended = time.perf_counter()
    outcome.latencies.clear()
    while not [one for one in outcome.latencies if one < WORST] and time.perf_counter() - ended < 30:
        await asyncio.sleep(0.02)
    recovery = time.perf_counter() - ended
    await asyncio.to_thread(attackers.end)
    table.stopped = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    log = server.log.stat().st_size
    shares = used / SIEGE, starved / SIEGE
    return Report(name, before, during, recovery, *shares, calm, max(memory), log, outcome.lost)
