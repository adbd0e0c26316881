"""Tests of simulations with custom bots: the same results with any number of processes."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from kickdoor.bots.custom_bots import BotFault
from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.defaults import default_sets
from kickdoor.sim.simulate import Plan, make_plan, play_chunk, simulate

EAGER = Path(__file__).parents[2] / "examples" / "eager_bot.py"


def plan(spec: str, games: int = 4) -> Plan:
    known = BotRegistry([spec])
    names = (*known.own, "random", "random")
    own = tuple(known.own.values())
    return make_plan(Plan(default_sets(), 3, names, games, "outside", max_turns=15, outside=own))


def test_jobs_do_not_change_the_report() -> None:
    alone = simulate(plan(f"{EAGER}:Eager")).as_data()
    assert simulate(plan(f"{EAGER}:Eager"), 2).as_data() == alone
    assert alone["bots"] == ["Eager", "random", "random"]
    assert list(alone["wins_by_bot"]) == ["Eager", "random"]  # type: ignore[call-overload]
    assert str(EAGER) not in str(alone)


def test_a_fresh_process_gives_the_same_results() -> None:
    """Where processes are not copies of the parent, the plan alone says what to load."""
    table = plan(f"{EAGER}:Eager", 1)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(play_chunk, ((table, 0, 1),)) == play_chunk((table, 0, 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_is_raised_from_any_process(tmp_path: Path, jobs: int) -> None:
    file = tmp_path / "late.py"
    file.write_text(
        "import kickdoor as kd\n\n\nclass Late(kd.Bot):\n    def choose(self, view):\n"
        "        return view.options[0 if view.turns < 3 else 99]\n"
    )
    with pytest.raises(BotFault, match=r"the bot Late \(.*late.py, line 6\): IndexError") as raised:
        simulate(plan(f"{file}:Late"), jobs)
    assert "late.py" in raised.value.trace
