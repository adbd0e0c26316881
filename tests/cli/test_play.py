"""Playing in the terminal: a whole game from a pipe, leaving, resuming, asking why."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kickdoor.cli import main
from kickdoor.core.rng import Lots

WORDS = ("1", "1", "1", "2", "3", "5", "7", "9", "12", "", "?", "s", "t", "1 2", "1 2 3", "1 2 3 4 5", "b", "c")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keeps saved games in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "kickdoor"


def feed(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    """Types lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


def chatter(seed: str, count: int) -> list[str]:
    """Types at random, sense and nonsense."""
    lots = Lots(seed)
    return [WORDS[lots.below(len(WORDS))] for _ in range(count)]


def test_the_end_of_the_input_saves_and_leaves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    feed(monkeypatch, [])
    assert main(["play", "--seed", "a", "--name", "Aric"]) == 0
    out = capsys.readouterr().out
    assert "Aric, Berta, Clod, Dorn sit at the table" in out
    assert "The game is saved" in out
    assert (home / "play.json").exists()


def test_help_reasons_and_cards_are_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, ["h", "?", "t", "s", "c", "99", "q"])
    assert main(["play", "--seed", "a", "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert "which of your cards cannot be played now" in out
    assert "Kick open the door: That is not possible before the game has begun." in out
    assert "Nobody is fighting." in out
    assert "Type a number from 1 to" in out


def test_a_game_is_left_and_resumed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, ["1", "1", "t", "q"])
    assert main(["play", "--seed", "b", "--name", "Aric"]) == 0
    left = capsys.readouterr().out
    feed(monkeypatch, ["q"])
    assert main(["play", "--resume"]) == 0
    resumed = capsys.readouterr().out
    hand = [line for line in left.splitlines() if line.startswith("Your hand")][-1]
    assert hand in resumed
    assert "Aric" in resumed


def test_nothing_to_resume_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume"]) == 2
    assert "no unfinished game" in capsys.readouterr().err


def test_an_unfinished_game_is_set_aside(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    for seed in ("a", "b"):
        feed(monkeypatch, [])
        assert main(["play", "--seed", seed]) == 0
    assert "kept as" in capsys.readouterr().out
    assert (home / "previous.json").exists()


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_whole_game_can_be_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path, seed: str
) -> None:
    feed(monkeypatch, chatter(seed, 6000))
    assert main(["play", "--seed", seed, "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert "won after" in out
    assert main(["replay", str(home / "last-game.json"), "--log"]) == 0
    assert "won by seat" in capsys.readouterr().out
    assert main(["replay", str(home / "last-game.json"), "--verify"]) == 0


def test_a_changed_record_is_noticed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    feed(monkeypatch, ["1", "1"])
    main(["play", "--seed", "c"])
    path = home / "play.json"
    path.write_text(path.read_text().replace('"seed":"c"', '"seed":"d"'))
    capsys.readouterr()
    assert main(["replay", str(path)]) == 1
    assert "answer 1 of the record" in capsys.readouterr().out
