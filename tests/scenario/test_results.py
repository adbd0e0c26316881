"""What comes out for people and machines."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor import rulebook
from kickdoor.core.errors import BadData
from kickdoor.scenario import Outcome, coverage, elsewhere, outcomes_json
from kickdoor.scenario.reader import read_file
from kickdoor.scenario.runner import scenario_files

Run = Callable[..., Outcome]
ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
CARDS = ROOT / "tests" / "cards"


def test_json(run: Run) -> None:
    good = run("expect: {phase: arrange}")
    bad = run("expect: {phase: charity}")
    table = json.loads(outcomes_json([good, bad]))
    assert [row["passed"] for row in table] == [True, False]
    assert table[0].keys() == {"path", "scenario", "rules", "passed", "error", "failure", "seeds"}
    assert table[1]["failure"]


def test_coverage_lists_what_nobody_cites() -> None:
    outcomes = [Outcome(Path("a.yaml"), "A", ["TURN-01", "AMB-01", "EX-DELUXE"])]
    missing = coverage(outcomes)
    assert "TURN-01" not in missing
    assert "TURN-02" in missing
    assert len(missing) == len(rulebook.rules()) - 1


def test_every_rule_is_shown_by_a_scenario_or_accounted_for() -> None:
    cited = {rule for path in scenario_files([SCENARIOS, CARDS]) for rule in read_file(path).rules}
    missing = [rule for rule in rulebook.rules() if rule not in cited | set(elsewhere([SCENARIOS]))]
    assert not missing, f"no scenario shows {', '.join(missing)}"


def test_what_is_accounted_for_elsewhere_is_true() -> None:
    cited = {rule for path in scenario_files([SCENARIOS]) for rule in read_file(path).rules}
    told = elsewhere([SCENARIOS])
    assert not set(told) & cited, "these have a scenario"
    assert len([text for text in told.values() if text.startswith("not applicable")]) <= 30
    for text in told.values():
        if text.startswith("test "):
            file, name = text.removeprefix("test ").split("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), text


def test_a_folder_may_not_name_rules_that_do_not_exist(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text('[not_applicable]\nTURN-99 = "x"\n')
    with pytest.raises(BadData, match="TURN-99"):
        elsewhere([tmp_path])
    (tmp_path / "elsewhere.toml").write_text("[other]\n")
    with pytest.raises(BadData, match="other"):
        elsewhere([tmp_path])
