"""Tests that every invariant finds a state that violates it."""

from collections.abc import Callable

import pytest
from tests.excess_position import overflow

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.rules.items.sales import Sale
from kickdoor.engine.rules.turn.turn import Turn
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.invariants import MAX_STACK_DEPTH, InvariantViolation, check_round_trips, check_state
from kickdoor.sim.random_play import random_play


@pytest.fixture
def middle() -> State:
    """A running game with a prompt to arrange cards."""
    game = random_play(load_catalog(default_sets()), 4, "middle")
    while game.state.phase != nr.ARRANGE or game.state.turns < 12 or len(game.state.stack) > 1:
        game.step()
    return game.state


def of_kind(s: State, kind: int, count: int) -> list[int]:
    """Take cards of a kind out of wherever they are."""
    found = [card for card, d in enumerate(s.cards) if d.kind == kind][:count]
    for pile in [*s.decks, *s.discards, *(p.hand for p in s.seats), *(p.play for p in s.seats)]:
        pile[:] = [card for card in pile if card not in found]
    for p in s.seats:
        p.equipped = [card for card in p.equipped if card not in found]
        p.fresh = [card for card in p.fresh if card not in found]
    return found


def two_classes(s: State) -> None:
    s.seats[0].play += of_kind(s, nr.CLASS, 3)


def second_class_alone(s: State) -> None:
    of_class = [c for c in s.seats[0].play if s.cards[c].kind == nr.CLASS]
    s.seats[0].play = [c for c in s.seats[0].play if c not in of_class]
    s.discards[nr.DOOR] += of_class
    s.seats[0].play += of_kind(s, nr.SUPER, 1)


def four_headgears(s: State) -> None:
    found = [c for c in of_kind(s, nr.ITEM, 99) if s.cards[c].slot == nr.HEADGEAR]
    s.seats[0].play += found
    s.seats[0].equipped += found
    missing = set(range(len(s.cards))) - set(every(s))
    s.decks[nr.TREASURE] += sorted(missing)


def every(s: State) -> list[int]:
    return [c for pile in [*s.decks, *s.discards, *(p.hand + p.play for p in s.seats)] for c in pile]


def many_turns(s: State) -> None:
    s.stack.append(Turn(0))


def deep_stack(s: State) -> None:
    s.stack += [s.stack[0].copy() for _ in range(MAX_STACK_DEPTH)]
    for i, frame in enumerate(s.stack):
        frame.uid = i


SPOILERS: list[tuple[Callable[[State], object], str]] = [
    (lambda s: s.decks[0].pop(), "is nowhere"),
    (lambda s: s.decks[0].append(s.decks[0][0]), "in two places"),
    (lambda s: s.decks[1].append(s.decks[0].pop()), "is in the treasure piles"),
    (lambda s: s.attached.update({s.decks[0][0]: s.decks[0][1]}), "are apart"),
    (lambda s: setattr(s.seats[1], "level", 0), "has Level 0"),
    (lambda s: setattr(s.seats[1], "level", 11), "has Level 11"),
    (lambda s: s.seats[1].equipped.append(s.decks[1][0]), "has equipped a card that is not in play"),
    (lambda s: s.seats[1].fresh.append(s.decks[1][0]), "has a new card that is not in hand"),
    (lambda s: setattr(s.seats[s.turn], "dead", True), "is dead"),
    (two_classes, "class"),
    (second_class_alone, "has 0 class and 1 super cards"),
    (four_headgears, "wears or holds . Items too many"),
    (lambda s: setattr(s, "serial", s.serial + 1), "in the middle of a step"),
    (lambda s: setattr(s, "dirty", True), "unfinished work"),
    (lambda s: setattr(s, "winners", [0]), "won but continues"),
    (lambda s: s.stack.clear(), "no turn is under way"),
    (many_turns, "nested turns"),
    (deep_stack, "nested turns|are on the stack"),
]


@pytest.mark.parametrize(("spoil", "message"), SPOILERS)
def test_broken_states_are_found(middle: State, spoil: Callable[[State], object], message: str) -> None:
    check_state(middle)
    spoil(middle)
    with pytest.raises(InvariantViolation, match=message):
        check_state(middle)


def test_expensive_checks_pass_and_change_nothing(middle: State) -> None:
    before = middle.copy()
    for number in range(5):
        check_round_trips(middle, LehmerRng(str(number)))
    assert middle.serial == before.serial


def test_a_copy_that_forgets_is_found(middle: State, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(State.copy, "__code__"):
        pytest.skip("compiled classes cannot be spoilt")
    whole = State.copy

    def forgetful(s: State) -> State:
        made = whole(s)
        made.acts += 1
        return made

    monkeypatch.setattr(State, "copy", forgetful)
    with pytest.raises(InvariantViolation, match="a copy is not equal"):
        check_round_trips(middle, LehmerRng("x"))


def test_excess_cards_are_allowed_during_a_sale() -> None:
    s, _ = overflow()
    sale = Sale(0, s.seats[0].play[:])
    sale.atoms = s.seats[0].play[:]
    sale.least = 1
    s.stack.append(sale)
    check_state(s)
    del s.stack[-2]
    with pytest.raises(InvariantViolation, match="Big items"):
        check_state(s)
