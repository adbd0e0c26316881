"""Seats and rights: who may do what at a table, before and during a game."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.harness import RoomHarness, new_data, play_at_random, start, token_of

from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.room import ABSENCE_GRACE_S
from kickdoor.server.room.room_data import JoinRequest, SeatData, token_hash
from kickdoor.server.room.seating import take_seat


def waiting_room(humans: int = 2, **fields: Any) -> tuple[RoomHarness, list[int]]:
    """Open a table whose game has not begun."""
    data = new_data(humans)
    for name, value in fields.items():
        setattr(data, name, value)
    harness = RoomHarness(data)
    return harness, [harness.connect(seat) for seat in range(humans)]


def code_of(answer: wire.Done | wire.Refused) -> str:
    return answer.code if isinstance(answer, wire.Refused) else ""


def test_a_game_starts_when_all_is_there() -> None:
    harness, (host, guest) = waiting_room()
    harness.room.data.seats[1].ready = False
    assert code_of(harness.ask(guest, wire.Start)) == "not_host"
    assert code_of(harness.ask(host, wire.Start)) == "missing.ready"
    harness.ask(guest, wire.Ready, on=True)
    harness.room.data.seats[3] = SeatData()
    assert code_of(harness.ask(host, wire.Start)) == "missing.seats"
    assert harness.room_of(host).missing == ["missing.seats"] or harness.room_of(host).missing == []
    assert code_of(harness.ask(host, wire.SetBot, seat=3, level="nasty")) == ""
    assert code_of(harness.ask(host, wire.Start)) == ""
    assert harness.room_of(guest).status == "playing"
    assert code_of(harness.ask(host, wire.Start)) == "game_runs"
    assert code_of(harness.ask(guest, wire.Ready, on=False)) == "game_runs"


def test_names_are_text_and_belong_to_one() -> None:
    harness, (host, guest) = waiting_room()
    assert code_of(harness.ask(guest, wire.Character, name="P0", sex="male")) == "name.taken"
    assert code_of(harness.ask(guest, wire.Character, name="\u202e\u0000 \n", sex="male")) == "name.empty"
    odd = "<b>Ann\u202e</b>\u0007"
    assert code_of(harness.ask(guest, wire.Character, name=odd, sex="female", avatar=3)) == ""
    shown = harness.room_of(host).seats[1]
    assert (shown.name, shown.sex, shown.avatar) == ("<b>Ann </b>", "female", 3)
    harness.ask(guest, wire.Say, text="a\u2066<script>\u0000b")
    assert harness.last(host, wire.Chat).text == "a <script> b"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (wire.Kick, {"seat": 0}),
        (wire.Lock, {"on": True}),
        (wire.HandOver, {"seat": 1}),
        (wire.SetBot, {"seat": 3, "level": "easy"}),
        (wire.Admit, {"knock": 1, "yes": True}),
        (wire.Swap, {"seat": 0, "other": 1}),
    ],
)
def test_host_tools_are_the_hosts(kind: type, fields: dict[str, Any]) -> None:
    harness, (_, guest) = waiting_room()
    before = harness.room.room_bytes()
    assert code_of(harness.ask(guest, kind, **fields)) == "not_host"
    assert harness.room.room_bytes() == before


def test_spectators_change_nothing() -> None:
    harness, _ = start(2)
    watcher = harness.connect(-1)
    before = harness.room.room_bytes(), len(harness.written)
    for message in (
        wire.Do(cmd="a", key="pass"), wire.Say(cmd="b", text="hello"), wire.Start(cmd="c"), wire.Leave(cmd="d"),
        wire.Undo(cmd="e"), wire.Hold(cmd="f"),
    ):  # fmt: skip
        harness.send(watcher, message)
        assert harness.last(watcher, wire.Refused).code == "watching"
    assert (harness.room.room_bytes(), len(harness.written)) == before
    assert harness.view_of(watcher).choices == []
    assert harness.view_of(watcher).game["hand"] == []


def test_a_repeated_command_is_done_once_also_after_a_restart() -> None:
    harness, (host, guest) = waiting_room()
    harness.send(guest, wire.Say(cmd="same", text="once"))
    harness.send(guest, wire.Say(cmd="same", text="once"))
    assert len([m for m in harness.inbox[host] if isinstance(m, wire.Chat)]) == 1
    assert len([m for m in harness.inbox[guest] if isinstance(m, wire.Done)]) == 2
    harness.restart()
    guest = harness.connect(1)
    harness.send(guest, wire.Say(cmd="same", text="once"))
    assert len(harness.room.chat) == 1
    # What was refused has not been done: asked again it is judged again
    harness.send(guest, wire.Start(cmd="again"))
    harness.room.data.host = 1
    harness.send(guest, wire.Start(cmd="again"))
    assert harness.room.data.status == "playing"


def test_leaving_before_the_game_frees_the_seat() -> None:
    harness, (host, guest) = waiting_room()
    harness.ask(guest, wire.Leave)
    assert harness.room_of(host).seats[1].kind == "open"
    assert harness.room_of(guest).you == -1
    harness.ask(host, wire.Leave)
    assert harness.room.data.humans == []


def test_leaving_a_game_leaves_it_to_a_bot_and_the_host_passes_on() -> None:
    harness, (host, guest) = start(2)
    harness.ask(host, wire.Leave)
    shown = harness.room_of(guest)
    assert (shown.seats[0].kind, shown.host) == ("bot", 1)
    assert harness.view_of(host).game["seat"] == -1
    assert harness.room.seat_of("token-of-seat-0-0123456789") == -1
    play_at_random(harness, [guest], LehmerRng("left"), 60)


def test_a_kick_makes_a_bot_or_frees_the_seat() -> None:
    harness, (host, guest) = waiting_room(watchers=False)
    assert code_of(harness.ask(host, wire.Kick, seat=0)) == "no_such_seat"
    assert code_of(harness.ask(host, wire.Kick, seat=3)) == "no_such_seat"
    assert code_of(harness.ask(host, wire.Kick, seat=5)) == "no_such_seat"
    harness.ask(host, wire.Kick, seat=1)
    assert harness.room.hang_ups == [guest]
    assert harness.room_of(host).seats[1].kind == "open"
    harness, (host, guest) = start(2)
    harness.ask(host, wire.Kick, seat=1)
    assert harness.room_of(host).seats[1].kind == "bot"


def test_a_bot_keeps_its_name_when_its_level_changes() -> None:
    harness, (host, _) = start(2)
    name = harness.room.data.seats[3].name
    assert code_of(harness.ask(host, wire.SetBot, seat=3, level="nasty")) == ""
    assert (harness.room.data.seats[3].name, harness.room.data.seats[3].bot) == (name, "nasty")
    assert code_of(harness.ask(host, wire.SetBot, seat=3, level=None)) == "game_runs"
    assert code_of(harness.ask(host, wire.SetBot, seat=1, level="easy")) == "seat_taken"


def test_an_absent_host_is_replaced() -> None:
    harness, (host, guest) = waiting_room()
    harness.disconnect(host)
    harness.run(ABSENCE_GRACE_S + 1)
    assert harness.room_of(guest).host == 1


def test_handing_over() -> None:
    harness, (host, guest) = waiting_room()
    assert code_of(harness.ask(host, wire.HandOver, seat=2)) == "no_such_seat"
    harness.ask(host, wire.HandOver, seat=1)
    assert harness.room_of(guest).host == 1
    assert code_of(harness.ask(host, wire.Lock, on=True)) == "not_host"
    harness.ask(guest, wire.Lock, on=True)
    assert harness.room_of(host).locked


def test_chairs_change_places_with_all_who_sit_there() -> None:
    harness, (host, guest) = waiting_room()
    second = harness.connect(1)
    harness.disconnect(guest)
    harness.disconnect(second)
    assert code_of(harness.ask(host, wire.Swap, seat=0, other=5)) == "no_such_seat"
    harness.send(host, wire.Swap(cmd="same", seat=0, other=3))
    harness.send(host, wire.Swap(cmd="same", seat=0, other=3))
    harness.ask(host, wire.Swap, seat=1, other=2)
    shown = harness.room_of(host)
    assert [seat.name for seat in shown.seats] == ["Bot3", "Bot2", "P1", "P0"]
    assert (shown.you, shown.host) == (3, 3)
    assert list(harness.room.away) == [2]
    assert harness.room.seat_of(token_of(0)) == 3
    harness.restart()
    host, guest = harness.connect(3), harness.connect(2)
    assert harness.room.away == {}
    assert code_of(harness.ask(guest, wire.Swap, seat=2, other=3)) == "not_host"
    assert code_of(harness.ask(host, wire.Start)) == ""
    assert harness.match.names == ["Bot3", "Bot2", "P1", "P0"]
    assert harness.view_of(host).game["seat"] == 3
    assert code_of(harness.ask(host, wire.Swap, seat=2, other=3)) == "game_runs"


def test_a_free_chair_may_be_moved_too() -> None:
    harness, (host, guest) = waiting_room()
    harness.room.data.seats[2] = SeatData()
    assert code_of(harness.ask(host, wire.Swap, seat=1, other=2)) == ""
    assert [seat.kind for seat in harness.room_of(guest).seats] == ["human", "open", "human", "bot"]
    assert harness.room_of(guest).you == 2
    assert code_of(harness.ask(host, wire.Swap, seat=2, other=2)) == ""


def test_a_present_player_becomes_host() -> None:
    harness, (host, guest, third) = waiting_room(3)
    harness.disconnect(guest)
    harness.ask(host, wire.Leave)
    assert harness.room_of(third).host == 2
    assert code_of(harness.ask(third, wire.Lock, on=True)) == ""
    # With nobody else there it is whoever sits down next
    harness.ask(third, wire.Leave)
    assert harness.room.data.host == 1
    assert take_seat(harness.room.data, 0, "New", token_hash(token_of(0))) is harness.room.data.seats[0]
    assert harness.room.data.host == 1
    harness.room.data.seats[1] = SeatData()
    take_seat(harness.room.data, 2, "Newer", token_hash(token_of(2)))
    assert harness.room.data.host == 2


def test_the_host_approves_join_requests() -> None:
    harness, (host, guest) = waiting_room(approve=True)
    harness.room.data.seats[3] = SeatData()
    for id in (1, 2):
        harness.room.data.knocks.append(JoinRequest(id, f"N{id}", token_hash(f"knock-token-{id}-0123456789")))
    clients = [harness.connect(-1) for _ in range(2)]
    for id, client in enumerate(clients, 1):
        harness.room.clients[client].knock = id
    harness.room.touch()
    harness.flush()
    assert [knock.name for knock in harness.room_of(host).knocks] == ["N1", "N2"]
    assert harness.room_of(guest).knocks == []
    assert harness.room_of(clients[0]).knocking
    assert code_of(harness.ask(host, wire.Admit, knock=9, yes=True)) == "no_such_knock"
    harness.ask(host, wire.Admit, knock=1, yes=True)
    assert harness.room_of(clients[0]).you == 3
    assert harness.room.seat_of("knock-token-1-0123456789") == 3
    harness.room.data.seats[2].kind = "human"
    assert code_of(harness.ask(host, wire.Admit, knock=2, yes=True)) == "table_full"
    harness.ask(host, wire.Admit, knock=2, yes=False)
    assert harness.room.hang_ups == [clients[1]]


def test_a_foreign_or_senseless_answer_changes_nothing() -> None:
    harness, (first, _) = start(2)
    before = harness.room.room_bytes(), len(harness.written)
    for key in ("", "no such thing", "play:99999", "kick*", "play:0>seat9", "sell*", "claim", "ask>seat1*"):
        answer = harness.ask(first, wire.Do, key=key, picks=[], prompt=-1)
        assert isinstance(answer, wire.Refused), key
        assert answer.text
    assert harness.ask(first, wire.Do, key="pass", picks=[1, 2, 3], prompt=12345).code
    assert len(harness.written) == before[1]


def test_two_devices_of_one_seat_see_the_same() -> None:
    harness, (first, _) = start(2)
    second = harness.connect(0)
    assert harness.view_of(first).game == harness.view_of(second).game
    harness.disconnect(first)
    assert 0 not in harness.room.away
    harness.disconnect(second)
    assert 0 in harness.room.away
