"""Tests of the benchmark of environments: what is counted and compared, and missing environments."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from tests.layers import thorough

from kickdoor.cli.commands.bench_env_text import env_lines
from kickdoor.install_hints import to_install
from kickdoor.sim.env_bench import EnvOrder, env_order, measure_environments
from kickdoor.sim.env_contenders import OPEN_SPIEL, RAW, TOKENS, VECTOR, OwnGame
from kickdoor.sim.env_peers import CPP, EnvPeer, env_peers
from kickdoor.sim.peers import OneGame, Peer, peer_module

OURS = OwnGame(["deluxe"], 3)


def quick(rng: random.Random) -> OneGame:
    """Load a stand-in whose games have four decisions."""
    return lambda: (4, sum(range(20_000)) * 0)


def absent(rng: random.Random) -> OneGame:
    """Load an environment that does not exist."""
    peer_module("not-installed", "not_installed", "peers")
    return quick(rng)


def absent_in_part(rng: random.Random) -> OneGame:
    """Load an environment that lacks something it did not look for when it was imported."""
    raise ImportError("needs a board to play on")


STAND_IN = EnvPeer(Peer("stand-in", "pytest", "nothing much", quick), VECTOR)
ABSENT = EnvPeer(Peer("absent", "not-installed", "nothing", absent), VECTOR)
IN_PART = EnvPeer(Peer("in-part", "pytest", "half of nothing", absent_in_part), VECTOR)
NATIVE = EnvPeer(Peer("native", "pytest", "nothing quickly", quick), OPEN_SPIEL, CPP, False)


@thorough
def test_all_own_environments_count_the_same_decisions() -> None:
    """Tokens, vectors and agents differ in what is shown, not in the game."""
    plays = {one.name: one.play(7, games=1) for one in OURS.contenders()}
    assert plays[TOKENS].decisions == plays[VECTOR].decisions
    assert all(play.decisions > 20 and play.games == 1 for play in plays.values())


@thorough
def test_figures_are_compared_with_the_own_environments() -> None:
    data = measure_environments(EnvOrder(OURS, 1, None, 1, 1, [STAND_IN, ABSENT, IN_PART, NATIVE]))
    ours, peers, missing = data["ours"], data["peers"], data["missing"]
    assert isinstance(ours, dict)
    assert isinstance(peers, dict)
    assert isinstance(missing, dict)
    assert {TOKENS, VECTOR, RAW} <= set(ours)
    assert set(peers) == {"stand-in", "native"}
    assert peers["stand-in"]["decisions"] == 4
    assert peers["stand-in"]["comparable"]
    assert not peers["native"]["comparable"]
    assert peers["stand-in"]["ratio"]["median"] > 0
    assert "not-installed" in missing["absent"]
    assert to_install("peers") in missing["absent"]
    assert "half of nothing cannot be played (needs a board to play on)" in missing["in-part"]
    text = "\n".join(env_lines(data))
    assert "nothing quickly (C++)" in text
    assert text.index("nothing much") < text.index("not comparable") < text.index("nothing quickly")
    assert missing["absent"] in text.partition("not measured")[2]


def test_each_peer_is_paired_with_an_own_environment() -> None:
    ours = {one.name for one in OURS.contenders()}
    found = env_peers()
    names = [one.peer.name for one in found]
    assert len(set(names)) == len(names)
    assert {one.against for one in found} <= ours
    for start in ("catanatron-gym", "rlcard-gin-rummy", "rlcard-mahjong", "rlcard-uno", "pettingzoo-", "open_spiel-"):
        assert any(name.startswith(start) for name in names)


def test_own_environments_can_be_missing_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kickdoor.env.aec", None)
    every, wanted = OwnGame.contenders, {VECTOR, RAW, "pettingzoo"}
    monkeypatch.setattr(OwnGame, "contenders", lambda ours: [one for one in every(ours) if one.name in wanted])
    data = measure_environments(EnvOrder(OURS, 1, None, 1, 1, [STAND_IN]))
    assert isinstance(data["missing"], dict)
    assert set(data["missing"]) == {RAW, "pettingzoo"}


def test_custom_sets_without_folders_are_left_out(tmp_path: Path) -> None:
    assert OPEN_SPIEL not in [one.name for one in OwnGame(["deluxe"], 3, [tmp_path]).contenders()]
    assert env_order(OURS, 1, None, 1, 1).peers
