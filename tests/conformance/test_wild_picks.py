"""Tests of random numbers as picks: they are accepted or refused, and a refusal changes nothing."""

from __future__ import annotations

from itertools import count

import pytest
from tests.layers import few

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import (
    ACTS,
    FORM_BIT,
    KIND_SHIFT,
    P_SHIFT,
    P_TO,
    PLAY,
    USE,
    Answer,
    Verdict,
    act_of,
    key,
    option,
    parse,
)
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import random_play

MIXES = [[name] for name in known_sets()] + [known_sets()]
INTERVAL = 40
USUAL = {"ask", "charity", "give", "offer", "sell", "show", "trade"}
"""Acts with forms that come up in the games of every set."""
STRANGE = [-1, -2, -(1 << 40), 4094, 4095, 4096, 65534, 65535, 1 << 16, (1 << 20) - 1, 1 << 20, 1 << 70]


def wild_pick(s: State, atoms: list[int], rng: LehmerRng) -> int:
    """Draw a number: legal, of any card, seat, token or amount, or of nothing at all."""
    way = rng.below(5)
    if way == 0 and atoms:
        return atoms[rng.below(len(atoms))]
    if way == 1:
        return STRANGE[rng.below(len(STRANGE))]
    sort = rng.below(P_TO + 3) if way > 2 else 0
    near = [len(s.cards), len(s.seats), len(s.rules.counters) or 1, 4096]
    return sort << P_SHIFT | rng.below(near[rng.below(4)] + 2)


def wild_picks(s: State, atoms: list[int], rng: LehmerRng) -> list[int]:
    """Draw some numbers, often the same twice."""
    picks = [wild_pick(s, atoms, rng) for _ in range(rng.below(5))]
    return picks + picks[: rng.below(2)] * rng.below(3)


def wild_code(s: State, rng: LehmerRng) -> int:
    """Draw an option of any kind, with a form, that may be about anything."""
    card, far = rng.below(len(s.cards) + 2) - 1, 4090
    kind, target = rng.below(len(nr.TARGETS)), rng.below([8, len(s.cards) + 2, far][rng.below(3)])
    second = rng.below([1, len(s.cards) + 2, far][rng.below(3)]) - 1
    code = option(rng.below(len(ACTS)), card, kind, target if kind else 0, second, rng.below(3)) | FORM_BIT
    assert parse(key(code)) == code
    return code


def attempt(s: State, seat: int, code: int, picks: list[int], what: str) -> None:
    """Try an answer: quick check, explanation and the game itself must agree, and none may fail."""
    v = Verdict(True)
    try:
        try:
            runtime.check(s, Answer(seat, code, picks))
        except Refused:
            runtime.explain(s, seat, code, picks, v)
            if code in runtime.legal_options(s, seat):
                runtime.form(s, seat, code).check(s, picks, v)
                assert v.reasons, what
        else:
            runtime.form(s, seat, code).check(s, picks, v)
            assert v.legal, what
            runtime.apply(s.copy(), Answer(seat, code, picks))
    except Exception as e:
        e.add_note(f"{what}: {key(code)} of seat {seat} with {picks}")
        raise


def open_forms(s: State, seat: int) -> list[int]:
    """List the forms that any seat could fill in now."""
    seats = [(seat + other) % len(s.seats) for other in range(len(s.seats))]
    return [code for one in seats for code in runtime.legal_options(s, one) if code & FORM_BIT]


def asked_forms(s: State) -> set[str]:
    """Name the actions with a form that the first prompted seat has."""
    mask = runtime.prompted_seats(s)
    codes = runtime.legal_options(s, (mask & -mask).bit_length() - 1) if mask else []
    return {ACTS[act_of(code)] for code in codes if code & FORM_BIT}


