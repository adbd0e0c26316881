"""Moves at which a person at the table would laugh: no bot makes them."""

from __future__ import annotations

import pytest

from kickdoor.bots.driver import think
from kickdoor.bots.registry import BOTS
from kickdoor.engine.machine import machine
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.lots import Lots
from kickdoor.scenario import set_up
from kickdoor.seat_view import sit_down

ARIC, SUZAN, GUY = 0, 1, 2
BOTH = pytest.mark.parametrize("name", ["normal", "nasty"])


def position(text: str, sets: str = "deluxe") -> State:
    """Sets up a position; what is not said about players and steps is left out."""
    if "steps:" not in text:
        text += "\nsteps: []"
    return set_up(f"scenario: Position\nsets: [{sets}]\nopen: true\n{text}\n").state


def deed(s: State, seat: int, name: str) -> str:
    """Says what a bot does: the act, the card by name, and the seat it is aimed at."""
    view = sit_down(s, seat)
    chosen = think(BOTS[name](seat, Lots("one")), view, not view.is_asked)
    if chosen is None:
        return "nothing"
    code, picks = chosen
    machine.check(s, Answer(seat, code, picks))
    card = p.card_of(code)
    said = p.ACTS[p.act_of(code)] + (f" {s.cards[card].name}" if card >= 0 else "")
    aim = f" on {['Aric', 'Suzan', 'Guy'][p.target_of(code)]}" if p.act_of(code) == p.PLAY and p.kind_of(code) else ""
    return said + aim


@BOTH
def test_hands_no_fight_on_to_somebody_who_wins_the_game_by_it(name: str) -> None:
    s = position("""
players:
  Aric: {level: 4, hand: [Transferral Potion]}
  Suzan: {level: 9}
  Guy: {level: 9}
combat: {fighter: Aric, monsters: [Gazebo]}
""")
    assert not deed(s, ARIC, name).startswith("play")


@BOTH
@pytest.mark.parametrize("level", [7, 9])
def test_hands_a_fight_on_to_whom_it_harms(name: str, level: int) -> None:
    s = position(f"""
players:
  Aric: {{level: 4, hand: [Transferral Potion]}}
  Suzan: {{level: {level}, equipped: [Huge Rock]}}
  Guy: {{level: 3}}
combat: {{fighter: Aric, monsters: [Gazebo]}}
""")
    assert deed(s, ARIC, name) == "play Transferral Potion on Guy"


@BOTH
def test_stops_nobody_by_letting_another_win(name: str) -> None:
    s = position("""
players:
  Aric: {level: 9}
  Suzan: {level: 1, equipped: [Boots of Running Really Fast], hand: [Transferral Potion]}
  Guy: {level: 9}
combat: {fighter: Aric, monsters: [Lame Goblin]}
steps:
  - Aric: claim
""")
    assert deed(s, SUZAN, name) == "play Transferral Potion on Suzan"


@BOTH
def test_takes_the_fight_for_the_win_of_another(name: str) -> None:
    s = position("""
players:
  Aric: {level: 9}
  Suzan: {level: 3, hand: [Transferral Potion]}
  Guy: {level: 5}
combat: {fighter: Aric, monsters: [Potted Plant]}
steps:
  - Aric: claim
""")
    assert deed(s, SUZAN, name) == "play Transferral Potion on Suzan"


@BOTH
@pytest.mark.parametrize("hand", ["Wandering Monster, Lame Goblin, Elf", "Mate", "Enraged"])
def test_adds_nothing_that_changes_nothing(name: str, hand: str) -> None:
    s = position(f"""
players:
  Aric: {{level: 9, equipped: [Leather Armor, Helm of Courage, Boots of Butt-Kicking, Buckler of Swashing]}}
  Suzan: {{level: 5, hand: [{hand}]}}
  Guy: {{level: 4}}
combat: {{fighter: Aric, monsters: [Potted Plant]}}
steps:
  - Aric: claim
""")
    assert deed(s, SUZAN, name) == "pass"


@BOTH
@pytest.mark.parametrize(("level", "saves"), [(6, True), (8, False)])
def test_a_helper_saves_no_fight_that_has_become_one_for_the_win(name: str, level: int, saves: bool) -> None:
    s = position(f"""
players:
  Aric: {{level: {level}}}
  Suzan: {{level: 5, equipped: [Huge Rock], hand: [Magic Missile, Pretty Balloons, Cotion of Ponfusion, Elf]}}
  Guy: {{}}
combat: {{fighter: Aric, helper: Suzan, bargain: {{treasures: 2}}, monsters: [Harpies, Stoned Golem]}}
steps:
  - Aric: give up
""")
    assert deed(s, SUZAN, name).startswith("play") == saves


@BOTH
@pytest.mark.parametrize(("level", "adds"), [(5, True), (8, False)])
def test_adds_no_monster_that_wins_the_helper_the_game(name: str, level: int, adds: bool) -> None:
    s = position(f"""
players:
  Aric: {{level: 7, equipped: [Huge Rock], hand: [Mate]}}
  Suzan: {{level: {level}, race: Elf, equipped: [Leather Armor, Boots of Butt-Kicking]}}
  Guy: {{level: 4}}
combat: {{fighter: Aric, helper: Suzan, monsters: [Harpies]}}
""")
    assert deed(s, ARIC, name).startswith("play Mate") == adds
