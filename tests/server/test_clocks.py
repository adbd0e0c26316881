"""Clocks and absence: the time of a table, of a decision, of somebody who vanishes, and of nobody at all."""

from __future__ import annotations

import pytest
from tests.server.harness import RoomHarness, any_answer, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.reaction_window import LATENCY_ALLOWANCE_S, TIME_CONTROLS
from kickdoor.server.room.room import ABSENCE_GRACE_S, CLOCK_PAUSE_COOLDOWN_S


def until_asked(harness: RoomHarness, client: int, others: list[int]) -> None:
    """Play on until somebody is asked something that is no window, and nobody else is."""
    rng = LehmerRng("asked")
    seat = harness.room.clients[client].seat
    for _ in range(4000):
        asked = runtime.prompted_seats(harness.state)
        if harness.room.reaction is None and asked == 1 << seat and harness.state.turns:
            return
        waiting = [c for c in [*others, client] if asked >> harness.room.clients[c].seat & 1]
        if waiting and harness.room.reaction is None:
            harness.do(waiting[0], *any_answer(harness.state, harness.room.clients[waiting[0]].seat, rng))
        else:
            harness.step()
    raise AssertionError("the person was never asked")


def test_time_taken_to_decide_is_taken_from_the_bank() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    bank = harness.room.data.seats[0].bank
    assert harness.view_of(first).clock == pytest.approx(bank)
    harness.run(7.0)
    options = runtime.prompt(harness.state, 0).options
    harness.do(first, next(key for key in options if not key.endswith("*")))
    assert harness.room.data.seats[0].bank == pytest.approx(bank - 7.0 + LATENCY_ALLOWANCE_S, abs=0.1)


def test_out_of_time_the_safe_thing_is_done_and_then_a_bot_sits_in() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    harness.run(harness.room.data.seats[0].bank + LATENCY_ALLOWANCE_S + 0.1)
    assert b'"silence"' in harness.written[-1].body or any(b'"silence"' in d.body for d in harness.written[-3:])
    assert harness.room.data.seats[0].silent == 1
    assert not harness.room.data.seats[0].driven
    until_asked(harness, first, [second, third])
    harness.room.data.seats[0].silent = 1
    harness.run(harness.room.data.seats[0].bank + LATENCY_ALLOWANCE_S + 0.1)
    assert harness.room.data.seats[0].driven
    assert harness.room_of(second).seats[0].driven


def test_a_slow_connection_costs_no_answer_or_time() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    bank = harness.room.data.seats[0].bank
    # A word that was sent in time is heard, though it comes late
    harness.run(bank + LATENCY_ALLOWANCE_S - 0.05)
    assert harness.view_of(first).clock <= bank
    assert harness.room.data.seats[0].silent == 0
    option = next(key for key in runtime.prompt(harness.state, 0).options if not key.endswith("*"))
    assert isinstance(harness.do(first, option), wire.Done)
    assert harness.room.data.seats[0].silent == 0
    # What a word takes to travel is not taken from the bank
    harness, (first, second, third) = start(3, 3)
    for _ in range(5):
        until_asked(harness, first, [second, third])
        bank = harness.room.data.seats[0].bank
        harness.run(LATENCY_ALLOWANCE_S - 0.05)
        harness.do(first, *any_answer(harness.state, 0, LehmerRng("slow")))
        assert harness.room.data.seats[0].bank >= bank


def test_a_person_takes_the_seat_back_at_any_time() -> None:
    harness, (first, second, _) = start(3, 3)
    harness.room.data.seats[0].driven = True
    assert isinstance(harness.ask(first, wire.ReclaimSeat), wire.Done)
    assert not harness.room_of(second).seats[0].driven
    harness.room.data.seats[0].driven = True
    again = harness.connect(0)
    assert not harness.room_of(again).seats[0].driven


def test_a_late_stand_in_does_not_answer_for_a_returned_player() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    harness.disconnect(first)
    harness.run(ABSENCE_GRACE_S + 0.01)
    assert harness.room.data.seats[0].driven
    thought = harness.room.thoughts.get(0)
    assert thought is not None
    first = harness.connect(0)
    deeds = len(harness.written)
    thought.choice, thought.ready = (runtime.legal_options(harness.state, 0)[0], []), True
    harness.run(20.0)
    assert not [d for d in harness.written[deeds:] if d.kind == "answer" and d.body.startswith(b"[0,")]


