"""Tests of redacted events: cards only for seats that saw them."""

import json
from collections.abc import Iterator

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.machine.prompts import EQUIP, FORM_BIT, GIVE_CHARITY, PASS, SHOW, UNEQUIP, Answer, act_of
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import random_play
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe
from kickdoor.view.redact import redact
from kickdoor.view.visibility import hidden_cards

SPECTATOR = -1
HARMLESS = (EQUIP, UNEQUIP, SHOW, PASS)
"""Acts that touch no hidden card of others."""


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(["deluxe"])


def happenings(rules: RuleSet, games: int) -> Iterator[tuple[State, list[Event]]]:
    """Play random games and gives what each step brought."""
    for game in range(games):
        play = random_play(rules, 3 + game % 4, f"redact:{game}")
        for _ in range(1200):
            play.state.events = events = []
            if not play.step():
                break
            yield play.state, events


def test_hidden_cards_are_only_counted(rules: RuleSet) -> None:
    withheld = 0
    for s, events in happenings(rules, 8):
        for event in events:
            for seat in range(SPECTATOR, len(s.seats)):
                told = redact(event, seat, rules)
                assert told["count"] == len(event.cards)
                saw = event.visible_to == EVERYONE if seat == SPECTATOR else bool(event.visible_to >> seat & 1)
                assert ("cards" in told) == ("defs" in told) == saw
                withheld += not saw
    assert withheld > 100


def test_cards_of_a_visible_event_are_known_afterwards(rules: RuleSet) -> None:
    # After a reshuffle ids are dealt again, so those steps say nothing about ids
    for s, events in happenings(rules, 8):
        if any(e.kind == ev.RESHUFFLED for e in events):
            continue
        moved_on = any(e.kind in (ev.CARD_TAKEN_FROM, ev.CHARITY_GIVEN) for e in events)
        for seat in range(SPECTATOR, len(s.seats)):
            hidden = hidden_cards(s, seat)
            for event in events:
                cards = redact(event, seat, rules).get("cards", [])
                assert isinstance(cards, list)
                # Who loses a random card from a hand no longer knows which of the rest is which
                assert moved_on or not set(cards) & hidden


def test_redacted_events_have_words_and_definitions(rules: RuleSet) -> None:
    event = Event(ev.CARD_DRAWN, 1, 0, 2, [5, 6], [0, 1], 1 << 1)
    plain = {"kind": "card_drawn", "seat": 1, "other": 0, "amount": 2, "count": 2}
    assert redact(event, 0, rules) == plain
    assert redact(event, SPECTATOR, rules) == plain
    assert redact(event, 1, rules) == plain | {"cards": [5, 6], "defs": [rules.defs[0].key, rules.defs[1].key]}
    event.visible_to = EVERYONE
    assert "cards" in redact(event, SPECTATOR, rules)
    json.dumps(redact(event, 1, rules))


def two_worlds(s: State, me: int, rules: RuleSet, rng: LehmerRng) -> tuple[State, State]:
    """Make two games that look the same to a seat and roll the same dice."""
    seen = observe(s, me)
    first, second = sample_state(seen, rules, rng), sample_state(seen, rules, rng)
    second.rng = first.rng.copy()
    return first, second


def events_for(s: State, answer: Answer, me: int, rules: RuleSet) -> list[dict[str, object]]:
    s.events = events = []
    runtime.apply(s, answer)
    return [redact(event, me, rules) for event in events]


def test_own_actions_reveal_no_hidden_cards(rules: RuleSet) -> None:
    rng = LehmerRng("own acts")
    tried = 0
    for number, (s, _) in enumerate(happenings(rules, 4)):
        if number % 15 or s.winners:
            continue
        me = rng.below(len(s.seats))
        first, second = two_worlds(s, me, rules, rng)
        codes = runtime.legal_options(first, me)
        assert codes == runtime.legal_options(second, me)
        harmless = [c for c in codes if act_of(c) in HARMLESS and not c & FORM_BIT]
        if harmless:
            tried += 1
            answer = Answer(me, harmless[rng.below(len(harmless))])
            if answer.code == PASS and len([p for p in s.seats if runtime.prompted_seats(s) >> p.index & 1]) == 1:
                continue  # the window closes, and what comes next may turn up cards
            assert events_for(first, answer, me, rules) == events_for(second, answer, me, rules)
    assert tried > 20


def test_charity_of_others_reveals_no_hidden_cards(rules: RuleSet) -> None:
    rng = LehmerRng("charity")
    tried = 0
    for s, _ in happenings(rules, 60):
        if tried > 3:
            return
        giver = s.turn
        codes = runtime.legal_options(s, giver) if runtime.prompted_seats(s) >> giver & 1 else []
        giving = [c for c in codes if act_of(c) == GIVE_CHARITY]
        if not giving:
            continue
        me = (giver + 1) % len(s.seats)
        both: list[list[dict[str, object]]] = []
        for world in two_worlds(s, me, rules, rng):
            picks = runtime.form(world, giver, giving[0]).default(world)
            both.append(events_for(world, Answer(giver, giving[0], picks), me, rules))
        for one, other in zip(*both, strict=True):
            if one["kind"] == "charity_given" and one["other"] != me:
                tried += 1
                assert one == other
                assert "cards" not in one
    raise AssertionError("charity goes to others hardly ever")
