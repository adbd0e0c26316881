"""Clocks and absence: the time of a table, of a decision, of somebody who vanishes, and of nobody at all."""

from __future__ import annotations

import pytest
from tests.server.harness import RoomHarness, any_answer, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.reaction_window import LATENCY_ALLOWANCE_S, TIME_CONTROLS
from kickdoor.server.room.room import ABSENCE_GRACE_S, CLOCK_PAUSE_COOLDOWN_S


def until_asked(house: RoomHarness, client: int, others: list[int]) -> None:
    """Play on until somebody is asked something that is no window, and nobody else is."""
    rng = LehmerRng("asked")
    seat = house.room.clients[client].seat
    for _ in range(4000):
        asked = runtime.prompted_seats(house.state)
        if house.room.reaction is None and asked == 1 << seat and house.state.turns:
            return
        waiting = [c for c in [*others, client] if asked >> house.room.clients[c].seat & 1]
        if waiting and house.room.reaction is None:
            house.do(waiting[0], *any_answer(house.state, house.room.clients[waiting[0]].seat, rng))
        else:
            house.step()
    raise AssertionError("the person was never asked")


def test_time_taken_to_decide_is_taken_from_the_bank() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    bank = house.room.data.seats[0].bank
    assert house.view_of(first).clock == pytest.approx(bank)
    house.run(7.0)
    options = runtime.prompt(house.state, 0).options
    house.do(first, next(key for key in options if not key.endswith("*")))
    assert house.room.data.seats[0].bank == pytest.approx(bank - 7.0 + LATENCY_ALLOWANCE_S, abs=0.1)


def test_out_of_time_the_safe_thing_is_done_and_then_a_bot_sits_in() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    house.run(house.room.data.seats[0].bank + LATENCY_ALLOWANCE_S + 0.1)
    assert b'"silence"' in house.written[-1].body or any(b'"silence"' in d.body for d in house.written[-3:])
    assert house.room.data.seats[0].silent == 1
    assert not house.room.data.seats[0].driven
    until_asked(house, first, [second, third])
    house.room.data.seats[0].silent = 1
    house.run(house.room.data.seats[0].bank + LATENCY_ALLOWANCE_S + 0.1)
    assert house.room.data.seats[0].driven
    assert house.room_of(second).seats[0].driven


def test_a_slow_connection_costs_nobody_answer_or_time() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    bank = house.room.data.seats[0].bank
    # A word that was sent in time is heard, though it comes late
    house.run(bank + LATENCY_ALLOWANCE_S - 0.05)
    assert house.view_of(first).clock <= bank
    assert house.room.data.seats[0].silent == 0
    option = next(key for key in runtime.prompt(house.state, 0).options if not key.endswith("*"))
    assert isinstance(house.do(first, option), wire.Done)
    assert house.room.data.seats[0].silent == 0
    # What a word takes to travel is not taken from the bank
    house, (first, second, third) = start(3, 3)
    for _ in range(5):
        until_asked(house, first, [second, third])
        bank = house.room.data.seats[0].bank
        house.run(LATENCY_ALLOWANCE_S - 0.05)
        house.do(first, *any_answer(house.state, 0, LehmerRng("slow")))
        assert house.room.data.seats[0].bank >= bank


def test_a_person_takes_the_seat_back_at_any_time() -> None:
    house, (first, second, _) = start(3, 3)
    house.room.data.seats[0].driven = True
    assert isinstance(house.ask(first, wire.ReclaimSeat), wire.Done)
    assert not house.room_of(second).seats[0].driven
    house.room.data.seats[0].driven = True
    again = house.connect(0)
    assert not house.room_of(again).seats[0].driven


def test_a_bot_that_thinks_late_does_not_play_for_somebody_who_is_back() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    house.disconnect(first)
    house.run(ABSENCE_GRACE_S + 0.01)
    assert house.room.data.seats[0].driven
    thought = house.room.thoughts.get(0)
    assert thought is not None
    first = house.connect(0)
    deeds = len(house.written)
    thought.choice, thought.ready = (runtime.legal_options(house.state, 0)[0], []), True
    house.run(20.0)
    assert not [d for d in house.written[deeds:] if d.kind == "answer" and d.body.startswith(b"[0,")]


