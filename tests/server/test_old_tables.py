"""Tables that earlier versions left with snapshots: they wake, say what has become of their game, and go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fixtures.kept import LATER, game_in, is_told, name_of, words_of
from tests.server.fakes import ServerFixture, run_with_server, safe_answer
from tests.server.harness import token_of
from tests.server.test_versions import RUNNING, code_of, old_tables

from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.codec import state_to_json
from kickdoor.replay import Record, replay
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.match import Match


@pytest.mark.parametrize("table", [*RUNNING, "ended-mix"])
@pytest.mark.parametrize("folder", LATER, ids=name_of)
def test_a_game_of_an_earlier_version_loads_and_continues(tmp_path: Path, folder: Path, table: str) -> None:
    code = code_of(old_tables(tmp_path / "tables.db", folder=folder), table)
    plain = game_in(folder / f"{table}.json")

    async def steps(server: ServerFixture) -> None:
        one, box, running = await server.connect(code, token_of(0))
        two, _, _ = await server.connect(code, token_of(1))
        room, note = running.room, box.last(wire.RoomInfo).note
        woken = room.match.seq
        check_woken(room.match, note, plain)
        assert table == "begun-deluxe" or room.match.given_again < len(plain.answers)
        assert (room.data.rules, room.data.catalog) == (VERSION, room.match.rules.digest)
        assert [text for _, _, text in room.chat] == ["Good luck!"]
        for _ in range(30):
            await safe_answer(server, running, one)
            await safe_answer(server, running, two)
            await server.clock.go(2.0, 1.0)
        assert room.match.seq > woken
        record = await server.record_of(room)
        assert record.rules == VERSION
        assert (record.begun is not None) == bool(note)
        if record.begun is not None:
            assert (record.begun.answers, record.begun.rules) == (woken, plain.rules)
        replay(record)
        state = state_to_json(room.match.state)
        await server.crash()
        _, box, running = await server.connect(code, token_of(1))
        assert state_to_json(running.room.match.state) == state
        assert box.last(wire.RoomInfo).note == note

    run_with_server(tmp_path, steps)


def check_woken(match: Match, note: str, plain: Record) -> None:
    """See that a game stands where it was left, or that it is said how many answers were undone and why."""
    words, undone = words_of(plain), len(plain.answers) - match.seq
    assert note.startswith(f"This game was {words}. ") if words else not note
    if undone:
        assert f"{undone} answer{'s were' if undone > 1 else ' was'} undone".removeprefix("1 ") in note
        assert is_told(note, words)
    elif not words:
        assert state_to_json(match.state) == replay(plain).save()


def check_stuck(why: RequestRefused, plain: Record) -> None:
    """See that whoever comes to a finished game that comes out otherwise is told so."""
    assert why.code == "other_rules"
    assert is_told(why.text, words_of(plain))


@pytest.mark.parametrize("folder", LATER, ids=name_of)
def test_a_finished_game_of_an_earlier_version_is_shown_or_refused(tmp_path: Path, folder: Path) -> None:
    code = code_of(old_tables(tmp_path / "tables.db", folder=folder), "over-deluxe")
    plain = game_in(folder / "over-deluxe.json")

    async def steps(server: ServerFixture) -> None:
        try:
            _, box, running = await server.connect(code, token_of(0))
        except RequestRefused as e:
            check_stuck(e, plain)
            return
        shown = box.last(wire.RoomInfo)
        assert (shown.status, shown.record) == ("over", "kept-deluxe")
        assert running.room.match.state.winners == plain.result.winners

    run_with_server(tmp_path, steps)


@pytest.mark.parametrize("folder", LATER, ids=name_of)
def test_a_table_that_waits_begins_under_these_rules(tmp_path: Path, folder: Path) -> None:
    code = code_of(old_tables(tmp_path / "tables.db", folder=folder), "waiting-star")

    async def steps(server: ServerFixture) -> None:
        client, box, running = await server.connect(code, token_of(0))
        await server.admission.command(running, client, wire.Start(cmd="s"))
        assert (running.room.data.rules, running.room.data.switch) == (VERSION, None)
        assert running.room.data.dealt == running.room.match.recorder.dealt
        assert box.last(wire.RoomInfo).note == ""

    run_with_server(tmp_path, steps)
