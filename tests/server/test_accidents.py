"""A fault in what only explains, tries out or shows something is told to whoever asked, and the table goes on."""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.test_wild_picks import open_forms, wild_picks
from tests.layers import few
from tests.server.fakes import ServerFixture, order, quiet, run_with_server, safe_answer
from tests.server.harness import RoomHarness, new_data, play_at_random, start

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Verdict, key
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.replay.recorder import Recorder
from kickdoor.server.live import bot_dispatch
from kickdoor.server.live.room_actor import RoomActor, RoomUnloaded
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room import broadcast, commands, hint_requests
from kickdoor.server.room.match import Match
from kickdoor.server.room.room_data import RoomData, SeatData
from kickdoor.sim.footprint import is_compiled

ODD = 77
"""The number of a question that is never asked."""


interpreted = pytest.mark.skipif(is_compiled(), reason="what is replaced here cannot be replaced in a compiled engine")


def accident(*what: Any, **more: Any) -> Any:
    raise IndexError("a fault of the server")


class Evening:
    """A table of two people and two bots, with a game under way."""

    def __init__(self, server: ServerFixture) -> None:
        self.server = server

    async def begin(self) -> None:
        data = order(speed="none")
        data.seats[1] = SeatData()
        code, token = await self.server.admission.make_table(data, "Ann")
        self.tokens = [token, (await self.server.admission.sit_down(self.server.tables.running[data.id], "Bob"))[0]]
        self.code = code
        await self.come()
        await self.server.admission.command(self.running, self.ann, wire.Ready(cmd="r", on=True))
        await self.server.admission.command(self.running, self.bob, wire.Ready(cmd="r", on=True))
        await self.server.admission.command(self.running, self.ann, wire.Start(cmd="s"))
        await self.go_on()

    async def come(self) -> None:
        self.ann, self.anns, self.running = await self.server.connect(self.code, self.tokens[0])
        self.bob, self.bobs, self.running = await self.server.connect(self.code, self.tokens[1])

    async def go_on(self, times: int = 12) -> None:
        """Have the game go on for a while."""
        running: RoomActor = self.running
        before = self.match.seq
        for _ in range(times):
            for client in (self.ann, self.bob):
                await safe_answer(self.server, running, client)
            await self.server.clock.go(3.0, 1.5)
        assert self.match.seq > before

    async def until_ann_is_asked(self) -> None:
        """Have the game go on until Ann has a question, without answering it."""
        for _ in range(200):
            if runtime.prompt(self.match.state, 0).codes:
                return
            await safe_answer(self.server, self.running, self.bob)
            await self.server.clock.go(3.0, 1.5)
        raise AssertionError("Ann is never asked")

    @property
    def match(self) -> Match:
        match = self.running.room.match
        assert match is not None
        return match

    async def say(self, message: Any) -> wire.Refused:
        """Have Ann say something that fails: it is refused, and nobody else notices."""
        before = state_to_json(self.match.state), self.running.room.next_seq
        heard = len(self.bobs.messages)
        await self.server.admission.command(self.running, self.ann, message)
        refused = self.anns.messages[-1]
        assert isinstance(refused, wire.Refused)
        assert refused.cmd == message.cmd
        assert (state_to_json(self.match.state), self.running.room.next_seq) == before
        assert len(self.bobs.messages) == heard
        self.check_open()
        return refused

    def check_open(self) -> None:
        assert not self.running.closed
        assert not self.server.tables.faults
        assert (self.anns.ended, self.bobs.ended) == ("", "")


@interpreted
def test_a_fault_while_something_is_explained_or_tried_out_is_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def steps(server: ServerFixture) -> None:
        evening = Evening(server)
        await evening.begin()
        real = Match.check
        with monkeypatch.context() as broken:
            broken.setattr(Match, "check", lambda self, a: accident() if a.prompt == ODD else real(self, a))
            broken.setattr(hint_requests, "observe", accident)
            broken.setattr(RoomData, "humans", [0])  # hints are for those who play with bots alone
            for kind in (wire.Preview, wire.GetUnavailable, wire.GetLog):
                broken.setitem(commands.QUESTIONS, kind, accident)
            for n in range(7):
                await evening.until_ann_is_asked()
                for message in (
                    wire.Do(cmd=f"d{n}", key="kick", prompt=ODD), wire.Preview(cmd=f"p{n}", key="kick"),
                    wire.GetUnavailable(cmd=f"r{n}"), wire.GetLog(cmd=f"l{n}", before=3), wire.AskHint(cmd=f"h{n}"),
                ):  # fmt: skip
                    assert (await evening.say(message)).code == "server", message
                await server.clock.go(30.0, 30.0)
        await evening.go_on()

    with caplog.at_level(logging.ERROR, "kickdoor.server"):
        run_with_server(tmp_path, steps)
    told = [record for record in caplog.records if record.exc_info is not None]
    assert len(told) >= 35
    assert all("a fault of the server" in str(record.exc_info[1]) for record in told if record.exc_info)


