"""Tests of the room manager: it saves before it broadcasts, survives errors, and deletes old rooms."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
from tests.server.fakes import ServerFixture, order, quiet, run_with_server, safe_answer

from kickdoor.engine.state.codec import state_to_json
from kickdoor.server.live import room_manager
from kickdoor.server.live.retention import ROOM_RETENTION_S
from kickdoor.server.live.room_manager import MAX_FAULTS_PER_ROOM, ROOM_IDLE_S
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.room import Client, Room
from kickdoor.server.room.room_data import MAX_JOIN_REQUESTS, SeatData


async def seat_down(server: ServerFixture, **fields: Any) -> tuple[str, str]:
    data = order()
    for name, value in fields.items():
        setattr(data, name, value)
    return await server.admission.make_table(data, "Ann")


def test_a_table_plays_to_its_end_and_leaves_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count(1)
    monkeypatch.setattr(
        "kickdoor.server.live.room_manager.secrets.token_hex", lambda size: f"{next(numbers):0{2 * size}x}"
    )

    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server, options={"winning_level": 3})
        client, box, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        for _ in range(3000):
            if running.room.playing is None:
                break
            await safe_answer(server, running, client)
            await server.clock.go(1.0, 1.0)
        shown = box.last(wire.RoomInfo)
        assert shown.status == "over"
        record = await server.store.record(shown.record)
        assert record is not None
        assert running.room.data.secret.encode() in record
        watcher, seen, _ = await server.connect(code, None)
        assert seen.last(wire.View).game["winners"]
        # Once more, with the same seats and tokens, and a new promise
        await server.admission.command(running, watcher, wire.Rematch(cmd="w"))
        assert seen.last(wire.Refused).code == "not_over"
        await asyncio.gather(*[server.admission.command(running, client, wire.Rematch(cmd=f"r{i}")) for i in range(3)])
        following = seen.last(wire.RoomInfo).next_code
        again, new_box, next_running = await server.connect(following, token)
        assert again.seat == 0
        assert new_box.last(wire.RoomInfo).commitment != shown.commitment
        assert next_running.room.data.seats[0].salt == ""
        assert len(server.tables.running) == 2

    run_with_server(tmp_path, steps)


def test_a_table_advances_once_for_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Ann")
        client, _, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="start"))
        await quiet()
        rounds: list[float] = []
        monkeypatch.setattr(room_manager, "advance", lambda room, wall: rounds.append(wall))
        await server.admission.command(running, client, wire.SetAutoPass(cmd="watch", mode="ask"))
        assert len(rounds) == 1

    run_with_server(tmp_path, steps)


def test_a_crash_brings_the_table_back(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)
        client, _, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        for _ in range(60):
            await safe_answer(server, running, client)
            await server.clock.go(1.0, 1.0)
        state = state_to_json(running.room.match.state)
        clock = running.room.data.clock
        await server.crash()
        await server.clock.go(3600.0, 3600.0)
        _, box, running = await server.connect(code, token)
        assert state_to_json(running.room.match.state) == state
        assert running.room.data.clock <= clock
        assert box.last(wire.View).game["seat"] == 0
        with pytest.raises(RequestRefused):
            await server.connect(code, "a-token-nobody-ever-had")

    run_with_server(tmp_path, steps)


def test_unsaved_changes_are_not_broadcast(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)
        client, box, running = await server.connect(code, token)
        before = len(box.messages)
        server.store.db.execute("PRAGMA query_only=ON")
        with pytest.raises(Exception, match="readonly"):
            await server.admission.command(running, client, wire.Start(cmd="s"))
        assert len(box.messages) == before
        assert box.ended == "for now"
        server.store.db.execute("PRAGMA query_only=OFF")
        # It is woken from what was written: the game has not begun
        client, box, running = await server.connect(code, token)
        assert box.last(wire.RoomInfo).status == "waiting"
        await server.admission.command(running, client, wire.Start(cmd="s"))
        assert box.last(wire.RoomInfo).status == "playing"

    run_with_server(tmp_path, steps)


def test_a_fault_does_not_spin_and_a_broken_table_is_left_alone(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)

        def fail(room: Room) -> None:
            raise ZeroDivisionError

        for _ in range(MAX_FAULTS_PER_ROOM):
            _, box, running = await server.connect(code, token)
            with pytest.raises(ZeroDivisionError):
                await server.tables.do(running, fail)
            assert box.ended == "for now"
        with pytest.raises(RequestRefused, match="table_broken"):
            await server.connect(code, token)

    run_with_server(tmp_path, steps)


def test_bots_whose_worker_breaks_down_do_the_safe_thing(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)
        client, box, running = await server.connect(code, token)
        server.thinkers.faults = 10_000
        await server.admission.command(running, client, wire.Start(cmd="s"))
        for _ in range(40):
            await safe_answer(server, running, client)
            await server.clock.go(1.5, 1.5)
        assert box.last(wire.View).game["turns"] >= 1

    run_with_server(tmp_path, steps)


def test_a_seat_moves_to_another_device_once(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)
        _, box, running = await server.connect(code, token)
        with pytest.raises(RequestRefused, match="bad_token"):
            await server.admission.move_code(running, "a-token-nobody-ever-had")
        move = await server.admission.move_code(running, token)
        await server.crash()
        running = await server.tables.find(code)
        assert running is not None
        _, box, _ = await server.connect(code, token)
        new = await server.admission.claim(running, move)
        await quiet()
        assert box.ended == "for good"
        with pytest.raises(RequestRefused, match="bad_token"):
            await server.connect(code, token)
        client, _, _ = await server.connect(code, new)
        assert client.seat == 0
        with pytest.raises(RequestRefused, match="bad_code"):
            await server.admission.claim(running, move)
        late = await server.admission.move_code(running, new)
        await server.clock.go(61.0, 61.0)
        with pytest.raises(RequestRefused, match="bad_code"):
            await server.admission.claim(running, late)

    run_with_server(tmp_path, steps)


def test_seating_join_requests_and_locked_tables(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server, approve=True)
        running = await server.tables.find(code)
        assert running is not None
        running.room.data.seats[2] = SeatData()
        host, box, _ = await server.connect(code, token)
        guest_token, knocking = await server.admission.sit_down(running, "  Ann ")
        assert knocking
        guest, guest_box, _ = await server.connect(code, guest_token)
        assert (guest.seat, guest_box.last(wire.RoomInfo).knocking) == (-1, True)
        assert not [m for m in guest_box.messages if isinstance(m, wire.View | wire.Chat)]
        knock = box.last(wire.RoomInfo).knocks[0]
        assert knock.name == "Ann 2"
        await server.admission.command(running, host, wire.Admit(cmd="a", knock=knock.id, yes=True))
        assert guest_box.last(wire.RoomInfo).you == 2
        running.room.data.seats[3] = SeatData()
        await server.admission.command(running, host, wire.Lock(cmd="l", on=True))
        with pytest.raises(RequestRefused, match="table_full"):
            await server.admission.sit_down(running, "Late")

    run_with_server(tmp_path, steps)


def test_abandoned_join_requests_are_removed(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, _ = await seat_down(server, approve=True)
        running = await server.tables.find(code)
        assert running is not None
        running.room.data.seats[2] = SeatData()
        tokens = [(await server.admission.sit_down(running, f"N{i}", f"n{i}"))[0] for i in range(MAX_JOIN_REQUESTS)]
        await server.connect(code, tokens[3])
        late, _ = await server.admission.sit_down(running, "Late", "late")
        assert [knock.name for knock in running.room.data.knocks] == ["N3", "Late"]
        for token in [late] + [
            (await server.admission.sit_down(running, f"M{i}", f"m{i}"))[0] for i in range(MAX_JOIN_REQUESTS - 2)
        ]:
            await server.connect(code, token)
        with pytest.raises(RequestRefused, match="table_full"):
            await server.admission.sit_down(running, "Later")

    run_with_server(tmp_path, steps)


def test_watchers_are_limited_and_may_be_shut_out(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)
        for _ in range(20):
            await server.connect(code, None)
        with pytest.raises(RequestRefused, match="too_many_watchers"):
            await server.connect(code, None)
        code, token = await seat_down(server, watchers=False)
        with pytest.raises(RequestRefused, match="no_watchers"):
            await server.connect(code, None)
        boxes = [(await server.connect(code, token))[1] for _ in range(5)]
        assert [box.ended for box in boxes] == ["for now", "", "", "", ""]

    run_with_server(tmp_path, steps)


def test_idle_tables_leave_the_memory_and_old_ones_the_disk(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        await server.tables.open_up()
        code, token = await seat_down(server)
        busy, busy_token = await seat_down(server)
        client, _, running = await server.connect(code, token)
        await server.connect(busy, busy_token)
        await server.admission.part(running, client)
        await server.clock.go(ROOM_IDLE_S + 200, 30.0)
        assert running.closed
        assert set(server.tables.codes) == {busy}
        await server.connect(code, token)
        await server.admission.part(server.tables.running[server.tables.codes[code]], client)
        for running in list(server.tables.running.values()):
            if running.room.data.code == code:
                running.room.clients.clear()
        await server.clock.go(ROOM_RETENTION_S + 2 * ROOM_IDLE_S, 1000.0)
        assert await server.tables.find(code) is None
        assert await server.tables.find(busy) is not None

    run_with_server(tmp_path, steps)


def test_a_lost_table_is_loaded_again(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)
        running = await server.tables.find(code)
        assert running is not None
        server.tables.drop(running)
        await server.admission.part(running, Client(1, 0))
        client, _, fresh = await server.connect(code, token)
        assert fresh is not running
        assert client.seat == 0

    run_with_server(tmp_path, steps)
