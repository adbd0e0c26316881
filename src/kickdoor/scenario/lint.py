"""Warns of what a scenario leaves unsaid: it is no mistake, but shows less than it could."""

from kickdoor.scenario.reader import EXPECT, ILLEGAL, Scenario


def warnings(scenario: Scenario) -> list[str]:
    """Lists the warnings about a scenario, each with its line where it has one."""
    out = [
        f"line {step.line}: step {step.number} ({step}) does not say because of which rule"
        for step in scenario.steps
        if step.who == ILLEGAL and not step.because
    ]
    if not any(step.who in (EXPECT, ILLEGAL) for step in scenario.steps):
        out.append("says nothing that must be true: there is neither an expect nor an illegal step")
    return out
