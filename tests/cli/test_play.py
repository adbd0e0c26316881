"""Tests of terminal games: a whole game from a pipe, leaving, resuming and the help."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console
from tests.layers import thorough
from tests.processes import started

from kickdoor.cli import main
from kickdoor.cli.terminal.screen import Terminal
from kickdoor.engine.state.rng import LehmerRng

WORDS = (
    "1",
    "1",
    "1",
    "2",
    "3",
    "5",
    "7",
    "9",
    "",
    "?",
    "? a",
    "s",
    "t",
    "1 2",
    "1 2 3",
    "1 2 3 4 5",
    "b",
    "c 2",
    "r x",
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep saved games in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "kickdoor"


def feed(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    """Types lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


def chatter(seed: str, count: int) -> list[str]:
    """Types at random, sense and nonsense."""
    rng = LehmerRng(seed)
    return [WORDS[rng.below(len(WORDS))] for _ in range(count)]


def test_the_end_of_the_input_saves_and_leaves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    feed(monkeypatch, [])
    assert main(["play", "--terminal", "--seed", "a", "--name", "Aric"]) == 0
    out = capsys.readouterr().out
    assert "You're at the table with Berta, Clod and Dorn." in out
    assert "The game is saved" in out
    assert (home / "play.json").exists()


def test_help_reasons_and_cards_are_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    feed(
        monkeypatch, ["h", "?", "t", "s", "c", "99", "c no such card", "? no such card", "r turn-05", "r", "r zz", "q"]
    )
    assert main(["play", "--terminal", "--seed", "a", "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert "what you can't do now, and why" in out
    assert "Kick open the door; Loot the room; End your turn" in out
    assert "You can't do that before the game has begun." in out
    assert "You see no card called 'no such card'." in out
    assert "You have no card 'no such card'." in out
    assert "\nTURN-05  " in out
    assert "no rule has the words 'zz'." in out
    assert "No one is fighting." in out
    assert "Type a number from 1 to" in out


def test_a_game_is_left_and_resumed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, ["1", "1", "t", "q"])
    assert main(["play", "--terminal", "--seed", "b", "--name", "Aric"]) == 0
    left = capsys.readouterr().out
    feed(monkeypatch, ["q"])
    assert main(["play", "--terminal", "--resume"]) == 0
    resumed = capsys.readouterr().out
    hand = [line for line in left.splitlines() if line.startswith("Your hand")][-1]
    assert hand in resumed
    assert resumed.startswith("Your game continues. Here's what happened last:")
    assert resumed.splitlines()[1].strip() in left


def test_the_terminal_has_no_port(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--terminal", "--port", "8000"]) == 2
    assert "--port is for the table in the browser" in capsys.readouterr().err


def test_each_bot_has_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--terminal", "--seats", "3", "--bots", "easy,normal,nasty"]) == 2
    assert capsys.readouterr().err == "kickdoor: name 1 to 2 bots for the 2 other players, got 3\n"


def test_nothing_to_resume_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--terminal", "--resume"]) == 2
    assert "no unfinished game" in capsys.readouterr().err


def test_an_unfinished_game_is_set_aside(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    for seed in ("a", "b"):
        feed(monkeypatch, [])
        assert main(["play", "--terminal", "--seed", seed]) == 0
    assert "is set aside" in capsys.readouterr().out
    old = home / "previous.json"
    assert '"seed":"a"' in old.read_text()
    feed(monkeypatch, [])
    assert main(["play", "--terminal", "--resume", str(old)]) == 0
    assert '"seed":"a"' in (home / "play.json").read_text()
    assert '"seed":"b"' in old.read_text()
    assert main(["play", "--terminal", "--resume", str(home / "none.json")]) == 2


def test_a_game_with_a_custom_set_is_resumed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    toys = tmp_path / "toys"
    (toys / "treasure").mkdir(parents=True)
    (toys / "set.toml").write_text('name = "Toys"\n')
    (toys / "treasure" / "items.toml").write_text('[duck]\nname = "Duck"\nkind = "item"\nbonus = 1\n')
    feed(monkeypatch, [])
    assert main(["play", "--terminal", "--set-dir", str(toys)]) == 0
    assert f"kickdoor play --resume --set-dir {toys}" in capsys.readouterr().out
    feed(monkeypatch, [])
    assert main(["play", "--terminal", "--resume", "--set-dir", str(toys)]) == 0


def test_ctrl_c_saves_the_game_and_reports_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kickdoor", "play", "--terminal", "--seed", "a"]
    pipe = subprocess.PIPE
    with started(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as game:
        assert game.stdout is not None
        while "Choose by number" not in game.stdout.readline():
            assert game.poll() is None
        time.sleep(0.2)
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=30)
    assert game.returncode == 130
    assert "The game is saved. Continue with:\n  kickdoor play --resume\n" in out
    assert "Traceback" not in err
    assert (tmp_path / "kickdoor" / "play.json").exists()


@thorough
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_whole_game_can_be_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path, seed: str
) -> None:
    feed(monkeypatch, chatter(seed, 6000))
    assert main(["play", "--terminal", "--seed", seed, "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert "won after" in out
    assert main(["replay", str(home / "last-game.json"), "--log"]) == 0
    output = capsys.readouterr().out
    assert "won by Player" not in output
    assert "Berta" in output
    assert main(["replay", str(home / "last-game.json"), "--verify"]) == 0


def test_a_saved_game_of_other_rules_continues_or_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    feed(monkeypatch, ["1", "1"])
    main(["play", "--terminal", "--seed", "c"])
    path = home / "play.json"
    data = json.loads(path.read_text()) | {"rules": 97}
    path.write_text(json.dumps(data))
    capsys.readouterr()
    feed(monkeypatch, [])
    assert main(["play", "--terminal", "--resume"]) == 0
    assert "This game was made under other rules (97; these are" in capsys.readouterr().out
    data["answers"][0][4] = "00000000"
    path.write_text(json.dumps(data))
    assert main(["play", "--terminal", "--resume"]) == 2
    said = capsys.readouterr().err
    assert "the saved game cannot continue: made under other rules (97; these are" in said
    assert "answer 1 of the record" in said
    assert json.loads(path.read_text()) == data


def test_a_changed_record_is_noticed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    feed(monkeypatch, ["1", "1"])
    main(["play", "--terminal", "--seed", "c"])
    path = home / "play.json"
    path.write_text(path.read_text().replace('"seed":"c"', '"seed":"d"'))
    capsys.readouterr()
    assert main(["replay", str(path)]) == 1
    assert "the deal of the record replays differently" in capsys.readouterr().out


def test_lines_are_wrapped_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    feed(monkeypatch, [])
    written = io.StringIO()
    terminal = Terminal()
    terminal.console = Console(file=written, force_terminal=True, width=30, markup=False, highlight=False)
    terminal.say("   1  Ask Berta, Clod, Dorn, Edda or Fitz for help …", "red")
    assert written.getvalue() == "   1  Ask Berta, Clod, Dorn,\n       Edda or Fitz for help …\n"
    terminal.console = Console(file=written, width=30, soft_wrap=True)
    terminal.say("x" * 20 + " " + "y" * 20)
    assert "x y" in written.getvalue()
