"""Reaction windows: the same whatever anybody holds, held open by anybody, and silent about who has passed."""

from __future__ import annotations

import json

import pytest
from tests.server.harness import RoomHarness, any_answer, new_data, start

from kickdoor.engine.machine import runtime
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.reaction_window import HOLD_BANK, HOLD_SECONDS, LATENCY_ALLOWANCE_S, TIME_CONTROLS
from kickdoor.server.room.scheduler import could_react


def until_window(house: RoomHarness, clients: list[int], people: int = 2, seed: str = "w") -> list[int]:
    """Play on to a window in which so many people are asked and none has passed; gives their clients."""
    rng = LehmerRng(seed)
    for _ in range(4000):
        assert house.room.playing is not None
        asked = runtime.prompted_seats(house.state)
        waiting = [c for c in clients if asked >> house.room.clients[c].seat & 1]
        window = house.room.reaction
        fresh = window is not None and not window.passed and (house.room.is_alone() or not window.told)
        if fresh and len(waiting) >= people:
            return waiting
        if waiting and window is None:
            seat = house.room.clients[waiting[0]].seat
            house.do(waiting[0], *any_answer(house.state, seat, rng))
        elif not house.step() and waiting:
            house.do(waiting[0], "pass")
    raise AssertionError("no window came")


@pytest.mark.parametrize("speed", ["blitz", "normal", "relaxed"])
def test_the_floor_holds_though_all_have_passed(speed: str) -> None:
    house, clients = start(4, 4, speed)
    waiting = until_window(house, clients)
    window = house.room.reaction
    assert window is not None
    assert window.floor_at == pytest.approx(house.now + TIME_CONTROLS[speed].floor)
    for client in waiting:
        assert isinstance(house.do(client, "pass"), wire.Done)
    house.run(TIME_CONTROLS[speed].floor - 0.1)
    assert house.room.reaction is not None
    assert house.room.reaction.id == window.id
    assert isinstance(house.state.stack[-1], Window)
    house.run(0.2)
    assert house.room.reaction is None or house.room.reaction.id != window.id


def test_nobody_hears_of_a_pass_before_the_floor() -> None:
    house, clients = start(3, 4)
    first, second = until_window(house, clients)[:2]
    before = len(house.inbox[second])
    house.do(first, "pass")
    assert len(house.inbox[second]) == before
    assert house.view_of(first).window.done
    assert house.view_of(second).window.waiting == []
    house.run(TIME_CONTROLS["normal"].floor + 0.1)
    shown = house.view_of(second)
    if shown.window is not None and house.room.reaction is not None:
        assert house.room.clients[second].seat in shown.window.waiting
        assert house.room.clients[first].seat not in shown.window.waiting


def test_silence_is_a_pass_when_the_window_closes() -> None:
    house, clients = start(2, 4)
    until_window(house, clients)
    window = house.room.reaction
    house.run(TIME_CONTROLS["normal"].close + LATENCY_ALLOWANCE_S - 0.1)
    assert house.room.reaction is window
    deeds = len(house.written)
    house.run(0.2)
    assert house.room.reaction is not window
    assert any(b'"silence"' in deed.body for deed in house.written[deeds:])
    assert not [seat for seat in house.room.data.seats if seat.driven]


@pytest.mark.parametrize("late", [True, False])
def test_a_word_on_its_way_when_the_window_closes_is_heard(late: bool) -> None:
    house, clients = start(2, 4)
    first, second = until_window(house, clients)
    window = house.room.reaction
    asked = house.view_of(first).question.prompt
    deeds = len(house.written)
    house.run(TIME_CONTROLS["normal"].close + (LATENCY_ALLOWANCE_S + 0.05 if late else LATENCY_ALLOWANCE_S - 0.05))
    # Everybody sees the same clock run out, and nobody that some may still speak
    assert house.view_of(second).window is None or house.view_of(second).window.closes >= 0.0
    answer = house.ask(first, wire.Do, key="pass", prompt=asked)
    if late:
        assert isinstance(answer, wire.Refused)
        assert answer.code in ("stale", "not_asked")
        assert answer.text
    else:
        assert isinstance(answer, wire.Done)
        assert house.room.reaction is window or window.passed
    silent = [json.loads(deed.body) for deed in house.written[deeds:] if b'"silence"' in deed.body]
    assert (house.room.clients[first].seat in [body[0] for body in silent]) == late


