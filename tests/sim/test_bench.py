"""Tests of the benchmark: counts and figures, not speeds."""

from __future__ import annotations

import random

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine.errors import BadData
from kickdoor.sim.bench import Run, flatness, interleave, our_contender, play_ours, purposes_of, ratios, spread
from kickdoor.sim.bench_suite import Order, measure
from kickdoor.sim.footprint import mid_game_states, probe_loading, state_bytes
from kickdoor.sim.peers import OneGame, Peer

RULES = load_catalog(list(default_sets()))


def quick_game(rng: random.Random) -> OneGame:
    """Load a stand-in engine."""

    def one_game() -> tuple[int, int]:
        return 300, sum(range(20_000)) * 0 + 100

    return one_game


STAND_IN = Peer("stand_in", "pytest", "nothing", quick_game)


def order(speed_only: bool, seats: int = 3) -> Order:
    """Ask for the shortest benchmark there is."""
    return Order(RULES, seats, 1, None, 2, [STAND_IN], 1, speed_only)


def test_a_run_counts_whole_games() -> None:
    run = play_ours(RULES, 3, 1, 2, None)
    assert run.games == 2
    assert run.decisions == sum(run.purposes)
    assert run.cpu_seconds > 0
    again = play_ours(RULES, 3, 1, 2, None)
    assert (run.decisions, run.forced, run.purposes) == (again.decisions, again.forced, again.purposes)


def test_a_time_limit_plays_at_least_one_game() -> None:
    assert play_ours(RULES, 3, 1, None, 0.001).games == 1


def test_contenders_take_turns() -> None:
    played: list[str] = []
    interleave([our_contender("a", "a", RULES, 3), our_contender("b", "b", RULES, 3)], 2, 1, None, 1, played.append)
    assert played == ["a, repeat 1 of 2", "b, repeat 1 of 2", "a, repeat 2 of 2", "b, repeat 2 of 2"]


def test_ratios_are_taken_repeat_by_repeat() -> None:
    ours = [Run(100, 100, 1, 0, 1.0), Run(300, 100, 1, 0, 1.0)]
    theirs = [Run(50, 150, 1, 0, 1.0), Run(100, 100, 1, 0, 1.0)]
    decisions, answers = ratios(ours, theirs)
    assert decisions == spread([2.0, 3.0])
    assert answers == spread([1.0, 2.0])
    assert (decisions.least, decisions.median, decisions.most) == (2.0, 2.5, 3.0)


def test_measure_returns_ratios_and_prompt_kinds() -> None:
    data = measure(order(speed_only=True))
    assert isinstance(data["ratio"], dict)
    assert isinstance(data["ratio_answers"], dict)
    assert data["ratio"]["stand_in"] > 0
    assert data["ratio_answers"]["stand_in"] > 0
    assert isinstance(data["purposes"], dict)
    assert sum(data["purposes"].values()) == pytest.approx(1, abs=0.01)
    assert "costs" not in data


def test_seats_are_checked() -> None:
    with pytest.raises(BadData, match="3 to 6"):
        measure(order(speed_only=True, seats=2))


def test_prompt_kinds_are_sorted_by_frequency() -> None:
    counts = list(purposes_of([play_ours(RULES, 3, 1, 1, None)]).values())
    assert counts == sorted(counts, reverse=True)


def test_flatness_needs_long_games() -> None:
    early, late = flatness(RULES, 4, 1)
    assert early > 0
    assert late > 0


def test_states_are_small_and_loading_is_measured() -> None:
    states = mid_game_states(RULES, 4)
    assert len(states) > 3
    assert 1_000 < state_bytes(states, 5) < 20_000
    seconds, _ = probe_loading(list(default_sets()), 1)
    assert 0 < seconds < 20
