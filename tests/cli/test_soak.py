"""Tests of `kickdoor soak`, `kickdoor options` and `--option`."""

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

from kickdoor import rulebook
from kickdoor.sim import soak as module
from kickdoor.sim.errors import InvariantViolation

Run = Callable[..., tuple[int, str, str]]

SHORT = ("--option", "winning_level=2")


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "kickdoor"


def test_soak_prints_text_or_json(run: Run) -> None:
    status, out, _ = run("soak", "--games", "2", "--jobs", "1", *SHORT)
    assert status == 0
    assert "2 games" in out
    assert "0 faults" in out
    status, out, _ = run("soak", "--games", "1", "--jobs", "1", "--seats", "5", "--json", *SHORT)
    data = json.loads(out)
    assert (data["games"], data["seats"], data["faults"]) == (1, [5], [])
    assert data["options"]["winning_level"] == 2


def test_faults_fail_and_name_their_file(run: Run, monkeypatch: pytest.MonkeyPatch, state_folder: Path) -> None:
    def never(_: object) -> None:
        raise InvariantViolation("nothing is right")

    monkeypatch.setattr(module, "check_state", never)
    status, out, _ = run("soak", "--games", "1", "--jobs", "1", *SHORT)
    assert status == 1
    assert "game 0, seed 1:0, 3 seats, step 1: InvariantViolation: nothing is right" in out
    assert (state_folder / "soak" / "soak-fault-0.json").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("soak", "--seats", "2-3"),
        ("soak", "--seats", "6-3"),
        ("soak", "--seats", "x"),
        ("soak", "--seats", "3-"),
        ("soak", "--seats", "3-999999"),
        ("soak", "--first", "-1"),
        ("soak", "--games", "0"),
        ("soak", "--sets", "no_such_set"),
        ("soak", "--games", "1", "--option", "first_player=5"),
        ("simulate", "--option", "winning_level"),
        ("simulate", "--option", "winning_level=ten"),
        ("simulate", "--option", "winning_level=1"),
        ("simulate", "--option", "winning_level=101"),
        ("simulate", "--option", "shared_victory=1"),
        ("simulate", "--option", "run_order=backwards"),
        ("simulate", "--option", "first_player=9"),
        ("simulate", "--option", "first_player=-1"),
        ("simulate", "--option", "wining_level=9"),
        ("simulate", "--option", "winning_level=9", "--option", "winning_level=9"),
        ("play", "--option", "winning_level=x"),
        ("play", "--resume", "--option", "winning_level=9"),
        ("options", "x"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1


def test_soak_refuses_a_broken_state_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_text("[")
    status, _, err = run("soak", "--games", "1", "--resume", str(tmp_path / "kept.json"))
    assert status == 2
    assert "kept.json: not the progress of a soak" in err


@thorough
@pytest.mark.parametrize(("signal_number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_soak_is_resumed(tmp_path: Path, signal_number: int, status: int) -> None:
    kept = tmp_path / "kept.json"
    command = [sys.executable, "-m", "kickdoor", "soak", "--jobs", "2", "--resume", str(kept), *SHORT]
    with started([*command, "--games", "100000"], stderr=subprocess.PIPE) as soaking:
        while not kept.exists():
            assert soaking.poll() is None
            time.sleep(0.1)
        if signal_number == signal.SIGINT:
            os.killpg(soaking.pid, signal_number)  # as a terminal does
        else:
            soaking.send_signal(signal_number)
        _, err = soaking.communicate(timeout=120)  # ends only when no process is left that could write
    assert soaking.returncode == status
    assert signal_number != signal.SIGINT or err.strip() == b""
    games = json.loads(kept.read_bytes())["games"]
    done = subprocess.run([*command, "--games", str(games + 1), "--json"], capture_output=True, timeout=120, check=True)
    assert json.loads(done.stdout)["games"] == games + 1


def test_options_are_listed_with_their_defaults(run: Run) -> None:
    status, out, _ = run("options")
    assert status == 0
    assert "winning_level=10  The Level that wins the game." in out
    rows = json.loads(run("options", "--json")[1])
    assert {row["name"]: row["default"] for row in rows} == {o.name: o.default for o in rulebook.options().values()}


def test_options_change_the_games(run: Run) -> None:
    plain = ("simulate", "--games", "2", "--seats", "3", "--bots", "random", "--json")
    long = json.loads(run(*plain)[1])
    short = json.loads(run(*plain, *SHORT)[1])
    assert long["options"] == {}
    assert short["options"] == {"winning_level": 2}
    assert short["turns"]["mean"] < long["turns"]["mean"]


def test_schema_is_printed(run: Run) -> None:
    assert json.loads(run("cards", "--schema")[1])["$schema"].endswith("2020-12/schema")
    assert "uses" in json.loads(run("cards", "--schema", "set")[1])["properties"]
