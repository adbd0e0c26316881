"""What comes out for people and machines."""

import json
from collections.abc import Callable
from pathlib import Path

from kickdoor import rulebook
from kickdoor.catalog.defaults import default_sets
from kickdoor.scenario import Outcome, coverage, outcomes_json, run_paths

Run = Callable[..., Outcome]
SCENARIOS = Path(__file__).parents[1] / "scenarios"


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


def test_most_rules_of_the_common_game_are_shown() -> None:
    outcomes = run_paths([SCENARIOS])
    chapters = {"TURN", "COMBAT", "CURSE", "HELP", "RUN", "DEATH"}
    base = default_sets()[0]
    missing = [
        rule for rule in coverage(outcomes)
        if rulebook.rules()[rule].chapter in chapters and base in rulebook.rules()[rule].sets
    ]  # fmt: skip
    assert len(missing) <= 12, missing
