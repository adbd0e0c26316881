"""Tests of remote bot workers: the same answers, and no job is lost."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.cluster.failover import compare_all, go_on, opened, playing, two_servers
from tests.database_servers import PASSWORD, Redis
from tests.processes import end, start
from tests.server.harness import RoomHarness, new_data
from tests.server.harness import start as begin

from kickdoor.catalog.loader import load_catalog
from kickdoor.cli import BAD_INPUT, TRY_AGAIN, main
from kickdoor.server.bot_workers.bot_job import BotJob, BotJobResult, think
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.bot_workers.fair_queue import QueueFull
from kickdoor.server.cluster.bot_job_queue import ALIVE, GROUP, JOBS, RemoteJobQueue
from kickdoor.server.cluster.bus import INBOX_TTL_S, Bus
from kickdoor.server.cluster.cluster_messages import BotJobReply, ClusterMessage
from kickdoor.server.cluster.remote_bot_worker import RemoteBotWorker
from kickdoor.server.live.bot_dispatch import question_of
from kickdoor.server.room.bot_turns import wanted_thoughts

pytestmark = pytest.mark.thorough


@asynccontextmanager
async def bot_worker(redis: Redis, *more: str, errors: Any = None) -> AsyncIterator[subprocess.Popen[Any]]:
    """Start a bot worker and wait until it is ready."""
    command = [sys.executable, "-m", "kickdoor", "bot-worker", "--bus", redis.url, "--workers", "1", *more]
    process = start(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert process.stdout is not None
        said = await asyncio.to_thread(process.stdout.readline)
        assert "Running bots" in said
        assert PASSWORD not in said
        yield process
    finally:
        end(process)


@asynccontextmanager
async def asking(redis: Redis) -> AsyncIterator[RemoteJobQueue]:
    """Open a server's way to those who think."""
    bus = Bus(redis.url, "asks")
    jobs = RemoteJobQueue(bus)

    def receive(letter: ClusterMessage) -> None:
        assert isinstance(letter, BotJobReply)
        jobs.settle(letter)

    await bus.open_up(receive)
    looking = asyncio.create_task(jobs.look_out())
    try:
        yield jobs
    finally:
        looking.cancel()
        await bus.client.delete(JOBS, ALIVE)
        await bus.close()


def list_jobs(harness: RoomHarness) -> list[BotJob]:
    """List what the bots of a table are asked, going on until they are asked anything."""
    while True:
        found = [
            harness.thinkers.errand(question_of(harness.room, thought, prompt))
            for thought, prompt in wanted_thoughts(harness.room)
        ]
        if found:
            return found
        assert harness.step()


async def until_anybody(jobs: RemoteJobQueue) -> None:
    async with asyncio.timeout(60):
        while not jobs.anybody:
            await asyncio.sleep(0.05)


def digest_of(job: BotJob) -> str:
    return load_catalog(job.sets).digest


def test_bots_answer_alike_on_every_worker(redis_server: Redis) -> None:
    harness, _ = begin(data=new_data(humans=1), humans=1)
    found = list_jobs(harness)

    async def run() -> None:
        async with asking(redis_server) as jobs, bot_worker(redis_server):
            await until_anybody(jobs)
            for job in found:
                reply, here = await jobs.ask(job, digest_of(job)), think(job)
                assert (reply.choice, reply.memory, reply.why) == (here.choice, here.memory, here.why)
            # Nothing that a seat knows lies about
            assert await jobs.bus.client.xlen(JOBS) == 0
            with pytest.raises(QueueFull, match="cards are others"):
                await jobs.ask(found[0], "other cards")
            with pytest.raises(QueueFull):
                await jobs.ask(replace(found[0], sets=["no-such-set"]), "")

    asyncio.run(run())


async def in_the_midst(jobs: RemoteJobQueue) -> asyncio.Task[BotJobResult]:
    """Send a hard job and return when a worker has started it."""
    harness, _ = begin(data=new_data(humans=1), humans=1)
    hard = replace(list_jobs(harness)[0], level="master")
    await until_anybody(jobs)
    reply = asyncio.create_task(jobs.ask(hard, digest_of(hard)))
    while not await pending(jobs):
        await asyncio.sleep(0.01)
    return reply


def test_a_worker_that_dies_loses_no_job(redis_server: Redis) -> None:
    async def run() -> None:
        async with asking(redis_server) as jobs, bot_worker(redis_server, "--budget", "100000") as first:
            reply = await in_the_midst(jobs)
            # During the job; the server does not give up before another worker is there
            first.send_signal(signal.SIGSTOP)
            await jobs.bus.client.set(ALIVE, 1)
            async with bot_worker(redis_server):
                first.send_signal(signal.SIGKILL)
                assert (await reply).choice is not None
                assert not await pending(jobs)
                assert await jobs.bus.client.xlen(JOBS) == 0

    asyncio.run(run())


