"""Tests of the output of scenarios, as text and as JSON."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from kickdoor import rulebook
from kickdoor.engine.machine.errors import BadData
from kickdoor.scenario import Outcome, coverage, elsewhere, lint_paths, outcomes_json

Run = Callable[..., Outcome]
ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
CARDS = ROOT / "tests" / "cards"
TOYS = ROOT / "tests" / "engine" / "test_sets" / "toy_scenarios"


def test_outcomes_are_written_as_json(run: Run) -> None:
    good = run("expect: {phase: arrange}")
    bad = run("expect: {phase: charity}")
    table = json.loads(outcomes_json([good, bad]))
    assert [row["passed"] for row in table] == [True, False]
    assert table[0].keys() == {"path", "scenario", "rules", "passed", "error", "failure", "seeds", "warnings"}
    assert table[1]["failure"]


def test_coverage_lists_uncited_rules() -> None:
    outcomes = [Outcome(Path("a.yaml"), "A", ["TURN-01", "AMB-01", "EX-DELUXE"])]
    missing = coverage(outcomes)
    assert "TURN-01" not in missing
    assert "TURN-02" in missing
    assert "AMB-01" not in missing
    assert missing[-1] == list(rulebook.rulings())[-1]
    assert len(missing) == len(rulebook.rules()) + len(rulebook.rulings()) - 2


@cache
def ours() -> list[Outcome]:
    """Read all our scenarios, once."""
    return lint_paths([ROOT / "tests"])


def cited_in(*folders: Path) -> set[str]:
    """Gather the rules that our scenarios of some folders cite."""
    return {rule for o in ours() if not set(folders).isdisjoint(o.path.parents) for rule in o.rules}


def test_every_rule_and_ruling_is_shown_by_a_scenario_or_accounted_for() -> None:
    cited = cited_in(SCENARIOS, CARDS, TOYS)
    known = [*rulebook.rules(), *rulebook.rulings()]
    missing = [rule for rule in known if rule not in cited | set(elsewhere([SCENARIOS]))]
    assert not missing, f"no scenario shows {', '.join(missing)}"


def test_tests_named_in_elsewhere_toml_exist() -> None:
    cited = cited_in(SCENARIOS)
    entries = elsewhere([SCENARIOS])
    assert not set(entries) & cited, "these have a scenario"
    assert len([text for text in entries.values() if text.startswith("not applicable")]) <= 30
    for text in entries.values():
        if text.startswith("test "):
            file, name = text.removeprefix("test ").split("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), text


def test_every_illegal_step_names_a_rule() -> None:
    told = [f"{o.path}: {warning}" for o in ours() for warning in o.warnings]
    assert not told


def test_illegal_without_because_gives_a_warning(run: Run) -> None:
    outcome = run("illegal: {who: Guy, do: kick open the door}", "illegal: {who: Guy, do: claim, because: AMB-75}")
    assert outcome.passed, outcome.failure
    (warning,) = outcome.warnings
    assert warning == "line 9: step 1 (illegal, Guy: kick open the door) names no rule under `because`"


def test_lint_plays_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(
        "scenario: A\nsets: [deluxe]\nplayers: {A: {}, B: {}, C: {}}\nsteps:\n"
        "  - illegal: {who: A, do: kick open the door}\n"
    )
    (outcome,) = lint_paths([tmp_path])
    assert outcome.passed
    assert len(outcome.warnings) == 1


def test_a_folder_may_name_rulings(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text('[not_applicable]\nAMB-69 = "x"\n')
    assert elsewhere([tmp_path]) == {"AMB-69": "not applicable: x"}


def test_a_folder_may_not_name_rules_that_do_not_exist(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text('[not_applicable]\nTURN-99 = "x"\n')
    with pytest.raises(BadData, match="TURN-99"):
        elsewhere([tmp_path])
    (tmp_path / "elsewhere.toml").write_text("[other]\n")
    with pytest.raises(BadData, match="other"):
        elsewhere([tmp_path])


@pytest.mark.parametrize(
    ("expected", "difference"),
    [
        ("asked: {Guy: window}", "what Guy is asked is nothing, expected window"),
        ("winning: munchkins", "winning is nothing, expected munchkins"),
        ("munchkins: many", "munchkins is nothing, expected many"),
        ("terms: {Aric: {level: high}}", "expected high"),
    ],
)
def test_a_difference_from_nothing_is_reported(run: Run, expected: str, difference: str) -> None:
    outcome = run(f"expect: {{{expected}}}")
    assert not outcome.passed
    assert difference in outcome.failure


def test_a_number_may_stand_in_quotation_marks(run: Run) -> None:
    assert run('expect: {Aric: {level: "3"}}', aric="level: 3").passed
    assert not run('expect: {Aric: {level: "4"}}', aric="level: 3").passed
