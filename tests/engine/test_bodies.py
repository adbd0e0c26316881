"""Tests of the monsters of a fight: their numbers, and the Treasures for one that leaves."""

from pathlib import Path

import pytest

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import PLAY, act_of, second_of
from kickdoor.engine.rules.fight.participants import add_mate, add_monster, remove_monster
from kickdoor.engine.state.state import Fight, State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.text.options_text import option_text

POSITION = """
scenario: A fight
rules: [MULTI-01]
sets: [deluxe]
players: {Aric: {hand: [Wandering Monster, Illusion, Mate, Crabs]}, Suzan: {}, Guy: {}}
combat: {fighter: Aric, monsters: [Net Troll]}
steps: []
"""


@pytest.fixture
def s(tmp_path: Path) -> State:
    file = tmp_path / "fight.yaml"
    file.write_text(POSITION, encoding="utf-8")
    return play(read_file(file), "1", None).s


def fight_of(s: State) -> Fight:
    assert s.fight is not None
    return s.fight


def card(s: State, name: str) -> int:
    (found,) = [c for c in s.seats[0].hand if s.cards[c].name == name]
    return found


def test_monsters_are_numbered_in_order_of_arrival(s: State) -> None:
    """What is aimed at one of them names it by this number."""
    fight = fight_of(s)
    add_mate(s, fight, 0, card(s, "Mate"))
    add_monster(s, fight, card(s, "Crabs"), True)
    assert [body.uid for body in fight.bodies] == [0, 1, 2]
    assert fight.next_uid == 3


@pytest.mark.parametrize(("given", "gift", "owed"), [(0, 0, 0), (2, 2, 0), (-1, 0, 3), (-2, 0, 2)])
def test_treasures_for_a_monster_that_leaves(s: State, given: int, gift: int, owed: int) -> None:
    """So many Treasures, none of them too; below that all, or fewer than all (AMB-31)."""
    fight = fight_of(s)
    remove_monster(s, 0, nr.DRIVEN_OFF, given)
    assert (fight.gift, fight.owed) == (gift, owed)


def test_an_option_names_the_monster_that_joins(s: State) -> None:
    """With what it goes, and on what, if the card aims at anything."""
    crabs = card(s, "Crabs")
    plays = [code for code in runtime.legal_options(s, 0) if act_of(code) == PLAY and second_of(code) == crabs]
    assert {option_text(s, 0, code, ["Aric", "Suzan", "Guy"]) for code in plays} == {
        "Play Wandering Monster with Crabs",
        "Play Illusion on Net Troll with Crabs",
    }
