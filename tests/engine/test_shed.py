"""A crowded slot or too many Big items are put right at once, one munchkin after the other."""

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.load import load_catalog
from kickdoor.core import machine
from kickdoor.core import words as w
from kickdoor.core.machine import run
from kickdoor.core.prompts import CHOOSE, Answer, option
from kickdoor.core.ruleset import Options
from kickdoor.core.state import State
from kickdoor.rules.start import blank_state
from kickdoor.rules.turn import ARRANGE, Turn


def table() -> State:
    """Makes a state that waits in the first seat's arranging phase."""
    s = blank_state(load_catalog(default_sets()), Options(), "shed", 4, [])
    turn = Turn(0)
    turn.pc = ARRANGE
    machine.call(s, turn)
    s.phase = w.ARRANGE
    return s


def put(s: State, seat: int, count: int, slot: int, hands: int) -> list[int]:
    """Equips Items that anybody may use, whether there is room or not."""
    found = [
        c
        for c in s.decks[w.TREASURE]
        if s.cards[c].kind == w.ITEM and s.cards[c].slot == slot and s.cards[c].hands == hands
        if not s.cards[c].needs and not s.cards[c].forbids and not s.cards[c].big
    ][:count]
    for card in found:
        s.decks[w.TREASURE].remove(card)
    s.seats[seat].play += found
    s.seats[seat].equipped += found
    s.seats[seat].stale = True
    s.dirty = True
    return found


def test_three_one_handed_items_come_down_to_two() -> None:
    s = table()
    items = put(s, 1, 3, w.HAND, 1)
    assert len(items) == 3
    run(s)
    assert machine.prompt(s, 1).word == "lose"
    machine.apply(s, Answer(1, option(CHOOSE, -1, w.A_CARD, items[0])))
    assert s.seats[1].equipped == items[1:]
    assert s.seats[1].play == items
    assert s.stack[-1].KIND == "turn"


def test_two_munchkins_are_put_right_in_turn() -> None:
    s = table()
    armor = put(s, 1, 2, w.ARMOR, 0)
    headgear = put(s, 2, 2, w.HEADGEAR, 0)
    run(s)
    assert machine.asked(s) == 1 << 1
    machine.apply(s, Answer(1, option(CHOOSE, -1, w.A_CARD, armor[0])))
    assert s.seats[1].equipped == armor[1:]
    assert machine.asked(s) == 1 << 2
    machine.apply(s, Answer(2, option(CHOOSE, -1, w.A_CARD, headgear[1])))
    assert s.seats[2].equipped == headgear[:1]
    assert s.stack[-1].KIND == "turn"
