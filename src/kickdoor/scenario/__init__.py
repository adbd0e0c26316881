"""Scenarios: small YAML files that state a position, actions and the expected results."""

from kickdoor.scenario.coverage import coverage, elsewhere
from kickdoor.scenario.runner import Outcome, lint_paths, outcomes_json, run_paths, set_up

__all__ = ["Outcome", "coverage", "elsewhere", "lint_paths", "outcomes_json", "run_paths", "set_up"]
