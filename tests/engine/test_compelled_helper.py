"""Test of the prompt for a compelled helper in a decisive fight, and of its default answer."""

from pathlib import Path

import pytest

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import target_of
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play

POSITION = """
scenario: Compelled
sets: [deluxe]
open: true
options: {shared_victory: %s}
players:
  Aric: {level: 8, equipped: [Kneepads of Allure]}
  Suzan: {level: 9, race: %s}
  Guy: {hand: [Boil an Anthill]}
doors: [Net Troll]
steps:
  - Aric: kick open the door
  - Aric: {use: Allure, on: Suzan}
  - Guy: {play: Boil an Anthill, on: Aric}
  - expect: {asked: {Suzan: leave}}
"""


@pytest.mark.parametrize(
    ("race", "shared", "leaves"), [("Dwarf", "false", True), ("Elf", "false", False), ("Dwarf", "true", False)]
)
def test_default_is_leaving_unless_the_helper_could_win_too(
    tmp_path: Path, race: str, shared: str, leaves: bool
) -> None:
    path = tmp_path / "compelled.yaml"
    path.write_text(POSITION % (shared, race), encoding="utf-8")
    s = play(read_file(path), "1", None).s
    answer = runtime.default_answer(s, 1)
    assert (target_of(answer.code) == 1) == leaves
    runtime.apply(s, answer)
    assert s.fight is not None
    assert (s.fight.helper < 0) == leaves
