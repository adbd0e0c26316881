"""Bots that whoever runs the server has brought along: chosen in the lobby, thinking in workers, missed when gone."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient
from tests.processes import started
from tests.server.fakes import InlineBotPool, ServerFixture, order, quiet, run_with_server, safe_answer
from tests.server.harness import RoomHarness, new_data
from tests.server.test_hosted_server import COMMAND, ask
from websockets.asyncio.client import connect

from kickdoor.bots.custom_bots import BotFault
from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.prompts import key
from kickdoor.policies.lookahead import Choice
from kickdoor.server.bot_workers.bot_pool import BotPool, BotQuery
from kickdoor.server.bot_workers.worker_process import WorkerCrashed
from kickdoor.server.http.app import ServerApp
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import read_record, table_record
from kickdoor.server.room.bot_turns import seat_known_bots
from kickdoor.server.room.room_data import RoomData, SeatData, read_room
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.sqlite_store import SqliteStore
from kickdoor.sim.random_play import deal
from kickdoor.view.observe import observe

HEAD = "import os\n\nimport kickdoor as kd\n\n\nclass {}(kd.Bot):\n    def choose(self, view):\n        "
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a bot and gives what names it."""

    def to_file(lines: str = "return view.options[0]\n", name: str = "Mine") -> str:
        path = tmp_path / f"{name.lower()}.py"
        path.write_text(HEAD.format(name) + lines, encoding="utf-8")
        return f"{path}:{name}"

    return to_file


@pytest.fixture
def evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """Write a file that leaves a trace if it is run; gives what would name a bot in it, and the trace."""
    monkeypatch.chdir(tmp_path)
    trace = tmp_path / "was_here"
    (tmp_path / "e.py").write_text(f"open({str(trace)!r}, 'w')\n")
    return "e.py:E", trace


# The lobby and the waiting room


def web_of(path: Path, known: BotRegistry) -> TestClient:
    thinkers = InlineBotPool()
    thinkers.known = known
    harness = RoomManager(SqliteStore(path / "web.db"), WallClock(), thinkers)
    return TestClient(ServerApp(harness, ["testserver"], None, "", InlineBotPool()).app())


def test_the_lobby_lists_bots_and_tables_are_made_with_them(tmp_path: Path, write: Write) -> None:
    body = {"name": "Ann", "sets": list(default_sets())}
    with web_of(tmp_path, BotRegistry([write()])) as web:
        assert web.get("/api/lobby").json()["bots"] == ["easy", "normal", "nasty", "master", "Mine"]
        for bot in ("Mine", "easy", None):
            assert web.post("/api/tables", json=body | {"bots": bot}).status_code == 201
        for bot in ("mine", "random", "Other"):
            answer = web.post("/api/tables", json=body | {"bots": bot})
            assert answer.status_code == 400
            said = "bots must be one of easy, normal, nasty, master, Mine; normal, nasty, master may also have"
            assert answer.json()["text"].startswith(said)
    with web_of(tmp_path, BotRegistry()) as web:
        assert web.get("/api/lobby").json()["bots"] == ["easy", "normal", "nasty", "master"]
        assert web.post("/api/tables", json=body | {"bots": "Mine"}).status_code == 400


def test_the_host_chooses_among_the_bots_there_are() -> None:
    harness = RoomHarness(new_data(1, 4))
    client = harness.connect(0)
    assert harness.room_of(client).bots == ["easy", "normal", "nasty", "master"]
    harness.room.bots = ("normal", "Mine")
    assert isinstance(harness.ask(client, wire.SetBot, seat=1, level="Mine"), wire.Done)
    assert harness.room.data.seats[1].bot == "Mine"
    assert harness.room_of(client).seats[1].bot == "Mine"
    assert harness.room_of(client).bots == ["normal", "Mine"]
    refused = harness.ask(client, wire.SetBot, seat=2, level="easy")
    assert isinstance(refused, wire.Refused)
    assert refused.code == "no_such_bot"
    assert harness.room.data.seats[2].bot == "easy"


def test_no_request_loads_a_file(tmp_path: Path, evil: tuple[str, Path]) -> None:
    spec, trace = evil
    body = {"name": "Ann", "sets": list(default_sets()), "bots": spec}
    with web_of(tmp_path, BotRegistry()) as web:
        assert web.post("/api/tables", json=body).status_code == 400
        assert web.post("/api/tables", json=body | {"bots": spec + "x" * 40}).status_code == 400
    harness = RoomHarness(new_data(1, 4))
    client = harness.connect(0)
    assert isinstance(harness.ask(client, wire.SetBot, seat=1, level=spec), wire.Refused)
    with pytest.raises(msgspec.ValidationError):
        wire.decoder.decode(json.dumps({"t": "bot", "cmd": "c", "seat": 1, "level": spec + "x" * 40}))
    assert not trace.exists()