def test_the_clock_is_paused_after_a_disconnect() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    bank = harness.room.data.seats[0].bank
    harness.run(5.0)
    harness.disconnect(first)
    harness.run(40.0)
    assert runtime.prompted_seats(harness.state) == 1
    first = harness.connect(0)
    assert harness.view_of(first).clock == pytest.approx(bank - 5.0 + LATENCY_ALLOWANCE_S, abs=0.1)
    # One minute in three is all that can be had: the rest of this absence is at one's own cost
    harness.disconnect(first)
    harness.run(40.0)
    first = harness.connect(0)
    assert harness.view_of(first).clock == pytest.approx(bank - 25.0 + LATENCY_ALLOWANCE_S, abs=0.2)
    assert CLOCK_PAUSE_COOLDOWN_S == 180.0


def test_after_a_grace_a_bot_plays_on() -> None:
    harness, (first, second, _) = start(3, 3)
    harness.disconnect(first)
    assert not harness.room_of(second).seats[0].here
    harness.run(ABSENCE_GRACE_S - 1)
    assert not harness.room.data.seats[0].driven
    harness.run(2.0)
    assert harness.room_of(second).seats[0].driven
    assert harness.room_of(second).host == 1


def test_clocks_are_paused_without_clients() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    clock, deeds, bank = harness.now, len(harness.written), harness.room.data.seats[0].bank
    harness.disconnect(first)
    harness.disconnect(second)
    harness.disconnect(third)
    watcher = harness.connect(-1)
    assert harness.room_of(watcher).paused
    harness.run(100_000.0)
    assert harness.now == clock
    assert len(harness.written) == deeds
    assert not [seat for seat in harness.room.data.seats if seat.driven]
    first = harness.connect(0)
    assert not harness.room_of(first).paused
    assert harness.view_of(first).clock == pytest.approx(bank, abs=0.1)


def test_bots_alone_play_for_those_who_watch() -> None:
    harness, (first,) = start(1, 3)
    watcher = harness.connect(-1)
    harness.ask(first, wire.Leave)
    assert harness.room.is_going()
    deeds = len(harness.written)
    harness.run(30.0)
    assert len(harness.written) > deeds
    harness.disconnect(first)
    harness.disconnect(watcher)
    deeds = len(harness.written)
    harness.run(1000.0)
    assert len(harness.written) == deeds


def test_clocks_continue_after_a_restart() -> None:
    harness, (first, second, third) = start(3, 3)
    until_asked(harness, first, [second, third])
    bank = harness.room.data.seats[0].bank
    harness.run(9.0)
    harness.ask(second, wire.Say, text="anything that is written")
    harness.time += 500.0
    harness.restart()
    assert not harness.room.is_going()
    harness.time += 500.0
    first = harness.connect(0)
    assert harness.view_of(first).clock == pytest.approx(bank - 9.0 + LATENCY_ALLOWANCE_S, abs=0.1)
    second = harness.connect(1)
    assert harness.room.chat == [(1, "P1", "anything that is written")]


def test_a_window_continues_after_a_restart() -> None:
    from tests.server.test_windows import until_window

    harness, clients = start(3, 3)
    first, second = until_window(harness, clients)[:2]
    seat = harness.room.clients[first].seat
    other = harness.room.clients[second].seat
    harness.run(2.0)
    harness.do(first, "pass")
    window = harness.room.reaction
    left = window.floor_at - harness.now
    harness.time += 3600
    harness.restart()
    again = harness.room.reaction
    assert again is not None
    assert (again.id, again.passed) == (window.id, [seat])
    harness.connect(other)
    assert again.floor_at - harness.now == pytest.approx(left)
    assert again.closes_at - harness.now >= TIME_CONTROLS["normal"].floor - 0.01


def test_a_table_without_clocks_has_none() -> None:
    harness, (first, second, third) = start(3, 3, "none")
    until_asked(harness, first, [second, third])
    harness.run(100_000.0)
    assert runtime.prompted_seats(harness.state) == 1
    assert harness.view_of(first).clock == -1.0
