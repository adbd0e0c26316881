"""Tests of whole random games: invariants hold, copies and saves are faithful, and only listed options are legal."""

import pytest
from tests.layers import few

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import FORM_BIT, Answer, Verdict, key, option, parse
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.invariants import check_state
from kickdoor.sim.random_play import RandomPlay, deal, random_play

SEATS = (3, 4, 5, 6)
EXPENSIVE_CHECK_INTERVAL = 50
"""Dear checks are made at every such decision."""


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", few("abcde", 1))
def test_invariants_hold_at_every_decision(rules: RuleSet, seats: int, seed: str) -> None:
    game = random_play(rules, seats, seed)
    while game.step():
        check_state(game.state)
    assert game.decisions > 100
    assert game.state.winners or game.state.turns > 200


@pytest.mark.parametrize("seats", SEATS)
def test_copies_stay_as_they_were(rules: RuleSet, seats: int) -> None:
    game = random_play(rules, seats, "copies")
    kept: list[tuple[State, str]] = []
    for count in range(2000):
        if not game.step():
            break
        copy = game.state.copy()
        if count % EXPENSIVE_CHECK_INTERVAL == 0:
            kept.append((copy, state_to_json(game.state)))
            assert state_to_json(copy) == kept[-1][1]
    assert len(kept) > 5
    for copy, text in kept:
        assert state_to_json(copy) == text


@pytest.mark.parametrize("seats", SEATS)
def test_playing_a_copy_leaves_the_original_alone(rules: RuleSet, seats: int) -> None:
    game = random_play(rules, seats, "twins")
    for count in range(1500):
        if not game.step():
            break
        if count % EXPENSIVE_CHECK_INTERVAL == 0:
            before = state_to_json(game.state)
            twin = RandomPlay(game.state.copy(), LehmerRng(str(count)))
            for _ in range(30):
                if not twin.step():
                    break
            assert state_to_json(game.state) == before


@pytest.mark.parametrize("seats", SEATS)
def test_a_saved_game_continues_like_the_one_in_memory(rules: RuleSet, seats: int) -> None:
    game = random_play(rules, seats, "saves")
    for count in range(1500):
        if not game.step():
            break
        if count % 100 == 0:
            text = state_to_json(game.state)
            loaded = state_from_json(text, rules)
            assert state_to_json(loaded) == text
            here = RandomPlay(game.state.copy(), LehmerRng("on"))
            there = RandomPlay(loaded, LehmerRng("on"))
            for _ in range(60):
                if not here.step():
                    break
                there.step()
            assert state_to_json(here.state) == state_to_json(there.state)


def test_the_same_seed_gives_the_same_game(rules: RuleSet) -> None:
    first, second = random_play(rules, 4, "same"), random_play(rules, 4, "same")
    first.play()
    second.play()
    assert state_to_json(first.state) == state_to_json(second.state)
    assert first.decisions == second.decisions


def accept(s: State, seat: int, code: int, rng: LehmerRng) -> None:
    """Try one listed option on a copy; a form by twenty samples and its default."""
    if not code & FORM_BIT:
        runtime.apply(s.copy(), Answer(seat, code))
        return
    form = runtime.form(s, seat, code)
    for _ in range(20):
        picks = form.sample(s, rng)
        assert form.check(s, picks, Verdict(False)), f"{key(code)} samples {picks}, which it refuses"
        runtime.apply(s.copy(), Answer(seat, code, picks))


@pytest.mark.parametrize("seats", SEATS)
def test_every_listed_option_is_accepted(rules: RuleSet, seats: int) -> None:
    game = random_play(rules, seats, "options")
    rng = LehmerRng("options")
    for count in range(1500):
        if not game.step():
            break
        if count % EXPENSIVE_CHECK_INTERVAL == 0 and not game.state.winners:
            for seat in range(seats):
                codes = runtime.legal_options(game.state, seat)
                assert len(set(codes)) == len(codes)
                for code in codes:
                    assert parse(key(code)) == code
                    accept(game.state, seat, code, rng)


@pytest.mark.parametrize("seats", SEATS)
def test_unlisted_options_are_refused_without_any_change(rules: RuleSet, seats: int) -> None:
    game = random_play(rules, seats, "refusals")
    rng = LehmerRng("refusals")
    refused = 0
    for count in range(1500):
        if not game.step() or game.state.winners:
            break
        if count % EXPENSIVE_CHECK_INTERVAL:
            continue
        before = state_to_json(game.state)
        for _ in range(60):
            seat = rng.below(seats)
            code = option(rng.below(30), rng.below(170) - 1, rng.below(7), rng.below(12), -1, rng.below(2))
            if code in runtime.legal_options(game.state, seat):
                continue
            with pytest.raises(Refused):
                runtime.apply(game.state, Answer(seat, code))
            refused += 1
        assert state_to_json(game.state) == before
    assert refused > 500


def test_default_answers_are_always_legal(rules: RuleSet) -> None:
    """A table where no player answers continues by default answers (AMB-70)."""
    for seats in SEATS:
        s = deal(rules, seats, "silence")
        for _ in range(600):
            if s.winners:
                break
            asked = runtime.prompted_seats(s)
            seat = next(i for i in range(seats) if asked >> i & 1)
            runtime.apply(s, runtime.default_answer(s, seat))
            check_state(s)
        assert s.turns > 20 or s.winners
