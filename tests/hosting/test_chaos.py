"""Servers are killed, paused and told to end at random moments while people go from one to the other and play."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal

import pytest
from tests.hosting.failover import compare_all, go_on, opened, quietly, two_servers
from tests.servers import Redis
from tests.table.crash import Player, Server
from websockets.exceptions import WebSocketException

pytestmark = pytest.mark.thorough
PAUSED = 8.0
"""Seconds: longer than a lease."""


class Roaming(Player):
    """Somebody who comes again wherever the proxy sends them."""

    servers: tuple[Server, ...] = ()

    async def play(self, address: str = "") -> None:
        while not self.over:
            with contextlib.suppress(OSError, WebSocketException, EOFError):
                await self.converse(self.lots.choice(self.servers).address)
            await asyncio.sleep(0.05)


async def trouble(server: Server, what: str) -> None:
    """Does something to a server, and has it there again afterwards."""
    if what == "pause":
        quietly(server, signal.SIGSTOP)
        await asyncio.sleep(PAUSED)
        quietly(server, signal.SIGCONT)
        return
    if what == "end":
        quietly(server, signal.SIGTERM)
        await asyncio.to_thread(server.process.communicate, timeout=60)
    else:
        await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def torment(url: str, bus: str, troubles: list[str], tables: int, seed: int) -> None:
    lots = random.Random(seed)
    async with two_servers(url, bus) as servers:
        players: list[Player] = [
            Roaming(one.code, one.token, one.seat, one.lots) for one in await opened(servers[0], tables)
        ]
        for player in players:
            assert isinstance(player, Roaming)
            player.servers = servers
        tasks = [asyncio.create_task(player.play()) for player in players]
        for what in troubles:
            await go_on(players, 2)
            await asyncio.sleep(lots.random())
            await trouble(lots.choice(servers), what)
        await go_on(players, 2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for server in servers:
            await asyncio.to_thread(server.kill)
        await compare_all(url, players)


def test_a_few_troubles(database: str, redis_server: Redis) -> None:
    asyncio.run(torment(database, redis_server.url, ["kill", "end", "pause"], 2, 1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_many_troubles(database: str, redis_server: Redis, seed: int) -> None:
    troubles = random.Random(seed).choices(["kill", "end", "pause"], k=15)
    asyncio.run(torment(database, redis_server.url, troubles, 3, seed))
