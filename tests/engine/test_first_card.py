"""Tests that card numbers make no difference: scenarios hold with a named card as number 0."""

from functools import cache
from pathlib import Path

import pytest
from tests.layers import sampled
from tests.scenario_files import files_in, head_of, name_of

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.scenario.parsing.card_names import plain
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import Outcome, run_scenario

SETS = ["deluxe"]
SEEDS = 600
"""Enough to find one for nearly every card."""


@cache
def seeds() -> dict[str, str]:
    """Find for each card a seed that gives it the number 0."""
    rules = load_catalog(SETS)
    found: dict[str, str] = {}
    for number in range(SEEDS):
        found.setdefault(number_0(rules, str(number)), str(number))
    return found


def number_0(rules: RuleSet, seed: str) -> str:
    """Name the card that a seed gives the number 0."""
    return plain(blank_state(rules, RuleOptions(), seed, 3, []).cards[0].name)


def is_free(path: Path) -> bool:
    """Return whether a scenario is about that set alone and is not bound to a seed."""
    head = head_of(path)
    return head["sets"] == "[deluxe]" and "seed" not in head


FILES = [path for path in files_in("scenarios", "cards/deluxe") if is_free(path)]


@pytest.mark.parametrize("path", sampled(FILES, 6), ids=name_of)
def test_a_card_with_the_number_0_is_like_any_other(path: Path) -> None:
    scenario = read_file(path)
    assert (scenario.sets, len(scenario.seeds) > 1) == (SETS, True)
    text = path.read_text(encoding="utf-8").casefold()
    scenario.seeds = [seed for name, seed in seeds().items() if name in text]
    outcome = run_scenario(scenario, path)
    assert outcome.passed, outcome.failure


def outcome_with_number_0(set_id: str, folder: str, stem: str, card: str) -> Outcome:
    """Play a scenario of a set with a seed that gives a card the number 0."""
    (path,) = [path for path in files_in(folder) if path.stem == stem]
    rules = load_catalog([set_id])
    scenario = read_file(path)
    assert scenario.sets == [set_id]
    scenario.seeds = [next(seed for seed in map(str, range(SEEDS)) if number_0(rules, seed) == card)]
    return run_scenario(scenario, path)


def test_a_card_with_the_number_0_is_found_by_a_bounty_hunter() -> None:
    """It reaches the hand like any other (CHAR-26)."""
    outcome = outcome_with_number_0("star", "cards/star", "bounty_hunter_4", "jellifier")
    assert outcome.passed, outcome.failure


def test_an_item_with_the_number_0_is_made_of_gears() -> None:
    """A curse or monster that silences Gears silences it and its attached cards (GEARS-04)."""
    stem = "an_item_made_of_gears_is_silenced_whole"
    outcome = outcome_with_number_0("steampunk", "scenarios/gears", stem, plain("Gas-Lamp Familiar"))
    assert outcome.passed, outcome.failure
