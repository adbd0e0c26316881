"""Tests of the OpenSpiel game: its own tests and algorithms run, and searches foresee nothing."""

from __future__ import annotations

import doctest
import pickle
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.env.positions import TABLES, name_of
from tests.layers import few, thorough

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for every machine")
from open_spiel.python.algorithms.ismcts import ISMCTSBot  # noqa: E402
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # noqa: E402
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver  # noqa: E402

import kickdoor as kd  # noqa: E402
from kickdoor.cli.commands.new_set import write_whole  # noqa: E402
from kickdoor.engine.machine.errors import IllegalAnswer  # noqa: E402
from kickdoor.engine.state.codec import state_to_json  # noqa: E402
from kickdoor.env import open_spiel  # noqa: E402
from kickdoor.env.open_spiel import KickdoorState  # noqa: E402

SHORT = {"sets": "deluxe", "seats": 3, "turns": 2}
"""A game that is cut early, for algorithms that play hundreds of them."""


def load(**parameters: object) -> open_spiel.KickdoorGame:
    return pyspiel.load_game("python_kickdoor", parameters)


def walk(game: open_spiel.KickdoorGame, seed: int, most: int = 100_000) -> Iterator[KickdoorState]:
    """Return each moment of a game played at random."""
    dice = np.random.default_rng(seed)
    state = game.new_initial_state()
    state.apply_action(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        state.apply_action(int(dice.choice(state.legal_actions())))


# OpenSpiel's tests and algorithms


@pytest.mark.parametrize("table", few(TABLES, 2), ids=name_of)
def test_random_games_can_be_copied(table: tuple[list[str], int]) -> None:
    sets, seats = table
    game = load(sets=",".join(sets), seats=seats, turns=3)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@thorough
def test_whole_games_can_be_copied() -> None:
    pyspiel.random_sim_test(load(seats=4, winning_level=4), num_sims=1, serialize=True, verbose=False)


def search(simulations: int, by_sight: bool) -> int:
    """Have ISMCTS search at the first choice of a game."""
    game = load(**SHORT)
    bot = ISMCTSBot(
        game=game,
        evaluator=RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=simulations,
        random_state=np.random.RandomState(2),
        use_observation_string=by_sight,
    )
    state = game.new_initial_state()
    state.apply_action(5)
    action = bot.step(state)
    assert action in state.legal_actions()
    return len(bot._nodes)


@thorough
@pytest.mark.parametrize("by_sight", [False, True])
def test_ismcts_searches(by_sight: bool) -> None:
    """It takes no inconsistent sets of actions, so equal keys have had equal legal actions."""
    assert search(60, by_sight) > 30


@pytest.mark.slow
@pytest.mark.parametrize("by_sight", [False, True])
def test_ismcts_searches_a_thousand_times(by_sight: bool) -> None:
    assert search(1000, by_sight) > 500


def learn(iterations: int) -> int:
    """Have outcome sampling learn; it calls itself for each token of a game."""
    solver = OutcomeSamplingSolver(load(**SHORT | {"turns": 1}))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    np.random.seed(1)
    try:
        for _ in range(iterations):
            solver.iteration()
    finally:
        sys.setrecursionlimit(limit)
    return len(solver._infostates)


@thorough
def test_mccfr_learns() -> None:
    assert learn(20) > 500


@pytest.mark.slow
def test_mccfr_learns_a_thousand_times() -> None:
    assert learn(1000) > 20_000


# What it promises


@pytest.mark.parametrize("table", few(TABLES, 4), ids=name_of)
def test_equal_information_has_equal_actions(table: tuple[list[str], int]) -> None:
    """In games and in the worlds that a search would draw, for what is seen now and for all that was seen."""
    sets, seats = table
    game = load(sets=",".join(sets), seats=seats, polls=seats == 5)
    draw = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    found: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    met = 0
    for seed in range(2):
        for number, state in enumerate(walk(game, seed, 250)):
            player = state.current_player()
            states = [state] if number % 5 else [state, state.resample_from_infostate(player, draw)]
            for one in states:
                for key in (one.observation_string(player), one.information_state_string(player)):
                    met += key in found
                    found[key].add(tuple(one.legal_actions()))
    assert met > 100
    assert [key for key, actions in found.items() if len(actions) > 1] == []


def test_a_determinization_looks_the_same_but_has_other_dice() -> None:
    draw = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = 0
    for number, state in enumerate(walk(load(seats=4), 1, 300)):
        if number % 6:
            continue
        player = state.current_player()
        twin = state.resample_from_infostate(player, draw)
        assert twin.current_player() == player
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert np.array_equal(twin.observation_tensor(player), state.observation_tensor(player))
        assert twin.tracked.episode.state.rng.keys != state.tracked.episode.state.rng.keys
        other = (player + 1) % 4
        others += twin.observation_string(other) != state.observation_string(other)
        with pytest.raises(ValueError, match="acting player"):
            state.resample_from_infostate(other, draw)
    assert others > 40


def test_information_states_have_perfect_recall() -> None:
    """The same view after another history is another information state."""
    game = load(seats=3)
    first = next(walk(game, 3))
    seen = {first.information_state_string(player) for player in range(3)}
    for state in walk(game, 3, 60):
        player = state.current_player()
        assert state.information_state_string(player) not in seen or state.move_number() == first.move_number()
        seen.add(state.information_state_string(player))
    state = next(walk(game, 3))
    state.tracked.history[0] = b"another history"
    assert state.observation_string(0) == first.observation_string(0)
    assert state.information_state_string(0) != first.information_state_string(0)


def test_a_game_is_pickled_with_an_unfinished_action() -> None:
    game = load(**SHORT | {"polls": True})
    for state in walk(game, 7, 200):
        for twin in (
            state.clone(),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ):
            assert twin.legal_actions() == state.legal_actions()
            assert twin.current_player() == state.current_player()
            assert state_to_json(twin.tracked.episode.state) == state_to_json(state.tracked.episode.state)
            assert [twin.information_state_string(n) for n in range(3)] == [
                state.information_state_string(n) for n in range(3)
            ]
            twin.apply_action(twin.legal_actions()[0])
    assert len(pickle.dumps(state.tracked)) < 100_000


def test_a_custom_set_is_played(tmp_path: Path) -> None:
    write_whole(tmp_path / "mine")
    game = load(sets="deluxe", folders=str(tmp_path / "mine"), seats=3, turns=1)
    assert [word for word in game.setting.words if word.startswith("card:mine/")]
    assert game.setting is load(sets="deluxe", folders=str(tmp_path / "mine"), seats=3, turns=1).setting
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("wrong", [{"deals": 0}, {"deals": -5}, {"idle": -3}, {"turns": -1}, {"seats": 7}])
def test_a_wrong_parameter_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(kd.BadData, match=next(iter(wrong))):
        load(**wrong)


def test_an_illegal_action_is_refused() -> None:
    state = next(walk(load(), 1))
    before = str(state)
    wrong = min(set(range(state.num_distinct_actions())) - set(state.legal_actions()))
    with pytest.raises(IllegalAnswer):
        state.apply_action(wrong)
    assert str(state) == before


def test_doctests_pass() -> None:
    result = doctest.testmod(open_spiel)
    assert result.attempted > 0
    assert result.failed == 0
