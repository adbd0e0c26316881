"""Tests of `--bot FILE.py:CLASS` in simulations and in the terminal: seating, output and faults."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
EAGER = str(Path(__file__).parents[2] / "examples" / "eager_bot.py") + ":Eager"
SHORT = ("--games", "1", "--turns", "6")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep saved games in a folder of the test, and types nothing."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return tmp_path / "kickdoor"


def a_bot(folder: Path, choose: str, name: str = "Mine") -> str:
    """Write a bot that answers with an expression."""
    path = folder / f"{name.lower()}.py"
    path.write_text(
        f"import kickdoor as kd\n\n\nclass {name}(kd.Bot):\n    def choose(self, view):\n        return {choose}\n"
    )
    return f"{path}:{name}"


def seated(run: Run, *arguments: str) -> list[str]:
    status, out, err = run("simulate", *SHORT, "--json", *arguments)
    assert (status, err) == (0, "")
    bots: list[str] = json.loads(out)["bots"]
    return bots


def test_a_custom_bot_sits_first(run: Run, tmp_path: Path) -> None:
    safe = a_bot(tmp_path, "view.options[0]", "Safe")
    assert seated(run, "--bot", EAGER) == ["Eager", "normal", "normal", "normal"]
    assert seated(run, "--bot", safe, "--bot", EAGER, "--seats", "3") == ["Safe", "Eager", "normal"]
    assert seated(run) == ["normal"] * 4


def test_bots_may_be_named_for_any_seat(run: Run, tmp_path: Path) -> None:
    safe = a_bot(tmp_path, "view.options[0]", "Safe")
    assert seated(run, "--bot", safe, "--bots", "random,Safe") == ["random", "Safe", "random", "Safe"]
    assert seated(run, "--bots", f"random,{safe},easy", "--seats", "3") == ["random", "Safe", "easy"]


def test_results_show_the_name_and_not_the_path(run: Run, tmp_path: Path) -> None:
    safe = a_bot(tmp_path, "view.options[0]", "SafeAndSound")
    status, out, _ = run("simulate", *SHORT, "--bot", safe)
    assert status == 0
    assert "  place 0  SafeAndSound won     0    0.0%\n  place 1  normal       won" in out
    _, plain, _ = run("simulate", *SHORT, "--bot", safe, "--json")
    assert list(json.loads(plain)["wins_by_bot"]) == ["SafeAndSound", "normal"]
    assert str(tmp_path) not in out + plain


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_fault_of_a_bot_is_one_line(run: Run, tmp_path: Path, jobs: str) -> None:
    spec = a_bot(tmp_path, "1 / 0")
    status, out, err = run("simulate", "--games", "2", "--bot", spec, "--jobs", jobs)
    assert (status, out) == (2, "")
    assert err == f"kickdoor: the bot Mine ({tmp_path}/mine.py, line 6): ZeroDivisionError: division by zero\n"


@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_a_bot_that_raises_ctrl_c_ends_no_process(run: Run, tmp_path: Path, command: str) -> None:
    bot = a_bot(tmp_path, "(_ for _ in ()).throw(KeyboardInterrupt)")
    arguments = ("--bots", f"{bot},random", "--seats", "3", "--games", "3", "--jobs", "2")
    assert run(command, *arguments)[::2] == (
        2,
        "kickdoor: a bot raised KeyboardInterrupt; nothing but Ctrl-C should\n",
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["simulate", "ladder"])
def test_output_of_a_bot_is_not_part_of_the_result(tmp_path: Path, command: str, jobs: str) -> None:
    bot = a_bot(tmp_path, "print('I think') or view.options[0]")
    path = tmp_path / "mine.py"
    path.write_text("print('I am read')\n" + path.read_text())
    arguments = ["--bots", f"{bot},random", "--seats", "3", "--games", "3", "--turns", "2", "--jobs", jobs, "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "kickdoor", command, *arguments], capture_output=True, text=True, check=True
    )
    assert "Mine" in json.loads(done.stdout)["bots"]
    assert "I am read" in done.stderr
    assert "I think" in done.stderr


def test_a_traceback_is_printed_on_request(run: Run, tmp_path: Path) -> None:
    status, _, err = run("simulate", *SHORT, "--bot", a_bot(tmp_path, "1 / 0"), "--traceback")
    assert status == 2
    assert f'File "{tmp_path}/mine.py", line 6, in choose' in err
    assert err.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize("command", ["simulate", "play", "serve"])
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("none.py:Mine", "there is no file"),
        ("mine.py:Other", "there is no bot 'Other' in mine.py; it holds Mine"),
        ("mine.py", "a bot is named by its file and class"),
        ("odd.py:Odd", "odd.py, line 1: SyntaxError"),
        ("plain.py:Plain", "Plain is not a kickdoor.Bot"),
    ],
)
def test_a_bad_bot_is_bad_input_everywhere(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, spec: str, message: str
) -> None:
    a_bot(tmp_path, "view.options[0]")
    (tmp_path / "odd.py").write_text("class Odd(\n")
    (tmp_path / "plain.py").write_text("class Plain:\n    pass\n")
    monkeypatch.chdir(tmp_path)
    status, out, err = run(command, "--bot", spec, *(["--terminal"] if command == "play" else []))
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["simulate", "play", "serve"])
def test_help_warns_about_the_permissions_of_a_bot(run: Run, command: str) -> None:
    _, out, _ = run(command, "--help")
    assert "The file runs with your permissions" in " ".join(out.split())
    assert "--bot my_bot.py:Eager" in out


# In the terminal


def typed(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * lines))


def test_a_custom_bot_plays_before_and_after_resuming(
    run: Run, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    safe = a_bot(tmp_path, "view.options[0]", "Safe")
    typed(monkeypatch, 4)
    status, out, _ = run("play", "--terminal", "--seats", "3", "--seed", "a", "--bot", safe)
    assert status == 0
    assert f"kickdoor play --resume --bot {safe}\n" in out
    people = json.loads((home / "play.people.json").read_text())
    assert people["bots"] == ["Safe", "normal"]
    status, out, _ = run("play", "--resume", "--bot", safe)
    assert status == 0
    assert "is not here" not in out


def test_a_missing_bot_is_replaced(run: Run, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, 2)
    safe = a_bot(tmp_path, "view.options[0]", "Safe")
    run("play", "--terminal", "--seats", "3", "--seed", "a", "--bot", safe)
    typed(monkeypatch, 2)
    status, out, _ = run("play", "--resume")
    assert status == 0
    assert "Berta: the bot 'Safe' is not available, so normal plays instead" in out
    assert json.loads((home / "play.people.json").read_text())["bots"] == ["Safe", "normal"]
    status, out, _ = run("play", "--resume", "--bot", safe)
    assert status == 0
    assert "is not here" not in out


def test_a_saved_game_loads_no_file(run: Run, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, 2)
    run("play", "--terminal", "--seats", "3", "--seed", "a")
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'was_here')!r}, 'w')\n")
    path = home / "play.people.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"bots": [f"{evil}:Evil", "normal"]}))
    status, out, _ = run("play", "--resume")
    assert status == 0
    assert "is not available, so normal plays instead" in out
    assert not (tmp_path / "was_here").exists()


def test_a_fault_does_not_end_the_game_in_the_terminal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, 12)
    status, out, err = run("play", "--terminal", "--seats", "3", "--seed", "a", "--bot", a_bot(tmp_path, "1 / 0"))
    assert (status, err) == (0, "")
    assert "line 6): ZeroDivisionError: division by zero; it plays it safe this time." in " ".join(out.split())
    assert "The game is saved" in out
