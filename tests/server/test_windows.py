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


def until_window(harness: RoomHarness, clients: list[int], people: int = 2, seed: str = "w") -> list[int]:
    """Play on to a window in which so many people are asked and none has passed; gives their clients."""
    rng = LehmerRng(seed)
    for _ in range(4000):
        assert harness.room.playing is not None
        asked = runtime.prompted_seats(harness.state)
        waiting = [c for c in clients if asked >> harness.room.clients[c].seat & 1]
        window = harness.room.reaction
        fresh = window is not None and not window.passed and (harness.room.is_alone() or not window.told)
        if fresh and len(waiting) >= people:
            return waiting
        if waiting and window is None:
            seat = harness.room.clients[waiting[0]].seat
            harness.do(waiting[0], *any_answer(harness.state, seat, rng))
        elif not harness.step() and waiting:
            harness.do(waiting[0], "pass")
    raise AssertionError("no window came")


@pytest.mark.parametrize("speed", ["blitz", "normal", "relaxed"])
def test_the_floor_holds_though_all_have_passed(speed: str) -> None:
    harness, clients = start(4, 4, speed)
    waiting = until_window(harness, clients)
    window = harness.room.reaction
    assert window is not None
    assert window.floor_at == pytest.approx(harness.now + TIME_CONTROLS[speed].floor)
    for client in waiting:
        assert isinstance(harness.do(client, "pass"), wire.Done)
    harness.run(TIME_CONTROLS[speed].floor - 0.1)
    assert harness.room.reaction is not None
    assert harness.room.reaction.id == window.id
    assert isinstance(harness.state.stack[-1], Window)
    harness.run(0.2)
    assert harness.room.reaction is None or harness.room.reaction.id != window.id


def test_passes_are_hidden_until_the_floor() -> None:
    harness, clients = start(3, 4)
    first, second = until_window(harness, clients)[:2]
    before = len(harness.inbox[second])
    harness.do(first, "pass")
    assert len(harness.inbox[second]) == before
    assert harness.view_of(first).window.done
    assert harness.view_of(second).window.waiting == []
    harness.run(TIME_CONTROLS["normal"].floor + 0.1)
    shown = harness.view_of(second)
    if shown.window is not None and harness.room.reaction is not None:
        assert harness.room.clients[second].seat in shown.window.waiting
        assert harness.room.clients[first].seat not in shown.window.waiting


def test_silence_is_a_pass_when_the_window_closes() -> None:
    harness, clients = start(2, 4)
    until_window(harness, clients)
    window = harness.room.reaction
    harness.run(TIME_CONTROLS["normal"].close + LATENCY_ALLOWANCE_S - 0.1)
    assert harness.room.reaction is window
    deeds = len(harness.written)
    harness.run(0.2)
    assert harness.room.reaction is not window
    assert any(b'"silence"' in deed.body for deed in harness.written[deeds:])
    assert not [seat for seat in harness.room.data.seats if seat.driven]


@pytest.mark.parametrize("late", [True, False])
def test_an_answer_in_flight_at_the_end_of_a_window_counts(late: bool) -> None:
    harness, clients = start(2, 4)
    first, second = until_window(harness, clients)
    window = harness.room.reaction
    asked = harness.view_of(first).question.prompt
    deeds = len(harness.written)
    harness.run(TIME_CONTROLS["normal"].close + (LATENCY_ALLOWANCE_S + 0.05 if late else LATENCY_ALLOWANCE_S - 0.05))
    # Everybody sees the same clock run out, and nobody that some may still speak
    assert harness.view_of(second).window is None or harness.view_of(second).window.closes >= 0.0
    answer = harness.ask(first, wire.Do, key="pass", prompt=asked)
    if late:
        assert isinstance(answer, wire.Refused)
        assert answer.code in ("stale", "not_asked")
        assert answer.text
    else:
        assert isinstance(answer, wire.Done)
        assert harness.room.reaction is window or window.passed
    silent = [json.loads(deed.body) for deed in harness.written[deeds:] if b'"silence"' in deed.body]
    assert (harness.room.clients[first].seat in [body[0] for body in silent]) == late


def test_hold_stops_the_clock_and_what_is_left_comes_back() -> None:
    harness, clients = start(2, 4)
    first, second = until_window(harness, clients)
    seat = harness.room.clients[first].seat
    bank = harness.room.data.seats[seat].hold
    harness.do(second, "pass")
    harness.run(1.0)
    assert isinstance(harness.ask(first, wire.Hold), wire.Done)
    shown = harness.view_of(second).window
    assert shown.held
    assert shown.holder == seat
    assert harness.ask(second, wire.Hold).code == "hold.held"
    assert harness.room.data.seats[seat].hold == pytest.approx(bank - HOLD_SECONDS)
    harness.run(10.0)
    window = harness.room.reaction
    assert window is not None
    assert window.holder == seat
    harness.do(first, "pass")
    assert harness.room.data.seats[seat].hold == pytest.approx(bank - 10.0, abs=0.1)
    assert harness.room.reaction is not window


def test_a_hold_ends_by_itself_and_the_window_closes_later() -> None:
    harness, clients = start(2, 4)
    first, _ = until_window(harness, clients)
    closes = harness.room.reaction.closes_at
    harness.ask(first, wire.Hold)
    window = harness.room.reaction
    assert window.closes_at == pytest.approx(closes + HOLD_SECONDS)
    harness.run(HOLD_SECONDS + 0.1)
    assert window.holder == -1
    assert harness.room.reaction is window
    harness.run(closes + HOLD_SECONDS + LATENCY_ALLOWANCE_S - harness.now + 0.1)
    assert harness.room.reaction is not window


