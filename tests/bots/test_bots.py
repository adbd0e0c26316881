"""Bots: they get what their seat may know, and what they answer is legal."""

from __future__ import annotations

import pytest

from kickdoor.bots.base import Desk
from kickdoor.bots.options import turn_the_fight
from kickdoor.bots.own_turn import makes_room
from kickdoor.bots.registry import BOTS
from kickdoor.bots.sight import Sight
from kickdoor.bots.worth import cheapest, worth
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.load import load_catalog
from kickdoor.core import words as w
from kickdoor.core.prompts import FORM_BIT, card_of
from kickdoor.core.rng import Lots
from kickdoor.core.state import State
from kickdoor.sim.driver import Driver
from kickdoor.sim.policy import deal, random_play
from kickdoor.view.observe import observe

RULES = load_catalog(list(default_sets()))


def some_states(count: int, seats: int = 4) -> list[State]:
    """Takes copies along a game played at random."""
    game = random_play(RULES, seats, "states")
    out: list[State] = []
    while len(out) < count and game.step():
        if game.decisions % 17 == 0:
            out.append(game.state.copy())
    return out


@pytest.mark.parametrize("name", list(BOTS))
@pytest.mark.parametrize("seats", [3, 6])
def test_every_answer_is_accepted(name: str, seats: int) -> None:
    for number in range(3):
        state = deal(RULES, seats, f"{name}{number}")
        bots = [BOTS[name](seat, Lots(f"{number}:{seat}")) for seat in range(seats)]
        driver = Driver(state, list(bots), 40)
        driver.play()
        assert driver.is_over


def test_a_desk_shows_no_state() -> None:
    desk = Desk(some_states(1)[0], 0)
    shown = {name: getattr(desk, name) for name in dir(desk) if not name.startswith("_")}
    assert not any(isinstance(value, State) for value in shown.values())


def test_sight_knows_no_hidden_card() -> None:
    for s in some_states(40):
        for seat in range(4):
            sight = Sight(observe(s, seat), RULES)
            hidden = set(s.decks[0] + s.decks[1]) | {c for p in s.seats if p.index != seat for c in p.hand}
            assert not {card for card in sight.cards if card in hidden and not s.seen.get(card, 0) >> seat & 1}
            assert set(sight.hand) <= set(sight.cards)


def test_sheets_are_filled_legally() -> None:
    filled = 0
    for s in some_states(60):
        for seat in range(4):
            desk = Desk(s, seat)
            for code in desk.codes:
                if code & FORM_BIT:
                    sheet = desk.sheet(code)
                    assert sheet.fits(sheet.sample(Lots("x")))
                    filled += 1
    assert filled > 20


def test_leader_is_never_oneself() -> None:
    for s in some_states(20):
        for seat in range(4):
            sight = Sight(observe(s, seat), RULES)
            assert sight.leader() != seat


def test_cheapest_come_first() -> None:
    sight = Sight(observe(some_states(1)[0], 0), RULES)
    values = [worth(sight, card) for card in cheapest(sight, sight.hand)]
    assert values == sorted(values)


def test_turning_a_fight_takes_the_smallest_that_is_enough() -> None:
    tried = 0
    for s in some_states(400):
        if s.fight is None or s.fight.lost:
            continue
        desk = Desk(s, s.fight.main)
        code = turn_the_fight(desk.sight, desk.codes, w.MUNCHKINS, 1)
        if code >= 0:
            tried += 1
            assert code in desk.codes
            assert card_of(code) in desk.sight.hand + desk.sight.me.play
        assert turn_the_fight(desk.sight, desk.codes, w.MUNCHKINS, 1000) == -1
    assert tried


def test_taking_off_needs_something_better() -> None:
    sight = Sight(observe(some_states(1)[0], 0), RULES)
    for card in sight.me.equipped:
        better = [c for c in sight.me.play if c not in sight.me.equipped]
        if not better:
            assert not makes_room(sight, card)
