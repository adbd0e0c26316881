"""Tests of any-time plays: legal at every open prompt and not inside atomic steps (TURN-26, CURSE-03, AMB-13)."""

from collections import Counter

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import ForeignAnswer, IllegalAnswer, StaleAnswer
from kickdoor.engine.machine.prompts import PLAY, Answer, Verdict, card_of, option
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import random_play

OPEN = {"turn", "combat", "fight_window", "help_talk", "trade", "run_away"}
SELDOM = {"delivery"}
"""Prompts that are open too, but rare: making room for the Items of a bargain."""
CLOSED = {"choose", "face_up", "roll_die", "curse_lands", "escaped_window", "setup"}
GAMES = 60
"""At most so many are played until all that is wanted has come up."""


def with_curse(s: State, seat: int) -> tuple[State, int]:
    """Copy the state and puts a curse from the Door deck or discards into a hand."""
    copy = s.copy()
    for pile in (copy.decks[nr.DOOR], copy.discards[nr.DOOR]):
        for card in pile:
            if copy.cards[card].kind == nr.CURSE:
                pile.remove(card)
                copy.seats[seat].hand.append(card)
                copy.listed_serial = -1
                return copy, card
    return copy, -1


def test_a_curse_can_be_played_at_every_open_wait_and_at_no_closed_one() -> None:
    rules = load_catalog(default_sets())
    tried: Counter[str] = Counter()
    for seed in range(GAMES):
        if set(tried) >= OPEN | CLOSED:
            break
        game = random_play(rules, 4, f"any time {seed}")
        while game.step() and not game.state.winners:
            s = game.state
            kind = s.stack[-1].KIND
            if tried[kind] >= 60:
                continue
            for seat in range(4):
                if s.seats[seat].dead:
                    continue
                copy, card = with_curse(s, seat)
                if card < 0:
                    continue
                tried[kind] += 1
                aimed = option(PLAY, card, nr.A_SEAT, (seat + 1) % 4)
                target_dead = copy.seats[(seat + 1) % 4].dead
                listed = [c for c in runtime.legal_options(copy, seat) if card_of(c) == card]
                if kind in OPEN | SELDOM:
                    assert (aimed in listed) != target_dead, f"{kind} is closed"
                else:
                    assert not listed, f"{kind} is open"
                    v = Verdict(True)
                    runtime.explain(copy, seat, aimed, [], v)
                    assert v.rules(), f"no rule says why {kind} is closed"
    assert set(tried) >= OPEN | CLOSED, f"never seen: {(OPEN | CLOSED) - set(tried)}"


def test_a_play_during_a_prompt_keeps_the_prompt() -> None:
    """A curse played during a prompt is resolved first; then the same prompt is open again."""
    rules = load_catalog(default_sets())
    seen = 0
    for seed in range(GAMES):
        game = random_play(rules, 4, f"over {seed}")
        while game.step() and not game.state.winners and seen < 40:
            s = game.state
            if s.stack[-1].KIND not in ("turn", "combat"):
                continue
            asked = s.stack[-1].prompted_seats(s)
            prompted = next(i for i in range(4) if asked >> i & 1)
            other = (prompted + 1) % 4
            copy, card = with_curse(s, other)
            if card < 0 or copy.seats[other].dead or copy.cards[card].on_land < 0:
                continue
            before = runtime.prompt(copy, prompted).id
            runtime.apply(copy, Answer(other, option(PLAY, card, nr.A_SEAT, other)))
            for _ in range(30):
                if copy.stack[-1].KIND == s.stack[-1].KIND:
                    break
                who = next(i for i in range(4) if runtime.prompted_seats(copy) >> i & 1)
                runtime.apply(copy, runtime.default_answer(copy, who))
            assert runtime.prompt(copy, prompted).id == before
            seen += 1
    assert seen >= 20


def test_wrong_seat_and_stale_prompt_are_refused() -> None:
    rules = load_catalog(default_sets())
    game = random_play(rules, 3, "stale")
    for _ in range(300):
        game.step()
    s = game.state
    asked = runtime.prompted_seats(s)
    prompted = next(i for i in range(3) if asked >> i & 1)
    code = runtime.legal_options(s, prompted)[0]
    prompt = runtime.prompt(s, prompted).id
    for answer, kind in (
        (Answer(7, code), ForeignAnswer),
        (Answer(-1, code), ForeignAnswer),
        (Answer(prompted, code, [], prompt + 1), StaleAnswer),
        (Answer(prompted, code, [1, 2, 3], prompt), IllegalAnswer),
    ):
        with pytest.raises(kind):
            runtime.apply(s, answer)
