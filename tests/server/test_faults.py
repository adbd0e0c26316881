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
from tests.server.fakes import InlineBotPool, ServerFixture, order, run_with_server
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


def still(harness: RoomHarness) -> tuple[str, int, bytes]:
    """Everything that a refused command must leave as it was."""
    return state_to_json(harness.state), len(harness.written), harness.stored


def refusals(harness: RoomHarness, client: int) -> list[wire.Refused]:
    return [m for m in harness.inbox[client] if isinstance(m, wire.Refused)]


# In a game


def test_huge_and_odd_picks_are_refused_at_once() -> None:
    harness, clients = start(2, 3)
    rng = LehmerRng("picks")
    forms: list[str] = []
    while not forms:
        play_at_random(harness, clients, rng, 20)
        forms = [option for option in runtime.prompt(harness.state, 0).options if option.endswith("*")]
    before = still(harness)
    began = time.perf_counter()
    for option in forms:
        for picks in ([65535] * 80, list(range(80)), [0] * 80, [65535], [4095, 4096]):
            answer = harness.do(clients[0], option, picks)
            assert isinstance(answer, wire.Refused), (option, picks)
            assert answer.text
    assert time.perf_counter() - began < 5.0
    assert still(harness) == before
    for picks in ([1] * 81, [-1], [65536], ["a"], [1.5]):
        message = {"t": "do", "cmd": "c", "key": "pass", "picks": picks}
        with pytest.raises(Exception, match=r"Expected|Object"):
            wire.decoder.decode(wire.encoder.encode(message))


def test_foreign_and_stale_answers_are_refused() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    old = runtime.prompt(harness.state, 0)
    mine = [key for key in old.options if not key.endswith("*")]
    before = still(harness)
    for key in mine:
        # Somebody else answers the question that was not put to them
        if key not in runtime.prompt(harness.state, 1).options:
            answer = harness.ask(second, wire.Do, key=key, prompt=old.id)
            assert isinstance(answer, wire.Refused)
            assert answer.text
    assert still(harness) == before
    assert isinstance(harness.ask(first, wire.Do, key=mine[0], prompt=old.id), wire.Done)
    until_asked(harness, first, [second, third])
    before = still(harness)
    # The question is another one now, even if the answer would do
    assert harness.ask(first, wire.Do, key=mine[0], prompt=old.id).code == "stale"
    assert still(harness) == before


def test_of_two_devices_the_first_answers_and_the_other_is_late() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    other = harness.connect(0)
    prompt = runtime.prompt(harness.state, 0)
    key = next(key for key in prompt.options if not key.endswith("*"))
    # Each device counts its commands by itself
    harness.send(first, wire.Do(cmd="d1-1", key=key, prompt=prompt.id))
    deeds = len(harness.written)
    harness.send(other, wire.Do(cmd="d2-1", key=key, prompt=prompt.id))
    assert [refused.code for refused in refusals(harness, other)] == ["stale"]
    assert len(harness.written) == deeds
    assert harness.view_of(first).seq == harness.view_of(other).seq
    assert harness.view_of(first).game == harness.view_of(other).game


def test_a_kick_in_the_middle_of_a_question_leaves_it_to_a_bot() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, second, [first, third])
    harness.ask(first, wire.Kick, seat=1)
    assert harness.room_of(first).seats[1].kind == "bot"
    assert harness.view_of(second).question is None
    assert harness.view_of(second).game["hand"] == []
    assert harness.ask(second, wire.Do, key="pass").code == "watching"
    deeds = len(harness.written)
    harness.run(3.0)
    assert [deed for deed in harness.written[deeds:] if deed.kind == "answer" and deed.body.startswith(b"[1,")]


def test_a_kick_releases_a_held_window() -> None:
    harness, clients = start(3, 3)
    waiting = until_window(harness, clients)
    held = next(c for c in waiting if harness.room.clients[c].seat != harness.room.data.host)
    seat = harness.room.clients[held].seat
    harness.ask(held, wire.Hold)
    window = harness.room.reaction
    assert window is not None
    assert window.holder == seat
    harness.ask(clients[harness.room.data.host], wire.Kick, seat=seat)
    assert window.holder == -1
    harness.run(60.0)
    assert harness.room.reaction is not window


