"""Tests of playing strength: a few games in the ordinary run, and large tournaments.

How often each wins was counted over other seeds than these. What is asked for lies three deviations and more below, so
that no change of chance alone fails a test.
"""

from __future__ import annotations

import pytest
from tests.layers import thorough

from kickdoor.catalog.defaults import default_sets
from kickdoor.sim.simulate import Plan, Report, make_plan, simulate


def tournament(one: str, others: str, games: int) -> Report:
    """Play one bot against three of another kind; it moves one seat on after each game."""
    return simulate(make_plan(Plan(default_sets(), 4, (one, *[others] * 3), games, "tournament")))


@thorough
@pytest.mark.parametrize(("one", "others", "games", "least"), [("normal", "random", 6, 50), ("easy", "random", 6, 50)])
def test_a_few_games_separate_good_bots_from_random_ones(one: str, others: str, games: int, least: int) -> None:
    assert tournament(one, others, games).share_by_bot()[one] >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "others", "games", "least"),
    [("normal", "random", 60, 85), ("easy", "random", 60, 80), ("normal", "easy", 100, 52), ("nasty", "easy", 100, 40)],
)
def test_better_bots_win_more(one: str, others: str, games: int, least: int) -> None:
    assert tournament(one, others, games).share_by_bot()[one] >= least


@pytest.mark.slow
def test_nasty_bots_get_their_share_of_games_of_a_good_length() -> None:
    report = tournament("nasty", "normal", 200)
    assert report.share_by_bot()["nasty"] > 18
    assert all(game.winners for game in report.games)
    rounds = sorted(-(-game.turns // 4) for game in report.games)
    assert 7 <= rounds[len(rounds) // 2] <= 25
