"""Random games for the conformance tests."""

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet


@pytest.fixture(scope="session")
def rules() -> RuleSet:
    """The rule set of the first set in the package."""
    return load_catalog(default_sets())