def finished() -> tuple[RoomHarness, list[int]]:
    data = new_data(2, 3, "blitz")
    data.secret = f"{9:064x}"
    data.options = {"winning_level": 3}
    harness, clients = start(2, data=data)
    play_at_random(harness, clients, LehmerRng("end"), 6000)
    assert harness.room.data.status == "over"
    return harness, clients


def test_after_the_end_nothing_of_the_game_can_be_done() -> None:
    harness, (first, second) = finished()
    before = still(harness)
    for kind, fields, code in (
        (wire.Do, {"key": "pass"}, "no_game"), (wire.Do, {"key": "kick"}, "no_game"), (wire.Undo, {}, "no_game"),
        (wire.Hold, {}, "hold.no_window"), (wire.Start, {}, "game_runs"), (wire.Ready, {"on": False}, "game_runs"),
        (wire.Character, {"name": "New", "sex": "male"}, "game_runs"), (wire.Seal, {"hash": "0" * 64}, "game_runs"),
        (wire.Reveal, {"salt": "1" * 22}, "seal.none"),
        (wire.Swap, {"seat": 0, "other": 1}, "game_runs"),
    ):  # fmt: skip
        assert harness.ask(first, kind, **fields).code == code  # type: ignore[arg-type]
    assert still(harness) == before
    assert isinstance(harness.ask(second, wire.Say, text="well played"), wire.Done)
    view = harness.view_of(first)
    assert (view.choices, view.question, view.window) == ([], None, None)
    harness.run(1000.0)
    harness.restart()
    assert harness.room.data.status == "over"
    assert harness.view_of(harness.connect(-1)).game["winners"] == harness.state.winners


def test_the_seat_of_the_dead_is_a_seat() -> None:
    """Somebody whose munchkin is dead watches, chats, comes and goes, and may do nothing that needs one alive."""
    # Backwards, for in the last of these somebody dies early
    for seed in reversed(range(20)):
        data = new_data(3, 3, "blitz")
        data.secret = f"{seed:064x}"
        harness, clients = start(3, data=data)
        rng = LehmerRng(f"dead{seed}")
        for _ in range(400):
            if harness.room.playing is None or [p for p in harness.state.seats if p.dead]:
                break
            play_at_random(harness, clients, rng, 1)
        dead = [p.index for p in harness.state.seats if p.dead]
        if dead and harness.room.playing is not None:
            break
    else:
        raise AssertionError("nobody died")
    client = clients[dead[0]]
    assert isinstance(harness.ask(client, wire.Say, text="I was so young"), wire.Done)
    if not runtime.prompted_seats(harness.state) >> dead[0] & 1:
        assert isinstance(harness.ask(client, wire.Hold), wire.Refused)
        assert isinstance(harness.do(client, "pass"), wire.Refused)
    harness.disconnect(client)
    harness.run(61.0)
    clients[dead[0]] = harness.connect(dead[0])
    assert not harness.room.data.seats[dead[0]].driven
    play_at_random(harness, clients, rng, 40)


def test_no_command_of_a_watcher_does_anything() -> None:
    harness, _ = start(2)
    watcher = harness.connect(-1)
    before = harness.room.room_bytes(), len(harness.written)
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
        assert harness.ask(watcher, kind, **samples.get(kind, {})).code == "watching"
    assert (harness.room.room_bytes(), len(harness.written)) == before


# Coming and going


