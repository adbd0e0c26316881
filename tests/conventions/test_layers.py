"""Tests of the layers: what `make test` leaves out is run elsewhere, and no test is generated to be skipped.

Processes that tests start are started by `tests/processes.py`, which ends them.
"""

import ast
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.layers import few, sampled
from tests.processes import MARK, left_behind, start, started

Plant = Callable[[dict[str, str]], Path]

LAYERS = {"thorough", "slow"}
REPORTS = {"parametrize", "skip", "skipif", "usefixtures"}
"""Pytest's own."""
ALLOWED_SKIPS = {
    # What a machine has or has not
    "tests/packaging/conftest.py": 1,  # an unpacked release, not a repository
    "tests/browser/conftest.py": 1,  # no Chromium
    "tests/cluster/conftest.py": 2,  # no PostgreSQL, no Redis
    "tests/sim/test_peers.py": 1,  # a peer is not installed
    "tests/sim/test_invariants.py": 1,  # the engine is compiled
}
"""Files that skip from within a test, and how often. A combination that cannot be is not generated instead."""
STARTS = {"Popen"}
STARTING = "tests/processes.py"


def called(tree: ast.AST) -> Iterator[str]:
    """List the names by which something is called, such as `pytest.skip`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def marks(tree: ast.AST) -> Iterator[str]:
    """List the names of the marks that are used."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "pytest.mark":
            yield node.attr


def sources(root: Path) -> Iterator[tuple[str, ast.AST]]:
    for path in sorted((root / "tests").rglob("*.py")):
        yield path.relative_to(root).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def violations(root: Path) -> list[str]:
    """List unknown marks, skips within tests, and processes that nothing ends."""
    found: list[str] = []
    for name, tree in sources(root):
        found += [f"{name}: no mark is called {mark}" for mark in marks(tree) if mark not in LAYERS | REPORTS]
        calls = list(called(tree))
        skips = len([one for one in calls if one in ("pytest.skip", "pytest.mark.skip", "pytest.xfail")])
        if skips > ALLOWED_SKIPS.get(name, 0):
            found.append(f"{name}: generates what is then skipped")
        if name != STARTING and [one for one in calls if one.rpartition(".")[2] in STARTS]:
            found.append(f"{name}: starts a process itself, not by {STARTING}")
    return found


def test_tests_keep_to_their_layers(repository: Path) -> None:
    assert violations(repository) == []


def test_planted_violations_are_found(plant: Plant) -> None:
    tree = {
        "tests/test_a.py": "import pytest\n@pytest.mark.quick\ndef test_a():\n    pytest.skip('no')\n",
        "tests/test_b.py": "from subprocess import Popen\ndef test_b():\n    Popen(['sleep', '9'])\n",
        "tests/processes.py": "import subprocess\nsubprocess.Popen([])\n",
    }
    assert len(violations(plant(tree))) == 3


def test_every_layer_is_described_and_run(repository: Path) -> None:
    settings = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"][
        "ini_options"
    ]
    assert {mark.partition(":")[0] for mark in settings["markers"]} == LAYERS
    assert "--strict-markers" in settings["addopts"]
    assert settings["addopts"][-2:] == ["-m", "not slow and not thorough"]
    make = (repository / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"^test-all:.*\n((?:\t.*\n)+)", make, re.M)
    assert recipe is not None
    assert '-m "thorough and not slow"' in recipe[1]
    checks = (repository / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert "make test" in checks
    assert any(line.startswith("make test-all") for line in checks)
    guide = (repository / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert all(words in guide for words in ("`make test`", "`make test-all`", "`-m slow`"))


def test_sampled_parameters_are_all_run_in_some_layer() -> None:
    for made, ordinary in ((few("abcde", 2), ["a", "b"]), (sampled("abcde", 3), ["a", "d"])):
        assert [one for one in made if isinstance(one, str)] == ordinary
        rest = [one for one in made if not isinstance(one, str)]
        assert sorted(ordinary + [one.values[0] for one in rest]) == list("abcde")
        assert {mark.name for one in rest for mark in one.marks} == {"thorough"}


# Processes

TREE = "sleep 1000 & echo $!; wait"
"""A process that starts another, and tells its number."""


def wait_for_end(pid: int) -> None:
    """Wait until a process is gone, or only its name is left."""
    while True:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return
        if state in "ZX":
            return
        time.sleep(0.02)


linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


@linux
def test_a_process_and_its_children_end_with_the_block() -> None:
    def fail() -> None:
        with started(["sh", "-c", TREE], stdout=subprocess.PIPE, text=True) as process:
            pids.extend([process.pid, int(process.stdout.readline())])
            raise RuntimeError("a test fails")

    pids: list[int] = []
    with pytest.raises(RuntimeError):
        fail()
    assert len(pids) == 2
    for pid in pids:
        wait_for_end(pid)


@linux
def test_a_process_ends_with_a_run_that_is_killed(repository: Path) -> None:
    script = (
        "import time; from tests.processes import start; print(start(['sleep', '99']).pid, flush=True); time.sleep(99)"
    )
    pipe = subprocess.PIPE
    with started([sys.executable, "-c", script], stdin=pipe, stdout=pipe, text=True, cwd=repository) as run:
        pid = int(run.stdout.readline())
        os.kill(run.pid, signal.SIGKILL)
        wait_for_end(pid)


@linux
def test_a_process_left_behind_is_reported_with_its_test() -> None:
    process = start(["sleep", "1000"], env=os.environ | {MARK: "another run"})
    try:
        while "sleep" not in Path(f"/proc/{process.pid}/cmdline").read_text():
            time.sleep(0.02)
        (report,) = left_behind("another run").values()
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert report.startswith("sleep 1000 (started by tests/conventions/test_layers.py::test_a_process_left_behind")
    assert left_behind("another run") == {}
