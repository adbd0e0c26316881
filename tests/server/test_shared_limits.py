"""Many strangers, many devices, many connections: each is given little, and all together not much more."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.fakes import ServerFixture, run_with_server
from tests.server.test_http import ORDER, app_of, make

from kickdoor.server.http.http_protocol import FilteringListener
from kickdoor.server.http.middleware import MAX_QUERY_PARTS, host_name
from kickdoor.server.limits import connection_limiter as doors
from kickdoor.server.limits.connection_limiter import FEW, ConnectionLimiter
from kickdoor.server.limits.rate_limits import Limits, PooledRateLimiter
from kickdoor.server.records import record_api
from kickdoor.server.storage.interface import MIN_RECORD_BYTES, StoredRecord

JSON = {"content-type": "application/json"}


class Wire:
    """A connection as the door sees it."""

    def __init__(self, door: ConnectionLimiter, address: str) -> None:
        self.door = door
        self.address = address
        self.is_cut = False
        self.is_in = door.enter(address)
        if self.is_in:
            door.knows(self)
        else:
            door.leave(address)

    def cut(self) -> None:
        self.is_cut = True
        self.door.forgets(self)
        self.door.leave(self.address)


# Connections


def test_many_addresses_together_get_no_more_than_a_few_would() -> None:
    crowd = PooledRateLimiter(each=(10, 1.0), together=(50, 5.0), spare=(2, 0.1))
    found = [crowd.take(f"address {n}", 0.0) for n in range(20) for _ in range(5)]
    # What all may have together, and then what each has to spare
    assert sum(found) == 50 + 2 * 10
    assert crowd.take("a newcomer", 0.0)
    assert not crowd.take("address 19", 0.0)
    assert crowd.take("address 19", 1.0)


def test_rate_limits_apply_before_any_work() -> None:
    door = ConnectionLimiter(Limits(arrivals=(3, 0.0)), clock=lambda: 0.0)
    with socket.create_server(("127.0.0.1", 0)) as listener, FilteringListener(listener, door) as gate:
        gate.setblocking(False)
        wires = [socket.create_connection(gate.getsockname(), 5.0) for _ in range(6)]
        accepted = [gate.accept()[0] for _ in range(3)]
        with pytest.raises(BlockingIOError):
            gate.accept()
        assert [wire.recv(1) for wire in wires[3:]] == [b""] * 3
        for wire in [*accepted, *wires]:
            wire.close()


def test_a_few_addresses_do_not_lock_out_the_others() -> None:
    door = ConnectionLimiter(Limits(), most=100)
    greedy = [[Wire(door, f"192.0.2.{n}") for _ in range(50)] for n in range(2)]
    friends = [Wire(door, "198.51.100.1") for _ in range(FEW)]
    assert all(friend.is_in for friend in friends)
    assert door.total == 100
    # Those who came last give way
    assert [wire.is_cut for wire in greedy[0]][:40] == [False] * 40
    assert sum(wire.is_cut for wires in greedy for wire in wires) == FEW
    # Whoever has few keeps them, however many others come with one each
    crowd = [Wire(door, f"203.0.113.{n}") for n in range(200)]
    assert not [friend for friend in friends if friend.is_cut]
    assert not all(wire.is_in for wire in crowd)
    assert door.total == 100


def test_there_are_never_more_connections_than_memory_for_them() -> None:
    assert ConnectionLimiter(Limits(), most=10**9).most == doors.MAX_CONNECTIONS


def test_a_client_that_reads_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MAX_UNREAD_BYTES", 1000)
    door = ConnectionLimiter(Limits())
    slow = Wire(door, "198.51.100.1")
    door.owes(slow, 300)
    deaf = [Wire(door, "192.0.2.1") for _ in range(10)]
    for one in deaf:
        door.owes(one, 200)
    assert not slow.is_cut
    assert sum(one.is_cut for one in deaf) == 7
    assert door.all_owed <= 1000
    door.owes(slow, 0)
    assert slow not in door.owed


# Requests


@pytest.mark.parametrize(
    ("host", "name"),
    [("testserver", "testserver"), ("testserver:80", "testserver"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]")],
)
def test_a_host_is_known_with_and_without_its_port(host: str, name: str) -> None:
    assert host_name(host) == name


@pytest.mark.parametrize("port", [":" + "a" * 2500, ":80a", ":8080808", ":", ":80:80"])
def test_invalid_ports_are_not_written_into_links(web: TestClient, port: str) -> None:
    code = make(web)["code"]
    assert host_name(f"testserver{port}") == ""
    assert web.get(f"/api/tables/{code}/qr.svg", headers={"host": f"testserver{port}"}).status_code == 400


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(app_of(tmp_path)) as client:
        yield client


def test_pictures_are_drawn_off_the_loop(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[bool] = []

    def draw(link: str) -> str:
        try:
            asyncio.get_running_loop()
            places.append(True)
        except RuntimeError:
            places.append(False)
        return ""

    monkeypatch.setattr("kickdoor.server.http.app.picture", draw)
    made = make(web)
    web.get(f"/api/tables/{made['code']}/qr.svg")
    web.post(f"/api/tables/{made['code']}/move", json={"token": made["token"]})
    assert places == [False, False]


def test_a_question_of_endless_parts_is_not_taken_apart(web: TestClient) -> None:
    assert web.get("/api/cards?" + "a&" * MAX_QUERY_PARTS).status_code == 400
    assert web.get("/api/cards?" + "a&" * (MAX_QUERY_PARTS - 1)).status_code == 200


def test_many_addresses_cannot_fill_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    monkeypatch.setattr("kickdoor.server.http.app.stranger", lambda request: f"192.0.2.{next(numbers)}")
    with TestClient(app_of(tmp_path, Limits(all_makings=(3, 0.0), spare_makings=(0, 0.0)))) as web:
        ways = ["/api/tables", "/api/tutorial", "/api/tables", "/api/tables", "/api/tutorial"]
        orders = [ORDER if way == "/api/tables" else {"name": "Ann"} for way in ways]
        found = [web.post(way, json=order).status_code for way, order in zip(ways, orders, strict=True)]
    assert found == [201, 201, 201, 429, 429]


def test_files_are_not_sent_in_pieces(web: TestClient) -> None:
    whole = web.get("/static/index.html")
    pieces = web.get("/static/index.html", headers={"range": "bytes=0-0,2-2,4-4"})
    assert (pieces.status_code, pieces.content) == (200, whole.content)


@pytest.mark.parametrize("most", ["MAX_UPLOADS", "COMING_EACH"])
def test_concurrent_uploads_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: str) -> None:
    begun, end = threading.Event(), threading.Event()

    def slow(body: bytes, folders: list[Path]) -> bytes:
        begun.set()
        end.wait(30)
        return body

    async def run(self: Any, table: str, work: Any, *arguments: Any) -> Any:
        return await asyncio.to_thread(work, *arguments)

    monkeypatch.setattr("tests.server.fakes.InlineBotPool.run", run)
    monkeypatch.setattr(record_api, "taken_in", slow)
    monkeypatch.setattr(record_api, most, 1)
    with TestClient(app_of(tmp_path)) as web:

        def bring(name: str) -> int:
            return web.post("/api/records", content=f'"{name}"'.encode(), headers=JSON).status_code

        first: list[int] = []
        thread = threading.Thread(target=lambda: first.append(bring("one")))
        thread.start()
        assert begun.wait(30)
        assert bring("two") in (429, 503)
        end.set()
        thread.join()
        assert first == [201]
        assert bring("three") == 201


def test_a_whole_table_at_one_address_is_given_the_sums_of_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, found, end = threading.Semaphore(0), itertools.count(), threading.Event()

    def slow(name: str, body: bytes, folders: list[Path]) -> bytes:
        end.wait(30)
        return b"%d" % next(found)

    async def run(self: Any, table: str, work: Any, *arguments: Any) -> Any:
        return await asyncio.to_thread(work, *arguments)

    async def find(self: record_api.RecordRequests, request: Any) -> tuple[str, bytes]:
        asked.release()
        return "game", b"{}"

    monkeypatch.setattr("tests.server.fakes.InlineBotPool.run", run)
    monkeypatch.setattr(record_api, "stats_of", slow)
    monkeypatch.setattr(record_api.RecordRequests, "find", find)
    with TestClient(app_of(tmp_path)) as web:
        answers: list[tuple[int, str]] = []

        def ask() -> None:
            got = web.get("/api/records/game/stats")
            answers.append((got.status_code, got.text))

        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert asked.acquire(timeout=30)
        end.set()
        for thread in threads:
            thread.join()
        assert answers == [(200, "0")] * 6
        # The sums of the last games are cached, since a finished game does not change.
        ask()
        assert answers[-1] == (200, "0")


def test_all_records_together_do_not_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: ServerFixture) -> None:
        monkeypatch.setattr("kickdoor.server.live.retention.MAX_RECORD_BYTES", 3 * MIN_RECORD_BYTES)
        for n in range(5):
            await server.store.put_record(StoredRecord(f"game-{n}", b"{}"), server.clock.now() + n)
        await server.tables.clear_out()
        kept = [await server.store.record(f"game-{n}") is not None for n in range(5)]
        assert kept == [False, False, True, True, True]

    run_with_server(tmp_path, steps)
