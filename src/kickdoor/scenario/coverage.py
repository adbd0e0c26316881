"""Tells which rules no scenario cites."""

from kickdoor import rulebook
from kickdoor.scenario.runner import Outcome


def coverage(outcomes: list[Outcome]) -> list[str]:
    """Lists the ids of the rules that no scenario among the outcomes cites, in the order of the book."""
    cited = {rule for outcome in outcomes for rule in outcome.rules}
    return [rule for rule in rulebook.rules() if rule not in cited]