def test_hold_stops_the_clock_and_what_is_left_comes_back() -> None:
    house, clients = start(2, 4)
    first, second = until_window(house, clients)
    seat = house.room.clients[first].seat
    bank = house.room.data.seats[seat].hold
    house.do(second, "pass")
    house.run(1.0)
    assert isinstance(house.ask(first, wire.Hold), wire.Done)
    shown = house.view_of(second).window
    assert shown.held
    assert shown.holder == seat
    assert house.ask(second, wire.Hold).code == "hold.held"
    assert house.room.data.seats[seat].hold == pytest.approx(bank - HOLD_SECONDS)
    house.run(10.0)
    window = house.room.reaction
    assert window is not None
    assert window.holder == seat
    house.do(first, "pass")
    assert house.room.data.seats[seat].hold == pytest.approx(bank - 10.0, abs=0.1)
    assert house.room.reaction is not window


def test_a_hold_ends_by_itself_and_the_window_closes_later() -> None:
    house, clients = start(2, 4)
    first, _ = until_window(house, clients)
    closes = house.room.reaction.closes_at
    house.ask(first, wire.Hold)
    window = house.room.reaction
    assert window.closes_at == pytest.approx(closes + HOLD_SECONDS)
    house.run(HOLD_SECONDS + 0.1)
    assert window.holder == -1
    assert house.room.reaction is window
    house.run(closes + HOLD_SECONDS + LATENCY_ALLOWANCE_S - house.now + 0.1)
    assert house.room.reaction is not window


def test_holding_costs_time_that_does_not_last() -> None:
    house, clients = start(2, 4)
    first, _ = until_window(house, clients)
    house.room.data.seats[house.room.clients[first].seat].hold = 0.0
    assert house.ask(first, wire.Hold).code == "hold.spent"
    assert HOLD_BANK == 60.0


def test_hold_without_a_window_is_refused() -> None:
    house, clients = start(2, 4)
    assert house.ask(clients[0], wire.Hold).code == "hold.no_window"


def test_alone_with_bots_there_is_no_floor() -> None:
    house, clients = start(1, 4)
    (client,) = until_window(house, clients, people=1)
    window = house.room.reaction
    house.do(client, "pass")
    house.run(3.0)
    assert house.room.reaction is not window
    assert not house.room.data.asked_at or house.view_of(client).clock == -1.0


def test_without_a_clock_the_window_waits_for_everybody() -> None:
    house, clients = start(2, 4, "none")
    first, second = until_window(house, clients)
    window = house.room.reaction
    house.run(5000.0)
    assert house.room.reaction is window
    assert house.view_of(first).window.closes == -1.0
    assert sorted(house.view_of(first).window.waiting) == sorted(house.room.clients[c].seat for c in (first, second))
    house.do(first, "pass")
    house.do(second, "pass")
    house.run(2.0)
    assert house.room.reaction is not window


def test_a_late_pass_does_not_count_for_the_next_window() -> None:
    house, clients = start(2, 4)
    first, _ = until_window(house, clients)
    old = house.view_of(first).question.prompt
    house.run(TIME_CONTROLS["normal"].close + LATENCY_ALLOWANCE_S + 0.1)
    until_window(house, clients, people=1)
    for client in clients:
        answer = house.ask(client, wire.Do, key="pass", prompt=old)
        assert answer.code in ("stale", "not_asked")
    assert house.room.reaction is not None
    assert not set(house.room.reaction.passed) & {0, 1}


