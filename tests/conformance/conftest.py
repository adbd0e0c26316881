"""Random games for the conformance tests."""

import importlib.util
import sys
from pathlib import Path

import pytest

from kickdoor.catalog.load import known_sets, load_catalog
from kickdoor.core.ruleset import RuleSet

HERE = Path(__file__).parent

# Tests are imported by path, so a module beside them has to be loaded by hand
spec = importlib.util.spec_from_file_location("invariants", HERE / "invariants.py")
assert spec is not None
assert spec.loader is not None
module = importlib.util.module_from_spec(spec)
sys.modules["invariants"] = module
spec.loader.exec_module(module)


@pytest.fixture(scope="session")
def rules() -> RuleSet:
    """The rule set of the first set in the package."""
    return load_catalog(known_sets()[:1])
