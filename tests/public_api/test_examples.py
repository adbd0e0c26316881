"""Tests of the programs in examples and of the bot in the guide."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import kickdoor as kd

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
GAMES = {"play_a_game": 2, "tournament": 2, "count_deaths": 3}
"""So many turns or games instead of those that people would want."""
APART = {"eager_bot", "train_ppo"}
"""A bot, which others play, and what needs PyTorch, which no lock holds."""


def example(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem not in APART))
def test_example_runs(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [GAMES[name]] if name in GAMES else []
    example(name)["main"](*arguments)
    assert len(capsys.readouterr().out.splitlines()) >= 3


def wins_of_eager(games: int) -> int:
    eager = example("eager_bot")["Eager"]
    wins = 0
    for number in range(games):
        bots: list[Any] = ["random"] * 4
        bots[number % 4] = eager
        wins += number % 4 in kd.play(bots, sets="deluxe", seed=f"eager:{number}").winners
    return wins


def test_the_example_bot_beats_random_ones() -> None:
    assert wins_of_eager(3) >= 1


@pytest.mark.slow
def test_the_example_bot_wins_three_games_in_five() -> None:
    assert wins_of_eager(200) >= 120


def test_the_guide_shows_the_example() -> None:
    code = (EXAMPLES / "eager_bot.py").read_text(encoding="utf-8").partition('"""\n\n')[2]
    guide = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    assert code.strip() in guide
    assert len(re.findall(r"(?m)^.*\S.*$", code)) <= 20


@pytest.mark.slow
def test_a_stopped_training_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    program = example("train_ppo")["Training"]
    small = {"BATCH": 512, "GAMES": 4, "LAST_GAMES": 4, "MEASURE_EVERY": 1_000, "TABLES": 8}
    for name, value in small.items():
        monkeypatch.setitem(program.run.__globals__, name, value)
    curves = []
    for _ in range(2):
        training = program(tmp_path, 1_000, 7)
        training.run()
        curves.append(training.kept["curve"])
    assert curves[0] == curves[1]
    later = program(tmp_path, 2_000, 7)
    later.resume()
    assert later.kept["done"] >= 1_000
    later.run()
    assert [point["steps"] >= 1_000 * n for n, point in enumerate(later.kept["curve"], 1)] == [True, True]
