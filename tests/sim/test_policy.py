"""Tests of random play: reproducible, in the order of AMB-07, and without endless free actions."""

from __future__ import annotations

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.rules.turn.windows import answering_order, first_asked
from kickdoor.policies.play_limits import MAX_FREE_ACTIONS
from kickdoor.sim.random_play import ANY_TIME, MAX_TURNS, RandomPlay, random_play


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    """The cards of the default sets."""
    return load_catalog(list(default_sets()))


def played(rules: RuleSet, seats: int, seed: str, decisions: int) -> RandomPlay:
    """Play the first decisions of a game."""
    game = random_play(rules, seats, seed)
    while game.decisions < decisions and game.step():
        pass
    return game


def facts(game: RandomPlay) -> tuple[object, ...]:
    """Sum up a game so far."""
    s = game.state
    hands = [(p.level, p.hand, p.play, p.equipped) for p in s.seats]
    return game.decisions, game.forced, game.purposes, game.rng.x, s.serial, s.turns, s.phase, hands, s.decks


def test_same_seed_plays_the_same_game(rules: RuleSet) -> None:
    assert facts(played(rules, 4, "a", 600)) == facts(played(rules, 4, "a", 600))
    assert facts(played(rules, 4, "a", 600)) != facts(played(rules, 4, "b", 600))


def test_games_end_or_are_cut(rules: RuleSet) -> None:
    game = random_play(rules, 3, "end")
    game.play()
    assert game.state.winners or game.state.turns == MAX_TURNS + 1
    assert not game.step()


def test_decisions_are_counted_by_prompt_kind(rules: RuleSet) -> None:
    assert len(nr.PROMPT_KINDS) == ANY_TIME
    game = played(rules, 4, "purposes", 800)
    assert sum(game.purposes) == game.decisions
    assert game.purposes[ANY_TIME] > 0
    assert game.forced > 0


def test_free_actions_are_limited_to_two_a_phase(rules: RuleSet) -> None:
    game = random_play(rules, 4, "idle")
    most = 0
    while game.decisions < 1500 and game.step():
        most = max(most, *game.free_actions)
    assert most == MAX_FREE_ACTIONS


def test_first_asked_follows_the_answering_order(rules: RuleSet) -> None:
    seen = 0
    for seats in (3, 4, 6):
        game = random_play(rules, seats, "order")
        while game.decisions < 400 and game.step():
            s = game.state
            seen += s.fight is not None and s.fight.helper >= 0
            for actor in (-1, s.turn, seats - 1):
                order = answering_order(s, actor)
                for mask in (1, 5, 6, (1 << seats) - 1, runtime.prompted_seats(s)):
                    asked = mask & (1 << seats) - 1
                    if asked:
                        expected = next(seat for seat in order if asked >> seat & 1)
                        assert first_asked(s, asked, actor) == expected
    assert seen, "no fight with a helper was met"
