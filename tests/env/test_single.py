"""Tests of the environment for one learner: Gymnasium's own checker and further guarantees."""

from __future__ import annotations

import doctest
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv
from tests.layers import few

import kickdoor as kd
import kickdoor.env
from kickdoor.cli.commands.new_set import write_whole
from kickdoor.env import gym_env
from kickdoor.env.env_config import ILLEGAL_ACTION_REWARD

IDS = [f"kickdoor/{name}-v0" for name in ("Deluxe", "Star", "Steampunk", "Cooks", "All")]


class Careful(kd.Bot):
    """Takes the safe option."""

    def choose(self, view: kd.SeatView) -> kd.Option:
        return view.options[0]


def played(env: gymnasium.Env[np.ndarray, int], seed: int) -> Iterator[tuple[np.ndarray, float, bool, bool]]:
    """Play a game at random, with what came of each action."""
    _, info = env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    over = False
    while not over:
        action = int(dice.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        yield seen, float(reward), terminated, truncated


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_checker_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, bots="random").unwrapped)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_environment_works_for_all_tables(seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(IDS[0], seats=seats, bots=Careful, seat=None, polls=True).unwrapped)


def test_each_set_has_an_environment() -> None:
    assert {name for name in gymnasium.registry if name.startswith("kickdoor/")} == set(IDS)
    gym_env.register()
    assert gymnasium.make("kickdoor/All-v0").unwrapped.setting.rules.sets == kd.known_sets()


@pytest.mark.parametrize("bots", few(["easy", "random", ["normal", "nasty", Careful]], 1))
def test_a_game_is_played_among_bots(bots: object) -> None:
    ends = []
    for seed in range(2):
        env = gymnasium.make(IDS[0], bots=bots, turns=80)
        steps = list(played(env, seed))
        assert all(reward == 0 for _, reward, *_ in steps[:-1])
        ends.append(steps[-1])
        again = list(played(env, seed))
        assert [step[1:] for step in again] == [step[1:] for step in steps]
        assert all(np.array_equal(a[0], b[0]) for a, b in zip(again, steps, strict=True))
    for _, reward, terminated, truncated in ends:
        assert terminated != truncated
        assert (reward != 0) == terminated


def test_a_custom_set_is_played(tmp_path: Path) -> None:
    write_whole(tmp_path / "mine")
    env = gymnasium.make(IDS[0], folders=[tmp_path / "mine"], bots="random")
    assert [word for word in env.unwrapped.setting.words if word.startswith("card:mine/")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_the_seat_of_the_learner_can_be_chosen() -> None:
    for seat in range(4):
        env = gymnasium.make(IDS[0], bots="random", seat=seat).unwrapped
        for seed in range(3):
            env.reset(seed=seed)
            assert env.seat == seat == env._episode.seat
    env = gymnasium.make(IDS[0], bots="random", seat=None).unwrapped
    places = []
    for seed in range(30):
        env.reset(seed=seed)
        places.append(env.seat)
        assert env._episode.seat == env.seat
    assert set(places) == {0, 1, 2, 3}


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    env = gymnasium.make(IDS[0], bots="easy")
    before, info = env.reset(seed=2)
    mask = info["action_mask"]
    assert mask.dtype == np.int8
    assert np.array_equal(env.unwrapped.action_masks(), mask.astype(bool))
    for action in np.flatnonzero(mask == 0)[:5]:
        seen, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (ILLEGAL_ACTION_REWARD, False, False)
        assert info["illegal"] == env.unwrapped.setting.words[action]
        assert np.array_equal(seen, before)
        assert np.array_equal(info["action_mask"], mask)
    *_, info = env.step(int(np.flatnonzero(mask)[0]))
    assert "illegal" not in info


def test_several_games_run_in_separate_processes() -> None:
    env = gymnasium.make_vec(IDS[0], num_envs=2, vectorization_mode="async", bots="random", turns=3)
    assert isinstance(env, AsyncVectorEnv)
    try:
        dice = np.random.default_rng(1)
        seen, info = env.reset(seed=5)
        assert seen.shape == (2, *env.single_observation_space.shape)
        ends = 0
        for _ in range(300):
            masks = info["action_mask"]
            actions = [int(dice.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
            seen, _, _, truncated, info = env.step(np.array(actions))
            ends += int(truncated.sum())
        assert ends > 2
    finally:
        env.close()


@pytest.mark.parametrize(
    ("argument", "wrong", "says"),
    [
        ("bots", ["easy"], "expected 3 bots for 3 other seats, got 1"),
        ("bots", "norml", "did you mean 'normal'"),
        ("bots", 3, "3 is not a bot"),
        ("seat", 4, "got 4"),
        ("seat", -1, "got -1"),
        ("seat", "0", "got '0'"),
        ("seats", "4", "from 3 to 6"),
        ("turns", -1, "0 for no limit, got -1"),
        ("turns", "x", "got 'x'"),
        ("turns", 1.5, "got 1.5"),
        ("idle", "x", "got 'x'"),
        ("idle", -1, "None for no limit, got -1"),
        ("polls", "yes", "True or False"),
        ("winning_level", 5, r"options=\{'winning_level': 5\}"),
        ("turn", 5, "did you mean 'turns'"),
        ("folders", "nowhere", "nowhere: there is no such folder"),
    ],
)
def test_an_invalid_environment_is_refused_when_it_is_made(argument: str, wrong: object, says: str) -> None:
    with pytest.raises(kd.BadData, match=says):
        gymnasium.make(IDS[0], **{argument: wrong})


def test_options_of_a_reset_are_table_options() -> None:
    env = gymnasium.make(IDS[0], bots="random", options={"winning_level": 3}).unwrapped
    env.reset(seed=1, options={"winning_level": 7})
    assert env._episode.state.options.winning_level == 7
    env.reset(seed=1)
    assert env._episode.state.options.winning_level == 3


def test_the_core_needs_no_third_party_packages() -> None:
    """Where neither Gymnasium nor numpy is installed the package is still there, with its tokens."""
    script = (
        "import sys; sys.modules['gymnasium'] = sys.modules['numpy'] = None\n"
        "import importlib.util as u; found = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name in ('gymnasium', 'numpy') else found(name, *more)\n"
        "import kickdoor.env, kickdoor.env.core.observation_vector, kickdoor.env.core.episode"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_doctests_pass() -> None:
    result = doctest.testmod(gym_env)
    assert result.attempted > 0
    assert result.failed == 0
