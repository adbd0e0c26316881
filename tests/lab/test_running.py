"""Tests of running studies: the same rows with any number of workers and any interruption."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from tests.lab.conftest import SHORT, Write, played, study_of
from tests.layers import thorough
from tests.processes import started

import kickdoor
from kickdoor.bots.custom_bots import BotFault
from kickdoor.engine.machine.errors import BadData
from kickdoor.lab import build_info
from kickdoor.lab.chunk_worker import Done, Work, play_chunk
from kickdoor.lab.executors import Processes
from kickdoor.lab.remote_chunk import play_encoded_chunk
from kickdoor.lab.resume import load_study
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import Chunk
from kickdoor.lab.study_runner import run_study
from kickdoor.lab.summary import figures
from kickdoor.sim.simulate import Plan, make_plan, simulate

LINE_UPS = """
mixes = ["star", "cooks"]
seats = 3
bots = ["random", "easy"]
line_ups = "pairs"
games = 3
turns = 9
"""
EAGER = Path(__file__).parents[2] / "examples" / "eager_bot.py"


def contents(folder: Path) -> dict[str, bytes]:
    """Read all rows, by the names of their files."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted((folder / "rows").rglob("*.parquet"))}


def test_any_number_of_workers_gives_the_same_files(write: Write, tmp_path: Path) -> None:
    study = study_of(write(SHORT))
    one = played(study, tmp_path / "one", Processes(1))
    two = played(study, tmp_path / "two", Processes(2))
    assert one["digest"] == two["digest"]
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert one["games"] == 12


@thorough
def test_four_workers_and_line_ups_too(write: Write, tmp_path: Path) -> None:
    study = study_of(write(LINE_UPS))
    found = [played(study, tmp_path / str(workers), Processes(workers))["digest"] for workers in (1, 2, 4)]
    assert len(set(found)) == 1


def test_a_table_is_a_simulation(write: Write, tmp_path: Path) -> None:
    data = played(study_of(write(SHORT)), tmp_path / "out")
    table = data["settings"][0]
    asked = Plan(("deluxe",), 3, ("random",), 12, table["seed"], 12)
    same = simulate(make_plan(asked)).as_data()
    assert table["turns"] == same["turns"]
    assert table["decisions"] == same["decisions"]
    assert table["cut"] == same["cut"]


class Stopped:
    """Executor that plays some chunks and is then interrupted."""

    workers = 1

    def __init__(self, after: int) -> None:
        self.after = after

    def play(self, work: Work, chunks: Sequence[Chunk]) -> Generator[Done]:
        for chunk in chunks[: self.after]:
            yield play_chunk(work, chunk)
        raise KeyboardInterrupt


@thorough
def test_a_stopped_study_is_resumed(write: Write, tmp_path: Path) -> None:
    study = study_of(write(SHORT))
    whole = played(study, tmp_path / "whole")
    folder = LabFolder(tmp_path / "out")
    with pytest.raises(KeyboardInterrupt):
        run_study(study, folder, Stopped(2))
    assert len(list(folder.rows.iterdir())) == 2
    assert figures(study.plan, folder)["missing"] == 6
    # What a kill in the midst of writing leaves behind is no chunk, and is tidied up
    (folder.path / "parts" / "0000-00000006-00000009").mkdir(parents=True)
    assert played(load_study(folder, (), None), folder.path)["digest"] == whole["digest"]
    assert contents(folder.path) == contents(tmp_path / "whole")
    assert sorted(path.name for path in folder.path.iterdir()) == [".lock", "plan.json", "rows"]


def test_more_games_extend_a_study_and_fewer_are_its_first(write: Write, tmp_path: Path) -> None:
    path = write(SHORT)
    few = played(study_of(path, games=4), tmp_path / "out")
    before = contents(tmp_path / "out")
    more = played(study_of(path, games=8), tmp_path / "out")
    after = contents(tmp_path / "out")
    assert {name: after[name] for name in before} == before
    assert more["digest"] == played(study_of(path, games=8), tmp_path / "again")["digest"]
    assert played(study_of(path, games=4), tmp_path / "out")["digest"] == few["digest"]


