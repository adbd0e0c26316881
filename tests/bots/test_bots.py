"""Tests of all bots: answers are legal and depend only on the view."""

from __future__ import annotations

import pytest
from tests.bots.quick import QUICK_BOTS
from tests.layers import few

from kickdoor.bots.policy_adapter import drive, think
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer, Verdict, parse
from kickdoor.engine.state import rng
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.state import State
from kickdoor.game import Game
from kickdoor.policies.driver import Driver
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView, make_seat_view
from kickdoor.sim.random_play import deal
from kickdoor.view.determinization import determinization_rng
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe

RULES = load_catalog(list(default_sets()))


def play(names: list[str], seed: str, max_turns: int = 400) -> Driver:
    """Play a game to its end."""
    bots = [QUICK_BOTS[name](seat, Rng(f"{seed}:{seat}")) for seat, name in enumerate(names)]
    driver = drive(deal(RULES, len(names), seed), list(bots), max_turns)
    driver.play()
    return driver


def asked_seats(seats: int, seed: str, every: int) -> list[tuple[State, int]]:
    """Take copies of a game between normal bots, each with a seat that has a choice to make."""
    bots = [QUICK_BOTS["normal"](seat, Rng(f"{seed}:{seat}")) for seat in range(seats)]
    driver = drive(deal(RULES, seats, seed), list(bots), 40)
    out: list[tuple[State, int]] = []
    while not driver.is_over:
        answer = driver.next_answer()
        assert answer is not None
        if answer.cause != "driver" and driver.decisions % every == 0:
            out.append((driver.state.copy(), answer.seat))
        driver.give(answer)
    return out


@pytest.mark.parametrize("seats", few([3, 4, 5, 6], 1))
@pytest.mark.parametrize("name", list(QUICK_BOTS))
def test_games_end_without_an_error(name: str, seats: int) -> None:
    turns = 3 if name == "master" else 400
    for number in range(2 if seats == 3 else 5):
        driver = play([name] * seats, f"{name}:{number}", turns)
        assert driver.state.winners or name == "random" or driver.state.turns > turns


@pytest.mark.parametrize("seats", few([4, 3, 5, 6], 1))
def test_mixed_tables_end(seats: int) -> None:
    names = (list(QUICK_BOTS) * 2)[::-1][:seats]
    assert play(names, f"mixed:{seats}").state.winners


def decide(name: str, view: SeatView) -> tuple[int, list[int]] | None:
    """Let a bot that remembers nothing decide."""
    return think(QUICK_BOTS[name](view.seat, Rng("decide")), view, not view.is_asked)


@pytest.mark.parametrize("name", list(QUICK_BOTS))
def test_same_view_gives_the_same_answer(name: str) -> None:
    for s, seat in asked_seats(4, "same", 9):
        assert decide(name, make_seat_view(s, seat)) == decide(name, make_seat_view(s, seat))


@pytest.mark.parametrize("name", list(QUICK_BOTS))
def test_answers_do_not_depend_on_hidden_cards(name: str) -> None:
    tried = 0
    for number, (s, seat) in enumerate(asked_seats(4, "hidden", 7)):
        alike = sample_state(observe(s, seat), RULES, rng.LehmerRng(f"alike:{number}"))
        assert decide(name, make_seat_view(alike, seat)) == decide(name, make_seat_view(s, seat))
        tried += 1
    assert tried > 20


def test_a_view_has_no_reference_to_the_game() -> None:
    for s, seat in asked_seats(4, "desk", 40):
        view = make_seat_view(s, seat)
        held = [getattr(view, name) for name in SeatView.__slots__]
        assert not [value for value in held if isinstance(value, State)]
        for game in [value for value in held if isinstance(value, Game)]:
            assert state_to_json(game.state) == state_to_json(
                sample_state(observe(s, seat), RULES, determinization_rng(s.serial))
            )
        assert view.imagine().state is not s
        assert view.imagine().state.rng.keys != s.rng.keys
        assert view.imagine().state.seats[seat].hand == s.seats[seat].hand


def test_deciding_changes_nothing() -> None:
    for s, seat in asked_seats(3, "unchanged", 15):
        view = make_seat_view(s, seat)
        before = observe(s, seat), observe(view.imagine().state, seat)
        decide("normal", view)
        assert (observe(s, seat), observe(view.imagine().state, seat)) == before


def test_forms_are_filled_legally() -> None:
    filled = 0
    for s, seat in asked_seats(4, "sheets", 5):
        for option in make_seat_view(s, seat).options:
            if option.is_form:
                picks = option.form.sample(Rng("x"))
                assert option.form.fits(picks)
                assert runtime.form(s, seat, parse(option.key)).check(s, picks, Verdict(False))
                filled += 1
    assert filled > 20


def test_every_answer_is_legal_in_the_real_game() -> None:
    for name in ("easy", "nasty"):
        for s, seat in asked_seats(5, "accepted", 6):
            choice = decide(name, make_seat_view(s, seat))
            if choice is not None:
                runtime.check(s, Answer(seat, choice[0], choice[1]))
