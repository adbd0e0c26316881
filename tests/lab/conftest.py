"""Studies small enough for tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.lab.executors import Executor, Processes
from kickdoor.lab.plan_reader import PlanOverrides, Study, read_plan
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_runner import run_study
from kickdoor.lab.summary import figures

Write = Callable[[str], Path]
Figures = dict[str, object]

SHORT = """
sets = ["deluxe"]
seats = 3
bots = ["random"]
games = 12
chunk = 3
seed = 7
turns = 12
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a plan."""

    def plan(text: str) -> Path:
        path = tmp_path / "plan.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return plan


def study_of(path: Path, games: int | None = None, bots: tuple[str, ...] = ()) -> Study:
    """Read a plan."""
    return read_plan(str(path), PlanOverrides(games=games, bots=bots))


def played(study: Study, out: Path, executor: Executor | None = None) -> Figures:
    """Play a study and gives its figures."""
    folder = LabFolder(out)
    run_study(study, folder, executor or Processes(1))
    return figures(study.plan, folder)
