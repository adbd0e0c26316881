"""Tests of failover: two servers share a database, and nothing that a client saw is lost."""

from __future__ import annotations

import asyncio
import json
import signal

import pytest
from tests.cluster.failover import (
    RECOVERY_TIMEOUT_S,
    compare_all,
    go_on,
    opened,
    owner_of,
    playing,
    quietly,
    servers_of,
    two_servers,
)
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

pytestmark = pytest.mark.thorough


async def hear_to_the_end(ws: ClientConnection) -> None:
    while True:
        await ws.recv()


def test_another_server_takes_over_when_one_is_killed(database: str) -> None:
    async def run() -> None:
        async with two_servers(database) as (one, two):
            players = await opened(one)
            async with playing([(player, one) for player in players]):
                await go_on(players)
                one.kill()
            async with playing([(player, two) for player in players]):
                taken = await go_on(players, 1, RECOVERY_TIMEOUT_S)
                await go_on(players)
            print(f"went on {taken:.1f} s after the kill")  # noqa: T201
            two.kill()
            await compare_all(database, players)

    asyncio.run(run())


def test_a_server_that_was_paused_writes_nothing(database: str) -> None:
    async def run() -> None:
        async with two_servers(database) as (one, two):
            players = await opened(one)
            async with playing([(player, one) for player in players]):
                await go_on(players)
                quietly(one, signal.SIGSTOP)
            before = await owner_of(database, players[0].code)
            async with playing([(player, two) for player in players]):
                await go_on(players, 1, RECOVERY_TIMEOUT_S)
                after = await owner_of(database, players[0].code)
                assert after[1] > before[1]
                assert after[0] != before[0]
                # Its bots, clocks and clients' answers were on their way when it was paused
                quietly(one, signal.SIGCONT)
                await go_on(players)
                assert await owner_of(database, players[0].code) == after
            two.kill()
            await compare_all(database, players)

    asyncio.run(run())


def test_a_terminated_server_releases_its_tables(database: str) -> None:
    async def run() -> None:
        async with two_servers(database) as (one, two):
            players = await opened(one)
            async with playing([(player, one) for player in players]):
                await go_on(players)
            async with connect(f"ws://{one.address}/ws", compression=None) as ws:
                hello = {"t": "hello", "code": players[0].code, "token": players[0].token, "since": 0}
                await ws.send(json.dumps(hello))
                await ws.recv()
                quietly(one, signal.SIGTERM)
                with pytest.raises(ConnectionClosed, match="1012"):
                    await hear_to_the_end(ws)
            await asyncio.to_thread(one.process.wait, 60)
            assert await servers_of(database) == 1
            async with playing([(player, two) for player in players]):
                taken = await go_on(players, 1, RECOVERY_TIMEOUT_S)
                await go_on(players)
            print(f"went on {taken:.1f} s after the other had ended")  # noqa: T201
            two.kill()
            await compare_all(database, players)

    asyncio.run(run())
