"""Tests of soaks: counts that do not depend on processes, reproducible faults, and cards that acted."""

from pathlib import Path

import msgspec
import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import state_from_json
from kickdoor.engine.state.state import State
from kickdoor.sim import soak as module
from kickdoor.sim.card_activity import ways_of
from kickdoor.sim.errors import InvariantViolation
from kickdoor.sim.invariants import check_state
from kickdoor.sim.soak import Fault, Progress, SoakOrder, SoakPlan, make_plan, report, soak
from kickdoor.sim.soak_checkpoint import SoakCheckpoint


def plan(seed: str = "soak", seats: tuple[int, ...] = (3, 4), options: RuleOptions | None = None) -> SoakPlan:
    """Plan short games with the default sets."""
    short = RuleOptions()
    short.winning_level = 3
    return make_plan(SoakOrder(list(default_sets()), [], list(seats), seed, 0, options or short))


def soaked(games: int, jobs: int = 1) -> Progress:
    """Play some games."""
    progress = Progress(plan())
    soak(progress, games, jobs)
    return progress


def test_jobs_do_not_change_the_counts() -> None:
    alone = soaked(4)
    assert alone.faults == []
    assert alone.games == 4
    assert alone.decisions > 400
    assert msgspec.json.encode(soaked(4, 2)) == msgspec.json.encode(alone)


def test_a_stopped_soak_is_resumed(tmp_path: Path) -> None:
    keeper = SoakCheckpoint(tmp_path / "kept")

    class Stopped(Exception):
        pass

    def stop(progress: Progress) -> None:
        keeper.keep(progress)
        if progress.games == 2:
            raise Stopped

    with pytest.raises(Stopped):
        soak(keeper.begin(plan()), 4, 1, stop)
    resumed = keeper.begin(plan())
    assert resumed.games == 2
    soak(resumed, 4, 1, keeper.keep)
    assert msgspec.json.encode(resumed) == msgspec.json.encode(soaked(4))
    assert keeper.begin(plan()).games == 4
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["soak.json"]


def test_progress_of_other_games_is_refused(tmp_path: Path) -> None:
    keeper = SoakCheckpoint(tmp_path / "soak.json")
    keeper.keep(Progress(plan()))
    with pytest.raises(BadData, match="seed was soak, not other"):
        keeper.begin(plan("other"))
    with pytest.raises(BadData, match="options was"):
        keeper.begin(plan(options=RuleOptions()))
    (tmp_path / "soak.json").write_text('{"plan": 1}')
    with pytest.raises(BadData, match="not the progress of a soak"):
        keeper.begin(plan())


def test_faults_are_stored_with_the_state_before_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def strict(s: State) -> None:
        check_state(s)
        if s.turns == 4 and len(s.seats) == 4:
            raise InvariantViolation("turn four is not allowed")

    monkeypatch.setattr(module, "check_state", strict)
    keeper = SoakCheckpoint(tmp_path)
    progress = Progress(plan())
    soak(progress, 4, 1, keeper.keep)
    assert [(fault.game, fault.seats) for fault in progress.faults] == [(1, 4), (3, 4)]
    kept = msgspec.json.decode(Path(progress.faults[0].file).read_bytes(), type=Fault)
    assert kept.what == "InvariantViolation: turn four is not allowed"
    assert "strict" in kept.trace
    rules = load_catalog(list(default_sets()))
    assert state_from_json(kept.before, rules).turns == 3
    assert state_from_json(kept.after, rules).turns == 4
    assert keeper.begin(plan()).faults == progress.faults
    assert progress.cut == 0


def test_an_endless_game_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ANSWERS", 50)
    assert "continues after 50 steps" in soaked(1).faults[0].what


def test_one_game_can_be_played_alone() -> None:
    late = make_plan(SoakOrder(list(default_sets()), [], [3, 4], "soak", 2, RuleOptions()))
    assert (late.seats_of(3), late.seed_of(3)) == (4, "soak:3")
    with pytest.raises(BadData, match="3 to 6 players"):
        plan(seats=(3, 7))


def test_cards_that_act_are_counted() -> None:
    progress = soaked(8)
    rules = load_catalog(list(default_sets()))
    for d in rules.defs:
        ways = ways_of(d)
        assert ways, f"{d.key} can do nothing"
        if d.kind == nr.CURSE:
            assert "landed" in ways
    for card, ways_seen in progress.ways.items():
        assert progress.acted[card] <= sum(ways_seen.values())
        assert max(ways_seen.values()) <= progress.acted[card] <= 8
    kinds = {rules.by_key[card].kind for card in progress.acted}
    assert {nr.MONSTER, nr.CURSE, nr.CLASS, nr.RACE, nr.ENHANCER, nr.ONESHOT, nr.GOUP} <= kinds
    data = report(progress)
    assert data["games"] == 8
    seldom = data["seldom"]
    assert isinstance(seldom, list)
    assert len(seldom) == len(rules.defs)


def test_mixes_too_small_to_be_dealt_are_left_out() -> None:
    boilers = Path(__file__).parents[1] / "engine" / "test_sets" / "boilers"
    plan = make_plan(SoakOrder(list(default_sets()), [boilers], [3, 6], "small", 0, RuleOptions(), mixes=True))
    assert plan.mixes == [list(default_sets()), [*default_sets(), "boilers"]]
    assert list(plan.left_out) == ["boilers"]
    assert "mix in a larger set" in plan.left_out["boilers"]
    assert report(Progress(plan))["left_out"] == plan.left_out
    with pytest.raises(BadData, match="mix in a larger set"):
        make_plan(SoakOrder(["boilers"], [boilers], [3], "small", 0, RuleOptions(), mixes=True))


def test_a_set_is_left_out_if_a_set_it_needs_is_missing() -> None:
    toys = Path(__file__).parents[1] / "engine" / "test_sets" / "toys"
    plan = make_plan(SoakOrder(["deluxe", "cooks"], [toys], [3], "needs", 0, RuleOptions(), mixes=True))
    assert list(plan.left_out) == ["toys", "cooks + toys"]
    assert "expected one of: male, female" in plan.left_out["toys"]
    assert ["deluxe", "toys"] in plan.mixes
