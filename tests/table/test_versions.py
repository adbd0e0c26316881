"""Stored games of other rules and cards: woken, or whoever comes is told why not; never lost, never another unsaid."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.table.clockwork import Inn, at_the_inn, order, quiet, safe_answer
from tests.table.harness import House, new_data, play_at_random, start, token_of
from tests.table.test_http import app_of
from tests.table.test_records import spoil

from kickdoor.core.rng import Lots
from kickdoor.replay import Differs, replay
from kickdoor.rules.version import VERSION
from kickdoor.table import protocol as wire
from kickdoor.table.data import decoder
from kickdoor.table.playback import Playback
from kickdoor.table.records import load_record, read_record
from kickdoor.table.room import No
from kickdoor.table.sockets import OTHER_RULES
from kickdoor.table.store import Deed

FIXTURES = Path(__file__).parents[1] / "fixtures" / "0.1"
RUNNING = ("running-cooks", "running-deluxe", "running-star", "running-steampunk", "running-mix", "begun-deluxe")
OLD = f"made under other rules (1; these are {VERSION})"
OTHER_CARDS = "made with other card files"
ANSWER = re.compile(r"answer (\d+) of the (record|game), \S+ of seat \d, (is refused: .+|now comes out differently)")


def old_tables(path: Path, touched: float = 1_000_000.0) -> Path:
    """Gives a copy of the tables 0.1 has left, as if somebody had just been there."""
    shutil.copy(FIXTURES / "tables.db", path)
    change(path, "UPDATE tables SET touched=?", touched)
    change(path, "UPDATE records SET made=?", touched)
    return path


def change(path: Path, sql: str, *values: object) -> list[Any]:
    with sqlite3.connect(path) as db:
        found = db.execute(sql, values).fetchall()
    db.close()
    return found


def rows(path: Path) -> list[Any]:
    return [change(path, f"SELECT * FROM {name} ORDER BY 1, 2") for name in ("tables", "deeds")]


def code_of(path: Path, table: str) -> str:
    (found,) = change(path, "SELECT code FROM tables WHERE id=?", table)
    return str(found[0])


# Games of 0.1


@pytest.mark.parametrize("table", RUNNING)
def test_a_game_of_0_1_goes_on_or_says_why_not(tmp_path: Path, table: str) -> None:
    path = old_tables(tmp_path / "inn.db")
    code, before = code_of(path, table), rows(path)
    plain = load_record(FIXTURES / f"{table}.json").game

    async def story(inn: Inn) -> None:
        try:
            _, box, running = await inn.connect(code, token_of(0))
        except No as e:
            check_stuck(e.code, e.text)
            with pytest.raises(Differs):
                replay(plain)
            await inn.house.close()
            assert rows(path) == before
            inn.open()
            return
        room = running.room
        assert room.match.seq == len(plain.answers)
        assert (room.data.rules, room.data.catalog) == (VERSION, room.match.rules.digest)
        note = box.last(wire.RoomShown).note
        assert OLD in note
        assert "not written down" in note
        # Its answers from now on say what they came to, and the whole comes out under the present rules
        await inn.clock.go(30.0, 1.0)
        replay(room.match.record())
        await inn.crash()
        _, box, running = await inn.connect(code, token_of(1))
        assert running.room.match.seq >= len(plain.answers)
        assert box.last(wire.RoomShown).note == note

    at_the_inn(tmp_path, story)


def check_stuck(code: str, text: str) -> None:
    """Sees that whoever comes to a game that cannot go on is told why."""
    assert code == "other_rules"
    assert OLD in text
    assert ANSWER.search(text) or "the game stands at turn" in text


def test_a_table_of_0_1_that_waits_begins_under_these_rules(tmp_path: Path) -> None:
    code = code_of(old_tables(tmp_path / "inn.db"), "waiting-star")

    async def story(inn: Inn) -> None:
        client, box, running = await inn.connect(code, token_of(0))
        await inn.desk.command(running, client, wire.Start(cmd="s"))
        assert running.room.match is not None
        assert (running.room.data.rules, running.room.data.switch) == (VERSION, None)
        assert running.room.data.dealt == running.room.match.recorder.dealt
        assert box.last(wire.RoomShown).note == ""

    at_the_inn(tmp_path, story)


def test_an_answer_of_0_1_that_is_refused_now_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    path = old_tables(tmp_path / "inn.db")
    body = msgspec.json.encode([1, "loot", [], ""])
    change(path, "UPDATE deeds SET body=? WHERE table_id='begun-deluxe' AND seq=4", body)
    code, other, before = code_of(path, "begun-deluxe"), code_of(path, "waiting-star"), rows(path)

    async def story(inn: Inn) -> None:
        for _ in range(2):
            with pytest.raises(No, match="other_rules") as caught:
                await inn.connect(code, token_of(0))
            assert f"It was {OLD}" in caught.value.text
        found = ANSWER.search(caught.value.text)
        assert found is not None
        assert int(found[1]) <= 5
        await quiet()
        (name,) = await inn.store.ask(lambda db: db.execute("SELECT id FROM records WHERE id LIKE 's%'").fetchone())
        record = await inn.store.record(name)
        assert record is not None
        assert Playback(read_record(record), []).total == int(found[1]) - 1
        # Nobody else has an accident by it
        _, box, _ = await inn.connect(other, token_of(0))
        assert box.last(wire.RoomShown).status == "waiting"
        await inn.house.close()
        after = rows(path)
        assert [row for row in after[0] if row[1] == code] == [row for row in before[0] if row[1] == code]
        assert after[1] == before[1]
        inn.open()

    at_the_inn(tmp_path, story)


def test_a_game_of_0_1_that_stands_at_another_turn_is_not_gone_on_with(tmp_path: Path) -> None:
    path = old_tables(tmp_path / "inn.db")
    (found,) = change(path, "SELECT room FROM tables WHERE id='begun-deluxe'")
    data = json.loads(found[0]) | {"turn_noted": 9}
    change(path, "UPDATE tables SET room=? WHERE id='begun-deluxe'", json.dumps(data).encode())
    code = code_of(path, "begun-deluxe")

    async def story(inn: Inn) -> None:
        with pytest.raises(No, match="other_rules") as caught:
            await inn.connect(code, token_of(0))
        assert ANSWER.search(caught.value.text) or "the game stands at turn 1, not at 9" in caught.value.text

    at_the_inn(tmp_path, story)


# Games of the present version, stored under other rules or cards


def stored(seed: str, steps: int = 60) -> House:
    house, clients = start(2)
    play_at_random(house, clients, Lots(seed), steps)
    return house


@pytest.mark.parametrize(
    ("fields", "words"), [({"rules": 1}, OLD), ({"catalog": "0" * 32}, OTHER_CARDS)], ids=["rules", "cards"]
)
def test_a_game_that_comes_out_the_same_goes_on_under_these_rules(fields: dict[str, object], words: str) -> None:
    house = stored("same")
    before, seq = house.match.record(), house.match.seq
    house.stored = spoil(house.stored, **fields)
    house.restart()
    data = house.room.data
    assert house.match.record() == before
    assert (data.rules, data.catalog) == (VERSION, house.match.rules.digest)
    clients = [house.connect(seat) for seat in range(2)]
    note = house.room_of(clients[0]).note
    assert words in note
    assert f"All {seq} answers came out the same" in note
    play_at_random(house, clients, Lots("on"), 40)
    replay(house.match.record())
    house.restart()
    assert house.room_of(house.connect(0)).note == note


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"rules": 1}, f"{OLD}: "), ({"catalog": "0" * 32}, f"{OTHER_CARDS}: "), ({}, "")],
    ids=["rules", "cards", "same"],
)
def test_a_game_that_differs_stops_at_the_very_answer(fields: dict[str, object], words: str) -> None:
    house = stored("differs")
    house.stored = spoil(house.stored, **fields)
    place = [n for n, deed in enumerate(house.written) if deed.kind == "answer"][20]
    seat, key, picks, cause, outcome = json.loads(house.written[place].body)
    assert outcome == house.match.recorder.answers[20].outcome
    body = json.dumps([seat, key, picks, cause, "00000000"]).encode()
    house.written[place] = Deed(place, 0.0, "answer", body)
    with pytest.raises(Differs) as caught:
        house.restart()
    assert str(caught.value) == f"{words}answer 21 of the game, {key} of seat {seat}, now comes out differently"
    assert caught.value.otherwise == bool(fields)


def test_another_deal_is_noticed_before_any_answer() -> None:
    house = stored("deal", 1)
    house.stored = spoil(house.stored, catalog="0" * 32, dealt="00000000")
    with pytest.raises(Differs, match=f"{OTHER_CARDS}: the deal of the game comes out differently"):
        house.restart()


def test_rooms_and_deeds_say_what_they_were_made_under() -> None:
    house = stored("says", 20)
    data = decoder.decode(house.stored)
    assert (data.rules, data.catalog) == (VERSION, house.match.rules.digest)
    told = [json.loads(deed.body)[4] for deed in house.written if deed.kind == "answer"]
    assert [step.outcome for step in house.match.recorder.answers] == told
    assert decoder.decode(spoil(house.stored, rules=3)).rules == 3
    bare = {name: value for name, value in json.loads(house.stored).items() if name not in ("rules", "dealt", "switch")}
    assert decoder.decode(json.dumps(bare).encode()).rules == 1
    assert new_data().rules == 1


def test_what_cannot_be_read_is_an_accident_of_that_table_alone(tmp_path: Path) -> None:
    path = old_tables(tmp_path / "inn.db")
    change(path, "UPDATE tables SET room=? WHERE id='begun-deluxe'", b"{garbage")
    code, other = code_of(path, "begun-deluxe"), code_of(path, "waiting-star")

    async def story(inn: Inn) -> None:
        for _ in range(2):
            with pytest.raises(No, match="table_broken"):
                await inn.connect(code, token_of(0))
        assert (await inn.connect(other, token_of(0)))[0].seat == 0

    at_the_inn(tmp_path, story)


def test_a_stored_game_that_is_false_is_broken_and_says_where(tmp_path: Path) -> None:
    async def story(inn: Inn) -> None:
        code, token = await inn.desk.make_table(order(), "Ann")
        client, _, running = await inn.connect(code, token)
        await inn.desk.command(running, client, wire.Start(cmd="s"))
        for _ in range(20):
            await safe_answer(inn, running, client)
            await inn.clock.go(1.0, 1.0)
        await inn.house.close()
        (found,) = change(inn.path, "SELECT body FROM deeds WHERE kind='answer' AND seq=5")
        deed = json.loads(found[0])
        change(inn.path, "UPDATE deeds SET body=? WHERE seq=5", json.dumps([*deed[:4], "00000000"]).encode())
        inn.open()
        with pytest.raises(No, match="table_broken") as caught:
            await inn.connect(code, token)
        assert caught.value.text.startswith("answer 6 of the game")
        assert "other rules" not in caught.value.text

    at_the_inn(tmp_path, story)


# Over the network


def test_whoever_opens_a_stuck_table_is_told_in_words(tmp_path: Path) -> None:
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
            assert caught.value.code == OTHER_RULES
        assert web.get(f"/api/tables/{other}").json()["status"] == "waiting"
