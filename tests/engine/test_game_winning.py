"""Tests which seats a fight would win the game, and whether it could (AMB-22, AMB-57)."""

from pathlib import Path

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.rules.fight.game_winning import could_win_game, winners_by
from kickdoor.engine.rules.plays.affordability import used_key
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play

CHEESE = """
[mouse]
name = "Mouse"
kind = "monster"
level = 1
treasures = 1
tags = ["cheese"]
"""


def position(tmp_path: Path, text: str, sets: str = "deluxe") -> State:
    path = tmp_path / "fight.yaml"
    path.write_text(f"scenario: A fight\nrules: [AMB-22]\nsets: [{sets}]\n{text}\nsteps: []\n", encoding="utf-8")
    return play(read_file(path), "1", None).s


def test_a_helping_elf_can_win_from_any_seat(tmp_path: Path) -> None:
    """The level of the helping Elf may be the winning one (END-08, AMB-57)."""
    players = "players: {Suzan: {level: 9, race: Elf}, Aric: {level: 4}, Guy: {}}\n"
    s = position(tmp_path, players + "turn: Aric\ncombat: {fighter: Aric, helper: Suzan, monsters: [Net Troll]}")
    assert s.fight is not None
    assert winners_by(s, s.fight) == [0]


def test_a_win_can_be_shared_with_any_seat(tmp_path: Path) -> None:
    """Whatever the Level of the helper (VARIANT-05, VARIANT-06)."""
    players = "players: {Suzan: {level: 2}, Aric: {level: 9}, Guy: {}}\noptions: {shared_victory: true}\n"
    s = position(tmp_path, players + "turn: Aric\ncombat: {fighter: Aric, helper: Suzan, monsters: [Net Troll]}")
    assert s.fight is not None
    assert winners_by(s, s.fight) == [1, 0]


def test_a_food_roll_gives_no_token_without_food(tmp_path: Path) -> None:
    """A custom token set that is turned in for a level gets no token by the roll for food (COMBINE-07, AMB-112)."""
    folder = tmp_path / "cheesery"
    (folder / "door").mkdir(parents=True)
    head = 'name = "Cheesery"\ncounters = ["cheese", "rind"]\nturned_in = ["cheese", "rind"]\n'
    (folder / "set.toml").write_text(head, encoding="utf-8")
    (folder / "door" / "cards.toml").write_text(CHEESE, encoding="utf-8")
    rules = load_catalog(["deluxe"], [folder])
    options = RuleOptions()
    options.token_roll = True
    s = blank_state(rules, options, "die", 3, [nr.MALE] * 3)
    monster = next(d for d in rules.defs if d.kind == nr.MONSTER and d.levels_gained == 1 and d.id != "mouse")
    s.fight = Fight(0)
    s.fight.bodies = [FightMonster(0, s.cards.index(monster), monster.index, 0, False)]
    s.seats[0].level = 8
    s.seats[0].counters[rules.counters.index("rind")] = 1
    assert not rules.food
    assert not could_win_game(s)
    mouse = next(d for d in rules.defs if d.id == "mouse")
    s.fight.bodies = [FightMonster(0, s.cards.index(mouse), mouse.index, 0, False)]
    assert could_win_game(s)


@pytest.mark.parametrize(
    ("hand", "used", "wins"), [("[Elf]", False, True), ("[Elf]", True, False), ("[]", False, False)]
)
def test_a_token_is_changed_only_once_a_turn_and_at_a_cost(tmp_path: Path, hand: str, used: bool, wins: bool) -> None:
    """A meal that lacks a token which only Substitution could bring is in reach while it can be paid for (AMB-22)."""
    chef = f"{{level: 8, class: Science Chef, tokens: {{meat: 1, veggie: 1, dessert: 1}}, hand: {hand}}}"
    text = f"players: {{Aric: {chef}, Suzan: {{}}, Guy: {{}}}}\ncombat: {{fighter: Aric, monsters: [Fritter Critters]}}"
    s = position(tmp_path, text, "cooks")
    (chef_card,) = [card for card in s.seats[0].play if s.cards[card].name == "Science Chef"]
    if used:
        s.seats[0].used.append(used_key(0, chef_card, s.cards[chef_card].abilities[0]))
    assert could_win_game(s) == wins
