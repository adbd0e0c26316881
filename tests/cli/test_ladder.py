"""Tests of `kickdoor ladder`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.layers import thorough
from tests.processes import started

Run = Callable[..., tuple[int, str, str]]

SHORT = ("--option", "winning_level=2", "--seats", "3", "--bots", "random,normal")
EAGER = str(Path(__file__).parents[2] / "examples" / "eager_bot.py") + ":Eager"


def test_a_ladder_prints_text_or_json(run: Run) -> None:
    status, out, err = run("ladder", "--games", "3", *SHORT)
    assert (status, err) == (0, "")
    assert "2 bots, 3 seats, deluxe; 6 games, 3 of each line-up; seed 1" in out
    assert "One alone against 2 of another, deluxe: share of wins, in %" in out
    data = json.loads(run("ladder", "--games", "3", *SHORT, "--json")[1])
    assert f"digest {data['digest']}" in out
    assert data["even"] == 33.33
    assert [row["bot"] for row in data["tables"][0]["standings"]] == ["normal", "random"]
    assert set(data["tables"][0]["alone_against"]["normal"]) == {"random"}


def test_jobs_do_not_change_what_is_printed(run: Run) -> None:
    plain = run("ladder", "--games", "3", *SHORT)
    assert run("ladder", "--games", "3", *SHORT, "--jobs", "2") == plain
    assert run("ladder", "--games", "3", *SHORT, "--seed", "other")[1] != plain[1]


def test_custom_bots_play_ladders(run: Run) -> None:
    own = ("--games", "3", "--seats", "3", "--turns", "6", "--json")
    data = json.loads(run("ladder", *own, "--bot", EAGER, "--bots", "Eager,random")[1])
    assert data["bots"] == ["Eager", "random"]
    assert data["anchor"] == "Eager"
    assert json.loads(run("ladder", *own, "--bots", f"random,{EAGER}")[1])["bots"] == ["random", "Eager"]


def test_sets_are_played_separately_or_mixed(run: Run) -> None:
    data = json.loads(run("ladder", "--games", "3", *SHORT, "--sets", "star+deluxe,cooks,mixed", "--json")[1])
    assert data["sets"] == ["deluxe+star", "cooks", "cooks+deluxe+star+steampunk"]
    assert [table["of"] for table in data["tables"]] == ["all", *data["sets"]]
    assert [table["games"] for table in data["tables"]] == [18, 6, 6, 6]


def test_any_bot_can_be_the_anchor(run: Run) -> None:
    data = json.loads(run("ladder", "--games", "3", *SHORT, "--anchor", "random", "--json")[1])
    ratings = {row["bot"]: row["rating"] for row in data["tables"][0]["standings"]}
    assert ratings["random"] == 1000 < ratings["normal"]


def test_a_plot_is_drawn(run: Run, tmp_path: Path) -> None:
    status, _, _ = run("ladder", "--games", "3", *SHORT, "--plot", str(tmp_path / "ladder.svg"))
    assert status == 0
    assert (tmp_path / "ladder.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "normal"), "at least two bots"),
        (("--bots", "normal,nasty,normal"), "listed twice"),
        (("--bots", "normal,clever"), "there is no bot 'clever'"),
        (("--bots", "normal,none.py:Mine"), "there is no file"),
        (("--bot", "normal"), "normal is not a file"),
        (("--games", "6"), "multiple of 4 games, such as 4 or 8"),
        (("--games", "0"), "expected a whole number of at least 1"),
        (("--games", "99999999"), "at most 1,000,000 games"),
        (("--games", "999996"), "take fewer --games, bots or sets"),
        (("--seats", "2"), "3 to 6 players"),
        (("--seats", "7", "--games", "4"), "3 to 6 players"),
        (("--sets", "deluxe,nothing"), "there is no set 'nothing'"),
        (("--sets", "deluxe,deluxe"), "listed twice"),
        (("--sets", "deluxe,+"), "expected at least one name"),
        (("--line-ups", "some"), "invalid choice"),
        (("--anchor", "nobody"), "this bot is not among those that play"),
        (("--option", "winning_level=1"), "winning_level"),
        (("--set-dir", "nowhere"), "nowhere"),
        (("--plot", "no/such/folder/a.svg"), "no file can be written there"),
        (("--plot", "."), "no file can be written there"),
        (("--plot", "ladder.png"), "name it ladder.svg"),
        (("--resume", "."), "not a file"),
        (("--resume", ""), "argument --resume: expected the path of a file"),
        (("--plot", ""), "argument --plot: expected the path of a file"),
        (("--resume", "a", "--plot", "a"), "the games are kept there"),
        (("--resume", "a.svg", "--plot", "../{}/a.svg"), "the games are kept there"),
        (("--resume", "notes.txt", "--plot", "link.svg"), "the games are kept there"),
        (("--resume", "notes.txt", "--plot", "hard.svg"), "the games are kept there"),
        (("--resume", "notes.txt"), "not a file of a ladder"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "link.svg").symlink_to("notes.txt")
    (tmp_path / "hard.svg").hardlink_to(tmp_path / "notes.txt")
    status, out, err = run("ladder", *[argument.format(tmp_path.name) for argument in arguments])
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"notes.txt", "link.svg", "hard.svg"}
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_another_ladder_does_not_continue_in_the_same_file(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first = run("ladder", "--games", "3", *SHORT, "--resume", str(kept))
    assert first[0] == 0
    before = kept.read_bytes()
    status, _, err = run("ladder", "--games", "3", *SHORT, "--resume", str(kept), "--seed", "2")
    assert status == 2
    assert "belongs to another ladder: seed was 1, not 2; name another file, or remove this one" in err
    assert kept.read_bytes() == before
    assert run("ladder", "--games", "3", *SHORT, "--resume", str(kept)) == first


def test_a_fault_of_a_bot_ends_the_ladder_and_finished_games_are_stored(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "import kickdoor as kd\n\n\nclass Mine(kd.Bot):\n    def choose(self, view):\n        return 1 / 0\n"
    )
    kept = tmp_path / "kept.jsonl"
    arguments = ("--bots", f"random,normal,{path}:Mine", "--line-ups", "pairs", "--seats", "3", "--games", "3")
    status, out, err = run("ladder", *arguments, "--turns", "5", "--resume", str(kept))
    assert (status, out) == (2, "")
    assert err == f"kickdoor: the bot Mine ({path}, line 6): ZeroDivisionError: division by zero\n"
    assert len(kept.read_bytes().splitlines()) == 4
    path.write_text(path.read_text().replace("1 / 0", "view.options[0]"))
    status, _, err = subprocess_run(*arguments, "--turns", "5", "--resume", str(kept))
    assert status == 2
    assert "a bot's file has changed since" in err


def subprocess_run(*arguments: str) -> tuple[int, str, str]:
    """Run a ladder in a separate process that has not loaded the file of a bot."""
    done = subprocess.run(
        [sys.executable, "-m", "kickdoor", "ladder", *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@thorough
@pytest.mark.parametrize(("signal_number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_ladder_is_resumed(run: Run, tmp_path: Path, signal_number: int, status: int) -> None:
    kept = tmp_path / "kept.jsonl"
    arguments = [*SHORT, "--turns", "4", "--games"]
    command = [sys.executable, "-m", "kickdoor", "ladder", *arguments, "9000", "--jobs", "2", "--resume", str(kept)]
    with started(command, stderr=subprocess.PIPE) as playing:
        while not kept.exists() or len(kept.read_bytes().splitlines()) < 6:
            assert playing.poll() is None
            time.sleep(0.02)
        if signal_number == signal.SIGINT:
            os.killpg(playing.pid, signal_number)  # as a terminal does
        else:
            playing.send_signal(signal_number)
        _, err = playing.communicate(timeout=60)  # ends only when no process is left that could write
    assert playing.returncode == status
    if signal_number == signal.SIGINT:
        assert err.decode().strip() == f"The finished games are in {kept}; run the same command to continue."
    with kept.open("ab") as file:
        file.write(b'{"game": 9, "winn')  # as if killed in the midst of a line
    games = len(kept.read_bytes().splitlines())
    more = str(3 * (games // 6 + 2))
    assert run("ladder", *arguments, more, "--resume", str(kept)) == run("ladder", *arguments, more)
    assert len(kept.read_bytes().splitlines()) == 1 + 2 * int(more)


def test_help_explains_the_line_ups(run: Run) -> None:
    _, out, _ = run("ladder", "--help")
    said = " ".join(out.split())
    assert "each bot alone against copies of each other one, both ways" in said
    assert "The file runs with your permissions" in said