def test_holding_costs_time_that_does_not_last() -> None:
    harness, clients = start(2, 4)
    first, _ = until_window(harness, clients)
    harness.room.data.seats[harness.room.clients[first].seat].hold = 0.0
    assert harness.ask(first, wire.Hold).code == "hold.spent"
    assert HOLD_BANK == 60.0


def test_hold_without_a_window_is_refused() -> None:
    harness, clients = start(2, 4)
    assert harness.ask(clients[0], wire.Hold).code == "hold.no_window"


def test_alone_with_bots_there_is_no_floor() -> None:
    harness, clients = start(1, 4)
    (client,) = until_window(harness, clients, people=1)
    window = harness.room.reaction
    harness.do(client, "pass")
    harness.run(3.0)
    assert harness.room.reaction is not window
    assert not harness.room.data.asked_at or harness.view_of(client).clock == -1.0


def test_without_a_clock_the_window_waits_for_all_players() -> None:
    harness, clients = start(2, 4, "none")
    first, second = until_window(harness, clients)
    window = harness.room.reaction
    harness.run(5000.0)
    assert harness.room.reaction is window
    assert harness.view_of(first).window.closes == -1.0
    assert sorted(harness.view_of(first).window.waiting) == sorted(
        harness.room.clients[c].seat for c in (first, second)
    )
    harness.do(first, "pass")
    harness.do(second, "pass")
    harness.run(2.0)
    assert harness.room.reaction is not window


def test_a_late_pass_does_not_count_for_the_next_window() -> None:
    harness, clients = start(2, 4)
    first, _ = until_window(harness, clients)
    old = harness.view_of(first).question.prompt
    harness.run(TIME_CONTROLS["normal"].close + LATENCY_ALLOWANCE_S + 0.1)
    until_window(harness, clients, people=1)
    for client in clients:
        answer = harness.ask(client, wire.Do, key="pass", prompt=old)
        assert answer.code in ("stale", "not_asked")
    assert harness.room.reaction is not None
    assert not set(harness.room.reaction.passed) & {0, 1}


@pytest.mark.parametrize("lasting", [False, True], ids=["for_a_turn", "for_good"])
def test_a_preset_passes_and_ends_with_the_turn_unless_it_is_to_last(lasting: bool) -> None:
    harness, clients = start(3, 4)
    waiting = until_window(harness, clients)
    quiet = waiting[-1]
    seat = harness.room.clients[quiet].seat
    harness.ask(quiet, wire.SetAutoPass, mode="could_win", lasting=lasting)
    turn = harness.state.turns
    assert harness.view_of(quiet).watch == "could_win"
    rng = LehmerRng("preset")
    for _ in range(3000):
        if harness.state.turns != turn or harness.room.playing is None:
            break
        asked = runtime.prompted_seats(harness.state)
        others = [c for c in clients if asked >> harness.room.clients[c].seat & 1]
        if others and harness.room.reaction is None:
            harness.do(others[0], *any_answer(harness.state, harness.room.clients[others[0]].seat, rng))
        else:
            harness.step()
    assert harness.room.data.seats[seat].watching == ("could_win" if lasting else "ask")
    harness.ask(quiet, wire.SetAutoPass, mode="ask", lasting=True)
    assert (harness.room.data.seats[seat].watching, harness.room.data.seats[seat].usual) == ("ask", "ask")


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
    harness, (client,) = start(1, data=data)
    if watched:
        harness.connect(-1)
    rng = LehmerRng(f"alone{seed}")
    for _ in range(1500):
        if harness.room.playing is None:
            break
        seat = harness.room.clients[client].seat
        window = harness.room.reaction
        if not runtime.prompted_seats(harness.state) >> seat & 1 or (window is not None and seat in window.passed):
            harness.step()
        elif window is not None:
            out.append(could_react(harness.state, seat))
            harness.do(client, "pass")
        else:
            harness.do(client, *any_answer(harness.state, seat, rng))


def test_a_lone_player_without_options_is_not_prompted() -> None:
    assert all(windows_of_a_lone_game(watched=False))


def test_with_spectators_players_without_options_are_prompted() -> None:
    assert not all(windows_of_a_lone_game(watched=True))


def test_a_bot_is_asked_in_the_same_way_whatever_it_holds() -> None:
    """While the workers are busy no bot answers: one that could do so without them would show that it only passes."""
    harness, (client,) = start(1, 4, "none")
    rng = LehmerRng("same way")
    empty = passing = 0
    for _ in range(1500):
        if harness.room.playing is None:
            break
        for thought in harness.room.thoughts.values():
            codes = runtime.legal_options(harness.state, thought.seat)
            assert thought.asked == thought.ready
            passing += not thought.speak_up and len(codes) == 1 and not thought.asked
            empty += thought.speak_up and not codes
        for seat, data in enumerate(harness.room.data.seats):
            asked = runtime.prompted_seats(harness.state) >> seat & 1
            window = harness.room.reaction
            if data.is_bot and asked and (window is None or seat not in window.passed):
                assert seat in harness.room.thoughts
        seat = harness.room.clients[client].seat
        window = harness.room.reaction
        if runtime.prompted_seats(harness.state) >> seat & 1 and (window is None or seat not in window.passed):
            harness.do(client, *(("pass", []) if window is not None else any_answer(harness.state, seat, rng)))
        else:
            harness.step()
    assert passing > 20
    assert empty > 5