# Thinking


async def put(thinkers: BotPool, level: str) -> Choice:
    """Put the first question of a game to a bot."""
    s = deal(load_catalog(list(default_sets())), 3, "outside")
    prompt = runtime.prompt(s, 0)
    reply = await thinkers.think(BotQuery("table", level, list(default_sets()), observe(s, 0), prompt, False, []))
    assert reply.choice is not None
    assert reply.memory == []
    return reply.choice


def test_bots_think_in_workers(write: Write, evil: tuple[str, Path]) -> None:
    specs = [
        write("raise LookupError(os.getpid())\n"),
        write("return 'kick'\n", "Silly"),
        write("os._exit(3)\n", "Gone"),
        write(name="Safe"),
    ]

    async def steps() -> None:
        thinkers = BotPool(1, [], known=BotRegistry(specs))
        try:
            choice = await put(thinkers, "Safe")
            assert choice == await put(thinkers, "Safe")
            assert key(choice[0]) == "done"
            with pytest.raises(BotFault, match=r"the bot Mine \(.*mine.py, line 8\): LookupError: \d+$") as raised:
                await put(thinkers, "Mine")
            assert str(os.getpid()) not in str(raised.value).rpartition(":")[2]
            with pytest.raises(BotFault, match=r"the bot Silly .*gave back 'kick', which is not an option"):
                await put(thinkers, "Silly")
            with pytest.raises(WorkerCrashed):
                await put(thinkers, "Gone")
            assert await put(thinkers, "Safe") == choice
            for name in (evil[0], specs[0], "Other"):
                with pytest.raises(BadData, match="there is no bot"):
                    await put(thinkers, name)
        finally:
            thinkers.close()

    asyncio.run(steps())
    assert not evil[1].exists()


def test_a_bot_that_fails_does_not_hang_the_table(
    tmp_path: Path, write: Write, caplog: pytest.LogCaptureFixture
) -> None:
    specs = [write("raise LookupError('lost')\n"), write("return 7\n", "Silly")]

    async def steps(server: ServerFixture) -> None:
        server.thinkers.known = BotRegistry(specs)
        data = order(3)
        data.seats[1].bot, data.seats[2].bot = "Mine", "Silly"
        code, token = await server.admission.make_table(data, "Ann")
        client, _, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        for _ in range(400):
            if running.room.match.state.turns > 3:
                break
            await safe_answer(server, running, client)
            await server.clock.go(1.0, 1.0)
        assert running.room.match.state.turns > 3

    with caplog.at_level(logging.WARNING, "kickdoor.server"):
        run_with_server(tmp_path, steps)
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in said if line.startswith("the bot Mine of seat 1 at table") and "LookupError: lost" in line]
    assert [line for line in said if line.startswith("the bot Silly of seat 2 at table") and "not an option" in line]


# Waking


def test_a_loaded_table_names_the_replacement_of_a_missing_bot(
    tmp_path: Path, write: Write, caplog: pytest.LogCaptureFixture
) -> None:
    spec = write()

    async def steps(server: ServerFixture) -> None:
        server.thinkers.known = BotRegistry([spec])
        code, token = await server.admission.make_table(order(3, "Mine"), "Ann")
        client, box, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        await server.clock.go(5.0)
        assert box.last(wire.RoomInfo).note == ""
        server.thinkers.known = BotRegistry()
        await server.end()
        client, box, running = await server.connect(code, token)
        shown = box.last(wire.RoomInfo)
        assert [seat.bot for seat in shown.seats[1:]] == ["normal", "normal"]
        assert shown.note == (
            "Bot1: the bot Mine is not here; normal plays in its place. "
            "Bot2: the bot Mine is not here; normal plays in its place."
        )
        _, watching, _ = await server.connect(code, None)
        assert watching.last(wire.RoomInfo).note == shown.note
        await safe_answer(server, running, client)
        await server.clock.go(5.0)
        await server.end()
        await server.connect(code, token)
        # Somebody else's bot has had the seat meanwhile, and gives it back
        server.thinkers.known = BotRegistry([spec])
        await server.end()
        _, box, _ = await server.connect(code, token)
        assert box.last(wire.RoomInfo).note == ""
        assert [seat.bot for seat in box.last(wire.RoomInfo).seats[1:]] == ["Mine", "Mine"]

    with caplog.at_level(logging.WARNING, "kickdoor.server"):
        run_with_server(tmp_path, steps)
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in said if line.endswith("no bot Mine here, normal plays instead")]


