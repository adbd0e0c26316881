"""Whatever is said at the wrong time, by the wrong one, twice or too late gets a clear answer and changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.fakes import InlineThinkers, ServerFixture, order, run_with_server
from tests.server.harness import RoomHarness, new_data, play_at_random, start
from tests.server.test_clocks import until_asked
from tests.server.test_http import HOSTS, ORDER, make
from tests.server.test_windows import until_window

from kickdoor.engine.machine import runtime
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.http.app import ServerApp
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_manager import RoomManager as RealHouse
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.commands import COMMANDS
from kickdoor.server.room.room_data import SeatData
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.storage.sqlite_store import SqliteStore


def still(house: RoomHarness) -> tuple[str, int, bytes]:
    """Everything that a refused command must leave as it was."""
    return state_to_json(house.state), len(house.written), house.stored


def refusals(house: RoomHarness, client: int) -> list[wire.Refused]:
    return [m for m in house.inbox[client] if isinstance(m, wire.Refused)]


# In a game


def test_huge_and_odd_picks_are_refused_at_once() -> None:
    house, clients = start(2, 3)
    rng = LehmerRng("picks")
    forms: list[str] = []
    while not forms:
        play_at_random(house, clients, rng, 20)
        forms = [option for option in runtime.prompt(house.state, 0).options if option.endswith("*")]
    before = still(house)
    began = time.perf_counter()
    for option in forms:
        for picks in ([65535] * 80, list(range(80)), [0] * 80, [65535], [4095, 4096]):
            answer = house.do(clients[0], option, picks)
            assert isinstance(answer, wire.Refused), (option, picks)
            assert answer.text
    assert time.perf_counter() - began < 5.0
    assert still(house) == before
    for picks in ([1] * 81, [-1], [65536], ["a"], [1.5]):
        message = {"t": "do", "cmd": "c", "key": "pass", "picks": picks}
        with pytest.raises(Exception, match=r"Expected|Object"):
            wire.decoder.decode(wire.encoder.encode(message))


def test_what_others_may_do_and_what_was_asked_before_is_refused() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    old = runtime.prompt(house.state, 0)
    mine = [key for key in old.options if not key.endswith("*")]
    before = still(house)
    for key in mine:
        # Somebody else answers the question that was not put to them
        if key not in runtime.prompt(house.state, 1).options:
            answer = house.ask(second, wire.Do, key=key, prompt=old.id)
            assert isinstance(answer, wire.Refused)
            assert answer.text
    assert still(house) == before
    assert isinstance(house.ask(first, wire.Do, key=mine[0], prompt=old.id), wire.Done)
    until_asked(house, first, [second, third])
    before = still(house)
    # The question is another one now, even if the answer would do
    assert house.ask(first, wire.Do, key=mine[0], prompt=old.id).code == "stale"
    assert still(house) == before


def test_of_two_devices_the_first_answers_and_the_other_is_late() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    other = house.connect(0)
    prompt = runtime.prompt(house.state, 0)
    key = next(key for key in prompt.options if not key.endswith("*"))
    # Each device counts its commands by itself
    house.send(first, wire.Do(cmd="d1-1", key=key, prompt=prompt.id))
    deeds = len(house.written)
    house.send(other, wire.Do(cmd="d2-1", key=key, prompt=prompt.id))
    assert [refused.code for refused in refusals(house, other)] == ["stale"]
    assert len(house.written) == deeds
    assert house.view_of(first).seq == house.view_of(other).seq
    assert house.view_of(first).game == house.view_of(other).game


def test_a_kick_in_the_middle_of_a_question_leaves_it_to_a_bot() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, second, [first, third])
    house.ask(first, wire.Kick, seat=1)
    assert house.room_of(first).seats[1].kind == "bot"
    assert house.view_of(second).question is None
    assert house.view_of(second).game["hand"] == []
    assert house.ask(second, wire.Do, key="pass").code == "watching"
    deeds = len(house.written)
    house.run(3.0)
    assert [deed for deed in house.written[deeds:] if deed.kind == "answer" and deed.body.startswith(b"[1,")]


def test_a_kick_in_a_window_that_is_held_lets_it_go_on() -> None:
    house, clients = start(3, 3)
    waiting = until_window(house, clients)
    held = next(c for c in waiting if house.room.clients[c].seat != house.room.data.host)
    seat = house.room.clients[held].seat
    house.ask(held, wire.Hold)
    window = house.room.reaction
    assert window is not None
    assert window.holder == seat
    house.ask(clients[house.room.data.host], wire.Kick, seat=seat)
    assert window.holder == -1
    house.run(60.0)
    assert house.room.reaction is not window


def finished() -> tuple[RoomHarness, list[int]]:
    data = new_data(2, 3, "blitz")
    data.secret = f"{9:064x}"
    data.options = {"winning_level": 3}
    house, clients = start(2, data=data)
    play_at_random(house, clients, LehmerRng("end"), 6000)
    assert house.room.data.status == "over"
    return house, clients


def test_after_the_end_nothing_of_the_game_can_be_done() -> None:
    house, (first, second) = finished()
    before = still(house)
    for kind, fields, code in (
        (wire.Do, {"key": "pass"}, "no_game"), (wire.Do, {"key": "kick"}, "no_game"), (wire.Undo, {}, "no_game"),
        (wire.Hold, {}, "hold.no_window"), (wire.Start, {}, "game_runs"), (wire.Ready, {"on": False}, "game_runs"),
        (wire.Character, {"name": "New", "sex": "male"}, "game_runs"), (wire.Seal, {"hash": "0" * 64}, "game_runs"),
        (wire.Reveal, {"salt": "1" * 22}, "seal.none"),
        (wire.Swap, {"seat": 0, "other": 1}, "game_runs"),
    ):  # fmt: skip
        assert house.ask(first, kind, **fields).code == code  # type: ignore[arg-type]
    assert still(house) == before
    assert isinstance(house.ask(second, wire.Say, text="well played"), wire.Done)
    view = house.view_of(first)
    assert (view.choices, view.question, view.window) == ([], None, None)
    house.run(1000.0)
    house.restart()
    assert house.room.data.status == "over"
    assert house.view_of(house.connect(-1)).game["winners"] == house.state.winners


def test_the_seat_of_the_dead_is_a_seat() -> None:
    """Somebody whose munchkin is dead watches, chats, comes and goes, and may do nothing that needs one alive."""
    # Backwards, for in the last of these somebody dies early
    for seed in reversed(range(20)):
        data = new_data(3, 3, "blitz")
        data.secret = f"{seed:064x}"
        house, clients = start(3, data=data)
        rng = LehmerRng(f"dead{seed}")
        for _ in range(400):
            if house.room.playing is None or [p for p in house.state.seats if p.dead]:
                break
            play_at_random(house, clients, rng, 1)
        dead = [p.index for p in house.state.seats if p.dead]
        if dead and house.room.playing is not None:
            break
    else:
        raise AssertionError("nobody died")
    client = clients[dead[0]]
    assert isinstance(house.ask(client, wire.Say, text="I was so young"), wire.Done)
    if not runtime.prompted_seats(house.state) >> dead[0] & 1:
        assert isinstance(house.ask(client, wire.Hold), wire.Refused)
        assert isinstance(house.do(client, "pass"), wire.Refused)
    house.disconnect(client)
    house.run(61.0)
    clients[dead[0]] = house.connect(dead[0])
    assert not house.room.data.seats[dead[0]].driven
    play_at_random(house, clients, rng, 40)


def test_no_command_of_a_watcher_does_anything() -> None:
    house, _ = start(2)
    watcher = house.connect(-1)
    before = house.room.room_bytes(), len(house.written)
    samples: dict[type, dict[str, Any]] = {
        wire.Do: {"key": "pass"}, wire.SetAutoPass: {"mode": "ask"}, wire.Say: {"text": "boo"},
        wire.Emote: {"name": "wave"},
        wire.Character: {"name": "X", "sex": "male"}, wire.Ready: {"on": True}, wire.Seal: {"hash": "0" * 64},
        wire.Reveal: {"salt": "1" * 22},
        wire.Admit: {"knock": 1, "yes": True}, wire.SetBot: {"seat": 1}, wire.Kick: {"seat": 1},
        wire.Swap: {"seat": 0, "other": 1}, wire.Lock: {"on": True}, wire.HandOver: {"seat": 1},
            wire.SetPace: {"pace": "brisk"}, wire.SetVoices: {"on": False},
    }  # fmt: skip
    for kind in COMMANDS:
        assert house.ask(watcher, kind, **samples.get(kind, {})).code == "watching"
    assert (house.room.room_bytes(), len(house.written)) == before


# Coming and going


def test_who_was_shown_the_door_does_not_come_back_through_a_locked_one(tmp_path: Path) -> None:
    async def story(inn: ServerFixture) -> None:
        data = order()
        data.seats[1] = SeatData()
        code, token = await inn.admission.make_table(data, "Ann")
        host, box, running = await inn.connect(code, token)
        guest_token, _ = await inn.admission.sit_down(running, "Bob")
        move = await inn.admission.move_code(running, guest_token)
        _, guest_box, _ = await inn.connect(code, guest_token)
        await inn.admission.command(running, host, wire.Lock(cmd="l", on=True))
        await inn.admission.command(running, host, wire.Kick(cmd="k", seat=1))
        assert guest_box.last(wire.RoomInfo).you == -1
        for attempt, why in (
            (inn.admission.sit_down(running, "Bob"), "table_full"), (inn.admission.claim(running, move), "bad_code"),
            (inn.admission.move_code(running, guest_token), "bad_token"), (inn.connect(code, guest_token), "bad_token"),
        ):  # fmt: skip
            with pytest.raises(RequestRefused, match=why):
                await attempt
        assert box.last(wire.RoomInfo).seats[1].kind == "open"
        # Nor at the table that follows, nor once the game has begun
        await inn.admission.command(running, host, wire.SetBot(cmd="b", seat=1, level="easy"))
        await inn.admission.command(running, host, wire.Start(cmd="s"))
        with pytest.raises(RequestRefused, match="game_runs"):
            await inn.admission.sit_down(running, "Bob")

    run_with_server(tmp_path, story)


def test_a_rematch_is_one_table_whoever_asks_and_however_often(tmp_path: Path) -> None:
    async def story(inn: ServerFixture) -> None:
        data = order()
        data.seats[1] = SeatData()
        code, token = await inn.admission.make_table(data, "Ann")
        ann, box, running = await inn.connect(code, token)
        bob_token, _ = await inn.admission.sit_down(running, "Bob")
        bob, bob_box, _ = await inn.connect(code, bob_token)
        await inn.admission.command(running, ann, wire.Rematch(cmd="early"))
        assert box.last(wire.Refused).code == "not_over"
        running.room.data.status = "over"
        running.room.data.record = "a-record"
        # Both at once, again and again, while one of them leaves
        await asyncio.gather(
            *[inn.admission.command(running, ann, wire.Rematch(cmd=f"a{i}")) for i in range(4)],
            *[inn.admission.command(running, bob, wire.Rematch(cmd=f"b{i}")) for i in range(4)],
            inn.admission.part(running, bob),
        )
        assert len(inn.tables.running) == 2
        following = box.last(wire.RoomInfo).next_code
        for one in (token, bob_token):
            again, _, _ = await inn.connect(following, one)
            assert again.seat == (0 if one == token else 1)
        assert bob_box.ended == ""

    run_with_server(tmp_path, story)


# The store


def test_a_full_disk_is_a_clear_error_and_nothing_is_shown(tmp_path: Path) -> None:
    async def story(inn: ServerFixture) -> None:
        code, token = await inn.admission.make_table(order(), "Ann")
        host, box, running = await inn.connect(code, token)
        fill(inn.store)

        async def talk() -> None:
            for n in range(60):
                await inn.admission.command(running, host, wire.Say(cmd=f"s{n}", text="is anybody there? " * 11))

        with pytest.raises(StoreFault, match="full"):
            await talk()
        # The last one was heard by nobody, and is not remembered
        said = len([m for m in box.messages if isinstance(m, wire.Chat)])
        assert said < 60
        assert said == len([m for m in box.messages if isinstance(m, wire.Done)])
        assert box.ended == "for now"
        # That is no fault of the table's, which goes on as soon as it can be written
        assert not inn.tables.faults
        empty(inn.store)
        host, box, running = await inn.connect(code, token)
        assert len([m for m in box.messages if isinstance(m, wire.Chat)]) == said
        await inn.admission.command(running, host, wire.Say(cmd=f"s{said}", text="once more"))
        assert box.last(wire.Chat).text == "once more"

    run_with_server(tmp_path, story)


def test_a_full_disk_over_http(tmp_path: Path) -> None:
    house = RealHouse(SqliteStore(tmp_path / "web.db"), WallClock(), InlineThinkers())
    app = ServerApp(house, HOSTS, Limits(makings=(1e9, 1e9)), "", InlineThinkers()).app()
    with TestClient(app, raise_server_exceptions=False) as web:
        made = make(web, bots=None)
        fill(house.store)
        answers = [web.post("/api/tables", json=ORDER) for _ in range(40)]
        assert {answer.status_code for answer in answers} <= {201, 503}
        assert answers[-1].status_code == 503
        assert answers[-1].json()["code"] == "not_stored"
        known = len(house.running)
        assert known == 1 + len([answer for answer in answers if answer.status_code == 201])
        empty(house.store)
        assert web.post(f"/api/tables/{made['code']}/seats", json={"name": "Bob"}).status_code == 201
        assert web.post("/api/tables", json=ORDER).status_code == 201


def fill(store: Any) -> None:
    """Leave no room in the file."""
    size = store.db.execute("PRAGMA page_count").fetchone()[0]
    store.db.execute(f"PRAGMA max_page_count={size}")
    for length in (2000, 300, 20):
        with contextlib.suppress(sqlite3.OperationalError):
            for n in range(1000):
                store.db.execute("INSERT INTO records VALUES (?, 0, ?)", (f"{length}-{n}", b"x" * length))


def empty(store: Any) -> None:
    store.db.execute("PRAGMA max_page_count=1000000")