@pytest.mark.parametrize("lasting", [False, True], ids=["for_a_turn", "for_good"])
def test_a_preset_passes_and_ends_with_the_turn_unless_it_is_to_last(lasting: bool) -> None:
    house, clients = start(3, 4)
    waiting = until_window(house, clients)
    quiet = waiting[-1]
    seat = house.room.clients[quiet].seat
    house.ask(quiet, wire.SetAutoPass, mode="could_win", lasting=lasting)
    turn = house.state.turns
    assert house.view_of(quiet).watch == "could_win"
    rng = LehmerRng("preset")
    for _ in range(3000):
        if house.state.turns != turn or house.room.playing is None:
            break
        asked = runtime.prompted_seats(house.state)
        others = [c for c in clients if asked >> house.room.clients[c].seat & 1]
        if others and house.room.reaction is None:
            house.do(others[0], *any_answer(house.state, house.room.clients[others[0]].seat, rng))
        else:
            house.step()
    assert house.room.data.seats[seat].watching == ("could_win" if lasting else "ask")
    house.ask(quiet, wire.SetAutoPass, mode="ask", lasting=True)
    assert (house.room.data.seats[seat].watching, house.room.data.seats[seat].usual) == ("ask", "ask")


def windows_of_a_lone_game(watched: bool) -> list[bool]:
    """Play on for a while alone with bots; tells of each window that waits for the person whether they could react."""
    out: list[bool] = []
    for seed in range(8):
        if len(out) > 10:
            return out
        play_alone(watched, seed, out)
    raise AssertionError("there are hardly any windows")


def play_alone(watched: bool, seed: int, out: list[bool]) -> None:
    """Play one game alone with bots for a while."""
    data = new_data(1, 4, "none")
    data.secret = f"{seed:064x}"
    house, (client,) = start(1, data=data)
    if watched:
        house.connect(-1)
    rng = LehmerRng(f"alone{seed}")
    for _ in range(1500):
        if house.room.playing is None:
            break
        seat = house.room.clients[client].seat
        window = house.room.reaction
        if not runtime.prompted_seats(house.state) >> seat & 1 or (window is not None and seat in window.passed):
            house.step()
        elif window is not None:
            out.append(could_react(house.state, seat))
            house.do(client, "pass")
        else:
            house.do(client, *any_answer(house.state, seat, rng))


def test_somebody_alone_with_bots_is_not_asked_when_nothing_can_be_done() -> None:
    assert all(windows_of_a_lone_game(watched=False))


def test_while_somebody_looks_on_even_who_can_do_nothing_is_asked() -> None:
    assert not all(windows_of_a_lone_game(watched=True))


def test_a_bot_is_asked_in_the_same_way_whatever_it_holds() -> None:
    """While the workers are busy no bot answers: one that could do so without them would show that it only passes."""
    house, (client,) = start(1, 4, "none")
    rng = LehmerRng("same way")
    empty = passing = 0
    for _ in range(1500):
        if house.room.playing is None:
            break
        for thought in house.room.thoughts.values():
            codes = runtime.legal_options(house.state, thought.seat)
            assert thought.asked == thought.ready
            passing += not thought.speak_up and len(codes) == 1 and not thought.asked
            empty += thought.speak_up and not codes
        for seat, data in enumerate(house.room.data.seats):
            asked = runtime.prompted_seats(house.state) >> seat & 1
            window = house.room.reaction
            if data.is_bot and asked and (window is None or seat not in window.passed):
                assert seat in house.room.thoughts
        seat = house.room.clients[client].seat
        window = house.room.reaction
        if runtime.prompted_seats(house.state) >> seat & 1 and (window is None or seat not in window.passed):
            house.do(client, *(("pass", []) if window is not None else any_answer(house.state, seat, rng)))
        else:
            house.step()
    assert passing > 20
    assert empty > 5