async def pending(jobs: RemoteJobQueue) -> int:
    """Return the number of jobs that are started and not finished."""
    found = await jobs.bus.client.xinfo_groups(JOBS) if await jobs.bus.client.exists(JOBS) else []
    return sum(group["pending"] for group in found if group["name"].decode() == GROUP)


def test_without_workers_waiting_jobs_fail(redis_server: Redis) -> None:
    async def run() -> None:
        async with asking(redis_server) as jobs, bot_worker(redis_server, "--budget", "100000") as only:
            reply = await in_the_midst(jobs)
            only.send_signal(signal.SIGKILL)
            with pytest.raises(QueueFull, match="nobody"):
                await reply
            # The job, which has hidden cards, is removed too
            assert await jobs.bus.client.xlen(JOBS) == 0
            assert not await pending(jobs)

    asyncio.run(run())


def test_jobs_of_lost_servers_expire(redis_server: Redis, tmp_path: Path) -> None:
    harness, _ = begin(data=new_data(humans=1), humans=1)
    job = list_jobs(harness)[0]

    async def run() -> None:
        with (tmp_path / "errors").open("w") as errors:
            async with asking(redis_server) as jobs:
                lost = asyncio.create_task(jobs.ask(job, digest_of(job)))
                while not await jobs.bus.client.exists(JOBS):
                    await asyncio.sleep(0.01)
                assert 0 < await jobs.bus.client.ttl(JOBS) <= INBOX_TTL_S
                lost.cancel()
                async with bot_worker(redis_server, errors=errors):
                    await until_anybody(jobs)
                    while not await jobs.bus.client.exists(JOBS) or not await jobs.bus.client.xinfo_groups(JOBS):
                        await asyncio.sleep(0.01)
                    # As if the time were over; the worker waits for the next job just then
                    await jobs.bus.client.pexpire(JOBS, 1)
                    while await jobs.bus.client.exists(JOBS) and await jobs.bus.client.ttl(JOBS) != -1:
                        await asyncio.sleep(0.01)
                    assert (await jobs.ask(job, digest_of(job))).choice == think(job).choice

    asyncio.run(run())
    assert (tmp_path / "errors").read_text() == ""


def test_a_worker_ends_on_a_termination_signal(redis_server: Redis) -> None:
    async def run() -> None:
        async with bot_worker(redis_server) as process:
            process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(process.wait, 60) == 0

    asyncio.run(run())


def test_a_worker_ends_although_its_client_ignores_cancellation(redis_server: Redis) -> None:
    async def run() -> None:
        worker = RemoteBotWorker(redis_server.url, BotPool(1, []), 1)
        reading = asyncio.Event()

        async def read(*about: Any, **how: Any) -> list[Any]:
            # So the client may lose it before Python 3.12: see `ended`
            if not reading.is_set():
                reading.set()
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.sleep(60)
            await asyncio.sleep(60)
            return []

        worker.client.xreadgroup = read
        running = asyncio.create_task(worker.run())
        await reading.wait()
        running.cancel()
        async with asyncio.timeout(30):
            with pytest.raises(asyncio.CancelledError):
                await running

    asyncio.run(run())


async def taken(bus: Bus) -> bool:
    """Return when a worker has taken a job."""
    groups = await bus.client.xinfo_groups(JOBS) if await bus.client.exists(JOBS) else []
    return any(group["last-delivered-id"] != b"0-0" for group in groups)


def test_bots_of_a_real_table_run_on_remote_workers(database: str, redis_server: Redis) -> None:
    async def run() -> None:
        async with two_servers(database, redis_server.url) as (one, two):
            bus = Bus(redis_server.url, "looks")
            await bus.open_up(lambda letter: None)
            async with bot_worker(redis_server):
                players = await opened(one)
                async with playing([(players[0], one), (players[1], two)]):
                    # The servers run bots themselves until they know of the worker
                    async with asyncio.timeout(60):
                        while not await taken(bus):
                            await go_on(players, 4)
            await bus.close()
            for server in (one, two):
                server.kill()
            await compare_all(database, players)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("arguments", "said", "status"),
    [([], "give the bus of the servers", BAD_INPUT), (["--bus", "redis://127.0.0.1:1/0"], "reached", TRY_AGAIN)],
)
def test_an_unusable_bus_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str, status: int
) -> None:
    assert main(["bot-worker", *arguments]) == status
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
