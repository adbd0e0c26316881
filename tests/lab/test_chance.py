"""Tests, corrections and shrunk figures, on figures of which the truth is known."""

from __future__ import annotations

from random import Random

import pytest

from kickdoor.lab.significance import LEVEL, Measured, chi_squared, false_discovery, holm, shrink, two_sided
from kickdoor.lab.summary import difference


def measured(lot: Random, truth: float, error: float) -> Measured:
    return Measured(lot.gauss(truth, error), error)


def test_chances_are_those_of_the_tables() -> None:
    assert two_sided(2.5758293) == pytest.approx(0.01)
    assert [chi_squared(value, freedom) for value, freedom in ((3.841459, 1), (9.487729, 4), (11.0705, 5))] == (
        pytest.approx([0.05] * 3, abs=1e-6)
    )
    assert chi_squared(5_000, 3) == 0


def test_corrections_keep_the_order_and_never_make_likelier_less() -> None:
    chances = [0.001, 0.04, 0.03, 0.9, 0.012]
    for corrected in (holm(chances), false_discovery(chances)):
        assert all(one <= other for one, other in zip(chances, corrected, strict=True))
        assert sorted(range(5), key=lambda i: (corrected[i], chances[i])) == sorted(range(5), key=lambda i: chances[i])
    assert holm([]) == false_discovery([]) == []


def test_figures_without_a_difference_are_drawn_together() -> None:
    lot = Random(1)
    family = shrink([measured(lot, 0.1, 0.02) for _ in range(200)])
    assert family.middle == pytest.approx(0.1, abs=0.005)
    assert all(abs(one.value - family.middle) < 0.01 for one in family.members)


def test_intervals_of_shrunk_figures_hold_the_truth() -> None:
    lot, inside, count = Random(2), 0, 0
    for _ in range(40):
        truths = [lot.gauss(0.0, 0.03) for _ in range(60)]
        found = shrink([measured(lot, truth, lot.choice((0.01, 0.03, 0.06))) for truth in truths]).members
        inside += sum(one.low <= truth <= one.high for one, truth in zip(found, truths, strict=True))
        count += len(truths)
    # 2,400 of them: three deviations are 1.3 points
    assert inside / count == pytest.approx(0.95, abs=0.015)


def test_a_figure_that_is_far_out_is_found_and_luck_is_not() -> None:
    lot, by_luck, found = Random(3), 0, 0
    for _ in range(60):
        family = shrink([measured(lot, 0.0, 0.02) for _ in range(200)])
        by_luck += min(false_discovery([one.chance for one in family.members])) < LEVEL
        family = shrink([measured(lot, 0.18 if n == 0 else 0.0, 0.02) for n in range(200)])
        found += false_discovery([one.chance for one in family.members])[0] < LEVEL
    # Three of 60 runs are expected by luck
    assert by_luck <= 9
    assert found == 60


def test_pairs_that_differ_by_nothing_are_no_news() -> None:
    lot, clear = Random(4), 0
    for _ in range(200):
        clear += difference([lot.gauss(0, 1) for _ in range(100)])["chance"] < LEVEL
    assert 1 <= clear <= 20
    assert difference([0.0, 0.0, 0.0])["chance"] == 1
    assert difference([lot.gauss(0.5, 1) for _ in range(400)])["chance"] < 1e-6


def test_few_pairs_prove_little_however_alike_they_are() -> None:
    assert difference([1.0, 1.0, 1.0])["chance"] == 0.25
