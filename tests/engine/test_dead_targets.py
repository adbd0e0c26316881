"""Test that no play targets the dead, whether listed or explained (DEATH-14, AMB-41)."""

from pathlib import Path

import pytest

from kickdoor.engine import constants as nr
from kickdoor.engine.machine.prompts import Verdict
from kickdoor.engine.rules.plays.targeting import check_aim
from kickdoor.engine.rules.plays.use import Use
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play

POSITION = """
scenario: The dead
rules: [DEATH-14]
sets: [deluxe]
players: {Aric: {hand: [Duck of Doom]}, Suzan: {}, Guy: {dead: true}}
steps: []
"""


@pytest.mark.parametrize("gathering", [False, True])
def test_a_curse_targets_only_the_living(tmp_path: Path, gathering: bool) -> None:
    path = tmp_path / "dead.yaml"
    path.write_text(POSITION, encoding="utf-8")
    s = play(read_file(path), "1", None).s
    (duck,) = s.seats[0].hand
    (curse,) = s.cards[duck].plays
    legal = [check_aim(s, Use(0, duck, curse, nr.A_SEAT, seat), Verdict(gathering)) for seat in range(3)]
    assert legal == [True, True, False]
