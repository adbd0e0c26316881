"""Whoever watches over a server reads figures at a place of their own, which players do not reach."""

from __future__ import annotations

import asyncio
import re
import socket
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.fakes import InlineBotPool
from tests.server.test_http import HOSTS, make

from kickdoor.server.cluster.ownership import SingleServerOwnership
from kickdoor.server.http.app import ServerApp
from kickdoor.server.limits.connection_limiter import ConnectionLimiter
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.ops import health, metrics, ops_server
from kickdoor.server.ops.metrics_export import Metrics
from kickdoor.server.ops.ops_server import OpsServer
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.sqlite_store import SqliteStore

SAMPLE = re.compile(r"([a-z_]+)(\{[a-z_]+=\"[^\"\n]*\"(,[a-z_]+=\"[^\"\n]*\")*\})? (-?[0-9.e+-]+|NaN|\+Inf)")


def web_of(tmp_path: Path, limits: Limits | None = None) -> ServerApp:
    manager = RoomManager(SqliteStore(tmp_path / "web.db"), WallClock(), InlineBotPool())
    return ServerApp(manager, HOSTS, limits, "", InlineBotPool())


def told(web: ServerApp, client: TestClient) -> dict[str, float]:
    """Read the figures, each line of which must be as Prometheus wants it."""
    assert client.portal is not None
    status, kind, text = client.portal.call(Metrics(web, ConnectionLimiter(Limits())).tell)
    assert status == 200
    assert "version=0.0.4" in kind
    assert text.endswith("\n")
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE"):
            _, _, name, sort = line.split()
            assert name not in kinds
            kinds[name] = sort
        elif not line.startswith("# HELP"):
            sample = SAMPLE.fullmatch(line)
            assert sample is not None, line
            assert re.sub("_(bucket|sum|count)$", "", sample[1]) in kinds or sample[1] in kinds
            found[line.rpartition(" ")[0]] = float(sample[4])
    return found


def test_metrics_count_tables_and_refusals(tmp_path: Path) -> None:
    web = web_of(tmp_path, Limits(lookups=(1, 0.0)))
    with TestClient(web.app()) as client:
        before = told(web, client)
        code = make(client)["code"]
        for _ in range(3):
            client.get(f"/api/tables/{code}")
        after = told(web, client)
    assert after['kickdoor_tables{status="waiting"}'] == 1
    assert after['kickdoor_tables{status="playing"}'] == 0
    refused = 'kickdoor_rate_limited_total{limit="lookups"}'
    assert after[refused] - before.get(refused, 0) == 2
    answered = 'kickdoor_requests_total{status="429"}'
    assert after[answered] - before.get(answered, 0) == 2
    assert after["kickdoor_commit_seconds_count"] > before["kickdoor_commit_seconds_count"]
    assert after["kickdoor_ready"] == 1
    assert after["kickdoor_websockets"] == 0
    assert after['kickdoor_bot_jobs_pending{crew="quick"}'] == 0
    assert after["process_resident_memory_bytes"] > 1e6
    # One server alone has no lease and no bus
    assert not [name for name in after if "lease_left" in name or "bus_up" in name]


def test_players_do_not_reach_it(tmp_path: Path) -> None:
    with TestClient(web_of(tmp_path).app()) as client:
        assert client.get("/metrics").status_code == 404
        assert "kickdoor_tables" not in client.get("/metrics").text


def test_metrics_of_a_cluster_include_lease_and_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [3.5]
    silent = [0.0]
    web = web_of(tmp_path)
    monkeypatch.setattr(SingleServerOwnership, "left", lambda self: left[0])

    class Bus:
        def silent_for(self) -> float:
            return silent[0]

        def unsent(self) -> int:
            return 7

    web.health.silent_for = Bus().silent_for
    with TestClient(web.app()) as client:
        monkeypatch.setattr(web, "relay", Bus())
        found = told(web, client)
        assert found["kickdoor_lease_remaining_seconds"] == 3.5
        assert (found["kickdoor_bus_up"], found["kickdoor_bus_messages_pending"]) == (1, 7)
        assert client.get("/readyz").status_code == 200
        silent[0] = health.BUS_TIMEOUT_S - 1
        # A bus that restarts is no reason to send people away
        assert client.get("/readyz").status_code == 200
        assert told(web, client)["kickdoor_bus_up"] == 0
        silent[0] = health.BUS_TIMEOUT_S + 1
        assert client.get("/readyz").json() == {"status": "not ready", "reason": health.BUS_SILENT}
        left[0] = -0.1
        assert client.get("/readyz").json() == {"status": "not ready", "reason": health.NO_LEASE}
        assert told(web, client)["kickdoor_ready"] == 0
        monkeypatch.setattr(web, "relay", None)


def test_how_long_something_takes_is_counted_up_to_each_bound() -> None:
    one = metrics.Histogram("h", "Help.")
    for seconds in (0.0005, 0.001, 0.04, 99.0):
        one.observe(seconds)
    lines = list(one.lines())
    assert 'h_bucket{le="0.001"} 2' in lines
    assert 'h_bucket{le="0.05"} 3' in lines
    assert 'h_bucket{le="10.0"} 3' in lines
    assert lines[-3:] == ['h_bucket{le="+Inf"} 4', "h_sum 99.0415", "h_count 4"]


def test_label_values_are_escaped() -> None:
    assert metrics.line("n", 1, {"a": 'x"} 2\n\\'}) == 'n{a="x\\"} 2\\n\\\\"} 1'


async def page() -> tuple[int, str, str]:
    return 200, "text/plain", "some figures\n"


def with_ops_server(steps: Any) -> None:
    """Open an ops server and call a function with its port."""

    async def run() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        door = OpsServer(listener, {"/metrics": page})
        await door.open_up()
        port = listener.getsockname()[1]
        try:
            await asyncio.to_thread(steps, port)
        finally:
            await door.close()

    asyncio.run(run())


def test_the_side_door_answers_what_it_knows_and_nothing_else() -> None:
    def steps(port: int) -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics?x=1", timeout=10) as answer:
            assert answer.read() == b"some figures\n"
        head = urllib.request.Request(f"http://127.0.0.1:{port}/metrics", method="HEAD")
        with urllib.request.urlopen(head, timeout=10) as answer:
            assert answer.headers["content-length"] == "13"
            assert answer.read() == b""
        for path, body, status in (("/", None, 404), ("/metrics", b"x", 405)):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", body, timeout=10)
            assert refused.value.code == status

    with_ops_server(steps)


def test_oversized_and_silent_ops_requests_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops_server, "REQUEST_TIMEOUT_S", 0.2)

    def steps(port: int) -> None:
        for said in (b"", b"GET /metrics HTTP/1.1\r\n", b"x" * 3 * ops_server.MAX_HEAD_BYTES):
            with socket.create_connection(("127.0.0.1", port), 10.0) as wire, suppress(ConnectionError):
                wire.sendall(said)
                assert wire.recv(100) == b""
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            assert answer.status == 200

    with_ops_server(steps)
