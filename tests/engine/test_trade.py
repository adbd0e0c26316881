"""Tests of trades: proposals do not pile up, and picks that are not Items on the table are refused at once."""

from pathlib import Path

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, GIVE, P_GIVE, P_WANT, TRADE, Answer, Verdict, option, pick
from kickdoor.engine.rules.items.trades import TradeForm
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.sim.random_play import random_play


def quiet_state() -> tuple[State, int, int]:
    """Find a moment of a random game at which one seat may give another an Item."""
    for seed in range(20):
        game = random_play(load_catalog(default_sets()), 4, f"trade {seed}")
        for _ in range(1500):
            if not game.step() or game.state.winners:
                break
            s = game.state
            if s.stack[-1].KIND != "turn":
                continue
            for seat in range(4):
                for other in range(4):
                    if option(GIVE, -1, nr.A_SEAT, other) | FORM_BIT in runtime.legal_options(s, seat):
                        return s, seat, other
    raise AssertionError("no player could ever give anything")


def test_one_open_proposal_a_pair() -> None:
    s, seat, other = quiet_state()
    code = option(GIVE, -1, nr.A_SEAT, other) | FORM_BIT
    picks = TradeForm(s, seat, other, True).candidates[:1]
    runtime.apply(s, Answer(seat, code, picks))
    assert code not in runtime.legal_options(s, seat)
    assert option(TRADE, -1, nr.A_SEAT, seat) | FORM_BIT not in runtime.legal_options(s, other)
    v = Verdict(True)
    runtime.explain(s, seat, code, picks, v)
    assert "AMB-54" in v.rules()


def test_picks_that_are_not_on_the_form_are_refused_quickly_too() -> None:
    s, seat, other = quiet_state()
    form = TradeForm(s, seat, other, False)
    good = form.candidates[0]
    for bad in (pick(P_GIVE, 4000), pick(P_WANT, 4000), pick(9, 1), pick(P_WANT, s.decks[0][0])):
        assert not form.check(s, [bad], Verdict(False))
        assert not form.check(s, [good, bad], Verdict(False))
    assert not form.check(s, [], Verdict(False))
    assert not form.check(s, [good, good], Verdict(False))


def test_a_swap_of_two_big_items_is_found_at_random_too(tmp_path: Path) -> None:
    """Neither could be given alone; a Cheat! does not go along with its Item (ITEM-18, AMB-24)."""
    path = tmp_path / "swap.yaml"
    suzan = "{carried: [Stepladder], attached: {Cheat!: Tuba of Charm}}"
    text = f"players: {{Aric: {{equipped: [Huge Rock]}}, Suzan: {suzan}, Guy: {{}}}}\nsteps: []\n"
    path.write_text(f"scenario: A swap\nrules: [ITEM-18]\nsets: [deluxe]\n{text}", encoding="utf-8")
    s = play(read_file(path), "1", None).s
    form = TradeForm(s, 0, 1, False)
    (rock,) = s.seats[0].play
    found = [form.sample(s, LehmerRng(str(seed))) for seed in range(20)]
    (ladder,) = [card for card in s.seats[1].play if s.cards[card].name == "Stepladder"]
    assert found == [[pick(P_GIVE, rock), pick(P_WANT, ladder)]] * 20