def test_a_kicked_player_does_not_return_to_a_locked_table(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        data = order()
        data.seats[1] = SeatData()
        code, token = await server.admission.make_table(data, "Ann")
        host, box, running = await server.connect(code, token)
        guest_token, _ = await server.admission.sit_down(running, "Bob")
        move = await server.admission.move_code(running, guest_token)
        _, guest_box, _ = await server.connect(code, guest_token)
        await server.admission.command(running, host, wire.Lock(cmd="l", on=True))
        await server.admission.command(running, host, wire.Kick(cmd="k", seat=1))
        assert guest_box.last(wire.RoomInfo).you == -1
        for attempt, why in (
            (server.admission.sit_down(running, "Bob"), "table_full"),
            (server.admission.claim(running, move), "bad_code"),
            (server.admission.move_code(running, guest_token), "bad_token"),
            (server.connect(code, guest_token), "bad_token"),
        ):  # fmt: skip
            with pytest.raises(RequestRefused, match=why):
                await attempt
        assert box.last(wire.RoomInfo).seats[1].kind == "open"
        # Nor at the table that follows, nor once the game has begun
        await server.admission.command(running, host, wire.SetBot(cmd="b", seat=1, level="easy"))
        await server.admission.command(running, host, wire.Start(cmd="s"))
        with pytest.raises(RequestRefused, match="game_runs"):
            await server.admission.sit_down(running, "Bob")

    run_with_server(tmp_path, steps)


def test_a_rematch_creates_one_table_only(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        data = order()
        data.seats[1] = SeatData()
        code, token = await server.admission.make_table(data, "Ann")
        ann, box, running = await server.connect(code, token)
        bob_token, _ = await server.admission.sit_down(running, "Bob")
        bob, bob_box, _ = await server.connect(code, bob_token)
        await server.admission.command(running, ann, wire.Rematch(cmd="early"))
        assert box.last(wire.Refused).code == "not_over"
        running.room.data.status = "over"
        running.room.data.record = "a-record"
        # Both at once, again and again, while one of them leaves
        await asyncio.gather(
            *[server.admission.command(running, ann, wire.Rematch(cmd=f"a{i}")) for i in range(4)],
            *[server.admission.command(running, bob, wire.Rematch(cmd=f"b{i}")) for i in range(4)],
            server.admission.part(running, bob),
        )
        assert len(server.tables.running) == 2
        following = box.last(wire.RoomInfo).next_code
        for one in (token, bob_token):
            again, _, _ = await server.connect(following, one)
            assert again.seat == (0 if one == token else 1)
        assert bob_box.ended == ""

    run_with_server(tmp_path, steps)


# The store


def test_a_full_disk_is_a_clear_error_and_nothing_is_shown(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Ann")
        host, box, running = await server.connect(code, token)
        fill(server.store)

        async def talk() -> None:
            for n in range(60):
                await server.admission.command(running, host, wire.Say(cmd=f"s{n}", text="is anybody there? " * 11))

        with pytest.raises(StoreFault, match="full"):
            await talk()
        # The last one was heard by nobody, and is not remembered
        said = len([m for m in box.messages if isinstance(m, wire.Chat)])
        assert said < 60
        assert said == len([m for m in box.messages if isinstance(m, wire.Done)])
        assert box.ended == "for now"
        # That is no fault of the table's, which goes on as soon as it can be written
        assert not server.tables.faults
        empty(server.store)
        host, box, running = await server.connect(code, token)
        assert len([m for m in box.messages if isinstance(m, wire.Chat)]) == said
        await server.admission.command(running, host, wire.Say(cmd=f"s{said}", text="once more"))
        assert box.last(wire.Chat).text == "once more"

    run_with_server(tmp_path, steps)


def test_a_full_disk_over_http(tmp_path: Path) -> None:
    harness = RealHouse(SqliteStore(tmp_path / "web.db"), WallClock(), InlineBotPool())
    app = ServerApp(harness, HOSTS, Limits(makings=(1e9, 1e9)), "", InlineBotPool()).app()
    with TestClient(app, raise_server_exceptions=False) as web:
        made = make(web, bots=None)
        fill(harness.store)
        answers = [web.post("/api/tables", json=ORDER) for _ in range(40)]
        assert {answer.status_code for answer in answers} <= {201, 503}
        assert answers[-1].status_code == 503
        assert answers[-1].json()["code"] == "not_stored"
        known = len(harness.running)
        assert known == 1 + len([answer for answer in answers if answer.status_code == 201])
        empty(harness.store)
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
