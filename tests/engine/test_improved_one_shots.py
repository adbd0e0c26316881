"""Test that a state stays valid after a one-shot with an enhancer was played (AMB-118)."""

from pathlib import Path

import pytest

from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.sim.invariants import check_state

ITEMS = Path(__file__).parents[1] / "scenarios" / "items"
FILES = sorted([*ITEMS.glob("an_improved_*.yaml"), *ITEMS.glob("a_marked_*.yaml")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_state_on_the_way_is_valid(path: Path) -> None:
    scenario = read_file(path)
    steps, scenario.open = scenario.steps, True
    for count in range(1, len(steps) + 1):
        scenario.steps = steps[:count]
        s = play(scenario, "1", None).s
        check_state(s)
        assert state_to_json(state_from_json(state_to_json(s), s.rules)) == state_to_json(s)
