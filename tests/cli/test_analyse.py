"""Tests of `kickdoor analyse`."""

from __future__ import annotations

import doctest
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.analysis.conftest import finished_game
from tests.processes import started

from kickdoor.analysis.report import Summary
from kickdoor.catalog.loader import load_catalog
from kickdoor.cli.commands import analyse_text
from kickdoor.replay import Record, save

Run = Callable[..., tuple[int, str, str]]
OLD = Path(__file__).parents[1] / "fixtures" / "0.1"
TINY = ("--budget", "60")


@pytest.fixture(scope="module")
def game() -> Record:
    return finished_game(load_catalog(["deluxe"]))


@pytest.fixture
def file(game: Record, tmp_path: Path) -> str:
    save(game, tmp_path / "game.json")
    return str(tmp_path / "game.json")


def test_an_analysis_prints_text_or_json(run: Run, game: Record, file: str) -> None:
    status, out, err = run("analyse", file, *TINY)
    assert (status, err) == (0, "")
    assert f"after {game.result.turns} turns. Analysed with 60 playouts, so this is only a rough estimate.\n" in out
    assert "Turning points" in out
    assert "Player 3: " in out
    data = json.loads(run("analyse", file, *TINY, "--json")[1])
    assert data["winners"] == game.result.winners
    assert (data["budget"], len(data["summaries"])) == (60, 3)
    assert set(data["chart"][0]) == {"answers", "turn", "begins", "chances", "errors"}


def test_doctests_pass() -> None:
    result = doctest.testmod(analyse_text)
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(
    ("summary", "says"),
    [
        (Summary(0, 0, 0, 0, [], []), "no decisions"),
        (Summary(0, 1, 1, 0, [], []), "1 decision, all as master would have made them"),
        (Summary(0, 53, 53, 0, [], []), "53 decisions, all as master would have made them"),
        (
            Summary(0, 9, 7, 0, [], []),
            "9 decisions, 7 as master would have made them; none of the others was clearly worse",
        ),
        (Summary(0, 9, 7, 1200, [], []), "9 decisions, 7 as master would have made them; the others cost 12 points"),
    ],
)
def test_only_decisions_that_differ_from_master_cost_anything(summary: Summary, says: str) -> None:
    assert analyse_text.decided(summary).startswith(says)


def test_a_seat_is_named_or_numbered(run: Run, file: str) -> None:
    by_name = run("analyse", file, *TINY, "--seat", "Player 2")
    assert by_name == run("analyse", file, *TINY, "--seat", "1")
    assert "\nPlayer 2: " in by_name[1]
    assert "\nPlayer 1: " not in by_name[1]


@pytest.mark.parametrize(
    ("record", "arguments", "message"),
    [
        ("running-deluxe.json", (), "the game is not finished; only finished games are analysed"),
        ("nothing.json", (), "cannot be read"),
        ("tables.db", (), "not a record"),
        ("deluxe.json", ("--set-dir", "no/such/folder"), "no/such/folder: there is no such folder"),
        ("deluxe.json", ("--seat", "Nobody"), "no player has that name or number; there are P0, Bot1, Bot2"),
        ("deluxe.json", ("--seat", "BOT1"), "no player has that name or number; did you mean 'Bot1'?"),
        ("deluxe.json", ("--seat", "9"), "no player has that name or number"),
        ("deluxe.json", ("--budget", "0"), "expected a whole number of at least 1"),
    ],
)
def test_bad_input_is_one_line(run: Run, record: str, arguments: tuple[str, ...], message: str) -> None:
    status, out, err = run("analyse", str(OLD / record), *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_record_that_replays_differently_is_bad_input(run: Run, game: Record, tmp_path: Path) -> None:
    save(game, tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text())
    data["answers"][3][4] = "ffffffff"
    (tmp_path / "false.json").write_text(json.dumps(data))
    status, out, err = run("analyse", str(tmp_path / "false.json"), *TINY)
    assert (status, out) == (2, "")
    assert "cannot be replayed: answer 4 of the record" in err


def test_ctrl_c_ends_the_command_and_its_processes(file: str) -> None:
    command = [sys.executable, "-m", "kickdoor", "analyse", file, "--budget", "1000000", "--jobs", "2"]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while len(children(process.pid)) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate()  # ends only when no process is left that could write
    assert (process.returncode, out, err.strip()) == (130, "", "")


def children(pid: int) -> list[str]:
    """List the processes another has started."""
    return subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
