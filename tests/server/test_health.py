"""Probes are told whether the server lives and can take players, whatever they call it, at next to no cost."""

from __future__ import annotations

import asyncio
import logging
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.fakes import InlineBotPool
from tests.server.test_faults import empty, fill
from tests.server.test_http import HOSTS, app_of, make

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.codec import FORMAT
from kickdoor.server.http.app import ServerApp
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.ops import health
from kickdoor.server.ops.health import HealthRequests
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.storage.sqlite_store import SqliteStore


class Stepping:
    """Time that stands still until it is set."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class Trials:
    """A store of which only this is asked: whether it is sound."""

    def __init__(self) -> None:
        self.count = 0
        self.fault: Exception | None = None
        self.gate: asyncio.Event | None = None

    async def check(self) -> None:
        self.count += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.fault is not None:
            raise self.fault


def make_health(store: Any) -> tuple[HealthRequests, Stepping]:
    """Make health requests of a running server."""
    time = Stepping()
    manager = RoomManager(store, WallClock(), InlineBotPool())
    requests = HealthRequests(manager, time)
    requests.closed = ""
    return requests, time


def test_probes_are_answered_under_whatever_name(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path)) as web:
        for host in ("testserver", "10.1.2.3:8642", "evil.example", ""):
            alive = web.get("/healthz", headers={"host": host})
            assert (alive.status_code, alive.json()) == (200, {"status": "alive"})
            ready = web.get("/readyz", headers={"host": host})
            assert (ready.status_code, ready.json()) == (200, {"status": "ready"})
            assert ready.headers["cache-control"] == "no-store"
        assert web.head("/healthz").status_code == 200
        # What it is made of is for those who know its name
        assert web.get("/version", headers={"host": "evil.example"}).status_code == 400


def test_the_version_endpoint_reveals_nothing_about_the_machine(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path)) as web:
        found = web.get("/version").json()
    assert set(found) == {"kickdoor", "rules", "formats", "sets"}
    assert (found["kickdoor"], found["rules"]) == (metadata.version("kickdoor"), VERSION)
    assert set(found["formats"]) == {"observation", "record", "state", "tables"}
    assert found["formats"]["state"] == FORMAT
    assert found["sets"] == list(known_sets())
    for told in (platform.node(), platform.python_version(), sys.platform):
        assert told not in str(found)


def test_probes_are_under_the_limit_of_all_requests_and_of_no_other(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path, Limits(misses=(1, 0.0), lookups=(1, 0.0)))) as web:
        code = make(web)["code"]
        for path in ("/healthz", "/readyz", "/version"):
            assert {web.get(path).status_code for _ in range(20)} == {200}
        assert web.get(f"/api/tables/{code}").status_code == 200
    with TestClient(app_of(tmp_path, Limits(requests=(3, 0.0)))) as web:
        assert [web.get("/readyz").status_code for _ in range(5)] == [200, 200, 200, 429, 429]


def test_a_server_is_ready_from_start_to_shutdown(tmp_path: Path) -> None:
    manager = RoomManager(SqliteStore(tmp_path / "web.db"), WallClock(), InlineBotPool())
    web = ServerApp(manager, HOSTS, None, "", InlineBotPool())
    client = TestClient(web.app())
    before = client.get("/readyz")
    assert (before.status_code, before.json()) == (503, {"status": "not ready", "reason": health.STARTING})
    assert client.get("/healthz").status_code == 200
    with client:
        assert client.get("/readyz").status_code == 200
    after = client.get("/readyz")
    assert (after.status_code, after.json()["reason"]) == (503, health.ENDING)


def test_however_often_it_is_asked_the_store_is_tried_once_a_second() -> None:
    store = Trials()

    async def steps() -> None:
        requests, time = make_health(store)
        for _ in range(1000):
            assert await requests.why_not() == ""
        assert store.count == 1
        time.time += health.READY_CACHE_S
        await asyncio.gather(*[requests.why_not() for _ in range(100)])
        assert store.count == 2

    asyncio.run(steps())


def test_a_store_error_is_reported_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    store = Trials()

    async def steps() -> None:
        requests, time = make_health(store)
        store.fault = StoreFault("disk I/O error at a place of the machine")
        for _ in range(3):
            assert await requests.why_not() == health.STORE_FAILS
            time.time += health.READY_CACHE_S
        store.fault = None
        assert await requests.why_not() == ""

    with caplog.at_level(logging.WARNING, "kickdoor.server"):
        asyncio.run(steps())
    # Whoever runs the server is told once, and why
    assert [record.getMessage() for record in caplog.records] == [
        "not ready: the store cannot be written: disk I/O error at a place of the machine",
        "ready again: the store can be written",
    ]


def test_a_store_that_hangs_is_not_waited_for_and_not_asked_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "STORE_TIMEOUT_S", 0.01)
    store = Trials()

    async def steps() -> None:
        store.gate = asyncio.Event()
        requests, time = make_health(store)
        assert set(await asyncio.gather(*[requests.why_not() for _ in range(50)])) == {health.STORE_HANGS}
        assert store.count == 1
        store.gate.set()
        time.time += health.READY_CACHE_S
        assert await requests.why_not() == ""

    asyncio.run(steps())


def test_a_cancelled_health_request_does_not_affect_others() -> None:
    store = Trials()

    async def steps() -> None:
        store.gate = asyncio.Event()
        requests, _ = make_health(store)
        impatient = asyncio.create_task(requests.why_not())
        patient = asyncio.create_task(requests.why_not())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        impatient.cancel()
        store.gate.set()
        assert await patient == ""

    asyncio.run(steps())


def test_a_full_disk_is_reported_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "t.db")

    async def steps() -> None:
        await store.check()
        assert await store.ask(lambda db: db.execute("SELECT COUNT(*) FROM records").fetchone()[0]) == 0
        await store.ask(lambda db: None)
        fill(store)
        with pytest.raises(StoreFault, match="full"):
            await store.check()
        empty(store)
        await store.check()
        monkeypatch.setattr("kickdoor.server.storage.sqlite_store.MIN_FREE_BYTES", 1 << 80)
        with pytest.raises(StoreFault, match="room"):
            await store.check()
        await store.close()

    asyncio.run(steps())