def test_a_study_name_instead_of_a_folder_gets_a_suggestion(tmp_path: Path) -> None:
    (tmp_path / "lab" / "quick-1234").mkdir(parents=True)
    with pytest.raises(BadData, match=r"did you mean '.*lab/quick-1234'"):
        LabFolder(tmp_path / "quick").plan()
    with pytest.raises(BadData, match="kickdoor lab run begins one"):
        LabFolder(tmp_path / "slow").plan()


def test_rows_of_another_plan_are_left_alone(write: Write, tmp_path: Path) -> None:
    played(study_of(write(SHORT), games=3), tmp_path / "out")
    before = contents(tmp_path / "out")
    with pytest.raises(BadData, match="holds the rows of another plan"):
        played(study_of(write(SHORT.replace("seed = 7", "seed = 8"))), tmp_path / "out")
    with pytest.raises(BadData, match="not the folder of a study"):
        played(study_of(write(SHORT)), tmp_path)
    assert contents(tmp_path / "out") == before
    assert not (tmp_path / "plan.json").exists()
    with pytest.raises(BadData, match=r"plan\.json is missing"):
        load_study(LabFolder(tmp_path), (), None)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"cards": {}', '"cards": {"deluxe": "../../plan.toml"}', "names a file that does not go with it"),
        ('"files": {}', '"files": {"../plan.toml": "x"}', "names a file that does not go with it"),
        ('"chunk": 3', '"chunk": -3', "not a plan of this version"),
        ('"games": 3', '"games": 0', "not a plan of this version"),
        ('"version": "', '"version": "9', "begun with another kickdoor: version was 9"),
        ("{", "[", "not a plan of this version"),
    ],
)
def test_an_untrusted_folder_reads_no_other_files(write: Write, tmp_path: Path, old: str, new: str, says: str) -> None:
    played(study_of(write(SHORT), games=3), tmp_path / "out")
    file = tmp_path / "out" / "plan.json"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(BadData, match=says):
        load_study(LabFolder(tmp_path / "out"), (), None)


def test_invalid_rows_are_reported(write: Write, tmp_path: Path) -> None:
    study = study_of(write(SHORT), games=3)
    played(study, tmp_path / "out")
    (file,) = (tmp_path / "out").rglob("games.parquet")
    other = next((tmp_path / "out").rglob("seats.parquet"))
    for data, says in ((b"x", "not the rows of a study"), (other.read_bytes(), "has other columns")):
        file.write_bytes(data)
        with pytest.raises(BadData, match=says):
            figures(study.plan, LabFolder(tmp_path / "out"))


def test_two_runs_do_not_write_to_one_folder(write: Write, tmp_path: Path) -> None:
    study = study_of(write(SHORT), games=3)
    with LabFolder(tmp_path / "out").locked(), pytest.raises(BadData, match="another run is writing"):
        played(study, tmp_path / "out")


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("version", "0.0.0", "the study is played with 0.0.0"),
        ("rules", -1, "version [0-9]+ of the rules, and the study is played with -1"),
        ("code", "abc", "other code of kickdoor"),
        ("build", "sung", "an engine that is"),
    ],
)
def test_a_worker_of_another_build_is_refused(write: Write, field: str, value: object, says: str) -> None:
    study = study_of(write(SHORT))
    work = Work(study.plan, replace(build_info.current_build(), **{field: value}), study.bundle)
    for executor in (Processes(1), Processes(2)):
        with pytest.raises(build_info.BuildMismatch, match=says):
            list(executor.play(work, [Chunk(0, 0, 1), Chunk(0, 1, 2)]))
    assert play_encoded_chunk(msgspec.msgpack.encode(work), (0, 0, 1))[0] == "foreign"


ELSEWHERE = """
import sys
from kickdoor.lab.remote_chunk import play_encoded_chunk
word, data = play_encoded_chunk(sys.stdin.buffer.read(), (0, 0, 1))
print(word, data)
"""


