"""Tests of picks one by one: one sequence leads to every legal answer, and none to a dead end."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from tests.layers import few, sampled

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.effects.ops.loss_ops import WorthForm
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, P_SHIFT, P_TO, Form, PickForm, Verdict, key, pick
from kickdoor.engine.rules.turn.charity import CharityForm
from kickdoor.engine.rules.turn.setup import Setup
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import deal, random_play

MIXES = [[name] for name in known_sets()] + [known_sets()]
QUICK = Verdict(False)
MAX_TRIED = 10
"""Forms with more to pick from are only walked through at random."""

Filling = tuple[int, ...]


def walked(s: State, form: Form, picks: list[int]) -> Iterator[Filling]:
    """Go every way that leads on from some picks."""
    atoms, may_stop = form.next(s, picks)
    assert atoms or may_stop, f"{picks} leads nowhere"
    if may_stop:
        yield tuple(picks)
    for atom in atoms:
        yield from walked(s, form, [*picks, atom])


def possible(s: State, form: Form) -> set[Filling]:
    """Try everything that could be picked, in the order of the menu."""
    if isinstance(form, CharityForm):
        return set(shared_out(s, form))
    menu = form.menu(s)
    found = {one for count in range(len(menu) + 1) for one in combinations(menu, count)}
    return {one for one in found if form.check(s, list(one), QUICK)}


def shared_out(s: State, form: CharityForm) -> Iterator[Filling]:
    """Try every way to give every card to some player, or to none."""
    for takers in product([-1, *form.receivers] if form.receivers else [-1, 0], repeat=len(form.candidates)):
        picks: list[int] = []
        for seat in form.receivers or [0]:
            share = [card for card, taker in zip(form.candidates, takers, strict=True) if taker == seat]
            picks += [pick(P_TO, seat), *share] if share and form.receivers else share
        if len([p for p in picks if p >> P_SHIFT != P_TO]) == form.min_picks and form.check(s, picks, QUICK):
            yield tuple(picks)


def check_ways(s: State, form: Form, rng: LehmerRng, what: str) -> bool:
    """Fail if a filling is come to in no way or in two; forms with much to pick from are tried at random."""
    size = len(form.menu(s)) + (len(form.receivers) if isinstance(form, CharityForm) else 0)
    if size <= MAX_TRIED:
        found = list(walked(s, form, []))
        assert len(found) == len(set(found)), f"{what}: two ways lead to the same"
        assert set(found) == possible(s, form), what
        return True
    picks: list[int] = []
    while True:
        atoms, may_stop = form.next(s, picks)
        assert atoms or may_stop, f"{what}: {picks} leads nowhere"
        assert may_stop == form.check(s, picks, QUICK), what
        at = rng.below(len(atoms) + may_stop)
        if at == len(atoms):
            return False
        picks.append(atoms[at])


@pytest.mark.parametrize("sets", sampled(MIXES, 3), ids="+".join)
@pytest.mark.parametrize("seats", few([4, 3, 6], 1))
def test_one_sequence_of_picks_leads_to_every_answer(sets: list[str], seats: int) -> None:
    rules = load_catalog(sets)
    rng = LehmerRng("ways")
    tried: set[str] = set()
    for seed in range(4):
        game = random_play(rules, seats, f"ways {seed}")
        for step in range(1200):
            if not game.step() or game.state.winners:
                break
            s = game.state
            seat = (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1
            for code in runtime.legal_options(s, seat):
                if code & FORM_BIT:
                    form = runtime.form(s, seat, code)
                    if check_ways(s, form, rng, f"seed {seed}, step {step}, {key(code)} of seat {seat}"):
                        tried.add(type(form).__name__)
    assert tried >= {"TermsForm", "TradeForm", "SaleForm"}


@pytest.mark.parametrize("cards", [1, 2, 3, 5])
@pytest.mark.parametrize("low", [[0], [1], [1, 3], [1, 2, 3]])
def test_every_share_of_charity_has_one_sequence(cards: int, low: list[int]) -> None:
    s = deal(load_catalog(["deluxe"]), 4, "charity")
    for p in s.seats:
        p.level = 1 if p.index in low else 5
    s.seats[0].hand = s.seats[0].hand[:6]
    form = CharityForm(s, 0)
    form.min_picks = form.max_picks = cards
    found = list(walked(s, form, []))
    assert len(found) == len(set(found))
    assert set(found) == set(shared_out(s, form))


def test_promised_candidates_come_last() -> None:
    s = deal(load_catalog(["deluxe"]), 3, "spared")
    assert isinstance(s.stack[-1], Setup)
    for least, most in ((1, 1), (2, 3), (0, 4), (4, 4)):
        form = PickForm(0, [1, 2, 3, 4], least, most, [2, 4])
        assert check_ways(s, form, LehmerRng("spared"), f"{least} to {most}")
    items = sorted([card for card in range(len(s.cards)) if s.cards[card].value], key=lambda card: s.cards[card].value)
    some = items[:3] + items[-4:]
    for worth in range(100, sum([s.cards[card].value for card in some]), 300):
        assert check_ways(s, WorthForm(0, some, worth, some[::2]), LehmerRng("worth"), f"worth {worth}")
