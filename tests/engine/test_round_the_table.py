"""Test that the numbering of seats makes no difference (SETUP-19)."""

from pathlib import Path

import pytest
from tests.layers import sampled
from tests.scenario_files import files_in, head_of, name_of

from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import run_scenario

TOYS = Path(__file__).parent / "test_sets" / "toys"
ROLLED_IN_SEAT_ORDER = ("scenarios/death/ties_are_rolled_for", "scenarios/death/one_card_to_loot")
"""Their dice are meant for the seats in the order they are counted."""


def has_position(path: Path) -> bool:
    """Return whether a scenario begins in a position: a new game is dealt from the first chair on."""
    return "start" not in head_of(path) and name_of(path) not in ROLLED_IN_SEAT_ORDER


FILES = [path for path in files_in("scenarios", "cards/deluxe", "engine/test_sets/toy_scenarios") if has_position(path)]


@pytest.mark.parametrize("path", sampled(FILES, 6), ids=name_of)
def test_scenarios_do_not_depend_on_the_first_seat(path: Path) -> None:
    scenario = read_file(path)
    players = list(scenario.players.items())
    scenario.turn = scenario.turn or players[0][0]
    scenario.seeds = scenario.seeds[:1]
    for shift in range(1, len(players)):
        scenario.players = dict(players[shift:] + players[:shift])
        outcome = run_scenario(scenario, path, [TOYS] if TOYS.parent in path.parents else None)
        assert outcome.passed, outcome.failure
