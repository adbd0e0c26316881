"""Tests of the bus in a real Redis: messages arrive in order and once, and rate limits are shared."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.database_servers import PASSWORD, Redis, free_port

from kickdoor.cli import BAD_INPUT, TRY_AGAIN, main
from kickdoor.server.cluster import bus as bus_module
from kickdoor.server.cluster.bus import Bus, ended
from kickdoor.server.cluster.cluster_messages import ClusterMessage, HeartbeatAck, ServerForward
from kickdoor.server.cluster.shared_rate_limits import SharedLimits, key_of
from kickdoor.server.limits.rate_limits import Buckets

pytestmark = pytest.mark.thorough


@asynccontextmanager
async def two_buses(url: str, arrived: list[ClusterMessage]) -> AsyncIterator[tuple[Bus, Bus]]:
    one, two = Bus(url, "bus-one"), Bus(url, "bus-two")
    await one.open_up(lambda letter: None)
    await two.open_up(arrived.append)
    try:
        yield one, two
    finally:
        await one.close()
        await two.close()


async def until(length: int, arrived: list[ClusterMessage]) -> None:
    async with asyncio.timeout(60):
        while len(arrived) < length:
            await asyncio.sleep(0.01)


def test_messages_arrive_in_order_and_are_removed_once_read(redis_server: Redis) -> None:
    async def run() -> None:
        arrived: list[ClusterMessage] = []
        async with two_buses(redis_server.url, arrived) as (one, two):
            for n in range(3000):
                one.send("bus-two", ServerForward("v", n, b"\x00hand", 0))
            await until(3000, arrived)
            assert [letter.n for letter in arrived if isinstance(letter, ServerForward)] == list(range(3000))
            # Hands do not lie about: not in what was read, and not in the inbox of a server that is gone
            assert await one.client.xlen(two.inbox) == 0
            one.send("bus-gone", ServerForward("v", 0, b"hand", 0))
            while not await one.client.xlen(Bus.inbox_of("bus-gone")):
                await asyncio.sleep(0.01)
            assert 0 < await one.client.ttl(Bus.inbox_of("bus-gone")) <= bus_module.INBOX_TTL_S

    asyncio.run(run())


def test_an_unread_inbox_is_bounded(redis_server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "MAX_INBOX_MESSAGES", 500)

    async def run() -> None:
        async with two_buses(redis_server.url, []) as (one, _):
            for n in range(3000):
                one.send("bus-deaf", ServerForward("v", n, b"hand", 0))
            while one.unsent:
                await asyncio.sleep(0.01)
            assert await one.client.xlen(Bus.inbox_of("bus-deaf")) < 1000

    asyncio.run(run())


def test_invalid_messages_and_errors_of_readers_stop_nothing(redis_server: Redis) -> None:
    async def run() -> None:
        arrived: list[ClusterMessage] = []

        def receive(letter: ClusterMessage) -> None:
            arrived.append(letter)
            if len(arrived) == 1:
                raise ValueError("a fault of the reader")

        two = Bus(redis_server.url, "bus-odd")
        await two.open_up(receive)
        for body in (b"\xff", b"\x91\xa3new"):
            await two.client.xadd(two.inbox, {b"l": body})
        two.send("bus-odd", HeartbeatAck("a"))
        two.send("bus-odd", HeartbeatAck("b"))
        await until(2, arrived)
        await two.close()

    asyncio.run(run())


def test_a_broken_bus_connection_is_restored(redis_server: Redis) -> None:
    async def run() -> None:
        arrived: list[ClusterMessage] = []
        async with two_buses(redis_server.url, arrived) as (one, _):
            one.send("bus-two", HeartbeatAck("before"))
            await until(1, arrived)
            await one.client.client_kill_filter(_type="normal", skipme=True)
            async with asyncio.timeout(60):
                while len(arrived) < 2:
                    one.send("bus-two", HeartbeatAck("after"))
                    await asyncio.sleep(0.2)

    asyncio.run(run())


def test_rate_limits_are_shared_by_all_servers(redis_server: Redis) -> None:
    async def run() -> None:
        async with two_buses(redis_server.url, []) as buses:
            counting = []
            limits = []
            for bus in buses:
                shared, buckets = SharedLimits(bus), Buckets((5, 0.001))
                shared.share("tests", buckets)
                counting.append(asyncio.create_task(shared.count()))
                limits.append(buckets)
            one, two = limits
            assert [one.take("1.2.3.4", 0.0) for _ in range(4)] == [True] * 4
            await counted(buses[0], "1.2.3.4", 1.0)
            # Of the five one is left, and the other server knows after the first
            assert two.take("1.2.3.4", 0.0)
            async with asyncio.timeout(60):
                while two.by_name["1.2.3.4"].level >= 1:
                    await asyncio.sleep(0.01)
            assert not two.take("1.2.3.4", 0.0)
            assert two.take("5.6.7.8", 0.0)
            assert b"1.2.3.4" not in b" ".join(await buses[0].client.keys())
            for task in counting:
                task.cancel()

    asyncio.run(run())


async def counted(bus: Bus, name: str, level: float) -> None:
    """Wait until Redis knows of a level."""
    async with asyncio.timeout(60):
        while True:
            found = await bus.client.hget(key_of("tests", name), "level")
            if found is not None and float(found) <= level + 0.1:
                return
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("change", "said", "status"),
    [
        (("127.0.0.1:{port}", "127.0.0.1:{free}"), "cannot be reached", TRY_AGAIN),
        ((PASSWORD, "wrong-word"), "password", BAD_INPUT),
        (("redis://", "amqp://"), "rediss://", BAD_INPUT),
        ((":{word}@127.0.0.1", "bus.example"), "everyone in that network", BAD_INPUT),
        (("redis://:{word}@127.0.0.1", "rediss://bus.example"), "everyone in that network", BAD_INPUT),
    ],
)
def test_an_unusable_bus_is_reported_in_one_line(
    database: str,
    redis_server: Redis,
    capsys: pytest.CaptureFixture[str],
    change: tuple[str, str],
    said: str,
    status: int,
) -> None:
    ports = {"port": redis_server.port, "free": free_port(), "word": PASSWORD}
    url = redis_server.url.replace(change[0].format(**ports), change[1].format(**ports))
    assert main(["serve", "--no-browser", "--port", "0", "--store", database, "--bus", url]) == status
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert PASSWORD not in err
    assert "wrong-word" not in err


def test_a_bus_needs_a_shared_store(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--port", "0", "--bus", "redis://127.0.0.1:1/0"]) == 2
    assert "--store" in capsys.readouterr().err


async def hard_of_hearing(began: asyncio.Event) -> None:
    """Lose the first time that it is cancelled, as `asyncio.wait_for` may before Python 3.12."""
    began.set()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(60)
    await asyncio.sleep(60)


def test_a_task_that_ignores_cancellation_is_cancelled_again() -> None:
    async def run() -> bool:
        began = asyncio.Event()
        task = asyncio.create_task(hard_of_hearing(began))
        await began.wait()
        async with asyncio.timeout(30):
            await ended([task])
        return task.cancelled()

    assert asyncio.run(run())
