"""Tests that a refusal never reveals a hidden card or its place (CARDS-08, AMB-77)."""

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import (
    ATTACH,
    CARRY,
    DISCARD,
    EQUIP,
    PLAY,
    TAKE,
    TROUBLE,
    UNEQUIP,
    USE,
    Verdict,
    option,
)
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.engine.rules.turn.turn import Turn
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import receive
from kickdoor.sim.random_play import random_play

ACTS = (PLAY, USE, CARRY, EQUIP, UNEQUIP, ATTACH, DISCARD, TAKE, TROUBLE)
INTERVAL = 97


def refusal(s: State, seat: int, code: int) -> list[str]:
    v = Verdict(True)
    runtime.explain(s, seat, code, [], v)
    return [reason.code for reason in v.reasons]


def test_refusals_do_not_reveal_hidden_cards() -> None:
    rules = load_catalog(["deluxe"])
    looked = 0
    for seed in range(4):
        game = random_play(rules, 4, f"hidden {seed}")
        for count in range(1500):
            if not game.step() or game.state.winners:
                break
            s = game.state
            if count % INTERVAL:
                continue
            shown = [c for p in s.seats for c in p.play] + s.aside + [d[-1] for d in s.discards if d]
            if s.fight is not None:
                shown += [body.card for body in s.fight.bodies]
            for seat in range(4):
                hidden = [c for c in range(len(s.cards)) if c not in shown and c not in s.seats[seat].hand]
                for act in ACTS:
                    refusals = {tuple(refusal(s, seat, option(act, card, nr.NOTHING, 0))) for card in hidden}
                    assert len(refusals) == 1, f"{s.stack[-1].KIND}: {refusals}"
                    assert "not_your_card" in refusals.pop()
                    looked += 1
    assert looked > 500


def test_a_card_that_only_some_knew_is_taken_unseen() -> None:
    """A card that must be played at once is played openly for those alone who all knew it (AMB-99)."""
    s = blank_state(load_catalog(["deluxe"]), RuleOptions(), "hoard", 3, [])
    runtime.push_frame(s, Turn(0))
    s.phase = nr.ARRANGE
    hoard = next(c for c in s.decks[nr.TREASURE] if s.cards[c].id == "hoard")
    s.decks[nr.TREASURE].remove(hoard)
    receive(s, 1, hoard, 1 << 2)
    runtime.run(s)
    assert len(s.seats[1].hand) == 3
    assert not [card for card in s.seats[1].hand if card in s.seen]
