"""Analyses at the table: of finished games alone, in turn, one of an address, stoppable, and made once."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.analysis.conftest import finished_game
from tests.layers import thorough
from tests.server.fakes import InlineBotPool

from kickdoor.analysis.analyse import AnalysisOptions, analyse
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine.errors import BadData
from kickdoor.replay.record import encoder
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.bot_workers.worker_process import WorkerCrashed
from kickdoor.server.http.app import ServerApp
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.records import analysis_api
from kickdoor.server.records.analysis_job import go_on
from kickdoor.server.records.table_record import read_record
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.interface import StoredRecord
from kickdoor.server.storage.sqlite_store import SqliteStore

BODY = encoder.encode(finished_game(load_catalog(["deluxe"])))
FOUND = b'{"version":1,"names":["A","B","C"],"winners":[0],"turns":3,"budget":9,"chart":[],"turning":[]}'
Answer = tuple[int, dict[str, Any]]
TINY = 80


class Gate(InlineBotPool):
    """Works only when it is let, and does what it is told to instead of an analysis."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.results: asyncio.Queue[tuple[int, bytes] | Exception] = asyncio.Queue()

    async def run(self, table: str, work: Callable[..., Any], *arguments: Any) -> Any:
        if work is not go_on:
            return work(*arguments)
        self.begun.append(arguments[0])
        result = await self.results.get()
        if isinstance(result, Exception):
            raise result
        return result


class AnalysisServer:
    """A server with records in it, asked without a network from whatever address."""

    def __init__(self, path: Path, worker: BotPool, limits: Limits | None = None) -> None:
        self.store = SqliteStore(path / "analyses.db")
        tables = RoomManager(self.store, WallClock(), InlineBotPool())
        self.web = ServerApp(tables, ["here"], limits, "", worker)
        self.app = self.web.app()

    async def put(self, name: str, body: bytes = BODY) -> None:
        await self.store.put_record(StoredRecord(name, body), 0.0)

    async def ask(self, method: str, path: str, who: str = "1", body: object = None) -> Answer:
        """Send one request, as if from the address of somebody."""
        data = b"" if body is None else json.dumps(body).encode()
        headers = [(b"host", b"here"), (b"content-type", b"application/json")]
        scope = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
            "headers": headers, "client": (f"192.0.2.{who}", 1), "server": ("here", 80), "scheme": "http",
            "http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": "",
        }  # fmt: skip
        sent: list[Any] = []
        waiting = [{"type": "http.request", "body": data, "more_body": False}]

        async def receive() -> Any:
            return waiting.pop() if waiting else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        text = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], json.loads(text)

    async def begin(self, name: str, who: str = "1") -> Answer:
        return await self.ask("POST", f"/api/records/{name}/analysis", who)

    async def look(self, name: str) -> Answer:
        return await self.ask("GET", f"/api/records/{name}/analysis", "9")


@asynccontextmanager
async def opened(path: Path, worker: BotPool, limits: Limits | None = None) -> AsyncIterator[AnalysisServer]:
    server = AnalysisServer(path, worker, limits)
    await server.web.tables.open_up()
    try:
        for name in ("first-record", "second-record", "third-record"):
            await server.put(name, BODY + b" " * len(name))
        yield server
    finally:
        server.web.analyses.close()
        server.web.records.close()
        await server.web.tables.close()


def running(body: bytes) -> bytes:
    """Make the record of a game that goes on of a finished one."""
    data = json.loads(body)
    data["answers"] = data["answers"][:20]
    data["result"] = {"winners": [], "turns": 1, "state": ""}
    return json.dumps(data).encode()


def test_a_running_game_is_never_analysed(tmp_path: Path) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate) as server:
            await server.put("running-record", running(BODY))
            status, problem = await server.begin("running-record")
            assert (status, problem["code"]) == (400, "not_over")
            assert (await server.look("running-record"))[0] == 404
            assert gate.begun == []

    asyncio.run(steps())
    # Nor by a worker that is asked all the same
    with pytest.raises(BadData, match="not finished"):
        go_on("key", running(BODY), [], TINY)


def test_a_record_without_answers_is_refused_at_once(tmp_path: Path) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate) as server:
            await server.put("empty-record", json.dumps(json.loads(BODY) | {"answers": []}).encode())
            status, problem = await server.begin("empty-record")
            assert status == 400
            assert "the record has no answers" in problem["text"]
            assert gate.begun == []

    asyncio.run(steps())


def test_an_analysis_is_made_once_and_sent_to_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate) as server:
            status, shown = await server.begin("first-record")
            assert (status, shown["status"], bool(shown["ticket"])) == (202, "working", True)
            gate.results.put_nowait((42, b""))
            await settled(server)
            assert (await server.look("first-record"))[1] == at("working", 42)
            # Somebody else who asks for the same sees it, and cannot stop it
            assert (await server.begin("first-record", "2"))[1] == at("working", 42)
            gate.results.put_nowait((100, FOUND))
            await settled(server)
            status, shown = await server.begin("first-record", "3")
            assert (status, shown["status"], shown["analysis"]["winners"]) == (200, "done", [0])
            assert (await server.look("first-record"))[1] == shown
            assert len(gate.begun) == 2
            monkeypatch.setattr(analysis_api, "made_by", lambda: "another version")
            assert (await server.look("first-record"))[0] == 404

    asyncio.run(steps())


