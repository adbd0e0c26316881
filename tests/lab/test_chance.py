"""Tests of statistics: p-values, corrections and shrunk figures, on data whose truth is known."""

from __future__ import annotations

from random import Random

import pytest

from kickdoor.lab.significance import LEVEL, Measured, chi_squared, false_discovery, holm, shrink, two_sided
from kickdoor.lab.summary import difference


def measured(rng: Random, truth: float, error: float) -> Measured:
    return Measured(rng.gauss(truth, error), error)


def test_p_values_match_published_tables() -> None:
    assert two_sided(2.5758293) == pytest.approx(0.01)
    assert [chi_squared(value, freedom) for value, freedom in ((3.841459, 1), (9.487729, 4), (11.0705, 5))] == (
        pytest.approx([0.05] * 3, abs=1e-6)
    )
    assert chi_squared(5_000, 3) == 0


def test_corrections_keep_the_order_of_p_values() -> None:
    chances = [0.001, 0.04, 0.03, 0.9, 0.012]
    for corrected in (holm(chances), false_discovery(chances)):
        assert all(one <= other for one, other in zip(chances, corrected, strict=True))
        assert sorted(range(5), key=lambda i: (corrected[i], chances[i])) == sorted(range(5), key=lambda i: chances[i])
    assert holm([]) == false_discovery([]) == []


def test_equal_effects_are_shrunk_to_their_mean() -> None:
    rng = Random(1)
    family = shrink([measured(rng, 0.1, 0.02) for _ in range(200)])
    assert family.middle == pytest.approx(0.1, abs=0.005)
    assert all(abs(one.value - family.middle) < 0.01 for one in family.members)


def test_intervals_of_shrunk_figures_cover_the_truth() -> None:
    rng, inside, count = Random(2), 0, 0
    for _ in range(40):
        truths = [rng.gauss(0.0, 0.03) for _ in range(60)]
        found = shrink([measured(rng, truth, rng.choice((0.01, 0.03, 0.06))) for truth in truths]).members
        inside += sum(one.low <= truth <= one.high for one, truth in zip(found, truths, strict=True))
        count += len(truths)
    # 2,400 of them: three deviations are 1.3 points
    assert inside / count == pytest.approx(0.95, abs=0.015)


def test_an_outlier_is_found_and_luck_is_not() -> None:
    rng, by_luck, found = Random(3), 0, 0
    for _ in range(60):
        family = shrink([measured(rng, 0.0, 0.02) for _ in range(200)])
        by_luck += min(false_discovery([one.chance for one in family.members])) < LEVEL
        family = shrink([measured(rng, 0.18 if n == 0 else 0.0, 0.02) for n in range(200)])
        found += false_discovery([one.chance for one in family.members])[0] < LEVEL
    # Three of 60 runs are expected by luck
    assert by_luck <= 9
    assert found == 60


def test_identical_pairs_are_not_significant() -> None:
    rng, clear = Random(4), 0
    for _ in range(200):
        clear += difference([rng.gauss(0, 1) for _ in range(100)])["chance"] < LEVEL
    assert 1 <= clear <= 20
    assert difference([0.0, 0.0, 0.0])["chance"] == 1
    assert difference([rng.gauss(0.5, 1) for _ in range(400)])["chance"] < 1e-6


def test_few_pairs_are_never_significant() -> None:
    assert difference([1.0, 1.0, 1.0])["chance"] == 0.25
