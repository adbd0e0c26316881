"""Tests of the peer engines of the benchmark: the registry, missing ones, and real runs."""

from __future__ import annotations

import random
import sys
from importlib import import_module

import pytest

from kickdoor.install_hints import to_install
from kickdoor.sim.peers import PEERS, OneGame, Peer, PeerMissing, PeerResult, peer

MODULES = {
    "catanatron": "catanatron.game",
    "rlcard": "rlcard",
    "open_spiel": "pyspiel",
    "pettingzoo": "pettingzoo.classic.texas_holdem_v4",
}


def needs(name: str) -> None:
    """Skip the test where a peer, or something it needs, is not installed."""
    try:
        peer(name).load(random.Random(1))
    except PeerMissing:
        pytest.skip(f"{name} is not installed")


def burn_one_game(rng: random.Random) -> OneGame:
    """Load a stand-in engine whose games have three decisions and two forced answers."""

    def one_game() -> tuple[int, int]:
        sum(range(10_000))
        return 3, 2

    return one_game


# pytest itself is surely installed, so its version can be read.
STAND_IN = Peer("stand_in", "pytest", "nothing", burn_one_game)


def test_registry_names_the_four_peers() -> None:
    assert set(PEERS) == set(MODULES)
    assert all(peer(name).name == name for name in PEERS)


def test_unknown_peer_is_refused_with_the_known_names() -> None:
    with pytest.raises(ValueError, match="catanatron"):
        peer("chess")


@pytest.mark.parametrize("name", sorted(MODULES))
def test_missing_peer_says_how_to_install_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, MODULES[name], None)
    with pytest.raises(PeerMissing) as caught:
        peer(name).play(1, games=1)
    assert name in str(caught.value)
    assert to_install("bench") in str(caught.value)


def test_games_limit_plays_exactly_that_many() -> None:
    result = STAND_IN.play(1, games=7)
    assert (result.games, result.decisions, result.forced) == (7, 21, 14)


def test_seconds_limit_plays_until_the_time_is_up() -> None:
    result = STAND_IN.play(1, seconds=0.02)
    assert result.cpu_seconds >= 0.02
    assert result.decisions == 3 * result.games > 3


def test_rates_follow_from_the_counts() -> None:
    result = PeerResult("p", "1", "w", decisions=30, forced=10, games=5, cpu_seconds=2.0)
    assert result.decisions_per_second == 15.0
    assert result.answers_per_second == 20.0
    assert result.games_per_second == 2.5


@pytest.mark.parametrize(("games", "seconds"), [(None, None), (1, 1.0), (0, None), (-1, None), (None, 0.0)])
def test_invalid_limits_are_refused(games: int | None, seconds: float | None) -> None:
    with pytest.raises(ValueError, match="games"):
        STAND_IN.play(1, games=games, seconds=seconds)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_installed_peer_plays_and_leaves_the_global_generator_alone(name: str) -> None:
    needs(name)
    before = random.getstate()
    result = peer(name).play(5, games=3)
    assert random.getstate() == before
    assert result.games == 3
    assert result.decisions > 0
    assert result.version


def test_catanatron_counts_answers_without_a_choice_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needs("catanatron")
    random_player = import_module("catanatron.models.player").RandomPlayer
    decide = random_player.decide
    sizes: list[int] = []

    def watched(player: object, game: object, actions: list[object]) -> object:
        sizes.append(len(actions))
        return decide(player, game, actions)

    monkeypatch.setattr(random_player, "decide", watched)
    result = peer("catanatron").play(11, games=1)
    assert result.decisions == sum(size > 1 for size in sizes)
    assert result.forced == sum(size == 1 for size in sizes)
    assert result.forced > result.decisions > 50


def test_catanatron_repeats_its_games_within_a_process() -> None:
    needs("catanatron")
    first, second = (peer("catanatron").play(3, games=1) for _ in range(2))
    assert (first.decisions, first.forced) == (second.decisions, second.forced)
