"""Stored games of other rules and cards: woken, or whoever comes is told why not; never lost, never another unsaid."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.fixtures.kept import ANSWER, FIRST, game_in
from tests.server.fakes import ServerFixture, quiet, run_with_server
from tests.server.harness import RoomHarness, play_at_random, start, token_of
from tests.server.test_http import app_of
from tests.server.test_records import spoil

from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.replay import ReplayMismatch, replay
from kickdoor.replay.provenance import OTHERS
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode, RequestRefused
from kickdoor.server.records.playback import Playback
from kickdoor.server.records.table_record import read_record
from kickdoor.server.room.room_data import FORMAT, RulesChange, read_room

RUNNING = ("running-cooks", "running-deluxe", "running-star", "running-steampunk", "running-mix", "begun-deluxe")
OLD = f"made under other rules (1; these are {VERSION})"
OTHER_CARDS = "made with other card files"


def old_tables(path: Path, touched: float = 1_000_000.0, folder: Path = FIRST) -> Path:
    """Return a copy of the tables an earlier version has left, as if somebody had just been there."""
    shutil.copy(folder / "tables.db", path)
    change(path, "UPDATE tables SET touched=?", touched)
    change(path, "UPDATE records SET made=?", touched)
    return path


def change(path: Path, sql: str, *values: object) -> list[Any]:
    with sqlite3.connect(path) as db:
        found = db.execute(sql, values).fetchall()
    db.close()
    return found


def rows(path: Path) -> list[Any]:
    names = {name for (name,) in change(path, "SELECT name FROM sqlite_master")}
    journal = "journal" if "journal" in names else "deeds"
    return [change(path, f"SELECT * FROM {name} ORDER BY 1, 2") for name in ("tables", journal)]


def code_of(path: Path, table: str) -> str:
    (found,) = change(path, "SELECT code FROM tables WHERE id=?", table)
    return str(found[0])


# Games of 0.1


@pytest.mark.parametrize("table", RUNNING)
def test_a_game_of_0_1_continues_or_is_refused(tmp_path: Path, table: str) -> None:
    path = old_tables(tmp_path / "tables.db")
    code, before = code_of(path, table), rows(path)
    plain = game_in(FIRST / f"{table}.json")

    async def exercise(server: ServerFixture) -> None:
        try:
            _, box, running = await server.connect(code, token_of(0))
        except RequestRefused as e:
            check_stuck(e.code, e.text)
            with pytest.raises(ReplayMismatch):
                replay(plain)
            await server.tables.close()
            assert rows(path) == before
            server.open()
            return
        room = running.room
        assert room.match.seq == len(plain.answers)
        assert (room.data.rules, room.data.catalog) == (VERSION, room.match.rules.digest)
        note = box.last(wire.RoomInfo).note
        assert OLD in note
        assert "not written down" in note
        # Its answers from now on say what they came to, and come out from where it went on
        await server.clock.go(30.0, 1.0)
        record = await server.record_of(room)
        assert record.begun is not None
        assert (record.begun.answers, record.begun.rules) == (len(plain.answers), 1)
        assert record.begun.answers + len(record.answers) == room.match.seq
        replay(record)
        await server.crash()
        _, box, running = await server.connect(code, token_of(1))
        assert running.room.match.seq >= len(plain.answers)
        assert box.last(wire.RoomInfo).note == note

    run_with_server(tmp_path, exercise)


def check_stuck(code: str, text: str) -> None:
    """See that whoever comes to a game that cannot go on is told why."""
    assert code == "other_rules"
    assert OLD in text
    assert ANSWER.search(text) or "the game stands at turn" in text


def test_a_table_of_0_1_that_waits_begins_under_these_rules(tmp_path: Path) -> None:
    code = code_of(old_tables(tmp_path / "tables.db"), "waiting-star")

    async def exercise(server: ServerFixture) -> None:
        client, box, running = await server.connect(code, token_of(0))
        await server.admission.command(running, client, wire.Start(cmd="s"))
        assert running.room.match is not None
        assert (running.room.data.rules, running.room.data.switch) == (VERSION, None)
        assert running.room.data.dealt == running.room.match.recorder.dealt
        assert box.last(wire.RoomInfo).note == ""

    run_with_server(tmp_path, exercise)


def test_a_refused_answer_of_0_1_is_reported_and_nothing_is_written(tmp_path: Path) -> None:
    path = old_tables(tmp_path / "tables.db")
    body = msgspec.json.encode([1, "loot", [], ""])
    change(path, "UPDATE deeds SET body=? WHERE table_id='begun-deluxe' AND seq=4", body)
    code, other, before = code_of(path, "begun-deluxe"), code_of(path, "waiting-star"), rows(path)

    async def exercise(server: ServerFixture) -> None:
        for _ in range(2):
            with pytest.raises(RequestRefused, match="other_rules") as caught:
                await server.connect(code, token_of(0))
            assert f"It was {OLD}" in caught.value.text
        found = ANSWER.search(caught.value.text)
        assert found is not None
        assert int(found[1]) <= 5
        await quiet()
        (name,) = await server.store.ask(lambda db: db.execute("SELECT id FROM records WHERE id LIKE 's%'").fetchone())
        record = await server.store.record(name)
        assert record is not None
        assert Playback(read_record(record), []).total == int(found[1]) - 1
        # Nobody else has an accident by it
        _, box, _ = await server.connect(other, token_of(0))
        assert box.last(wire.RoomInfo).status == "waiting"
        await server.tables.close()
        after = rows(path)
        assert [row for row in after[0] if row[1] == code] == [row for row in before[0] if row[1] == code]
        assert after[1] == before[1]
        server.open()

    run_with_server(tmp_path, exercise)


def test_a_game_of_0_1_that_stands_at_another_turn_is_not_gone_on_with(tmp_path: Path) -> None:
    path = old_tables(tmp_path / "tables.db")
    (found,) = change(path, "SELECT room FROM tables WHERE id='begun-deluxe'")
    data = json.loads(found[0]) | {"turn_noted": 9}
    change(path, "UPDATE tables SET room=? WHERE id='begun-deluxe'", json.dumps(data).encode())
    code = code_of(path, "begun-deluxe")

    async def exercise(server: ServerFixture) -> None:
        with pytest.raises(RequestRefused, match="other_rules") as caught:
            await server.connect(code, token_of(0))
        assert ANSWER.search(caught.value.text) or "the game stands at turn 1, not at 9" in caught.value.text

    run_with_server(tmp_path, exercise)


# Rooms


def stored(seed: str, steps: int = 60) -> RoomHarness:
    harness, clients = start(2)
    play_at_random(harness, clients, LehmerRng(seed), steps)
    return harness


def test_rooms_and_deeds_say_what_they_were_made_under() -> None:
    harness = stored("says", 20)
    data = read_room(harness.stored)
    assert (data.format, data.rules, data.catalog) == (FORMAT, VERSION, harness.match.rules.digest)
    told = [json.loads(deed.body)[4] for deed in harness.written if deed.kind == "answer"]
    assert [step.outcome for step in harness.match.recorder.answers] == told
    assert read_room(spoil(harness.stored, rules=3)).rules == 3


def test_a_room_of_0_1_is_upgraded() -> None:
    names = ("format", "rules", "dealt", "switch", "outcomes")
    bare = {name: value for name, value in json.loads(stored("forward", 5).stored).items() if name not in names}
    data = read_room(json.dumps(bare).encode())
    assert (data.format, data.rules, data.outcomes) == (FORMAT, 1, "running")
    switch = {"rules": 1, "cards": True, "answers": 3, "proven": True}
    data = read_room(json.dumps(bare | {"switch": switch}).encode())
    assert data.switch == RulesChange(1, OTHERS, 3, True)


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (b"{garbage", "the table cannot be read"),
        (b"[]", "the table cannot be read"),
        (b'{"format":2}', "the table cannot be read: Object missing required field"),
        (b'{"format":99}', f"the table was written by a newer kickdoor .format 99; this one knows {FORMAT}."),
        (b'{"format":0}', "the table was written by a newer kickdoor"),
        (b'{"switch":7}', "the table cannot be read"),
        (b"\xff", "the table cannot be read"),
        (b"[" * 5000, "the table cannot be read"),
    ],
    ids=range(8),
)
def test_an_unreadable_room_is_reported_in_one_line(room: bytes, words: str) -> None:
    with pytest.raises(BadData, match=words) as caught:
        read_room(room)
    assert "\n" not in str(caught.value)


def test_an_unreadable_table_does_not_affect_others(tmp_path: Path) -> None:
    path = old_tables(tmp_path / "tables.db")
    change(path, "UPDATE tables SET room=? WHERE id='begun-deluxe'", b"{garbage")
    code, other = code_of(path, "begun-deluxe"), code_of(path, "waiting-star")

    async def exercise(server: ServerFixture) -> None:
        for _ in range(2):
            with pytest.raises(RequestRefused, match="table_broken") as caught:
                await server.connect(code, token_of(0))
            assert caught.value.text.startswith("the table cannot be read: ")
        assert (await server.connect(other, token_of(0)))[0].seat == 0

    run_with_server(tmp_path, exercise)


# Over the network


def test_opening_an_unrecoverable_table_explains_why(tmp_path: Path) -> None:
    path = old_tables(tmp_path / "web.db", time.time())
    body = msgspec.json.encode([1, "loot", [], ""])
    change(path, "UPDATE deeds SET body=? WHERE table_id='begun-deluxe' AND seq=0", body)
    code, other = code_of(path, "begun-deluxe"), code_of(path, "waiting-star")
    with TestClient(app_of(tmp_path)) as web:
        refused = web.get(f"/api/tables/{code}")
        assert (refused.status_code, refused.json()["code"]) == (409, "other_rules")
        assert OLD in refused.json()["text"]
        assert ": answer 1 of the game, loot of seat 1, is refused" in refused.json()["text"]
        with web.websocket_connect("/ws") as socket:
            socket.send_json({"t": "hello", "code": code, "token": token_of(0)})
            said = socket.receive_json()
            assert (said["t"], said["code"], said["text"]) == ("refused", "other_rules", refused.json()["text"])
            with pytest.raises(WebSocketDisconnect) as caught:
                socket.receive_json()
            assert caught.value.code == CloseCode.OTHER_RULES
        assert web.get(f"/api/tables/{other}").json()["status"] == "waiting"
