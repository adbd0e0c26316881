"""Which chair is counted as the first makes no difference (SETUP-19): scenarios hold when the table is counted anew."""

from pathlib import Path

import pytest

from kickdoor.scenario.reading.reader import read_file
from kickdoor.scenario.runner import run_scenario

TESTS = Path(__file__).parents[1]
TOYS = Path(__file__).parent / "toys"
FOLDERS = ("scenarios", "cards/deluxe", "engine/toy_scenarios")
FILES = [path for folder in FOLDERS for path in sorted((TESTS / folder).rglob("*.yaml"))]
ROLLED_IN_SEAT_ORDER = "scenarios/death/ties_are_rolled_for"
"""Its dice are meant for the chairs in the order they are counted."""


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(TESTS).with_suffix("").as_posix() for path in FILES])
def test_counted_from_another_chair(path: Path) -> None:
    scenario = read_file(path)
    if scenario.new_game or path.relative_to(TESTS).with_suffix("").as_posix() == ROLLED_IN_SEAT_ORDER:
        pytest.skip("cards are dealt and dice rolled from the first chair on")
    players = list(scenario.players.items())
    scenario.turn = scenario.turn or players[0][0]
    scenario.seeds = scenario.seeds[:1]
    for shift in range(1, len(players)):
        scenario.players = dict(players[shift:] + players[:shift])
        outcome = run_scenario(scenario, path, [TOYS] if TOYS.parent in path.parents else None)
        assert outcome.passed, outcome.failure
