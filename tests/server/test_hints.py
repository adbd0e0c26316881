"""Hints at the table: for who plays with bots alone, one at a time, by what their seat sees; the record tells."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.fakes import InlineBotPool, ServerFixture, quiet, run_with_server, safe_answer
from tests.server.harness import RoomHarness, new_data, play_at_random, start
from tests.server.test_room_manager import seat_down

from kickdoor.cli import main
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import parse
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.bot_workers import hint_job
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import read_record, table_record
from kickdoor.server.room.room_data import read_room
from kickdoor.server.websocket.client_session import LocalSession
from kickdoor.view.determinization import Determinizer
from kickdoor.view.observe import observe


class Slow(InlineBotPool):
    """Gives hints when it is let, and notes what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.errands: list[hint_job.HintErrand] = []
        self.ready = asyncio.Event()
        self.fails = False

    async def run(self, table: str, work: Callable[..., Any], *arguments: Any) -> Any:
        if work is not hint_job.advise:
            return work(*arguments)
        self.errands.append(arguments[0])
        await self.ready.wait()
        if self.fails:
            raise RuntimeError("the worker has broken down")
        return "done", "Done: 62% chance to win, instead of 55% with “Kick”."


def test_a_hint_uses_the_view_and_is_recorded(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        server.thinkers = slow = Slow()
        server.tables.thinkers = slow
        code, token = await seat_down(server, options={"winning_level": 3})
        client, box, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.AskHint(cmd="early"))
        assert box.last(wire.Refused).code == "no_game"
        await server.admission.command(running, client, wire.Start(cmd="s"))
        await server.clock.go(5.0)
        room = running.room
        await server.admission.command(running, client, wire.AskHint(cmd="a"))
        assert box.last(wire.Done).cmd == "a"
        await quiet()
        # The worker is told what the seat may know, and nothing else of the game
        assert json.loads(slow.errands[0].seen) == json.loads(json.dumps(observe(room.match.state, 0)))
        await server.admission.command(running, client, wire.AskHint(cmd="b"))
        assert box.last(wire.Refused).code == "hint.coming"
        slow.ready.set()
        await quiet()
        assert box.last(wire.Hint).text == "Done: 62% chance to win, instead of 55% with “Kick”."
        assert room.data.seats[0].hints == [room.match.seq]
        assert read_room(room.room_bytes()).seats[0].hints == [room.match.seq]
        # It may be asked for again
        await server.admission.command(running, client, wire.AskHint(cmd="c"))
        await quiet()
        assert len(slow.errands) == 2
        await server.crash()
        _, _, running = await server.connect(code, token)
        assert len(running.room.data.seats[0].hints) == 2

    run_with_server(tmp_path, steps)


@pytest.mark.parametrize("fails", [True, False])
def test_a_failed_or_late_hint_is_reported(tmp_path: Path, fails: bool) -> None:
    async def steps(server: ServerFixture) -> None:
        server.tables.thinkers = slow = Slow()
        code, token = await seat_down(server)
        client, box, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        await server.clock.go(5.0)
        await server.admission.command(running, client, wire.AskHint(cmd="a"))
        await quiet()
        slow.fails = fails
        if not fails:
            asked = runtime.prompt(running.room.match.state, 0).purpose
            while runtime.prompt(running.room.match.state, 0).purpose == asked:
                await safe_answer(server, running, client)
                await server.clock.go(1.0)
        slow.ready.set()
        await quiet()
        assert box.last(wire.Hint) == wire.Hint(key="", text="")
        assert running.room.hints == {}

    run_with_server(tmp_path, steps)


def ask(harness: RoomHarness, client: int) -> str:
    """Ask for a hint; gives why it is refused, or nothing."""
    said = harness.ask(client, wire.AskHint)
    return said.code if isinstance(said, wire.Refused) else ""


def test_hints_are_refused_if_people_play_together() -> None:
    harness, clients = start(2)
    assert ask(harness, clients[0]) == "hint.company"
    assert harness.room.hints == {}
    # Nor because a bot plays on for the other for a while
    harness.room.data.seats[1].driven = True
    assert ask(harness, clients[0]) == "hint.company"
    assert [seat.hints for seat in harness.room.data.seats] == [[], [], [], []]
    alone, (one,) = start(1)
    assert ask(alone, one) == ""


def test_a_real_hint_is_an_option_of_the_seat_whatever_others_hold() -> None:
    harness, _ = start(1)
    s = harness.state
    other = Determinizer(s, 0).deal(LehmerRng("elsewhere"))

    def told(state: Any) -> tuple[str, str]:
        prompt = runtime.prompt(state, 0)
        question = [prompt.id, prompt.purpose, prompt.codes, prompt.blocking]
        seen = json.dumps(observe(state, 0))
        return hint_job.advise(hint_job.HintErrand(harness.room.data.sets, [], seen, question, ["A", "B", "C", "D"]))

    key, text = told(s)
    assert key == "" or parse(key) in runtime.legal_options(s, 0)
    assert text.endswith(".")
    assert told(other) == (key, text)


def test_records_tell_of_hints_and_are_as_before_without_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = new_data(1, 3)
    data.options = {"winning_level": 2}
    harness, clients = start(1, data=data)
    play_at_random(harness, clients, LehmerRng("0"), 6000)
    without = table_record(harness.room.data, harness.record())
    assert b"hints" not in without
    assert not read_record(without).hints
    harness.room.data.seats[0].hints = [3, 7]
    body = table_record(harness.room.data, harness.record())
    assert read_record(body).hints == [[3, 7], [], []]
    (tmp_path / "game.json").write_bytes(body)
    assert main(["replay", str(tmp_path / "game.json")]) == 0
    assert "hints      P0 2" in capsys.readouterr().out
    odd = msgspec.json.decode(body) | {"hints": [[1]]}
    with pytest.raises(Exception, match="do not fit 3 seats"):
        read_record(json.dumps(odd).encode())


def test_hints_are_not_asked_for_without_end(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await seat_down(server)
        client, _, running = await server.connect(code, token)
        visit = LocalSession(server.admission, Limits(hints=(2, 1 / 10)), running, client)
        asked = [visit.is_too_fast(wire.AskHint(cmd=f"a{i}")) for i in range(3)]
        assert asked == [False, False, True]
        await server.clock.go(10.5)
        assert not visit.is_too_fast(wire.AskHint(cmd="later"))

    run_with_server(tmp_path, steps)