def test_another_version_on_a_worker_is_reported(write: Write, tmp_path: Path) -> None:
    there = tmp_path / "there"
    shutil.copytree(
        Path(kickdoor.__file__).parent, there / "kickdoor", ignore=shutil.ignore_patterns("server", "*.pyc")
    )
    for name, old, new in (
        ("__init__.py", f'__version__ = "{kickdoor.__version__}"', '__version__ = "99.0"'),
        ("lab/chunk_worker.py", "    bundle: Bundle", "    bundle: Bundle\n    odd: int"),
    ):
        path = there / "kickdoor" / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
    study = study_of(write(SHORT))
    work = msgspec.msgpack.encode(Work(study.plan, build_info.current_build(), study.bundle))
    run = [sys.executable, "-c", ELSEWHERE]
    done = subprocess.run(run, input=work, capture_output=True, env=os.environ | {"PYTHONPATH": str(there)}, check=True)
    assert done.stdout.startswith(b"foreign")
    assert b"has kickdoor 99.0, and the study is played with" in done.stdout


def test_a_worker_with_other_cards_is_refused(write: Write) -> None:
    study = study_of(write(SHORT))
    cells = [replace(study.plan.cells[0], digest="other")]
    work = Work(replace(study.plan, cells=cells), build_info.current_build(), study.bundle)
    with pytest.raises(build_info.BuildMismatch, match="other card files of deluxe"):
        list(Processes(1).play(work, [Chunk(0, 0, 1)]))


BOT_PLAN = SHORT.replace('["random"]', '["Eager", "random"]').replace("games = 12", "games = 3")


def test_a_bot_from_a_file_comes_from_the_command_line_alone(write: Write, tmp_path: Path) -> None:
    path = write(BOT_PLAN)
    with pytest.raises(BadData, match="there is no bot 'Eager'"):
        study_of(path)
    study = study_of(path, bots=(f"{EAGER}:Eager",))
    data = played(study, tmp_path / "out", Processes(2))
    assert set(data["settings"][0]["wins_by_bot"]) == {"Eager", "random"}
    folder = LabFolder(tmp_path / "out")
    with pytest.raises(BadData, match="add it with --bot"):
        load_study(folder, (), None)
    assert load_study(folder, (f"{EAGER}:Eager",), None).plan.key == study.plan.key
    assert not list(folder.path.rglob("*.py"))


def test_a_fault_of_a_bot_ends_the_study_and_is_reported(write: Write, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(EAGER.read_text().replace("class Eager", "class Bad").replace("best = max", "best = 1 / 0 #"))
    study = study_of(write(BOT_PLAN.replace("Eager", "Bad")), bots=(f"{bad}:Bad",))
    with pytest.raises(BotFault, match="ZeroDivisionError"):
        played(study, tmp_path / "out")


@pytest.mark.parametrize("signal_number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=thorough)])
def test_a_killed_run_is_resumed(write: Write, tmp_path: Path, signal_number: int) -> None:
    out = tmp_path / "out"
    lab = [sys.executable, "-m", "kickdoor", "lab"]
    command = [*lab, "run", str(write(SHORT)), "--out", str(out), "--workers", "2"]
    with started([*command, "--games", "100000"], stderr=subprocess.PIPE) as running:
        while not list(out.glob("rows/*")):
            assert running.poll() is None
            time.sleep(0.1)
        if signal_number == signal.SIGINT:
            os.killpg(running.pid, signal_number)  # as a terminal does
        else:
            running.send_signal(signal_number)
        _, err = running.communicate(timeout=60)
    if signal_number == signal.SIGINT:
        assert running.returncode == 130
        assert f"kickdoor lab resume {out}" in err.decode()
    done = subprocess.run(
        [*lab, "resume", str(out), "--games", "12", "--json"], capture_output=True, timeout=120, check=True
    )
    data = json.loads(done.stdout)
    assert (data["games"], data["missing"]) == (12, 0)
    assert data["digest"] == played(study_of(tmp_path / "plan.toml"), tmp_path / "whole")["digest"]
