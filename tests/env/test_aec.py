"""Tests of the environment for several learners: PettingZoo's own tests and further guarantees."""

from __future__ import annotations

import copy
import doctest
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from tests.env.positions import MIXES, TABLES, name_of
from tests.layers import few

import kickdoor as kd
from kickdoor.cli.commands.new_set import write_whole
from kickdoor.env import aec, env_config
from kickdoor.env.env_config import ILLEGAL_ACTION_REWARD, EnvConfig

KNOWN = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "unknown table option 'options'",
}
"""What PettingZoo's test says of every environment whose observations hold a mask, and an option it makes up."""


def play(env: aec.KickdoorAECEnv, seed: int, most: int = 100_000) -> list[tuple[str, int]]:
    """Play at random and gives everything that was said."""
    env.reset(seed=seed)
    dice = np.random.default_rng(seed)
    said: list[tuple[str, int]] = []
    for agent in env.agent_iter(most):
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"])
        assert len(legal) > 1
        said.append((agent, int(dice.choice(legal))))
        env.step(said[-1][1])
    return said


# PettingZoo's tests: each mix once, and each number of seats


@pytest.mark.parametrize("table", few(TABLES, 4), ids=name_of)
def test_pettingzoo_api_test_passes(table: tuple[list[str], int]) -> None:
    sets, seats = table
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec.env(sets=",".join(sets), seats=seats), num_cycles=500)
    assert [one for one in caught if not str(one.message).startswith(tuple(KNOWN))] == []


@pytest.mark.parametrize("table", few(TABLES, 4), ids=name_of)
def test_the_same_seed_gives_the_same_game(table: tuple[list[str], int]) -> None:
    sets, seats = table
    seed_test(lambda: aec.env(sets=",".join(sets), seats=seats), num_cycles=200)


@pytest.mark.parametrize("table", few(TABLES, 4), ids=name_of)
def test_pettingzoo_render_test_passes(table: tuple[list[str], int], capsys: pytest.CaptureFixture[str]) -> None:
    sets, seats = table
    render_test(lambda render_mode: aec.env(sets=",".join(sets), seats=seats, render_mode=render_mode))
    assert f"{seats} players" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [{"polls": True}, {"idle": None, "turns": 3}, {"options": {"winning_level": 3}}])
def test_pettingzoo_api_test_passes_with_other_limits(arguments: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec.env(sets="deluxe", seats=3, **arguments), num_cycles=1000)


# What it promises


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    env = aec.raw_env(sets="deluxe", seats=4)
    env.reset(seed=3)
    agent = env.agent_selection
    before = env.observe(agent)
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (wrong, np.int64(wrong), 100_000, -1):
        env.step(action)
        assert env.agent_selection == agent
        after, reward, terminated, truncated, info = env.last()
        assert (reward, terminated, truncated) == (ILLEGAL_ACTION_REWARD, False, False)
        assert info["illegal"]
        assert [env.rewards[other] for other in env.agents if other != agent] == [0, 0, 0]
        assert all(np.array_equal(after[part], before[part]) for part in before)
    assert info["illegal"] == "-1"
    env.step(int(np.flatnonzero(before["action_mask"])[0]))
    assert env.infos[agent] == {}


def test_games_end_and_their_rewards_add_up_to_zero() -> None:
    ends = set()
    for seed in range(12):
        env = aec.raw_env(sets="deluxe", seats=3, options={"winning_level": 4}, turns=60)
        env.reset(seed=seed)
        dice = np.random.default_rng(seed)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            env.step(int(dice.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        assert sum(env.rewards.values()) == pytest.approx(0)
        assert not env.observe("seat_0")["action_mask"].any()
        ends.add((any(env.terminations.values()), any(env.truncations.values())))
        assert any(env.rewards.values()) == any(env.terminations.values())
    assert ends == {(True, False), (False, True)}


def test_a_seat_that_is_not_acting_has_no_legal_action() -> None:
    env = aec.raw_env(sets="deluxe", seats=4)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_seeds_determine_all_following_games() -> None:
    """Without a seed each game is another; with one, all that follow are the same as well."""
    games = []
    for _ in range(2):
        env = aec.raw_env(sets="deluxe", seats=3)
        env.reset(seed=9)
        first = env.observe("seat_0")["observation"]
        env.reset()
        games.append((first, env.observe("seat_0")["observation"]))
    assert np.array_equal(games[0][0], games[1][0])
    assert np.array_equal(games[0][1], games[1][1])
    assert not np.array_equal(games[0][0], games[0][1])


def test_a_custom_set_is_played(tmp_path: Path) -> None:
    write_whole(tmp_path / "mine")
    env = aec.env(sets="deluxe", seats=3, folders=[tmp_path / "mine"])
    words = env.unwrapped.setting.words
    assert [word for word in words if word.startswith("card:mine/")]
    assert len(words) > len(EnvConfig("deluxe").words)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=500)


def test_a_copy_plays_on_by_itself() -> None:
    env = aec.raw_env(sets="deluxe", seats=3)
    env.reset(seed=2)
    for number in range(40):
        twin = copy.deepcopy(env)
        agent = env.agent_selection
        before = env.observe(agent)
        assert np.array_equal(twin.observe(agent)["observation"], before["observation"])
        legal = np.flatnonzero(before["action_mask"])
        twin.step(int(legal[number % len(legal)]))
        assert np.array_equal(env.observe(agent)["observation"], before["observation"])
        env.step(int(legal[number % len(legal)]))
        assert np.array_equal(env.observe(agent)["observation"], twin.observe(agent)["observation"])
    again = pickle.loads(pickle.dumps(env.setting))
    assert np.array_equal(again.observation(env._episode, 0), env.setting.observation(env._episode, 0))


def test_the_vocabulary_depends_only_on_the_sets() -> None:
    assert len({len(EnvConfig("deluxe", seats).words) for seats in (3, 4, 5, 6)}) == 1
    assert play(aec.raw_env(sets="star", seats=5, turns=5), 4) == play(aec.raw_env(sets="star", seats=5, turns=5), 4)
    assert len(MIXES) == 15


@pytest.mark.parametrize(
    "arguments", [{"sets": "delux"}, {"seats": 2}, {"seats": 7}, {"seats": "four"}, {"options": {"no_such": 1}}]
)
def test_an_invalid_config_is_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(kd.BadData):
        aec.env(**arguments)


def test_doctests_pass() -> None:
    for module in (aec, env_config):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0


def test_options_of_a_reset_apply_to_that_game_only() -> None:
    env = aec.raw_env("deluxe", 3)
    env.reset(seed=1, options={"winning_level": 4})
    assert env._episode.state.options.winning_level == 4
    env.reset(seed=1)
    assert env._episode.state.options.winning_level == 10
    with pytest.raises(kd.BadData, match="from 2 to 100"):
        env.reset(options={"winning_level": 1})
    with pytest.warns(UserWarning, match="did you mean 'winning_level'"):
        env.reset(options={"wining_level": 4})


@pytest.mark.parametrize("mode", ["rgb", "rgb_array"])
def test_an_unknown_render_mode_is_refused(mode: str) -> None:
    with pytest.raises(kd.BadData, match="human, ansi"):
        aec.env(render_mode=mode)
