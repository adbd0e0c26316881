"""Tests of what counts as an action of a Curse, of a protection, and of an Item that only changes a rule."""

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.state.state import State
from kickdoor.sim.card_activity import LANDED, SHIELDED, STOOD, Acting
from kickdoor.sim.random_play import deal

LAND, FIZZLE, CANCEL, DOOR = ev.CURSE_LANDED, ev.CURSE_NO_EFFECT, ev.CURSE_CANCELLED, ev.DOOR_KICKED


@pytest.mark.parametrize(
    ("kinds", "landed", "shielded"),
    [
        ([DOOR, LAND], True, False),
        ([DOOR, LAND, FIZZLE], False, False),
        ([DOOR, FIZZLE], False, True),
        ([CANCEL, LAND], True, False),
        ([DOOR, LAND, DOOR, FIZZLE], True, True),
    ],
)
def test_a_curse_acts_if_it_lands_and_finds_something(kinds: list[int], landed: bool, shielded: bool) -> None:
    s = deal(load_catalog(list(default_sets())), 3, "acting")
    shields = [any(m.query == nr.Q_DOOR_CURSE_SHIELD for m in d.modifiers) for d in s.cards]
    shield = shields.index(True)
    curse = next(i for i, d in enumerate(s.cards) if d.kind == nr.CURSE)
    s.seats[0].play.append(shield)
    s.seats[0].equipped.append(shield)
    acting = Acting(s)
    acting.watch([Event(kind, 0, -1, 0, [curse], [s.cards[curse].index], EVERYONE) for kind in kinds])
    found = acting.result()
    assert (LANDED in found.get(s.cards[curse].key, [])) is landed
    assert (SHIELDED in found.get(s.cards[shield].key, [])) is shielded


def find(s: State, query: int) -> int:
    return next(i for i, d in enumerate(s.cards) if d.kind == nr.ITEM and any(m.query == query for m in d.modifiers))


def acted(s: State, acting: Acting, card: int) -> list[str]:
    return acting.result().get(s.cards[card].key, [])


@pytest.fixture
def table() -> State:
    return deal(load_catalog(["cooks", "steampunk"]), 3, "standing")


def test_an_extra_hand_acts_when_it_is_full(table: State) -> None:
    elbow = find(table, nr.Q_HANDS)
    one_handed = [i for i, d in enumerate(table.cards) if d.slot == nr.HAND and d.hands == 1 and not d.joins][:3]
    p = table.seats[0]
    p.play += [elbow, *one_handed]
    p.equipped += [elbow, *one_handed[:2]]
    acting = Acting(table)
    acting.watch([])
    assert acted(table, acting, elbow) == []
    p.equipped.append(one_handed[2])
    acting.watch([])
    assert acted(table, acting, elbow) == [STOOD]


def test_a_carrier_acts_when_it_carries(table: State) -> None:
    dolly = next(i for i, d in enumerate(table.cards) if d.kind == nr.ITEM and d.lifts)
    load = find(table, nr.Q_HANDS)
    acting = Acting(table)
    acting.watch([])
    assert acted(table, acting, dolly) == []
    table.attached[load] = dolly
    acting.watch([])
    assert acted(table, acting, dolly) == [STOOD]


@pytest.mark.parametrize(("cards", "stood"), [(5, []), (6, [STOOD])])
def test_a_higher_hand_limit_acts_when_a_turn_ends_at_it(table: State, cards: int, stood: list[str]) -> None:
    fridge = find(table, nr.Q_HAND_LIMIT)
    acting = Acting(table)
    acting.watch([])
    p = table.seats[table.turn]
    p.equipped.append(fridge)
    p.play.append(fridge)
    p.hand = table.decks[nr.DOOR][:cards]
    acting.watch([Event(ev.TURN_BEGUN, 1, -1, 1, [], [], EVERYONE)])
    assert acted(table, acting, fridge) == stood


@pytest.mark.parametrize(("seat", "stood"), [(1, []), (2, [STOOD])])
def test_a_gift_to_helpers_acts_when_the_helper_gains_a_token(table: State, seat: int, stood: list[str]) -> None:
    swan = find(table, nr.Q_HELPER_TOKENS)
    for p in table.seats:
        p.equipped.append(swan)
    acting = Acting(table)
    acting.helper = 2
    acting.watch([Event(ev.TOKEN_GAINED, seat, -1, 1, [], [], EVERYONE)])
    assert acted(table, acting, swan) == stood
