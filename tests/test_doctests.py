"""The examples in the package's docstrings and documents are true."""

import doctest
from pathlib import Path
from types import ModuleType

import pytest

import kickdoor
import kickdoor.catalog.loader
import kickdoor.catalog.toml_reader
import kickdoor.replay
import kickdoor.rulebook
import kickdoor.view.observation
from kickdoor import autoplay, bot, card_index, event, game, option, players, rng, seat_view

ROOT = Path(__file__).parent.parent


FRONT = (bot, card_index, event, game, rng, option, players, autoplay, seat_view, kickdoor.view.observation)


@pytest.mark.parametrize(
    "module",
    [kickdoor, *FRONT, kickdoor.catalog.loader, kickdoor.catalog.toml_reader, kickdoor.replay, kickdoor.rulebook],
    ids=lambda m: m.__name__,
)
def test_docstrings(module: ModuleType) -> None:
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_name_has_an_example() -> None:
    assert [name for name in kickdoor.__all__ if ">>>" not in (getattr(kickdoor, name).__doc__ or "")] == []


def test_documents() -> None:
    """Every interactive example in README and docs runs."""
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        result = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS)
        assert result.failed == 0, path.name
