"""Tests of fitted strengths: known ones are recovered, the order of games does not matter, and intervals are right."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from math import exp, inf, log

import pytest
from tests.layers import thorough

from kickdoor.sim.ladder.line_ups import BOTH, line_ups
from kickdoor.sim.ladder.ratings import Contest, Strengths, solve
from kickdoor.sim.ladder.shares import mean_share, share_of

TRUE = [-1.0, 0.0, 0.4, 0.9]


def contests(true: list[float], common: float, games: int, rng: random.Random, pool: int = 0) -> list[Contest]:
    """Play a ladder by the model: two together have the root of their strengths' product times `common`."""
    found = []
    for line_up in line_ups(tuple(map(str, range(len(true)))), 4, BOTH):
        bots = tuple(map(int, line_up.bots))
        groups = [(seat,) for seat in range(4)] + list(combinations(range(4), 2))
        weights = [
            (common if len(group) > 1 else 1.0) * exp(sum(true[bots[seat]] for seat in group) / len(group))
            for group in groups
        ]
        outcomes: dict[tuple[int, ...], int] = {}
        for group in rng.choices(groups, weights, k=games):
            who = tuple(sorted(bots[seat] for seat in group))
            outcomes[who] = outcomes.get(who, 0) + 1
        found.append(Contest(bots, pool, outcomes))
    return found


@pytest.mark.parametrize("common", [0.0, 0.3, 2.0])
def test_known_strengths_are_recovered(common: float) -> None:
    fit = Strengths(4, contests(TRUE, common, 4000, random.Random(5)))
    found = fit.estimates(1)
    for estimate, true in zip(found, TRUE, strict=True):
        assert abs(estimate.value - true) < 0.1
        assert estimate.low <= estimate.value <= estimate.high
    assert (found[1].low, found[1].high) == (0, 0)
    ties = [fit.best[0][parameter] for parameter in fit.ties.values()]
    assert [round(exp(tie), 1) for tie in ties] == ([common] if common else [])


def test_shared_wins_may_be_more_common_in_one_pool() -> None:
    rng = random.Random(6)
    fit = Strengths(4, contests(TRUE, 1.0, 1000, rng) + contests(TRUE, 0.1, 1000, rng, pool=1))
    common = {pool: exp(fit.best[0][parameter]) for (pool, _), parameter in fit.ties.items()}
    assert abs(common[0] - 1) < 0.15
    assert abs(common[1] - 0.1) < 0.05


@thorough
def test_95_of_100_intervals_cover_the_truth() -> None:
    rng = random.Random(7)
    held = total = 0
    for _ in range(120):
        found = Strengths(4, contests(TRUE, 0.3, 12, rng)).estimates(1)
        held += sum(found[bot].low <= TRUE[bot] <= found[bot].high for bot in (0, 2, 3))
        total += 3
    # 360 that hang together a little: three deviations of 120 independent ones are 6 points
    assert 0.89 < held / total < 0.995


def test_two_bots_are_rated_by_their_odds() -> None:
    # With so many games the ghost weighs nothing: the odds of winning alone are the ratio of strengths
    fit = Strengths(2, [Contest((0, 1), 0, {(0,): 30_000, (1,): 10_000})])
    estimate = fit.estimates(1)[0]
    assert abs(estimate.value - log(3)) < 1e-3
    error = (1 / 30_000 + 1 / 10_000) ** 0.5
    assert abs(estimate.high - estimate.value - 1.96 * error) < 1e-3


def test_a_shared_win_is_a_win_for_neither() -> None:
    alone = Strengths(2, [Contest((0, 1), 0, {(0,): 20, (1,): 10})]).estimates(1)[0]
    shared = Strengths(2, [Contest((0, 1), 0, {(0,): 20, (1,): 10, (0, 1): 60})]).estimates(1)[0]
    assert 0 < shared.value < alone.value


def test_a_bot_that_won_everything_has_a_wide_interval() -> None:
    few = Strengths(2, [Contest((0, 1, 1, 1), 0, {(0,): 8})]).estimates(1)[0]
    many = Strengths(2, [Contest((0, 1, 1, 1), 0, {(0,): 800})]).estimates(1)[0]
    assert 0 < few.low < few.value < few.high < inf
    assert many.low > few.high - few.value
    assert many.value > few.value
    assert many.high - many.value > many.value - many.low  # nothing was seen that speaks against much more


@pytest.mark.parametrize("outcomes", [{(0, 1): 40}, {(0, 1, 1, 1): 3, (1,): 2}])
def test_odd_games_have_a_best_fit_too(outcomes: dict[tuple[int, ...], int]) -> None:
    fit = Strengths(2, [Contest((0, 1, 1, 1), 0, outcomes)])
    _, slope, _ = fit.likelihood(fit.best[0])
    assert max(map(abs, slope)) < 1e-3
    assert fit.estimates(0)[1].high < inf


def test_without_games_all_bots_are_equal() -> None:
    assert [one.value for one in Strengths(3, []).estimates(0)] == [0, 0, 0]


def test_bots_in_another_order_get_the_same_strengths() -> None:
    made = contests(TRUE, 0.3, 20, random.Random(8))
    plain = Strengths(4, made).estimates(0)
    for order in list(permutations(range(4)))[1::5]:
        other = [
            Contest(
                tuple(order[bot] for bot in one.bots),
                0,
                {tuple(sorted(order[bot] for bot in who)): count for who, count in one.outcomes.items()},
            )
            for one in reversed(made)
        ]
        found = Strengths(4, other).estimates(order[0])
        for bot in range(4):
            assert found[order[bot]].value == pytest.approx(plain[bot].value, abs=1e-5)
            assert found[order[bot]].low == pytest.approx(plain[bot].low, abs=1e-3)


def test_linear_equations_are_solved() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [3.0, 0.0, 1.0]]
    (x, y) = solve(matrix, [[7.0, 3.0, 6.0], [1.0, 0.0, 0.0]])
    assert x == pytest.approx([1, 2, 3])
    assert [sum(a * b for a, b in zip(row, y, strict=True)) for row in matrix] == pytest.approx([1, 0, 0])


# Shares


def test_shares_have_wilsons_interval() -> None:
    share = share_of(30, 100)
    assert (share.value, round(share.low, 3), round(share.high, 3)) == (0.3, 0.219, 0.396)
    assert share_of(0, 20).low == 0
    assert share_of(20, 20).high == 1


def test_shares_are_of_seats_held() -> None:
    # Alone against three it wins 4 of 16; three of it against one win 15 of 16: 19 games in 64 seats
    share = mean_share([(4, 16, 1), (15, 16, 3)])
    assert share.value == 19 / 64
    assert share.low < share.value < share.high
    one, same = mean_share([(30, 100, 1)]), share_of(30, 100)
    assert (one.value, one.low, one.high) == pytest.approx((same.value, same.low, same.high))


def test_95_of_100_intervals_of_shares_cover_the_truth() -> None:
    rng = random.Random(9)
    held = 0
    for _ in range(400):
        parts = []
        for chance, shared, seats in ((0.05, 0.1, 1), (0.3, 0.1, 1), (0.6, 0.3, 3)):
            won = sum(rng.choices((1, 0.5, 0), (chance, shared, 1 - chance - shared), k=20))
            parts.append((won, 20, seats))
        share = mean_share(parts)
        held += share.low <= (0.1 + 0.35 + 0.75) / 5 <= share.high
    assert held / 400 > 0.92  # shared wins make them a little too wide