def test_a_stored_table_loads_no_file(tmp_path: Path, evil: tuple[str, Path]) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(3, evil[0]), "Ann")
        client, box, running = await server.connect(code, token)
        assert evil[0] in box.last(wire.RoomInfo).note
        await server.admission.command(running, client, wire.Start(cmd="s"))
        await server.clock.go(10.0)
        await quiet()
        assert running.room.match is not None
        assert not runtime.prompted_seats(running.room.match.state) >> 1 & 1

    run_with_server(tmp_path, steps)
    assert not evil[1].exists()


def test_a_seat_keeps_the_bot_it_waits_for() -> None:
    data = RoomData("", "", [], {}, "normal", [SeatData(kind="bot", bot="Mine", name="A"), SeatData(kind="human")])
    assert seat_known_bots(data, BotRegistry()) == ["Mine"]
    again = read_room(msgspec.json.encode(data))
    assert (again.seats[0].bot, again.seats[0].absent) == ("normal", "Mine")
    assert seat_known_bots(again, ["Mine", "normal"]) == []
    assert (again.seats[0].bot, again.seats[0].absent) == ("Mine", "")
    data.status, data.seats[0] = "over", SeatData(kind="bot", bot="Mine")
    assert seat_known_bots(data, BotRegistry()) == []
    assert data.seats[0].bot == "Mine"


def test_the_host_gives_the_seat_to_another_bot() -> None:
    data = new_data(1, 4)
    data.seats[1].bot, data.seats[1].absent = "normal", "Mine"
    harness = RoomHarness(data)
    client = harness.connect(0)
    assert "the bot Mine is not here" in harness.room_of(client).note
    assert isinstance(harness.ask(client, wire.SetBot, seat=1, level="nasty"), wire.Done)
    assert (data.seats[1].bot, data.seats[1].absent) == ("nasty", "")
    assert harness.room_of(client).note == ""


def test_records_name_who_played() -> None:
    data = new_data(1, 4)
    data.seats[1].bot = "Mine"
    harness = RoomHarness(data)
    client = harness.connect(0)
    assert isinstance(harness.ask(client, wire.Start), wire.Done)
    assert read_record(table_record(data, harness.record())).kinds == ["human", "Mine", "easy", "easy"]


# A real server


async def watch(link: str, made: dict[str, str], enough: Callable[[], bool]) -> None:
    """Start a game and does the safe thing until enough has happened."""
    async with connect(link.replace("http", "ws") + "ws") as ws:
        await ws.send(json.dumps({"t": "hello", "code": made["code"], "token": made["token"]}))
        await ws.send(json.dumps({"t": "bot", "cmd": "b", "seat": 2, "level": "Faulty"}))
        await ws.send(json.dumps({"t": "start", "cmd": "s"}))
        number = 0
        while not enough():
            message = json.loads(await asyncio.wait_for(ws.recv(), 60))
            mine = [one for one in message.get("choices", []) if one["mine"]]
            if message["t"] == "view" and message["question"] and mine:
                number += 1
                prompt = message["question"]["prompt"]
                await ws.send(json.dumps({"t": "do", "cmd": f"d{number}", "key": mine[0]["key"], "prompt": prompt}))


def test_a_real_server_has_its_bots_play(tmp_path: Path, write: Write) -> None:
    trace, said = tmp_path / "trace", tmp_path / "log"
    bots = [
        write(f"open({str(trace)!r}, 'a').write(f'{{os.getpid()}}\\n')\n        return view.options[0]\n"),
        write("return 1 / 0\n", "Faulty"),
    ]
    more = ["--data", str(tmp_path / "t.db"), "--bot", bots[0], "--bot", bots[1]]
    how = {"stdout": subprocess.PIPE, "text": True, "env": os.environ}
    with said.open("wb") as log, started(COMMAND + more, stderr=log, **how) as process:
        assert process.stdout is not None
        link = next(line.split()[5] for line in process.stdout if "The table is open at" in line)
        assert ask(link, "api/lobby")[1]["bots"][4:] == ["Mine", "Faulty"]
        body = {
            "name": "Ann",
            "sets": list(default_sets()),
            "seats": 3,
            "bots": "Mine",
            "speed": "none",
            "pace": "none",
        }
        made = ask(link, "api/tables", body)[1]
        asyncio.run(watch(link, made, lambda: trace.exists() and b"ZeroDivision" in said.read_bytes()))
    assert str(process.pid) not in trace.read_text().split()
    lines = said.read_text().splitlines()
    assert [line for line in lines if "the bot Faulty of seat 2" in line and "faulty.py, line 8" in line]
    assert not [line for line in lines if "Traceback" in line]
