"""Which number a card has makes no difference: scenarios hold, too, when a card they name has the number 0."""

from functools import cache
from pathlib import Path

import pytest

from kickdoor.catalog.load import load_catalog
from kickdoor.engine.cards.ruleset import Options
from kickdoor.engine.rules.turn.start import blank_state
from kickdoor.scenario.reading.names import plain
from kickdoor.scenario.reading.reader import read_file
from kickdoor.scenario.runner import run_scenario

TESTS = Path(__file__).parents[1]
FILES = sorted((TESTS / "scenarios").rglob("*.yaml")) + sorted((TESTS / "cards" / "deluxe").rglob("*.yaml"))
SETS = ["deluxe"]
SEEDS = 600
"""Enough to find one for nearly every card."""


@cache
def seeds() -> dict[str, str]:
    """Finds for each card a seed that gives it the number 0."""
    rules = load_catalog(SETS)
    found: dict[str, str] = {}
    for number in range(SEEDS):
        name = blank_state(rules, Options(), str(number), 3, []).cards[0].name
        found.setdefault(plain(name), str(number))
    return found


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(TESTS).with_suffix("").as_posix() for path in FILES])
def test_a_card_with_the_number_0_is_like_any_other(path: Path) -> None:
    scenario = read_file(path)
    text = path.read_text(encoding="utf-8").casefold()
    if len(scenario.seeds) == 1 or scenario.sets != SETS:
        pytest.skip("played with a seed of its own, or with other sets: one is enough to show it")
    scenario.seeds = [seed for name, seed in seeds().items() if name in text]
    outcome = run_scenario(scenario, path)
    assert outcome.passed, outcome.failure
