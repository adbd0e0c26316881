"""Tests of proxied clients: any server accepts them, and they stay connected when the owner dies."""

from __future__ import annotations

import asyncio
import json
import signal
import time
import urllib.error
import urllib.request
from typing import Any

import pytest
from tests.cluster.failover import (
    RECOVERY_TIMEOUT_S,
    compare_all,
    go_on,
    opened,
    owner_of,
    playing,
    quietly,
    two_servers,
)
from tests.database_servers import Redis
from tests.server.crash import Player, Server
from websockets.asyncio.client import connect

from kickdoor.catalog.defaults import default_sets

pytestmark = pytest.mark.thorough


def ask(server: Server, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{server.address}{path}", data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as e:
        return e.code, json.load(e)


async def listed_at(server: Server, code: str) -> None:
    """Wait until a server lists a table."""
    async with asyncio.timeout(60):
        while code not in [shown["code"] for shown in (await asyncio.to_thread(ask, server, "/api/tables"))[1]]:
            await asyncio.sleep(0.1)


class Staying(Player):
    """A client that counts its connections."""

    connections = 0

    async def converse(self, address: str) -> None:
        self.connections += 1
        await super().converse(address)


def staying(players: list[Player]) -> list[Player]:
    return [Staying(one.code, one.token, one.seat, one.rng) for one in players]


def test_people_at_other_servers_stay_connected_when_one_is_killed(database: str, redis_server: Redis) -> None:
    async def run() -> None:
        async with two_servers(database, redis_server.url) as (one, two):
            players = staying(await opened(one))
            # Both are at the other server; the game is run by the first
            async with playing([(player, two) for player in players]):
                await go_on(players)
                first = await owner_of(database, players[0].code)
                one.kill()
                taken = await go_on(players, 1, RECOVERY_TIMEOUT_S)
                await go_on(players)
            print(f"went on {taken:.1f} s after the kill")  # noqa: T201
            assert (await owner_of(database, players[0].code))[1] == first[1] + 1
            assert [player.connections for player in players if isinstance(player, Staying)] == [1, 1]
            two.kill()
            await compare_all(database, players)

    asyncio.run(run())


def test_clients_of_other_servers_survive_a_restart_of_the_owner(database: str, redis_server: Redis) -> None:
    async def run() -> None:
        async with two_servers(database, redis_server.url) as (one, two):
            players = staying(await opened(one))
            async with playing([(players[0], two), (players[1], two)]):
                await go_on(players)
                first = await owner_of(database, players[0].code)
                began = time.monotonic()
                quietly(one, signal.SIGTERM)
                while await owner_of(database, players[0].code) == first:
                    await asyncio.sleep(0.02)
                free = time.monotonic() - began
                await go_on(players, 1, RECOVERY_TIMEOUT_S)
                taken = time.monotonic() - began
                await asyncio.to_thread(one.process.wait, 60)
                await go_on(players)
            print(f"changed hands {free:.1f} s and went on {taken:.1f} s after it was told to end")  # noqa: T201
            assert [player.connections for player in players if isinstance(player, Staying)] == [1, 1]
            two.kill()
            await compare_all(database, players)

    asyncio.run(run())


def test_clients_of_two_servers_share_a_table_and_survive_a_pause_of_the_owner(
    database: str, redis_server: Redis
) -> None:
    async def run() -> None:
        async with two_servers(database, redis_server.url) as (one, two):
            players = await opened(one)
            async with playing([(players[0], one), (players[1], two)]):
                await go_on(players)
                quietly(one, signal.SIGSTOP)
                await go_on([players[1]], 1, RECOVERY_TIMEOUT_S)
                quietly(one, signal.SIGCONT)
                await go_on(players)
            for server in (one, two):
                server.kill()
            await compare_all(database, players)

    asyncio.run(run())


def test_requests_about_a_table_of_another_server_are_answered(database: str, redis_server: Redis) -> None:
    async def run() -> None:
        async with two_servers(database, redis_server.url) as (one, two):
            order = {"name": "Ann", "sets": list(default_sets()), "seats": 3, "listed": True, "password": "sesame"}
            made = (await asyncio.to_thread(ask, one, "/api/tables", order))[1]
            path = f"/api/tables/{made['code']}"
            assert (await asyncio.to_thread(ask, two, path)) == (await asyncio.to_thread(ask, one, path))
            wrong = await asyncio.to_thread(ask, two, f"{path}/seats", {"name": "Bob", "password": "simsim"})
            assert (wrong[0], wrong[1]["code"]) == (403, "bad_password")
            status, seat = await asyncio.to_thread(ask, two, f"{path}/seats", {"name": "Bob", "password": "sesame"})
            assert (status, seat["code"]) == (201, made["code"])
            assert (await asyncio.to_thread(ask, one, path))[1]["names"] == ["Ann", "Bob"]
            moved = (await asyncio.to_thread(ask, two, f"{path}/move", {"token": seat["token"]}))[1]
            status, claimed = await asyncio.to_thread(ask, one, f"{path}/claim", {"move": moved["move"]})
            assert status == 201
            for token, code in ((seat["token"], 4401), (claimed["token"], None)):
                async with connect(f"ws://{two.address}/ws", compression=None) as ws:
                    await ws.send(json.dumps({"t": "hello", "code": made["code"], "token": token}))
                    if code is None:
                        assert json.loads(await ws.recv())["t"] == "room"
                        await listed_at(two, made["code"])
                    else:
                        await ws.wait_closed()
                        assert ws.close_code == code

    asyncio.run(run())
