"""Who comes when: in a window, at picking Treasures."""

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.prompts import P_COUNT, P_GIVE, P_PLACE, pick
from kickdoor.engine.rules.fight.promises import picking_order
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.engine.rules.turn.windows import answering_order
from kickdoor.engine.state.state import Fight, State


def table(turn: int, main: int = -1, helper: int = -1) -> State:
    """Make a table of five, with a fight if there is a fighter."""
    s = blank_state(load_catalog(["deluxe"]), RuleOptions(), "orders", 5, [])
    s.turn = turn
    if main >= 0:
        s.fight = Fight(main)
        s.fight.helper = helper
    return s


@pytest.mark.parametrize(
    ("turn", "main", "helper", "actor", "order"),
    [
        (0, -1, -1, -1, [1, 2, 3, 4, 0]),
        (3, -1, -1, -1, [4, 0, 1, 2, 3]),
        (0, 2, -1, -1, [3, 4, 0, 1, 2]),
        (0, 2, 4, -1, [3, 0, 1, 4, 2]),
        (1, 1, 0, -1, [2, 3, 4, 0, 1]),
        (2, 2, 0, -1, [3, 4, 1, 0, 2]),
        (0, 0, 1, -1, [2, 3, 4, 1, 0]),
        (0, 2, 4, 3, [4, 0, 1, 2, 3]),
        (2, 2, -1, 0, [1, 2, 3, 4, 0]),
        (0, -1, -1, 4, [0, 1, 2, 3, 4]),
        (2, -1, -1, 0, [1, 2, 3, 4, 0]),
    ],
)
def test_who_is_asked_first(turn: int, main: int, helper: int, actor: int, order: list[int]) -> None:
    """From the main fighter's left, helper and main fighter last; after an act, from its author's left (AMB-07)."""
    assert answering_order(table(turn, main, helper), actor) == order


@pytest.mark.parametrize(
    ("deal", "count", "order"),
    [
        ([], 3, "MMM"),
        ([pick(P_COUNT, 0)], 3, "MMM"),
        ([pick(P_COUNT, 1)], 1, "H"),
        ([pick(P_COUNT, 1)], 2, "MH"),
        ([pick(P_COUNT, 1)], 4, "MHMM"),
        ([pick(P_COUNT, 2)], 4, "MHMH"),
        ([pick(P_COUNT, 2)], 3, "MHH"),
        ([pick(P_COUNT, 3)], 4, "MHHH"),
        ([pick(P_COUNT, 3)], 5, "MHMHH"),
        ([pick(P_COUNT, 4)], 3, "HHH"),
        ([pick(P_PLACE, 1)], 3, "HMM"),
        ([pick(P_PLACE, 2)], 3, "MHM"),
        ([pick(P_PLACE, 0)], 3, "MMH"),
        ([pick(P_PLACE, 3)], 3, "MMH"),
        ([pick(P_PLACE, 4)], 3, "MMM"),
        ([pick(P_PLACE, 1), pick(P_PLACE, 0)], 5, "HMMMH"),
        ([pick(P_PLACE, 1), pick(P_PLACE, 0)], 1, "H"),
        ([pick(P_PLACE, 1)], 0, ""),
        ([pick(P_PLACE, 0)], 0, ""),
        ([pick(P_PLACE, 1), pick(P_COUNT, 1)], 4, "HMHM"),
        ([pick(P_PLACE, 2), pick(P_COUNT, 2)], 5, "MHHMH"),
        ([pick(P_GIVE, 1)], 3, "MMM"),
    ],
)
def test_whose_pick_it_is(deal: list[int], count: int, order: str) -> None:
    """Place stay as agreed; a number alternates after the main fighter; the main fighter gets the rest (AMB-20)."""
    fight = Fight(3)
    fight.helper = 1
    fight.deal = deal
    assert "".join("H" if seat == 1 else "M" for seat in picking_order(fight, count)) == order
    assert set(picking_order(fight, count)) <= {1, 3}
