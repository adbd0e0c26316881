"""Test that the dead take no token (DEATH-14, AMB-113)."""

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.runtime import DONE
from kickdoor.engine.rules.fight.token_rewards import TakeToken
from kickdoor.engine.rules.turn.new_game import blank_state


def test_a_dead_munchkin_takes_no_token() -> None:
    s = blank_state(load_catalog(["cooks"]), RuleOptions(), "dead", 3, [nr.MALE] * 3)
    s.seats[1].dead = True
    assert TakeToken(1, 0, [0, 1]).step(s) == DONE
    assert s.result == -1
    assert s.seats[1].counters == [0, 0, 0, 0]