def test_the_clock_of_somebody_who_vanishes_stands_still() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    bank = house.room.data.seats[0].bank
    house.run(5.0)
    house.disconnect(first)
    house.run(40.0)
    assert runtime.prompted_seats(house.state) == 1
    first = house.connect(0)
    assert house.view_of(first).clock == pytest.approx(bank - 5.0 + LATENCY_ALLOWANCE_S, abs=0.1)
    # One minute in three is all that can be had: the rest of this absence is at one's own cost
    house.disconnect(first)
    house.run(40.0)
    first = house.connect(0)
    assert house.view_of(first).clock == pytest.approx(bank - 25.0 + LATENCY_ALLOWANCE_S, abs=0.2)
    assert CLOCK_PAUSE_COOLDOWN_S == 180.0


def test_after_a_grace_a_bot_plays_on() -> None:
    house, (first, second, _) = start(3, 3)
    house.disconnect(first)
    assert not house.room_of(second).seats[0].here
    house.run(ABSENCE_GRACE_S - 1)
    assert not house.room.data.seats[0].driven
    house.run(2.0)
    assert house.room_of(second).seats[0].driven
    assert house.room_of(second).host == 1


def test_with_nobody_there_time_stands_still() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    clock, deeds, bank = house.now, len(house.written), house.room.data.seats[0].bank
    house.disconnect(first)
    house.disconnect(second)
    house.disconnect(third)
    watcher = house.connect(-1)
    assert house.room_of(watcher).paused
    house.run(100_000.0)
    assert house.now == clock
    assert len(house.written) == deeds
    assert not [seat for seat in house.room.data.seats if seat.driven]
    first = house.connect(0)
    assert not house.room_of(first).paused
    assert house.view_of(first).clock == pytest.approx(bank, abs=0.1)


def test_bots_alone_play_for_those_who_watch() -> None:
    house, (first,) = start(1, 3)
    watcher = house.connect(-1)
    house.ask(first, wire.Leave)
    assert house.room.is_going()
    deeds = len(house.written)
    house.run(30.0)
    assert len(house.written) > deeds
    house.disconnect(first)
    house.disconnect(watcher)
    deeds = len(house.written)
    house.run(1000.0)
    assert len(house.written) == deeds


def test_clocks_go_on_after_a_restart_where_they_were() -> None:
    house, (first, second, third) = start(3, 3)
    until_asked(house, first, [second, third])
    bank = house.room.data.seats[0].bank
    house.run(9.0)
    house.ask(second, wire.Say, text="anything that is written")
    house.time += 500.0
    house.restart()
    assert not house.room.is_going()
    house.time += 500.0
    first = house.connect(0)
    assert house.view_of(first).clock == pytest.approx(bank - 9.0 + LATENCY_ALLOWANCE_S, abs=0.1)
    second = house.connect(1)
    assert house.room.chat == [(1, "P1", "anything that is written")]


def test_a_window_goes_on_after_a_restart_where_it_was() -> None:
    from tests.server.test_windows import until_window

    house, clients = start(3, 3)
    first, second = until_window(house, clients)[:2]
    seat = house.room.clients[first].seat
    other = house.room.clients[second].seat
    house.run(2.0)
    house.do(first, "pass")
    window = house.room.reaction
    left = window.floor_at - house.now
    house.time += 3600
    house.restart()
    again = house.room.reaction
    assert again is not None
    assert (again.id, again.passed) == (window.id, [seat])
    house.connect(other)
    assert again.floor_at - house.now == pytest.approx(left)
    assert again.closes_at - house.now >= TIME_CONTROLS["normal"].floor - 0.01


def test_a_table_without_clocks_has_none() -> None:
    house, (first, second, third) = start(3, 3, "none")
    until_asked(house, first, [second, third])
    house.run(100_000.0)
    assert runtime.prompted_seats(house.state) == 1
    assert house.view_of(first).clock == -1.0