def storm(s: State, rng: LehmerRng, what: str, tried: set[str]) -> None:
    """Have every seat try everything with wild picks."""
    before = state_to_json(s)
    for seat in range(len(s.seats)):
        for code in open_forms(s, seat):
            mine = code in runtime.legal_options(s, seat)
            atoms = runtime.form(s, seat, code).candidates if mine else []
            for _ in range(6 if mine else 2):
                attempt(s, seat, code, wild_picks(s, atoms, rng), what)
            if mine:
                tried.add(ACTS[act_of(code)])
        for _ in range(30):
            attempt(s, seat, wild_code(s, rng), wild_picks(s, [], rng), what)
    assert state_to_json(s) == before, what


@pytest.mark.parametrize("sets", MIXES, ids="+".join)
@pytest.mark.parametrize("games", few([2, 30], 1))
def test_wild_picks_are_refused(sets: list[str], games: int) -> None:
    rules = load_catalog(sets)
    tried: set[str] = set()
    for seed in count():
        if seed >= games and tried >= USUAL:
            break
        rng = LehmerRng(f"wild {seed}")
        game = random_play(rules, 3 + rng.below(4), f"wild {seed}")
        for step in range(3000):
            if step % INTERVAL == 0 or asked_forms(game.state) - tried:
                storm(game.state, rng, f"seed {seed}, step {step}", tried)
            if not game.step() or game.state.winners:
                break
        storm(game.state, rng, f"seed {seed}, the end", tried)


def paid_for(s: State) -> list[tuple[int, int]]:
    """List the cards of the decks with something that takes a form, each with the option."""
    out: list[tuple[int, int]] = []
    for card in [card for deck in s.decks for card in deck]:
        d = s.cards[card]
        for act, plays in ((USE, d.abilities), (PLAY, d.plays)):
            out += [(card, option(act, card, way=play.index) | FORM_BIT) for play in plays if has_form(play)]
    return out


def objections(s: State, seat: int, code: int, picks: list[int]) -> list[str]:
    """List all that speaks against an answer."""
    v = Verdict(True)
    runtime.explain(s, seat, code, picks, v)
    return [reason.code for reason in v.reasons]


@pytest.mark.parametrize("sets", MIXES, ids="+".join)
def test_the_holder_of_a_paid_card_does_not_matter(sets: list[str]) -> None:
    rng = LehmerRng("holders")
    game = random_play(load_catalog(sets), 4, "holders")
    tried: set[str] = set()
    for step in range(600):
        if not game.step():
            break
        for card, code in paid_for(game.state) if step % 60 == 0 else []:
            s, seat = game.state.copy(), rng.below(4)
            s.decks[s.cards[card].deck].remove(card)
            (s.seats[seat].play if act_of(code) == USE else s.seats[seat].hand).append(card)
            for aim in {0, *(p.aim for p in s.cards[card].abilities + s.cards[card].plays)}:
                for picks in ([65535, 65534], *(wild_picks(s, s.seats[seat].hand, rng) for _ in range(10))):
                    attempt(s, seat, code | aim << KIND_SHIFT, picks, f"step {step}")
            treasures = sorted(s.decks[nr.TREASURE], key=lambda c: s.cards[c].value)
            cheap, dear = (objections(s, seat, code, cards) for cards in (treasures[:6], treasures[-6:]))
            assert cheap == dear, "what hidden cards are worth shows"
            tried.add(s.cards[card].id)
    assert tried


def test_a_key_without_a_card_is_refused_alike_whatever_the_last_card_is() -> None:
    game = random_play(load_catalog(known_sets()), 4, "no card")
    by_kind = {card.kind: card for card in game.state.cards}
    assert len(by_kind) > 4
    said: dict[tuple[int, int], set[str]] = {}
    for step in range(80):
        game.step()
        s = game.state.copy()
        for last in by_kind.values() if step % 20 == 19 else []:
            s.cards = [*s.cards[:-1], last]
            s.serial += 1
            for act in range(len(ACTS)):
                for code in (option(act), option(act, kind=nr.A_SEAT), option(act, kind=nr.A_CARD)):
                    refused = runtime.refusal(s, Answer(s.turn, code, [], -1))
                    said.setdefault((step, code), set()).add(f"{refused.code} {refused.rules}")
    assert said
    assert {key(code) for (_, code), heard in said.items() if len(heard) > 1} == set()
