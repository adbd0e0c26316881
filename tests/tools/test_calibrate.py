"""Tests of the calibration tool: it corrects overconfidence, keeps the table rising, and can be resumed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import calibrate
import pytest
from calibrate import MOMENTS, Row, bins, brier, crossed, fitted, measured, report
from calibration_plot import plot

from kickdoor.policies.evaluation.position_value import CERTAIN


def boasting(games: int) -> list[Row]:
    """Make up moments of four players in which chances are called far too certain."""
    random = Random(1)
    rows = []
    for game in range(games):
        best = random.randrange(4)
        winner = best if random.random() < 0.4 else (best + random.randrange(1, 4)) % 4
        raw = [7600 if seat == best else 800 for seat in range(4)]
        won = [CERTAIN if seat == winner else 0 for seat in range(4)]
        rows += [Row(game, part, raw, won) for part in range(MOMENTS)]
    return rows


def test_overconfident_chances_are_corrected() -> None:
    rows = boasting(4000)
    table = fitted(rows)
    assert table == sorted(table)
    assert (table[0], table[-1]) == (0, CERTAIN)
    right = crossed(rows)
    assert all(sum(one) == CERTAIN for one in right)
    before = sum(brier(row.raw, row.won) for row in rows)
    after = sum(brier(one, row.won) for one, row in zip(right, rows, strict=True))
    assert after < before
    high = bins(rows, right)[-1]
    assert abs(high.called - high.came) < 0.06
    assert "| all | 24,000 |" in report(rows, right)
    assert plot([("as judged", bins(rows, [row.raw for row in rows])), ("put right", bins(rows, right))], 4000).count(
        "<polyline"
    )


def test_a_shared_win_counts_in_part() -> None:
    assert brier([5000, 5000, 0, 0], [5000, 5000, 0, 0]) == 0
    assert brier([2500] * 4, [CERTAIN, 0, 0, 0]) == pytest.approx(0.1875)


def test_measured_positions_are_stored_and_reused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def quick(playouts: int, seed: str, game: int) -> list[Row]:
        played.append(game)
        return [Row(game, 0, [playouts] * 4, [CERTAIN, 0, 0, 0])]

    monkeypatch.setattr(calibrate, "play_one", quick)
    kept = tmp_path / "rows.jsonl"
    first = measured(2, 7, "1", 1, kept)
    assert measured(3, 7, "1", 1, kept)[:2] == first
    assert played == [0, 1, 2]
    assert len(kept.read_text().splitlines()) == 3
    assert json.loads(kept.read_text().splitlines()[0])["game"] == 0


def test_positions_of_a_real_game_are_complete() -> None:
    rows = calibrate.play_one(1, "test", 1)
    assert [row.part for row in rows] == list(range(MOMENTS))
    assert all(0 < sum(row.raw) <= CERTAIN and sum(row.won) in (CERTAIN, CERTAIN - 1) for row in rows)
