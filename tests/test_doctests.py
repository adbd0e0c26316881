"""The examples in the package's docstrings and documents are true."""

import doctest
from pathlib import Path

import kickdoor
import kickdoor.catalog.load
import kickdoor.replay
import kickdoor.rulebook

ROOT = Path(__file__).parent.parent


def test_docstrings() -> None:
    for module in (kickdoor, kickdoor.catalog.load, kickdoor.replay, kickdoor.rulebook):
        result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
        assert result.attempted > 0
        assert result.failed == 0


def test_documents() -> None:
    """Every interactive example in README and docs runs."""
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        result = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS)
        assert result.failed == 0, path.name
