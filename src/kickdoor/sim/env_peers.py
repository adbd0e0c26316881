"""Other projects' environments played at random, with observation and legal actions at each step.

They are imported when played, not with this module, and any of them may be missing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from kickdoor.sim.env_contenders import GYMNASIUM, OPEN_SPIEL, PETTINGZOO, VECTOR
from kickdoor.sim.peers import OneGame, Peer, a_seed, peer_module

EXTRA = "peers"
"""The extra that installs all of them."""
PYTHON, CPP = "Python", "C++"


@dataclass(frozen=True, slots=True)
class EnvPeer:
    """Another project's environment, with ours of the same interface."""

    peer: Peer
    against: str
    language: str = PYTHON
    is_comparable: bool = True
    """Whether its decisions are comparable with ours. Others are listed separately: those in C++, and games of
    which a turn is a card of the right colour."""


def rlcard_game(name: str) -> Callable[[random.Random], OneGame]:
    """Return a loader of an RLCard game."""

    def load(rng: random.Random) -> OneGame:
        env = peer_module("rlcard", "rlcard", EXTRA).make(name, config={"seed": a_seed(rng)})

        def one_game() -> tuple[int, int]:
            decisions = forced = 0
            state, _ = env.reset()
            while not env.is_over():
                actions = list(state["legal_actions"])
                decisions += len(actions) > 1
                forced += len(actions) == 1
                state, _ = env.step(rng.choice(actions))
            return decisions, forced

        return one_game

    return load


def pettingzoo_game(name: str) -> Callable[[random.Random], OneGame]:
    """Return a loader of a classic PettingZoo game in its own wrappers."""

    def load(rng: random.Random) -> OneGame:
        env = peer_module("pettingzoo[classic]", f"pettingzoo.classic.{name}", EXTRA).env()
        env.reset(seed=a_seed(rng))

        def one_game() -> tuple[int, int]:
            decisions = forced = 0
            env.reset()
            for _agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                actions = observation["action_mask"].nonzero()[0].tolist()
                decisions += len(actions) > 1
                forced += len(actions) == 1
                env.step(rng.choice(actions))
            return decisions, forced

        return one_game

    return load


def open_spiel_game(name: str) -> Callable[[random.Random], OneGame]:
    """Return a loader of an OpenSpiel game."""

    def load(rng: random.Random) -> OneGame:
        game = peer_module("open_spiel", "pyspiel", EXTRA).load_game(name)
        sees_all = not game.get_type().provides_observation_tensor

        def one_game() -> tuple[int, int]:
            decisions = forced = 0
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, weights)[0])
                    continue
                if sees_all:
                    state.information_state_tensor()
                else:
                    state.observation_tensor()
                actions = state.legal_actions()
                decisions += len(actions) > 1
                forced += len(actions) == 1
                state.apply_action(rng.choice(actions))
            return decisions, forced

        return one_game

    return load


def catanatron_gym(rng: random.Random) -> OneGame:
    """Load catanatron's environment for one learner among three players who move at random."""
    peer_module("catanatron-gym", "catanatron_gym", EXTRA)
    gymnasium = peer_module("gymnasium", "gymnasium", EXTRA)
    players = peer_module("catanatron", "catanatron.models.player", EXTRA)
    others = [players.RandomPlayer(color) for color in list(players.Color) if color is not players.Color.BLUE]
    env = gymnasium.make("catanatron-v1", config={"enemies": others}, disable_env_checker=True)

    def one_game() -> tuple[int, int]:
        decisions = forced = 0
        _, info = env.reset(seed=a_seed(rng))
        over = False
        while not over:
            actions = info["valid_actions"]
            decisions += len(actions) > 1
            forced += len(actions) == 1
            _, _, terminated, truncated, info = env.step(rng.choice(actions))
            over = terminated or truncated
        return decisions, forced

    return one_game


RLCARD = (("gin-rummy", "gin rummy, 2 players"), ("mahjong", "mahjong, 4 players"), ("uno", "uno, 2 players"))
CLASSIC = (
    ("hanabi_v5", "hanabi, 2 players"),
    ("leduc_holdem_v4", "Leduc hold'em, 2 players"),
    ("texas_holdem_v4", "limit hold'em, 2 players"),
    ("texas_holdem_no_limit_v6", "no-limit hold'em, 2 players"),
)
SPIEL = (("gin_rummy", "gin rummy, 2 players"), ("hearts", "hearts, 4 players"), ("hanabi", "hanabi, 2 players"))


def env_peers() -> list[EnvPeer]:
    """List the environments, those with comparable decisions first."""
    catan = Peer("catanatron-gym", "catanatron-gym", "catanatron's Gym: Catan, 4 players", catanatron_gym)
    found = [EnvPeer(catan, GYMNASIUM)]
    for name, what in RLCARD:
        one = Peer(f"rlcard-{name}", "rlcard", f"RLCard: {what}", rlcard_game(name))
        found.append(EnvPeer(one, VECTOR, is_comparable=name != "uno"))
    for name, what in CLASSIC:
        one = Peer(f"pettingzoo-{name}", "pettingzoo", f"PettingZoo: {what}", pettingzoo_game(name))
        found.append(EnvPeer(one, PETTINGZOO))
    for name, what in SPIEL:
        one = Peer(f"open_spiel-{name}", "open_spiel", f"OpenSpiel: {what}", open_spiel_game(name))
        found.append(EnvPeer(one, OPEN_SPIEL, CPP, False))
    return sorted(found, key=lambda one: not one.is_comparable)
