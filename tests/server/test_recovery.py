"""Waking a table costs the same however long its game is, holds nobody up, and happens once."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.server.fakes import ServerFixture, order, quiet, run_with_server, safe_answer
from tests.server.harness import RoomHarness, new_data, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import key
from kickdoor.engine.state.codec import state_to_json
from kickdoor.replay import replay
from kickdoor.server.live.retention import ROOM_RETENTION_S
from kickdoor.server.live.room_actor import RoomActor
from kickdoor.server.live.room_manager import ROOM_IDLE_S, SWEEP_INTERVAL_S
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import read_record
from kickdoor.server.room.match import MAX_LOG_LINES
from kickdoor.server.room.room import Room
from kickdoor.server.storage.interface import to_wake_from
from kickdoor.server.storage.journal import ANSWER
from kickdoor.server.storage.snapshots import SNAPSHOT_INTERVAL

DAY = 24 * 3600.0
LONG = 3 * MAX_LOG_LINES
"""Answers that leave more lines than a table remembers."""


def long_game(answers: int) -> RoomHarness:
    """Play a game in which everybody always does the safe thing, which leads nowhere."""
    data = new_data(2, 3, "none")
    data.options = {"winning_level": 100}
    harness, _ = start(2, data=data)
    play_safe(harness, answers)
    return harness


def play_safe(harness: RoomHarness, answers: int) -> None:
    for _ in range(answers):
        mask = runtime.prompted_seats(harness.state)
        seat = (mask & -mask).bit_length() - 1
        answer = runtime.default_answer(harness.state, seat)
        harness.room.answer(answer, key(answer.code))
        harness.flush()


def lines_of(harness: RoomHarness, client: int) -> list[wire.Line]:
    """List all lines of the log that a client was sent."""
    return [line for view in harness.inbox[client] if isinstance(view, wire.View) for line in view.lines]


# The cost


@pytest.mark.parametrize("answers", [200, 1000, pytest.param(3000, marks=pytest.mark.slow)])
def test_waking_takes_as_many_answers_after_a_long_game_as_after_a_short_one(answers: int) -> None:
    harness = long_game(answers)
    state = state_to_json(harness.state)
    since = to_wake_from(list(harness.snapshots.values()))[-1].seq
    read = len([deed for deed in harness.written if deed.seq >= since])
    harness.restart()
    assert state_to_json(harness.state) == state
    assert harness.match.seq == answers
    assert harness.match.given_again <= 2 * SNAPSHOT_INTERVAL
    assert read <= 4 * SNAPSHOT_INTERVAL
    harness.end()
    assert state_to_json(harness.state) == state
    assert harness.match.given_again <= 1


def test_memory_and_the_first_view_are_bounded() -> None:
    harness = long_game(LONG)
    assert harness.match.told > 2 * MAX_LOG_LINES
    assert len(harness.match.events) == MAX_LOG_LINES
    assert len(harness.match.recorder.answers) <= MAX_LOG_LINES + 1
    lines = lines_of(harness, harness.connect(0))
    assert [line.n for line in lines] == list(range(harness.match.told - MAX_LOG_LINES + 1, harness.match.told + 1))
    harness.restart()
    again = lines_of(harness, harness.connect(0))
    assert [(line.n, line.text) for line in again] == [(line.n, line.text) for line in lines]
    # Whoever was away for a while is told what is new, and no more
    assert [line.n for line in lines_of(harness, harness.connect(0, harness.match.told - 3))] == [
        harness.match.told - 2, harness.match.told - 1, harness.match.told,
    ]  # fmt: skip
    # The record has it all
    record = harness.record()
    assert len(record.answers) == LONG
    replay(record)


def test_talk_in_the_waiting_room_is_bounded_too() -> None:
    harness = RoomHarness(new_data(2, 3, "none"))
    client = harness.connect(0)
    for n in range(5 * SNAPSHOT_INTERVAL):
        harness.ask(client, wire.Say, text=f"line {n}")
    (snapshot,) = harness.snapshots.values()
    assert len(harness.written) - snapshot.seq < 2 * SNAPSHOT_INTERVAL
    said = harness.room.chat
    harness.restart()
    assert harness.room.chat == said
    assert harness.room.next_seq == 5 * SNAPSHOT_INTERVAL
    harness.connect(1)
    assert isinstance(harness.ask(harness.connect(0), wire.Start), wire.Done)
    state = state_to_json(harness.state)
    harness.restart()
    assert state_to_json(harness.state) == state
    assert harness.room.chat == said


# In the server


async def seated(server: ServerFixture) -> tuple[str, str, Any, RoomActor]:
    """Start a game and plays a while."""
    code, token = await server.admission.make_table(order(3), "Ann", "")
    client, _, running = await server.connect(code, token)
    await server.admission.command(running, client, wire.Start(cmd="s"))
    for _ in range(20):
        await safe_answer(server, running, client)
        await server.clock.go(1.0, 1.0)
    return code, token, client, running


def test_a_table_is_loaded_once_for_all_waiting_clients(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token, _, running = await seated(server)
        state = state_to_json(running.room.match.state)
        await server.crash()
        go, begun, threads = threading.Event(), asyncio.Event(), []
        loop, revive = asyncio.get_running_loop(), server.tables.revive

        def slowly(found: Any, rooms: list[Room]) -> None:
            threads.append(threading.current_thread())
            loop.call_soon_threadsafe(begun.set)
            assert go.wait(60)
            revive(found, rooms)

        monkeypatch.setattr(server.tables, "revive", slowly)
        comers = [asyncio.create_task(server.connect(code, who)) for who in (token, None, token)]
        await begun.wait()
        # Meanwhile others play on
        other, _ = await server.admission.make_table(order(3), "Bea", "")
        assert (await server.tables.find(other)) is not None
        assert not [task for task in comers if task.done()]
        go.set()
        joined = await asyncio.gather(*comers)
        assert len({id(found[2]) for found in joined}) == 1
        assert len(threads) == 1
        assert threads[0] is not threading.main_thread()
        assert state_to_json(joined[0][2].room.match.state) == state
        assert server.tables.waking == {}

    run_with_server(tmp_path, steps)


def test_a_clean_end_leaves_nothing_to_be_given_again(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token, _, running = await seated(server)
        state = state_to_json(running.room.match.state)
        assert running.room.match.seq > 5
        await server.end()
        _, _, running = await server.connect(code, token)
        assert state_to_json(running.room.match.state) == state
        assert running.room.match.given_again <= 1

    run_with_server(tmp_path, steps)


def test_a_table_that_leaves_the_memory_leaves_a_snapshot(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token, client, running = await seated(server)
        await server.tables.open_up()
        await server.admission.part(running, client)
        state = state_to_json(running.room.match.state)
        await server.clock.go(ROOM_IDLE_S + 2 * SWEEP_INTERVAL_S, SWEEP_INTERVAL_S)
        assert server.tables.running == {}
        loaded = await server.store.load(running.room.data.id)
        assert loaded is not None
        assert len([deed for deed in loaded.deeds if deed.kind == ANSWER and deed.seq >= loaded.snapshots[0].seq]) <= 1
        _, _, again = await server.connect(code, token)
        assert state_to_json(again.room.match.state) == state

    run_with_server(tmp_path, steps)


def test_the_record_of_a_reloaded_game_is_complete(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        data = order(3)
        data.options = {"winning_level": 2}
        code, token = await server.admission.make_table(data, "Ann", "")
        client, _, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        for n in range(400):
            if running.room.playing is None:
                break
            if n % 15 == 7:
                await (server.end() if n % 2 else server.crash())
                client, _, running = await server.connect(code, token)
            await safe_answer(server, running, client)
            await server.clock.go(2.0, 1.0)
        assert running.room.data.status == "over"
        body = await server.store.record(running.room.data.record)
        assert body is not None
        record = read_record(body)
        assert len(record.game.answers) == running.room.match.seq
        replay(record.game)

    run_with_server(tmp_path, steps)


# A broken snapshot or room is an accident of its table alone


def test_an_unrecoverable_table_is_reported_and_others_continue(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token, _, running = await seated(server)
        table = running.room.data.id
        other, _ = await server.admission.make_table(order(3), "Bea", "")
        await server.crash()
        await server.store.ask(lambda db: db.execute("UPDATE snapshots SET body=?", (b'{"format":7}',)))
        for _ in range(2):
            with pytest.raises(Exception, match="other_rules") as caught:
                await server.connect(code, token)
            assert "was written by a newer kickdoor (format 7; this one knows 1)" in caught.value.text
        assert (await server.tables.find(other)) is not None
        names = await server.store.ask(lambda db: db.execute("SELECT id FROM records").fetchall())
        assert [name[0][0] for name in names] == ["s"]
        await server.store.ask(lambda db: db.execute("UPDATE tables SET room=? WHERE id=?", (b'{"format":7}', table)))
        await server.crash()
        with pytest.raises(Exception, match="table_broken") as caught:
            await server.connect(code, token)
        assert "the table was written by a newer kickdoor" in caught.value.text

    run_with_server(tmp_path, steps)


# Time


def test_tables_do_not_age_while_the_server_is_down(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(3), "Ann", "")
        await server.tables.open_up()
        await server.clock.go(ROOM_RETENTION_S / 2, ROOM_RETENTION_S / 20)
        for downtime in (100 * DAY, 0.3 * DAY):
            await server.crash()
            server.clock.time += downtime
            await server.tables.open_up()
            assert await server.store.find(code) is not None
        await server.clock.go(ROOM_RETENTION_S / 3, ROOM_RETENTION_S / 20)
        assert await server.store.find(code) is not None
        # The day has been open for a day now
        await server.clock.go(ROOM_RETENTION_S / 3, ROOM_RETENTION_S / 20)
        await quiet()
        assert await server.store.find(code) is None

    run_with_server(tmp_path, steps)


def test_tables_of_0_1_have_their_day_after_an_upgrade(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(3), "Ann", "")
        await server.store.ask(lambda db: db.execute("DELETE FROM server_meta"))
        await server.crash()
        server.clock.time += 3 * DAY
        await server.store.ask(lambda db: db.execute("DELETE FROM server_meta"))
        await server.tables.open_up()
        assert await server.store.find(code) is not None

    run_with_server(tmp_path, steps)
