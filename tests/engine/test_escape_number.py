"""Test of a monster that needs another roll to escape."""

from pathlib import Path

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FLEE, GIVE_UP, Answer, act_of, option
from kickdoor.engine.machine.runtime import run
from kickdoor.engine.rules.fight.combat import Combat
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.engine.rules.turn.turn import AFTER_FIGHT, Turn

TOY = """
[bouncer]
name = "Bouncer"
kind = "monster"
level = 20
treasures = 1
static = [{ query = "escape_number", set = 6 }]
bad_stuff = [{ op = "lose_levels", n = 1 }]
"""


@pytest.mark.parametrize(("face", "level"), [(5, 2), (6, 3)])
def test_only_a_six_escapes(tmp_path: Path, face: int, level: int) -> None:
    folder = tmp_path / "toys"
    (folder / "door").mkdir(parents=True)
    (folder / "set.toml").write_text('name = "Toys"\n')
    (folder / "door" / "monsters.toml").write_text(TOY)
    rules = load_catalog(default_sets(), [folder])
    s = blank_state(rules, RuleOptions(), "bouncer", 3, [])
    s.seats[0].level = 3
    s.rng.script = [face]
    monster = next(c for c in s.decks[0] if s.cards[c].id == "bouncer")
    s.decks[0].remove(monster)
    turn = Turn(0)
    turn.pc = AFTER_FIGHT
    runtime.push_frame(s, turn)
    runtime.push_frame(s, Combat(0, monster))
    run(s)
    runtime.apply(s, Answer(0, option(GIVE_UP)))
    while not any(act_of(code) == FLEE for code in runtime.legal_options(s, 0)):
        asked = runtime.prompted_seats(s)
        runtime.apply(s, runtime.default_answer(s, next(i for i in range(3) if asked >> i & 1)))
    flee = next(code for code in runtime.legal_options(s, 0) if act_of(code) == FLEE)
    runtime.apply(s, Answer(0, flee))
    assert s.seats[0].level == level
