"""Other engines played at random, for comparison in a benchmark.

A peer is measured as we measure ourselves: a decision is an answer applied where at least two
options exist, answers without a choice are counted apart, and the time covers setting up each
game, listing the options, drawing one and applying it. Only importing and seeding a peer is
left out.

Peers are imported when they are played, never when this module is. The same seed gives the same
games within a process; between processes catanatron's differ, since it iterates over sets of
strings, unless PYTHONHASHSEED is fixed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from time import process_time
from types import MappingProxyType, ModuleType

from kickdoor.install_hints import to_install
from kickdoor.sim.footprint import version_of
from kickdoor.sim.throughput import Pace

OneGame = Callable[[], tuple[int, int]]
"""A function that plays one game and returns how many answers had a choice and how many had none."""


class PeerMissing(ImportError):
    """Raised when a peer or one of its dependencies is not installed."""


@dataclass(frozen=True, slots=True)
class PeerResult(Pace):
    """The counts and the duration of one run of a peer."""

    name: str
    version: str
    what: str
    decisions: int
    """Answers applied where at least two options existed."""
    forced: int
    """Answers applied where only one option existed."""
    games: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Peer:
    """Another engine, and a function to play one game of it at random."""

    name: str
    distribution: str
    """The name of its distribution, from which its version is read."""
    what: str
    load: Callable[[random.Random], OneGame]
    """A function that imports and seeds the engine and returns its player; it raises PeerMissing on failure."""

    def play(self, seed: int, *, games: int | None = None, seconds: float | None = None) -> PeerResult:
        """Play whole games in sequence: a fixed number, or until the CPU time is used up.

                Exactly one limit is given. A game under way when time runs out is played to its end,
                so at least one game is played. The global random generator, which some peers use,
        is restored afterwards.
        """
        if (games is None) == (seconds is None):
            raise ValueError("give either games or seconds")
        if (games is not None and games < 1) or (seconds is not None and seconds <= 0):
            raise ValueError("games and seconds must be positive")
        before = random.getstate()
        try:
            return self._timed(self.load(random.Random(seed)), games, seconds)
        finally:
            random.setstate(before)

    def _timed(self, one_game: OneGame, games: int | None, seconds: float | None) -> PeerResult:
        decisions = forced = played = 0
        start = process_time()
        while True:
            chosen, single = one_game()
            decisions += chosen
            forced += single
            played += 1
            elapsed = process_time() - start
            if played == games or (seconds is not None and elapsed >= seconds):
                break
        return PeerResult(
            name=self.name,
            version=version_of(self.distribution),
            what=self.what,
            decisions=decisions,
            forced=forced,
            games=played,
            cpu_seconds=max(elapsed, 1e-9),
        )


def peer(name: str) -> Peer:
    """Return the peer of this name; raise ValueError with the known names if there is none."""
    try:
        return PEERS[name]
    except KeyError:
        known = ", ".join(PEERS)
        raise ValueError(f"no peer is called {name!r}; there are {known}") from None


def peer_module(requirement: str, module: str, extra: str = "bench") -> ModuleType:
    """Import a module of a peer; raise PeerMissing with the install command if it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise PeerMissing(
            f"the peer {requirement} cannot be played ({error}); "
            f"install it with {to_install(extra)} or pip install '{requirement}'"
        ) from error


def a_seed(rng: random.Random) -> int:
    """Draw a seed other than 0, which some peers treat as no seed."""
    return rng.randrange(1, 2**31)


def _catanatron(rng: random.Random) -> OneGame:
    game_module = peer_module("catanatron", "catanatron.game")
    player_module = peer_module("catanatron", "catanatron.models.player")
    new_game, turns_limit = game_module.Game, int(game_module.TURNS_LIMIT)
    random_player, colors = player_module.RandomPlayer, list(player_module.Color)

    def one_game() -> tuple[int, int]:
        decisions = forced = 0
        game = new_game([random_player(color) for color in colors], seed=a_seed(rng))
        state = game.state
        # The same loop as Game.play, without the two copies it makes for its observers.
        while game.winning_color() is None and state.num_turns < turns_limit:
            if len(state.playable_actions) > 1:
                decisions += 1
            else:
                forced += 1
            game.play_tick()
        return decisions, forced

    return one_game


def _rlcard(rng: random.Random) -> OneGame:
    env = peer_module("rlcard", "rlcard").make("uno", config={"seed": a_seed(rng)})

    def one_game() -> tuple[int, int]:
        decisions = forced = 0
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            if len(actions) > 1:
                decisions += 1
            else:
                forced += 1
            state, _ = env.step(rng.choice(actions))
        return decisions, forced

    return one_game


def _open_spiel(rng: random.Random) -> OneGame:
    game = peer_module("open_spiel", "pyspiel").load_game("hearts")

    def one_game() -> tuple[int, int]:
        decisions = forced = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
                continue
            actions = state.legal_actions()
            if len(actions) > 1:
                decisions += 1
            else:
                forced += 1
            state.apply_action(rng.choice(actions))
        return decisions, forced

    return one_game


def _pettingzoo(rng: random.Random) -> OneGame:
    env = peer_module("pettingzoo[classic]", "pettingzoo.classic.texas_holdem_v4").env()
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
            if len(actions) > 1:
                decisions += 1
            else:
                forced += 1
            env.step(rng.choice(actions))
        return decisions, forced

    return one_game


PEERS: Mapping[str, Peer] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            Peer("catanatron", "catanatron", "Catan, 4 players", _catanatron),
            Peer("rlcard", "rlcard", "uno, 2 players", _rlcard),
            Peer("open_spiel", "open_spiel", "hearts, 4 players", _open_spiel),
            Peer("pettingzoo", "pettingzoo", "limit hold'em, 2 players", _pettingzoo),
        )
    }
)
"""The peers by name, the nearest in complexity first."""
