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
    house = RoomHarness(data)
    return house, [house.connect(seat) for seat in range(humans)]


def code_of(answer: wire.Done | wire.Refused) -> str:
    return answer.code if isinstance(answer, wire.Refused) else ""


def test_a_game_starts_when_all_is_there() -> None:
    house, (host, guest) = waiting_room()
    house.room.data.seats[1].ready = False
    assert code_of(house.ask(guest, wire.Start)) == "not_host"
    assert code_of(house.ask(host, wire.Start)) == "missing.ready"
    house.ask(guest, wire.Ready, on=True)
    house.room.data.seats[3] = SeatData()
    assert code_of(house.ask(host, wire.Start)) == "missing.seats"
    assert house.room_of(host).missing == ["missing.seats"] or house.room_of(host).missing == []
    assert code_of(house.ask(host, wire.SetBot, seat=3, level="nasty")) == ""
    assert code_of(house.ask(host, wire.Start)) == ""
    assert house.room_of(guest).status == "playing"
    assert code_of(house.ask(host, wire.Start)) == "game_runs"
    assert code_of(house.ask(guest, wire.Ready, on=False)) == "game_runs"


def test_names_are_text_and_belong_to_one() -> None:
    house, (host, guest) = waiting_room()
    assert code_of(house.ask(guest, wire.Character, name="P0", sex="male")) == "name.taken"
    assert code_of(house.ask(guest, wire.Character, name="\u202e\u0000 \n", sex="male")) == "name.empty"
    odd = "<b>Ann\u202e</b>\u0007"
    assert code_of(house.ask(guest, wire.Character, name=odd, sex="female", avatar=3)) == ""
    shown = house.room_of(host).seats[1]
    assert (shown.name, shown.sex, shown.avatar) == ("<b>Ann </b>", "female", 3)
    house.ask(guest, wire.Say, text="a\u2066<script>\u0000b")
    assert house.last(host, wire.Chat).text == "a <script> b"


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
    house, (_, guest) = waiting_room()
    before = house.room.room_bytes()
    assert code_of(house.ask(guest, kind, **fields)) == "not_host"
    assert house.room.room_bytes() == before


def test_who_watches_changes_nothing() -> None:
    house, _ = start(2)
    watcher = house.connect(-1)
    before = house.room.room_bytes(), len(house.written)
    for message in (
        wire.Do(cmd="a", key="pass"), wire.Say(cmd="b", text="hello"), wire.Start(cmd="c"), wire.Leave(cmd="d"),
        wire.Undo(cmd="e"), wire.Hold(cmd="f"),
    ):  # fmt: skip
        house.send(watcher, message)
        assert house.last(watcher, wire.Refused).code == "watching"
    assert (house.room.room_bytes(), len(house.written)) == before
    assert house.view_of(watcher).choices == []
    assert house.view_of(watcher).game["hand"] == []


def test_a_repeated_command_is_done_once_also_after_a_restart() -> None:
    house, (host, guest) = waiting_room()
    house.send(guest, wire.Say(cmd="same", text="once"))
    house.send(guest, wire.Say(cmd="same", text="once"))
    assert len([m for m in house.inbox[host] if isinstance(m, wire.Chat)]) == 1
    assert len([m for m in house.inbox[guest] if isinstance(m, wire.Done)]) == 2
    house.restart()
    guest = house.connect(1)
    house.send(guest, wire.Say(cmd="same", text="once"))
    assert len(house.room.chat) == 1
    # What was refused has not been done: asked again it is judged again
    house.send(guest, wire.Start(cmd="again"))
    house.room.data.host = 1
    house.send(guest, wire.Start(cmd="again"))
    assert house.room.data.status == "playing"


def test_leaving_before_the_game_frees_the_seat() -> None:
    house, (host, guest) = waiting_room()
    house.ask(guest, wire.Leave)
    assert house.room_of(host).seats[1].kind == "open"
    assert house.room_of(guest).you == -1
    house.ask(host, wire.Leave)
    assert house.room.data.humans == []


def test_leaving_a_game_leaves_it_to_a_bot_and_the_host_passes_on() -> None:
    house, (host, guest) = start(2)
    house.ask(host, wire.Leave)
    shown = house.room_of(guest)
    assert (shown.seats[0].kind, shown.host) == ("bot", 1)
    assert house.view_of(host).game["seat"] == -1
    assert house.room.seat_of("token-of-seat-0-0123456789") == -1
    play_at_random(house, [guest], LehmerRng("left"), 60)


def test_a_kick_makes_a_bot_or_frees_the_seat() -> None:
    house, (host, guest) = waiting_room(watchers=False)
    assert code_of(house.ask(host, wire.Kick, seat=0)) == "no_such_seat"
    assert code_of(house.ask(host, wire.Kick, seat=3)) == "no_such_seat"
    assert code_of(house.ask(host, wire.Kick, seat=5)) == "no_such_seat"
    house.ask(host, wire.Kick, seat=1)
    assert house.room.hang_ups == [guest]
    assert house.room_of(host).seats[1].kind == "open"
    house, (host, guest) = start(2)
    house.ask(host, wire.Kick, seat=1)
    assert house.room_of(host).seats[1].kind == "bot"


def test_a_bot_keeps_its_name_when_its_level_changes() -> None:
    house, (host, _) = start(2)
    name = house.room.data.seats[3].name
    assert code_of(house.ask(host, wire.SetBot, seat=3, level="nasty")) == ""
    assert (house.room.data.seats[3].name, house.room.data.seats[3].bot) == (name, "nasty")
    assert code_of(house.ask(host, wire.SetBot, seat=3, level=None)) == "game_runs"
    assert code_of(house.ask(host, wire.SetBot, seat=1, level="easy")) == "seat_taken"


