"""Benchmark of bots: whole games, playouts from mid-game states, determinizations."""

from __future__ import annotations

from itertools import count
from time import process_time

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.driver import Driver
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.playout import playout
from kickdoor.sim.footprint import timed_microseconds
from kickdoor.sim.random_play import deal
from kickdoor.view.determinization import Determinizer

MID_GAME = (10, 12, 14, 16, 18, 20)
"""The numbers of bot turns after which a mid-game state is taken, each from a separate game."""
TURNS = 4
"""The length of a playout in turns."""
PLAYOUTS = 40
"""The number of playouts per decision, as in an ordinary search; they share their caches."""
SECONDS = 2.0


def bot_games_per_second(rules: RuleSet, seats: int, seconds: float = SECONDS) -> float:
    """Measure whole games between `nasty` bots, each with the observation of its seat."""
    start = process_time()
    for game in count(1):
        nasty_game(rules, seats, f"games:{game}").play()
        if process_time() - start >= seconds:
            return game / (process_time() - start)
    raise AssertionError


def nasty_game(rules: RuleSet, seats: int, seed: str) -> Driver:
    """Deal a game to `nasty` bots."""
    return Driver(deal(rules, seats, seed), [GreedyPolicy(NASTY) for _ in range(seats)])


def thoughtful_states(rules: RuleSet, seats: int) -> list[State]:
    """Return states from games that bots have played to the middle."""
    out: list[State] = []
    for number, turns in enumerate(MID_GAME):
        game = nasty_game(rules, seats, f"middle:{number}")
        while not game.is_over and game.state.turns < turns:
            game.step()
        if not game.is_over:
            out.append(game.state)
    return out


def playout_milliseconds_a_turn(states: list[State], seconds: float = SECONDS) -> float:
    """Time playouts as the search makes them: the fast `nasty` policy, for some turns from mid-game states."""
    rng = LehmerRng("playouts")
    turns = 0
    start = process_time()
    while process_time() - start < seconds:
        for s in states:
            notes: dict[int, int] = {}
            for _ in range(PLAYOUTS):
                policies: list[Policy] = [GreedyPolicy(NASTY, notes) for _ in s.seats]
                end = playout(s.fork(rng), policies, s.turns + TURNS - 1).state
                turns += min(TURNS, end.turns - s.turns + len(end.winners[:1]))
    return (process_time() - start) / turns * 1e3


def world_microseconds(states: list[State]) -> float:
    """Time a determinization from an observation that was already read."""
    dealers = [Determinizer(s, s.turn) for s in states]
    rng = LehmerRng("worlds")

    def deal_all() -> None:
        for dealer in dealers:
            dealer.deal(rng)

    return timed_microseconds(deal_all) / len(dealers)


def thinking(rules: RuleSet, seats: int) -> dict[str, float]:
    """Return all bot measurements."""
    states = thoughtful_states(rules, seats)
    return {
        "nasty_games_per_second": bot_games_per_second(rules, seats),
        "playout_milliseconds_a_turn": playout_milliseconds_a_turn(states),
        "world_microseconds": world_microseconds(states),
    }
