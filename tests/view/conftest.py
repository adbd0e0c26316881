"""The rule set that most tests of words are about."""

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet


@pytest.fixture(scope="session")
def rules() -> RuleSet:
    """The cards of the basic set."""
    return load_catalog(["deluxe"])