def test_an_absent_host_is_replaced() -> None:
    house, (host, guest) = waiting_room()
    house.disconnect(host)
    house.run(ABSENCE_GRACE_S + 1)
    assert house.room_of(guest).host == 1


def test_handing_over() -> None:
    house, (host, guest) = waiting_room()
    assert code_of(house.ask(host, wire.HandOver, seat=2)) == "no_such_seat"
    house.ask(host, wire.HandOver, seat=1)
    assert house.room_of(guest).host == 1
    assert code_of(house.ask(host, wire.Lock, on=True)) == "not_host"
    house.ask(guest, wire.Lock, on=True)
    assert house.room_of(host).locked


def test_chairs_change_places_with_all_who_sit_there() -> None:
    house, (host, guest) = waiting_room()
    second = house.connect(1)
    house.disconnect(guest)
    house.disconnect(second)
    assert code_of(house.ask(host, wire.Swap, seat=0, other=5)) == "no_such_seat"
    house.send(host, wire.Swap(cmd="same", seat=0, other=3))
    house.send(host, wire.Swap(cmd="same", seat=0, other=3))
    house.ask(host, wire.Swap, seat=1, other=2)
    shown = house.room_of(host)
    assert [seat.name for seat in shown.seats] == ["Bot3", "Bot2", "P1", "P0"]
    assert (shown.you, shown.host) == (3, 3)
    assert list(house.room.away) == [2]
    assert house.room.seat_of(token_of(0)) == 3
    house.restart()
    host, guest = house.connect(3), house.connect(2)
    assert house.room.away == {}
    assert code_of(house.ask(guest, wire.Swap, seat=2, other=3)) == "not_host"
    assert code_of(house.ask(host, wire.Start)) == ""
    assert house.match.names == ["Bot3", "Bot2", "P1", "P0"]
    assert house.view_of(host).game["seat"] == 3
    assert code_of(house.ask(host, wire.Swap, seat=2, other=3)) == "game_runs"


def test_a_free_chair_may_be_moved_too() -> None:
    house, (host, guest) = waiting_room()
    house.room.data.seats[2] = SeatData()
    assert code_of(house.ask(host, wire.Swap, seat=1, other=2)) == ""
    assert [seat.kind for seat in house.room_of(guest).seats] == ["human", "open", "human", "bot"]
    assert house.room_of(guest).you == 2
    assert code_of(house.ask(host, wire.Swap, seat=2, other=2)) == ""


def test_the_host_leaves_and_somebody_who_is_there_follows() -> None:
    house, (host, guest, third) = waiting_room(3)
    house.disconnect(guest)
    house.ask(host, wire.Leave)
    assert house.room_of(third).host == 2
    assert code_of(house.ask(third, wire.Lock, on=True)) == ""
    # With nobody else there it is whoever sits down next
    house.ask(third, wire.Leave)
    assert house.room.data.host == 1
    assert take_seat(house.room.data, 0, "New", token_hash(token_of(0))) is house.room.data.seats[0]
    assert house.room.data.host == 1
    house.room.data.seats[1] = SeatData()
    take_seat(house.room.data, 2, "Newer", token_hash(token_of(2)))
    assert house.room.data.host == 2


def test_the_host_lets_in_who_knocks() -> None:
    house, (host, guest) = waiting_room(approve=True)
    house.room.data.seats[3] = SeatData()
    for id in (1, 2):
        house.room.data.knocks.append(JoinRequest(id, f"N{id}", token_hash(f"knock-token-{id}-0123456789")))
    clients = [house.connect(-1) for _ in range(2)]
    for id, client in enumerate(clients, 1):
        house.room.clients[client].knock = id
    house.room.touch()
    house.flush()
    assert [knock.name for knock in house.room_of(host).knocks] == ["N1", "N2"]
    assert house.room_of(guest).knocks == []
    assert house.room_of(clients[0]).knocking
    assert code_of(house.ask(host, wire.Admit, knock=9, yes=True)) == "no_such_knock"
    house.ask(host, wire.Admit, knock=1, yes=True)
    assert house.room_of(clients[0]).you == 3
    assert house.room.seat_of("knock-token-1-0123456789") == 3
    house.room.data.seats[2].kind = "human"
    assert code_of(house.ask(host, wire.Admit, knock=2, yes=True)) == "table_full"
    house.ask(host, wire.Admit, knock=2, yes=False)
    assert house.room.hang_ups == [clients[1]]


def test_a_foreign_or_senseless_answer_changes_nothing() -> None:
    house, (first, _) = start(2)
    before = house.room.room_bytes(), len(house.written)
    for key in ("", "no such thing", "play:99999", "kick*", "play:0>seat9", "sell*", "claim", "ask>seat1*"):
        answer = house.ask(first, wire.Do, key=key, picks=[], prompt=-1)
        assert isinstance(answer, wire.Refused), key
        assert answer.text
    assert house.ask(first, wire.Do, key="pass", picks=[1, 2, 3], prompt=12345).code
    assert len(house.written) == before[1]


def test_two_devices_of_one_seat_see_the_same() -> None:
    house, (first, _) = start(2)
    second = house.connect(0)
    assert house.view_of(first).game == house.view_of(second).game
    house.disconnect(first)
    assert 0 not in house.room.away
    house.disconnect(second)
    assert 0 in house.room.away
