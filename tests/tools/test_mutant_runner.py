"""Tests of the mutant runner: a mutant is tried by every test that runs the changed code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.layers import thorough

TOOLS = Path(__file__).parents[2] / "tools"

TOY = """
LIMIT = 5
def grown(level):
    if level < LIMIT:
        level += 1
    return level
def forgotten(level):
    return level - 1
class Purse:
    def __init__(self):
        self.gold = 3
    @property
    def worth(self):
        return self.gold + 0
    @worth.setter
    def worth(self, gold):
        self.gold = gold + 0
class Sack(Purse):
    def __init__(self):
        super().__init__()
        self.gold += 1
def drained(gold):
    while gold:
        gold -= 1
    return gold
"""
TESTS = """
from functools import cache
from pathlib import Path
import pytest
import toy
@cache
def level():
    return toy.grown(2)
def test_first_fills_the_cache():
    assert level()
def test_second_only_reads_it():
    assert level() == 3
def test_limit():
    assert toy.grown(5) == 5
@pytest.mark.parametrize("path", [Path("a"), Path("b")])
def test_scenario(path):
    purse = toy.Purse()
    gold = 3
    if path.name == "a":
        purse.worth = gold = 4
    assert purse.worth == gold
def test_sack():
    assert toy.Sack().worth == 4
def test_drained():
    assert toy.drained(2) == 0
"""
RUN = """
import sys
from pathlib import Path
from mutant_log import ResultLog, Mutant
from mutations import mutations
from mutant_runner import Trials
folder = Path(sys.argv[1])
todo = [Mutant("src/toy.py", one) for one in mutations((folder / "src" / "toy.py").read_text())]
Trials(folder, ("tests",), todo, ResultLog(folder / "state.jsonl", {})).run(2, 4)
"""


def run(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    (folder / "src").mkdir()
    (folder / "src" / "toy.py").write_text(TOY)
    (folder / "tests").mkdir()
    (folder / "tests" / "test_toy.py").write_text(tests)
    command = [sys.executable, "-c", RUN, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": str(TOOLS)}, check=False)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, str], dict[str, object]]:
    """What became of each mutant, by line and what is written there."""
    folder = tmp_path_factory.mktemp("tree").resolve()
    done = run(folder, TESTS)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [json.loads(line) for line in (folder / "state.jsonl").read_text().splitlines()[1:]]
    assert (folder / "src" / "toy.py").read_text() == TOY
    return {(int(one["id"].split(":")[1]), one["id"].split(":", 3)[3]): one for one in lines}


Results = dict[tuple[int, str], dict[str, object]]


@thorough
@pytest.mark.parametrize(
    ("line", "text", "status", "tests"),
    [
        # Not run by the first test of the file once the cache is filled, but by the file
        (5, "pass", "killed", 5),
        (4, "level <= LIMIT", "killed", 5),
        (8, "level + 1", "survived", 0),
        (14, "self.gold - 0", "survived", 7),
        # The setter alone, not the property of the same name
        (17, "pass", "killed", 1),
        (17, "gold - 0", "survived", 1),
        # Bound to its class before, and not after
        (20, "pass", "killed", 7),
        (23, "not (gold)", "killed", 5),
        (24, "pass", "hung", 5),
    ],
)
def test_mutants_are_classified(results: Results, line: int, text: str, status: str, tests: int) -> None:
    found = [one for (at, what), one in results.items() if at == line and what == text]
    assert [(one["status"], one["tests"]) for one in found] == [(status, tests)]


@thorough
def test_module_level_mutants_are_reloaded_and_tried_by_all_tests(results: Results) -> None:
    assert results[2, "6"]["status"] == "killed"
    assert results[2, "4"]["status"] == "survived"
    assert results[2, "4"]["tests"] == 7


def test_failing_tests_stop_the_run(tmp_path: Path) -> None:
    done = run(tmp_path.resolve(), TESTS + "def test_never():\n    assert False\n")
    assert done.returncode == 1
    assert "test_never fails" in done.stdout
    assert len((tmp_path / "state.jsonl").read_text().splitlines()) == 1