def test_one_of_an_address_and_all_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate) as server:
            await server.begin("first-record", "1")
            status, problem = await server.begin("second-record", "1")
            assert (status, problem["text"]) == (429, "Please wait until your other analysis is done.")
            _, shown = await server.begin("second-record", "2")
            assert (shown["status"], shown["ahead"]) == ("waiting", 1)
            monkeypatch.setattr(analysis_api, "MAX_QUEUED", 2)
            assert (await server.begin("third-record", "3"))[0] == 503
            await settled(server)
            assert len(set(gate.begun)) == 1
            gate.results.put_nowait((100, FOUND))
            await settled(server)
            assert (await server.look("second-record"))[1] == at("working")
            assert len(set(gate.begun)) == 2

    asyncio.run(steps())


def test_only_the_requesting_player_can_stop_an_analysis(tmp_path: Path) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate) as server:
            path = "/api/records/first-record/analysis/stop"
            assert (await server.ask("POST", path, "1", {"ticket": "x"}))[0] == 404
            ticket = (await server.begin("first-record"))[1]["ticket"]
            await server.begin("second-record", "2")
            assert (await server.ask("POST", path, "1", {"ticket": "x"}))[1]["code"] == "not_yours"
            status, shown = await server.ask("POST", path, "1", {"ticket": ticket})
            assert (status, shown["status"]) == (200, "stopped")
            await settled(server)
            assert (await server.look("first-record"))[1]["status"] == "stopped"
            assert (await server.look("second-record"))[1] == at("working")
            # It may be asked for again
            assert (await server.begin("first-record"))[1]["status"] == "waiting"

    asyncio.run(steps())


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (WorkerCrashed(), "took too much time or memory"),
        (TimeoutError(), "took too much time or memory"),
        (BadData("answer 4 replays differently"), "answer 4 replays differently"),
        (ZeroDivisionError(), "something went wrong"),
    ],
)
def test_a_failed_analysis_is_reported_and_the_next_starts(tmp_path: Path, fault: Exception, text: str) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate) as server:
            await server.begin("first-record", "1")
            await server.begin("second-record", "2")
            gate.results.put_nowait(fault)
            await settled(server)
            shown = (await server.look("first-record"))[1]
            assert shown["status"] == "failed"
            assert text in shown["text"]
            assert (await server.look("second-record"))[1] == at("working")

    asyncio.run(steps())


def test_one_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate) as server:
            server.web.analyses.longest = -1.0
            await server.begin("first-record")
            gate.results.put_nowait((1, b""))
            await settled(server)
            assert (await server.look("first-record"))[1]["status"] == "failed"

    asyncio.run(steps())


def test_analyses_are_not_asked_for_without_end(tmp_path: Path) -> None:
    async def steps() -> None:
        gate = Gate()
        async with opened(tmp_path, gate, Limits(analyses=(1, 0.0))) as server:
            ticket = (await server.begin("first-record"))[1]["ticket"]
            await server.ask("POST", "/api/records/first-record/analysis/stop", "1", {"ticket": ticket})
            assert (await server.begin("second-record"))[1]["code"] == "too_many"
            assert (await server.begin("second-record", "2"))[0] == 202

    asyncio.run(steps())


def test_the_oldest_analysis_is_dropped_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps() -> None:
        async with opened(tmp_path, Gate()) as server:
            monkeypatch.setattr(analysis_api, "MAX_CACHED_BYTES", 100)
            for key in "abc":
                server.web.analyses.keep(key, b"x" * 40)
                server.web.analyses.recall("a")
            assert list(server.web.analyses.kept) == ["c", "a"]

    asyncio.run(steps())


def niceness() -> int:
    return os.nice(0)


@thorough
def test_a_process_makes_the_same_analysis_bit_by_bit_and_stands_back(tmp_path: Path) -> None:
    record = read_record(BODY)
    wanted = analyse(record.game, load_catalog(["deluxe"]), AnalysisOptions(record.names, TINY, people=record.people))

    async def steps() -> None:
        worker = BotPool(1, [])
        async with opened(tmp_path, worker) as server:
            server.web.analyses.budget = TINY
            ticket = (await server.begin("first-record"))[1]["ticket"]
            assert ticket
            percents = []
            while (shown := (await server.look("first-record"))[1])["status"] == "working":
                percents.append(shown.get("percent", 0))
                await asyncio.sleep(0.3)
            assert shown["status"] == "done", shown
            assert msgspec.convert(shown["analysis"], type(wanted)) == wanted
            assert percents == sorted(percents)
            assert await worker.run("", niceness) > os.nice(0)

    asyncio.run(steps())


def at(status: str, percent: int = 0) -> dict[str, Any]:
    """Return what is told of an analysis that nobody is ahead of."""
    return {"status": status, "percent": percent, "ahead": 0, "ticket": "", "text": "", "analysis": None}


async def settled(server: AnalysisServer) -> None:
    """Let everybody do what there is to do."""
    for _ in range(50):
        await asyncio.sleep(0)
