"""Warnings about what a scenario leaves out: not errors, but the scenario shows less than it could."""

from kickdoor.scenario.parsing.scenario_parser import ILLEGAL, Scenario


def warnings(scenario: Scenario) -> list[str]:
    """List the warnings about a scenario, each with its line."""
    return [
        f"line {step.line}: step {step.number} ({step}) names no rule under `because`"
        for step in scenario.steps
        if step.key == ILLEGAL and not step.because
    ]
