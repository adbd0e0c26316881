"""Tests of `kickdoor lab`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from kickdoor.lab.plan_reader import PlanOverrides, read_plan, studies
from kickdoor.lab.study_folder import LabFolder
from kickdoor.sim import soak as module
from kickdoor.sim.errors import InvariantViolation

Run = Callable[..., tuple[int, str, str]]

PLAN = """
title = "Short games"
sets = ["star"]
seats = 3
bots = ["random", "easy"]
games = 6
chunk = 3
turns = 30
[[variants]]
name = "short"
options = { winning_level = 2 }
[[variants]]
name = "the same"
"""


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "short.toml"
    path.write_text(PLAN)
    return path


def test_the_studies_are_listed(run: Run) -> None:
    status, out, _ = run("lab", "list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(studies())
    assert [row["name"] for row in json.loads(run("lab", "list", "--json")[1])] == list(studies())


def test_a_plan_is_played_and_resumed(run: Run, plan: Path) -> None:
    status, out, _ = run("lab", "run", str(plan), "--workers", "1", "--json")
    data = json.loads(out)
    assert status == 0
    assert (data["study"], data["games"], data["missing"]) == ("short", 18, 0)
    assert data["folder"] == f"lab/short-{data['key'][:8]}"
    assert [found["variant"] for found in data["settings"]] == ["base", "short", "the same"]
    short, same = data["compared"]
    assert short["changes"]["turns"]["high"] < 0
    none = {"mean": 0.0, "low": 0.0, "high": 0.0, "chance": 1.0, "corrected": 1.0}
    assert (same["alike"], same["changes"]["turns"]) == (6, none)
    status, out, _ = run("lab", "resume", data["folder"], "--workers", "1")
    assert status == 0
    assert f"digest {data['digest']}" in out
    assert "6 pairs of games, 6 identical" in out
    other = json.loads(run("lab", "run", str(plan), "--seed", "8", "--games", "3", "--workers", "1", "--json")[1])
    assert other["key"] != data["key"]
    assert other["settings"][0]["seed"] == "8:star:3"


@pytest.mark.parametrize(
    "arguments",
    [
        ("lab",),
        ("lab", "walk"),
        ("lab", "run"),
        ("lab", "run", "qick"),
        ("lab", "run", "nowhere.toml"),
        ("lab", "run", "quick", "--games", "0"),
        ("lab", "run", "quick", "--workers", "x"),
        ("lab", "run", "quick", "--bot", "nowhere.py:Bot"),
        ("lab", "run", "quick", "--out", "short.toml"),
        ("lab", "run", "short.toml", "--ray", "nowhere"),
        ("lab", "resume", "nowhere"),
        ("lab", "resume"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(run: Run, plan: Path, arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert [path.name for path in plan.parent.iterdir()] == [plan.name]


def test_faults_of_a_soak_fail_and_are_stored(run: Run, plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: object) -> None:
        raise InvariantViolation("nothing is right")

    monkeypatch.setattr(module, "check_state", never)
    plan.write_text('kind = "soak"\nsets = ["star"]\nseats = [3]\ngames = 2\n[options]\nwinning_level = 2\n')
    status, out, _ = run("lab", "run", str(plan), "--workers", "1", "--out", "soaked", "--json")
    assert status == 1
    data = json.loads(out)
    assert [fault["game"] for fault in data["faults"]] == [0, 1]
    for fault in data["faults"]:
        assert "nothing is right" in fault["what"]
        assert json.loads(Path(fault["file"]).read_text())["before"]
    assert "2 faults" in run("lab", "resume", "soaked", "--workers", "1")[1]


def test_a_soak_plan_gives_the_results_of_the_command(run: Run, plan: Path, tmp_path: Path) -> None:
    plan.write_text(
        'kind = "soak"\nsets = ["star"]\ngames = 3\nseed = 5\nseats = [3, 4]\n[options]\nwinning_level = 2\n'
    )
    lab = json.loads(run("lab", "run", str(plan), "--workers", "1", "--json")[1])
    same = ("--sets", "star", "--seats", "3-4", "--seed", "5", "--option", "winning_level=2")
    soak = json.loads(run("soak", "--games", "3", "--jobs", "1", "--json", *same)[1])
    assert {name: lab[name] for name in soak} == soak


def test_line_ups_are_rated(run: Run, plan: Path) -> None:
    plan.write_text('sets = ["star"]\nseats = 3\nbots = ["random", "easy"]\nline_ups = "pairs"\ngames = 3\nturns = 9\n')
    status, out, _ = run("lab", "run", str(plan), "--workers", "1", "--json")
    assert status == 0
    (ladder,) = json.loads(out)["ladder"]
    assert {row["bot"] for row in ladder["tables"][0]["standings"]} == {"random", "easy"}
    assert "random" in run("lab", "run", str(plan), "--workers", "1")[1]


def test_a_report_is_written_as_a_page_or_as_json(run: Run, plan: Path) -> None:
    run("lab", "run", str(plan), "--workers", "1", "--out", "short")
    before = sorted(path.name for path in Path("short").iterdir())
    data = json.loads(run("lab", "report", "short", "--json")[1])
    assert (data["games"], data["missing"], len(data["groups"])) == (18, 0, 3)
    assert sorted(path.name for path in Path("short").iterdir()) == before
    status, out, _ = run("lab", "report", "short")
    assert status == 0
    assert out.startswith("short/report.html: 18 games")
    assert Path("short/report.html").read_text().startswith("<!doctype html>")
    assert run("lab", "report", "short", "--out", "page.html")[0] == 0
    assert Path("page.html").read_bytes() == Path("short/report.html").read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ("lab", "report"),
        ("lab", "report", "nowhere"),
        ("lab", "report", "."),
        ("lab", "report", "short.toml"),
        ("lab", "report", "begun"),
        ("lab", "report", "begun", "--out", "begun"),
        ("lab", "report", "begun", "--out", "nowhere/report.html"),
        ("lab", "report", "broken"),
        ("lab", "report", "odd"),
        ("lab", "report", "soaked"),
    ],
)
def test_a_folder_without_a_study_has_no_report(run: Run, plan: Path, arguments: tuple[str, ...]) -> None:
    kept = LabFolder(Path("begun"))
    study = read_plan(str(plan), PlanOverrides())
    kept.begin(study.plan, study.bundle)
    Path("broken").mkdir()
    Path("broken/plan.json").write_text("{}")
    odd = replace(study.plan, cells=[replace(cell, seats=10**9) for cell in study.plan.cells])
    LabFolder(Path("odd")).begin(odd, study.bundle)
    soak = read_plan("soak", PlanOverrides())
    LabFolder(Path("soaked")).begin(soak.plan, soak.bundle)
    before = sorted(plan.parent.rglob("*"))
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert sorted(plan.parent.rglob("*")) == before


@pytest.mark.parametrize("missing", ["matplotlib", "numpy", "pyarrow"])
def test_a_missing_extra_is_named(run: Run, plan: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    run("lab", "run", str(plan), "--workers", "1", "--games", "3", "--out", "short")
    monkeypatch.setitem(sys.modules, missing, None)
    status, _, err = run("lab", "report", "short")
    assert status == 2
    assert missing in err
    assert "make setup" in err or "kickdoor[lab]" in err
    assert not Path("short/report.html").exists()
