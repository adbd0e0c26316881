"""Warnings about what a scenario leaves out: not errors, but the scenario shows less than it could."""

from kickdoor.scenario.parsing.scenario_parser import ILLEGAL, Scenario


def warnings(scenario: Scenario) -> list[str]:
    """List the warnings about a scenario, each with its line."""
    return [
        f"line {step.line}: step {step.number} ({step}) does not say because of which rule"
        for step in scenario.steps
        if step.who == ILLEGAL and not step.because
    ]