@interpreted
def test_an_error_in_a_view_is_reported_to_that_seat_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: ServerFixture) -> None:
        evening = Evening(server)
        await evening.begin()
        real = broadcast.view

        def view(room: Any, match: Any, client: Any, shown: Any) -> Any:
            return accident() if client.seat == 1 else real(room, match, client, shown)

        with monkeypatch.context() as broken:
            broken.setattr(broadcast, "view", view)
            lines = [view.lines for view in evening.bobs.messages if isinstance(view, wire.View)]
            heard = len(evening.anns.messages)
            await evening.go_on()
            assert [m for m in evening.anns.messages[heard:] if isinstance(m, wire.View)]
            assert isinstance(evening.bobs.messages[-1], wire.Refused)
            assert evening.bobs.messages[-1].code == "server"
            evening.check_open()
            # Coming back is no way around it, nor harms it the table
            await evening.come()
            assert evening.bobs.last(wire.Refused).code == "server"
            evening.check_open()
        await evening.go_on()
        # Nothing that was to be told meanwhile is lost
        seen = [line.n for m in evening.bobs.messages if isinstance(m, wire.View) for line in m.lines]
        assert lines
        assert seen == sorted(set(seen))
        assert seen[-1] == evening.match.told

    run_with_server(tmp_path, steps)


def test_a_bot_that_cannot_be_shown_the_game_does_the_safe_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(server: ServerFixture) -> None:
        evening = Evening(server)
        await evening.begin()
        monkeypatch.setattr(bot_dispatch, "observe", accident)
        turns = evening.match.state.turns
        for _ in range(40):
            await evening.go_on()
            if evening.match.state.turns > turns + 4:
                break
        assert evening.match.state.turns > turns + 4
        evening.check_open()

    run_with_server(tmp_path, steps)


def test_after_a_fault_in_the_midst_of_an_answer_the_game_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(server: ServerFixture) -> None:
        evening = Evening(server)
        await evening.begin()
        real = Recorder.apply

        def half(self: Recorder, answer: Any) -> Any:
            real(self, answer)
            accident()

        before = state_to_json(evening.match.state), evening.match.seq
        with monkeypatch.context() as broken:
            broken.setattr(Recorder, "apply", half)
            for client in [evening.ann, evening.bob] * 20:
                with contextlib.suppress(IndexError, RoomUnloaded):
                    await safe_answer(server, evening.running, client)
                await server.clock.go(3.0, 1.5)
        await quiet()
        assert evening.running.closed
        assert evening.anns.ended == evening.bobs.ended == "for now"
        await evening.come()
        assert (state_to_json(evening.match.state), evening.match.seq) == before
        await evening.go_on()

    run_with_server(tmp_path, steps)


def attack(harness: RoomHarness, clients: list[int], rng: LehmerRng) -> None:
    """Have everybody try and do all forms that are open to anybody, with picks as wild as a message may hold."""
    s, quick = harness.state, Verdict(False)
    before = state_to_json(s), harness.room.next_seq
    for seat, client in enumerate(clients):
        for code in open_forms(s, seat):
            mine = code in runtime.legal_options(s, seat)
            atoms = runtime.form(s, seat, code).candidates if mine else []
            for kind in (wire.Preview, wire.Do):
                picks = [one for one in wild_picks(s, atoms, rng) if 0 <= one < 1 << 16]
                if kind is wire.Do and mine and runtime.form(s, seat, code).check(s, picks, quick):
                    continue
                harness.send(client, kind(cmd=harness.cmd(), key=key(code), picks=picks))
                assert isinstance(harness.inbox[client][-1], wire.Refused | wire.PreviewResult)
    assert (state_to_json(s), harness.room.next_seq) == before


@pytest.mark.parametrize("sets", [[name] for name in known_sets()], ids="+".join)
@pytest.mark.parametrize("rounds", few([6, 60], 1))
def test_wild_picks_break_no_table(sets: list[str], rounds: int, caplog: pytest.LogCaptureFixture) -> None:
    harness, clients = start(data=new_data(3, 3, sets=sets), humans=3)
    rng = LehmerRng("wild")
    for _ in range(rounds):
        play_at_random(harness, clients, rng, 15)
        if harness.room.playing is None:
            break
        attack(harness, clients, rng)
    assert not caplog.records
