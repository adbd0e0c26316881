"""Test of default picks: they are legal and give away nothing needlessly."""

import pytest
from tests.layers import few, sampled

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, P_GIVE, P_SHIFT, Form, Verdict, key
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.rules.fight.promises import values_of_kind
from kickdoor.engine.rules.items.trades import TradeForm
from kickdoor.engine.rules.turn.charity import CharityForm
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import random_play

MIXES = [[name] for name in known_sets()] + [known_sets()]
QUICK = Verdict(False)


def is_minimal(s: State, form: Form, picks: list[int]) -> bool:
    """Return whether nothing of a filling can be left out."""
    return not [n for n in range(len(picks)) if form.check(s, picks[:n] + picks[n + 1 :], QUICK)]


def check_default(s: State, form: Form, what: str) -> None:
    """Fail if a default is refused, or gives away more than it must."""
    picks = form.default(s)
    assert form.check(s, picks, QUICK), f"{what}: {picks} is refused"
    if isinstance(form, CharityForm):
        # The number is fixed, and a share without its receiver would be another matter
        return
    assert is_minimal(s, form, picks), f"{what}: {picks} names more than it must"
    if isinstance(form, TermsForm):
        assert picks == [], f"{what}: promises something"
    if isinstance(form, TradeForm) and values_of_kind(picks, P_GIVE):
        only_mine = [a for a in form.candidates if a >> P_SHIFT != P_GIVE and form.check(s, [a], QUICK)]
        assert not only_mine, f"{what}: gives though it could ask"


@pytest.mark.parametrize("sets", sampled(MIXES, 3), ids="+".join)
@pytest.mark.parametrize("seats", few([3, 5], 1))
def test_defaults_are_legal_and_harmless(sets: list[str], seats: int) -> None:
    """Each form that a random game brings up, for whomever, has a default that may be given as it is (AMB-70)."""
    rules = load_catalog(sets)
    seen: set[str] = set()
    for seed in range(3):
        game = random_play(rules, seats, f"defaults {seed}")
        for _ in range(1500):
            if not game.step() or game.state.winners:
                break
            s = game.state
            for seat in range(seats):
                for code in runtime.legal_options(s, seat):
                    if code & FORM_BIT:
                        form = runtime.form(s, seat, code)
                        check_default(s, form, f"seed {seed}, decision {game.decisions}, {key(code)} of seat {seat}")
                        seen.add(type(form).__name__)
    assert seen >= {"TermsForm", "TradeForm", "SaleForm"}
