"""Tests of limits: a full slot or too many Big Items are corrected at once, one munchkin after the other."""

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import CHOOSE, Answer, option
from kickdoor.engine.machine.runtime import run
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.engine.rules.turn.turn import ARRANGE, Turn
from kickdoor.engine.state.state import State


def table() -> State:
    """Make a state that waits in the first seat's arranging phase."""
    s = blank_state(load_catalog(default_sets()), RuleOptions(), "shed", 4, [])
    turn = Turn(0)
    turn.pc = ARRANGE
    runtime.push_frame(s, turn)
    s.phase = nr.ARRANGE
    return s


def put(s: State, seat: int, count: int, slot: int, hands: int) -> list[int]:
    """Equip Items without restrictions, regardless of the limits."""
    found = [
        c
        for c in s.decks[nr.TREASURE]
        if s.cards[c].kind == nr.ITEM and s.cards[c].slot == slot and s.cards[c].hands == hands
        if not s.cards[c].needs and not s.cards[c].forbids and not s.cards[c].big
    ][:count]
    for card in found:
        s.decks[nr.TREASURE].remove(card)
    s.seats[seat].play += found
    s.seats[seat].equipped += found
    s.seats[seat].stale = True
    s.dirty = True
    return found


def test_excess_one_handed_items_are_unequipped() -> None:
    s = table()
    items = put(s, 1, 3, nr.HAND, 1)
    assert len(items) == 3
    run(s)
    assert runtime.prompt(s, 1).word == "lose"
    runtime.apply(s, Answer(1, option(CHOOSE, -1, nr.A_CARD, items[0])))
    assert s.seats[1].equipped == items[1:]
    assert s.seats[1].play == items
    assert s.stack[-1].KIND == "turn"


def test_limits_are_enforced_for_one_munchkin_after_the_other() -> None:
    s = table()
    armor = put(s, 1, 2, nr.ARMOR, 0)
    headgear = put(s, 2, 2, nr.HEADGEAR, 0)
    run(s)
    assert runtime.prompted_seats(s) == 1 << 1
    runtime.apply(s, Answer(1, option(CHOOSE, -1, nr.A_CARD, armor[0])))
    assert s.seats[1].equipped == armor[1:]
    assert runtime.prompted_seats(s) == 1 << 2
    runtime.apply(s, Answer(2, option(CHOOSE, -1, nr.A_CARD, headgear[1])))
    assert s.seats[2].equipped == headgear[:1]
    assert s.stack[-1].KIND == "turn"
