"""Our own environments played at random, each as its kind of learner would play.

A decision is a complete action that had a choice, regardless of its number of tokens.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kickdoor.sim.peers import OneGame, Peer, a_seed, peer_module

TOKENS = "tokens"
VECTOR = "vector"
RAW = "pettingzoo-raw"
PETTINGZOO = "pettingzoo"
GYMNASIUM = "gymnasium"
OPEN_SPIEL = "open_spiel"


@dataclass(frozen=True, slots=True)
class OwnGame:
    """The game to play."""

    sets: Sequence[str]
    seats: int
    folders: Sequence[Path] = ()

    def setting(self) -> Any:
        """Return the config of the game."""
        return peer_module("numpy", "kickdoor.env.env_config", "env").EnvConfig(
            self.sets, self.seats, folders=self.folders
        )

    def tokens(self, rng: random.Random) -> OneGame:
        """Load the game with tokens only."""
        setting = self.setting()

        def one_game() -> tuple[int, int]:
            episode = setting.deal(a_seed(rng)).begin()
            while not episode.is_over:
                episode.step(rng.choice(episode.legal_actions))
            return episode.decisions, 0

        return one_game

    def vector(self, rng: random.Random) -> OneGame:
        """Load the game with vector and mask for every token."""
        setting = self.setting()

        def one_game() -> tuple[int, int]:
            episode = setting.deal(a_seed(rng)).begin()
            while not episode.is_over:
                setting.observation(episode, episode.seat)
                setting.mask(episode, episode.seat)
                episode.step(rng.choice(episode.legal_actions))
            return episode.decisions, 0

        return one_game

    def raw(self, rng: random.Random) -> OneGame:
        """Load PettingZoo's environment without wrappers."""
        return self.agents(rng, "raw_env")

    def wrapped(self, rng: random.Random) -> OneGame:
        """Load PettingZoo's environment with its usual wrappers."""
        return self.agents(rng, "env")

    def agents(self, rng: random.Random, make: str) -> OneGame:
        aec = peer_module("pettingzoo", "kickdoor.env.aec", "env")
        env = getattr(aec, make)(self.sets, self.seats, folders=self.folders)
        env.reset(seed=a_seed(rng))

        def one_game() -> tuple[int, int]:
            env.reset()
            for _agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
            return env.unwrapped.decisions, 0

        return one_game

    def alone(self, rng: random.Random) -> OneGame:
        """Load Gymnasium's environment, with `random` in the other seats; only the learner's decisions count."""
        gymnasium = peer_module("gymnasium", "gymnasium", "env")
        peer_module("gymnasium", "kickdoor.env.gym_env", "env").register()
        given = {"sets": list(self.sets), "seats": self.seats, "folders": list(self.folders), "bots": "random"}
        env = gymnasium.make("kickdoor/All-v0", disable_env_checker=True, **given)

        def one_game() -> tuple[int, int]:
            _, info = env.reset(seed=a_seed(rng))
            over = False
            while not over:
                action = rng.choice(info["action_mask"].nonzero()[0].tolist())
                _, _, terminated, truncated, info = env.step(action)
                over = terminated or truncated
            return env.unwrapped.decisions, 0

        return one_game

    def spiel(self, rng: random.Random) -> OneGame:
        """Load OpenSpiel's game."""
        plus = peer_module("open_spiel", "kickdoor.env.open_spiel", "openspiel").PLUS
        load_game = peer_module("open_spiel", "pyspiel", "openspiel").load_game
        game = load_game("python_kickdoor", {"sets": plus.join(self.sets), "seats": self.seats})

        def one_game() -> tuple[int, int]:
            state = game.new_initial_state()
            state.apply_action(rng.randrange(game.deals))
            while not state.is_terminal():
                state.observation_tensor()
                state.apply_action(rng.choice(state.legal_actions()))
            return state.tracked.episode.decisions, 0

        return one_game

    def contenders(self) -> list[Peer]:
        """List our environments. OpenSpiel's has no folders, so custom sets are left out there."""
        found = [
            Peer(TOKENS, "kickdoor", "tokens alone", self.tokens),
            Peer(VECTOR, "kickdoor", "vector and mask", self.vector),
            Peer(RAW, "kickdoor", "PettingZoo, raw", self.raw),
            Peer(PETTINGZOO, "kickdoor", "PettingZoo, wrapped", self.wrapped),
            Peer(GYMNASIUM, "kickdoor", "Gymnasium, three bots" if self.seats == 4 else "Gymnasium", self.alone),
        ]
        return found if self.folders else [*found, Peer(OPEN_SPIEL, "kickdoor", "OpenSpiel", self.spiel)]
