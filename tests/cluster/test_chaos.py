"""Tests in which servers, database and bus are killed, paused and terminated at random during play.

People come again wherever the proxy sends them. Nothing that a client saw is lost, and each table
comes out as an undisturbed game of the same answers does (`compare_all`).
"""

from __future__ import annotations

import asyncio
import random
import signal
import statistics
from collections.abc import Iterator

import pytest
from tests.cluster.conftest import a_postgres, a_redis, new_database
from tests.cluster.failover import compare_all, go_on, many_servers, opened, quietly
from tests.cluster.reconnecting_players import Roaming
from tests.database_servers import Postgres, Redis
from tests.server.crash import Server

pytestmark = pytest.mark.thorough
PAUSED = 8.0
"""Seconds: longer than a lease."""


class Cluster:
    """Three servers with all that they need, and the people who play there."""

    def __init__(self, servers: tuple[Server, ...], database: Postgres, bus: Redis, seed: int) -> None:
        self.servers = servers
        self.database = database
        self.bus = bus
        self.rng = random.Random(seed)
        self.players: list[Roaming] = []
        self.tasks: list[asyncio.Task[None]] = []

    def games(self) -> int:
        """Count the games that are not over."""
        return len({player.code for player in self.players if not player.over})

    async def open(self, tables: int, thinks: float) -> None:
        """Open tables, and has two people play at each."""
        for one in await opened(self.rng.choice(self.servers), tables) if tables else []:
            player = Roaming(one, self.servers, thinks)
            self.players.append(player)
            self.tasks.append(asyncio.create_task(player.play()))

    async def disturb(self, what: str) -> float:
        """Cause a failure; return the longest wait of a player until the game continued."""
        for player in self.players:
            player.waited = 0.0
        await getattr(self, what)()
        await go_on(self.players, 2)
        return max(player.waited for player in self.players)

    async def kill(self) -> None:
        """A server dies, and comes again."""
        await self.again(self.rng.choice(self.servers), signal.SIGKILL)

    async def end(self) -> None:
        """Terminate a server and start it again."""
        await self.again(self.rng.choice(self.servers), signal.SIGTERM)

    async def roll(self) -> None:
        """All servers are replaced, one after the other."""
        for server in self.servers:
            await self.again(server, signal.SIGTERM)

    async def pause(self) -> None:
        """A server sleeps for longer than its lease, and wakes up without having noticed."""
        server = self.rng.choice(self.servers)
        quietly(server, signal.SIGSTOP)
        await asyncio.sleep(PAUSED)
        quietly(server, signal.SIGCONT)

    async def lose_bus(self) -> None:
        await asyncio.to_thread(self.bus.restart, signal.SIGKILL)

    async def lose_database(self) -> None:
        """The database dies; what it has said to be written is there when it comes again."""
        await asyncio.to_thread(self.database.restart, signal.SIGQUIT)

    async def again(self, server: Server, by: signal.Signals) -> None:
        quietly(server, by)
        await asyncio.to_thread(server.process.communicate, timeout=60)
        await asyncio.to_thread(server.start)

    async def leave(self) -> None:
        """Disconnect all players."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@pytest.fixture
def servers() -> Iterator[tuple[Postgres, Redis]]:
    """A database and a bus of the test's own: what a thread of it starts again ends with that thread."""
    with a_postgres() as database, a_redis() as bus:
        yield database, bus


async def torment(servers: tuple[Postgres, Redis], troubles: list[str], tables: int, thinks: float = 0.0) -> None:
    """Have people play while one thing after the other goes wrong."""
    taken: dict[str, list[float]] = {}
    database, bus = servers
    url = await new_database(database, "chaos")
    async with many_servers(3, url, bus.url) as nodes:
        cluster = Cluster(nodes, database, bus, len(troubles))
        for what in troubles:
            # A game that is over has nothing to lose
            await cluster.open(tables - cluster.games(), thinks)
            await go_on(cluster.players, 2)
            await asyncio.sleep(cluster.rng.random())
            taken.setdefault(what, []).append(await cluster.disturb(what))
            print(f"{what}: {taken[what][-1]:.1f} s")  # noqa: T201
        await cluster.leave()
        for node in nodes:
            await asyncio.to_thread(node.kill)
        await compare_all(url, cluster.players)
    for what, times in sorted(taken.items()):
        print(f"{what}: {len(times)}, median {statistics.median(times):.1f} s, worst {max(times):.1f} s")  # noqa: T201


def test_tables_survive_a_few_failures(servers: tuple[Postgres, Redis]) -> None:
    asyncio.run(torment(servers, ["kill", "end", "lose_bus", "lose_database", "pause"], 2))


@pytest.mark.slow
def test_tables_survive_many_failures(servers: tuple[Postgres, Redis]) -> None:
    troubles = ["kill"] * 50 + ["end", "pause", "lose_bus", "lose_database"] * 5
    random.Random(1).shuffle(troubles)
    asyncio.run(torment(servers, troubles, 6, 0.3))


@pytest.mark.slow
def test_all_servers_are_replaced_while_forty_tables_play(servers: tuple[Postgres, Redis]) -> None:
    asyncio.run(torment(servers, ["roll"] * 3, 40, 2.0))
