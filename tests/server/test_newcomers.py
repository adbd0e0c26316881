"""Whoever follows a link finds a seat: a bot makes room for them, before the game and in the midst of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.layers import few
from tests.server.fakes import FakeClient, ServerFixture, order, run_with_server, safe_answer

from kickdoor.engine.machine import runtime
from kickdoor.engine.state.codec import state_to_json
from kickdoor.server.http.api_types import table_shown
from kickdoor.server.live.room_actor import RoomActor
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.reaction_window import TIME_CONTROLS
from kickdoor.server.room.room import Client
from kickdoor.server.room.room_data import game_seed


async def open_table(server: ServerFixture, start: bool, **fields: Any) -> tuple[str, RoomActor, Client, FakeClient]:
    """Open a table of one person and three bots."""
    data = order()
    data.options = {"winning_level": 10}
    for name, value in fields.items():
        setattr(data, name, value)
    code, token = await server.admission.make_table(data, "Ann")
    host, box, running = await server.connect(code, token)
    if start:
        await server.admission.command(running, host, wire.Start(cmd="s"))
    return code, running, host, box


async def come_in(
    server: ServerFixture, running: RoomActor, host: Client, box: FakeClient
) -> tuple[Client, FakeClient, str]:
    """Knock at a game and is let in."""
    token, knocking = await server.admission.sit_down(running, "Ben")
    assert knocking
    guest, guest_box, _ = await server.connect(running.room.data.code, token)
    shown = guest_box.last(wire.RoomInfo)
    assert (shown.knocking, shown.you) == (True, -1)
    assert not [m for m in guest_box.messages if isinstance(m, wire.View | wire.Chat)]
    knock = box.last(wire.RoomInfo).knocks[-1]
    await server.admission.command(running, host, wire.Admit(cmd=f"a{knock.id}", knock=knock.id, yes=True))
    return guest, guest_box, token


def test_before_the_game_bots_make_room_until_none_is_left(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, _, box = await open_table(server, start=False)
        assert (table_shown(running.room.data).taken, table_shown(running.room.data).free) == (4, 3)
        for seat, name in enumerate(["Ben", "Cay", "Dan"], 1):
            token, knocking = await server.admission.sit_down(running, name)
            guest, _, _ = await server.connect(code, token)
            assert (guest.seat, knocking) == (seat, False)
        assert [seat.name for seat in box.last(wire.RoomInfo).seats] == ["Ann", "Ben", "Cay", "Dan"]
        assert {seat.kind for seat in box.last(wire.RoomInfo).seats} == {"human"}
        assert table_shown(running.room.data).free == 0
        with pytest.raises(RequestRefused, match="table_full"):
            await server.admission.sit_down(running, "Eve")

    run_with_server(tmp_path, steps)


def test_an_empty_chair_is_taken_before_a_bot_has_to_go(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        _, running, host, _ = await open_table(server, start=False)
        await server.admission.command(running, host, wire.SetBot(cmd="b", seat=2, level=None))
        await server.admission.sit_down(running, "Ben")
        assert [seat.name for seat in running.room.data.seats] == ["Ann", "Bot1", "Ben", "Bot3"]

    run_with_server(tmp_path, steps)


def test_in_a_game_the_host_lets_a_friend_take_a_bots_place(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, host, box = await open_table(server, start=True)
        await server.admission.command(running, host, wire.Say(cmd="c", text="Wait for Ben"))
        room = running.room
        before = room.data.seats[1]
        before.bank = 0.0
        shown = table_shown(room.data)
        assert (shown.free, shown.approve) == (3, True)
        state = state_to_json(room.match.state)
        guest, guest_box, token = await come_in(server, running, host, box)
        assert (guest.seat, guest_box.last(wire.RoomInfo).you) == (1, 1)
        assert box.last(wire.RoomInfo).knocks == []
        # The game is as it was; the newcomer holds the bot's cards, and is told what went before
        assert state_to_json(room.match.state) == state
        assert guest_box.last(wire.View).game["seat"] == 1
        assert guest_box.last(wire.Chat).text == "Wait for Ben"
        seat = room.data.seats[1]
        assert (seat.name, seat.kind, seat.sex, seat.salt) == ("Ben", "human", before.sex, before.salt)
        assert seat.bank == TIME_CONTROLS[room.data.speed].bank
        assert room.data.seed == game_seed(room.data.secret, room.data.id, [s.salt for s in room.data.seats])
        assert room.match.names == ["Ann", "Ben", "Bot2", "Bot3"]
        assert 1 not in room.away
        # A restart finds the newcomer there
        await server.crash()
        again, again_box, running = await server.connect(code, token)
        assert again.seat == 1
        assert again_box.last(wire.RoomInfo).seats[1].name == "Ben"
        assert state_to_json(running.room.match.state) == state

    run_with_server(tmp_path, steps)


def test_a_returning_player_gets_the_same_seat_and_name(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        _, running, host, box = await open_table(server, start=True)
        guest, _, _ = await come_in(server, running, host, box)
        await server.admission.command(running, host, wire.Kick(cmd="k", seat=guest.seat))
        assert running.room.data.seats[1].kind == "bot"
        # Somebody else is offered the first bot's place, and the name stays as it is
        for name, seat, called in (("ann", 1, "ann 2"), ("Bot3", 3, "Bot3"), ("Ben", 1, "Ben")):
            await server.admission.sit_down(running, name)
            knock = box.last(wire.RoomInfo).knocks[-1]
            assert knock.name == called
            if name != "ann":
                await server.admission.command(running, host, wire.Admit(cmd=f"x{seat}", knock=knock.id, yes=True))
                assert (running.room.data.seats[seat].name, running.room.data.seats[seat].kind) == (called, "human")
                # They never connect: the next newcomer is let in without them
                running.room.data.seats[seat].driven = True

    run_with_server(tmp_path, steps)


def test_the_bot_does_nothing_more_once_its_place_is_taken(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        # Nothing is played while nobody answers: a table without clocks
        _, running, host, box = await open_table(server, start=True, speed="none")
        room = running.room
        for _ in range(400):
            await server.clock.go(0.1, 0.1)
            if runtime.prompted_seats(room.match.state) >> 1 & 1 and 1 in room.thoughts:
                break
            await safe_answer(server, running, host)
        assert 1 in room.thoughts
        _, guest_box, _ = await come_in(server, running, host, box)
        assert 1 not in room.thoughts
        await server.clock.go(20.0)
        assert 1 not in [answer.seat for answer in room.match.recorder.answers]
        assert guest_box.last(wire.View).question is not None

    run_with_server(tmp_path, steps)


def test_a_join_request_from_before_the_start_can_be_approved(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, host, box = await open_table(server, start=False, approve=True)
        token, _ = await server.admission.sit_down(running, "Ben")
        guest, guest_box, _ = await server.connect(code, token)
        await server.admission.command(running, host, wire.Start(cmd="s"))
        assert guest_box.last(wire.RoomInfo).knocking
        knock = box.last(wire.RoomInfo).knocks[0]
        await server.admission.command(running, host, wire.Admit(cmd="a", knock=knock.id, yes=True))
        assert guest_box.last(wire.View).game["seat"] == guest.seat == 1

    run_with_server(tmp_path, steps)


def test_an_approved_but_absent_player_is_replaced_after_the_grace_time(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        _, running, host, box = await open_table(server, start=True)
        await server.admission.sit_down(running, "Ben")
        knock = box.last(wire.RoomInfo).knocks[0]
        await server.admission.command(running, host, wire.Admit(cmd="a", knock=knock.id, yes=True))
        assert 1 in running.room.away
        await server.clock.go(61.0, 1.0)
        assert running.room.data.seats[1].driven

    run_with_server(tmp_path, steps)


@pytest.mark.parametrize("watchers", few([True, False], 1))
def test_open_join_requests_end_with_the_game(tmp_path: Path, watchers: bool) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, host, _ = await open_table(server, start=True, watchers=watchers, options={"winning_level": 3})
        token, _ = await server.admission.sit_down(running, "Ben")
        guest, box, _ = await server.connect(code, token)
        room = running.room
        for _ in range(3000):
            if room.playing is None:
                break
            await safe_answer(server, running, host)
            await server.clock.go(1.0, 1.0)
        assert room.data.status == "over"
        assert (guest.knock, room.data.knocks) == (0, [])
        assert box.ended == ("" if watchers else "for good")
        assert len([m for m in box.messages if isinstance(m, wire.View)]) == watchers

    run_with_server(tmp_path, steps)


def test_no_player_joins_a_locked_finished_or_tutorial_table(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        _, running, host, _ = await open_table(server, start=True)
        await server.admission.command(running, host, wire.Lock(cmd="l", on=True))
        assert table_shown(running.room.data).free == 0
        with pytest.raises(RequestRefused, match="game_runs"):
            await server.admission.sit_down(running, "Ben")
        await server.admission.command(running, host, wire.Lock(cmd="u", on=False))
        running.room.data.status = "over"
        with pytest.raises(RequestRefused, match="game_runs"):
            await server.admission.sit_down(running, "Ben")
        code, _ = await server.admission.make_tutorial("Ann")
        lesson = await server.tables.find(code)
        assert lesson is not None
        with pytest.raises(RequestRefused, match="game_runs"):
            await server.admission.sit_down(lesson, "Ben")

    run_with_server(tmp_path, steps)


def test_the_next_player_at_a_table_of_bots_is_the_host(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, host, _ = await open_table(server, start=True)
        await server.admission.command(running, host, wire.Leave(cmd="go"))
        token, knocking = await server.admission.sit_down(running, "Ben")
        guest, box, _ = await server.connect(code, token)
        assert not knocking
        assert box.last(wire.RoomInfo).host == box.last(wire.RoomInfo).you == guest.seat == 0

    run_with_server(tmp_path, steps)
