"""Test that card numbers make no difference to a draw: the first card of a mix is drawn face-up."""

from pathlib import Path

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import run_scenario

SETS = ["deluxe", "star"]
SEEDS = 2000
"""Enough to find one that gives the number 0 to a card of the scenario."""
KEPT = ("Huge Rock", "Maser")
SCENARIO = """
scenario: A Cleric draws face-up one by one, and keeps two
rules: [CHAR-26, CARDS-14]
sets: [deluxe, star]
players: {Aric: {class: Cleric, hand: [Equipment Rack, Baby]}, Suzan: {}, Guy: {}}
discards: {treasures: [Leather Armor]}
treasures: [Laser, Dazer, Huge Rock, Maser]
steps:
  - Aric: {play: Equipment Rack}
  - Aric: pass
  - Aric: pass
  - Aric: pass
  - Aric: pass
  - Aric: {choose: [Huge Rock, Maser]}
  - expect: {Aric: {hand: [Baby, Huge Rock, Maser]}}
"""


def test_a_cleric_draws_the_card_with_the_number_0(tmp_path: Path) -> None:
    rules = load_catalog(SETS)
    seeds = (str(seed) for seed in range(SEEDS))
    seed = next(seed for seed in seeds if blank_state(rules, RuleOptions(), seed, 3, []).cards[0].name in KEPT)
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    scenario = read_file(path)
    scenario.seeds = [seed]
    outcome = run_scenario(scenario, path)
    assert outcome.passed, outcome.failure
