"""Tests of the table of event kinds: their numbers, the docs and random games agree with it."""

import pytest

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import event_kinds as ek
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.event_kinds import EVENTS, KINDS
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import RandomPlay, deal

TURNS = 40


def test_kind_numbers_are_positions_in_the_table() -> None:
    numbers = {name: value for name, value in vars(ev).items() if name.isupper() and isinstance(value, int)}
    del numbers["EVERYONE"]
    assert numbers == {word.upper(): place for place, word in enumerate(EVENTS)}


def test_every_used_field_is_documented() -> None:
    for kind in KINDS:
        for field in (kind.seat, kind.other, kind.amount, kind.cards):
            assert (field.sort == ek.NOTHING) == (field.text == ""), kind.word


def fits_other(s: State, event: Event, sort: str) -> bool:
    """Return whether the second number of an event is what the table says."""
    other, seats = event.other, range(len(s.seats))
    if sort == ek.TARGET:
        sides = event.kind == ev.CARD_PLAYED and event.amount == nr.A_SIDE
        return other == -1 or other in (range(len(nr.SIDES)) if sides else seats)
    return {
        ek.NOTHING: other == -1,
        ek.SEAT: other in seats and other != event.seat,
        # One may curse oneself
        ek.SEAT_OR_NONE: other == -1 or other in seats,
        ek.HELPER: other == -1 or (other in seats and other != event.seat),
        ek.DECK: other in range(len(nr.DECKS)),
        ek.CARD: other in range(len(s.cards)) and other not in event.cards,
        ek.GOLD: other >= 0,
        ek.PURPOSE: other in range(len(nr.ROLLS)),
        ek.TOKEN: other in range(len(s.rules.counters)),
    }[sort]


def fits_amount(s: State, event: Event, sort: str) -> bool:
    """Return whether the amount of an event is what the table says."""
    amount, count = event.amount, len(event.cards)
    if sort == ek.ABILITY:
        return amount in [play.index for play in s.rules.defs[event.names[0]].abilities]
    return {
        ek.NOTHING: amount == 0,
        ek.TURN: amount >= 1,
        ek.LEVELS: amount >= 1,
        ek.TOKENS: amount >= 1,
        ek.SIZE: amount >= 1,
        ek.COUNT: amount == count,
        ek.COUNT_OR_NOTHING: amount in (0, count),
        ek.PART: 0 <= amount <= count,
        ek.AIM: amount in range(len(nr.TARGETS)),
        ek.MONSTER: amount >= 0,
        ek.LEAVING: amount in range(len(nr.REMOVAL_KINDS)),
        ek.FACE: 1 <= amount <= 6,
        ek.SEX: amount in range(len(nr.SEXES)),
        ek.TOKEN: amount in range(len(s.rules.counters)),
        ek.MEAL: amount in range(len(s.rules.meals)),
    }[sort]


def fits_cards(count: int, sort: str) -> bool:
    return {
        ek.NOTHING: count == 0,
        ek.CARD: count == 1,
        ek.CARD_OR_NONE: count <= 1,
        ek.CARD_AND_TARGET: count in (1, 2),
        ek.CARDS: True,
    }[sort]


def check(s: State, event: Event) -> None:
    kind = KINDS[event.kind]
    text = f"{kind.word}: {event.seat} {event.other} {event.amount} {event.cards}"
    assert (event.seat in range(len(s.seats))) if kind.seat.sort == ek.SEAT else (event.seat == -1), text
    assert fits_other(s, event, kind.other.sort), text
    assert fits_amount(s, event, kind.amount.sort), text
    assert fits_cards(len(event.cards), kind.cards.sort), text
    assert len(event.names) == len(event.cards), text
    assert event.visible_to == EVERYONE or kind.hidden, text
    for where, places in ((kind.origin, event.origins), (kind.target, event.targets)):
        assert len(places) == (len(event.cards) if where == ek.VARIES else 0), text
    assert event.cause < 0 or kind.effect or event.kind in (ev.CARD_ATTACHED, ev.ESCAPED), text
    if event.kind in ev.LEVELS:
        assert event.after - event.before == (event.amount if event.kind == ev.LEVEL_GAINED else -event.amount), text


@pytest.mark.parametrize("sets", [*[[name] for name in known_sets()], known_sets()], ids="+".join)
def test_events_of_random_games_match_the_table(sets: list[str]) -> None:
    text = set()
    for seed in range(3):
        game = RandomPlay(deal(load_catalog(sets), 3 + seed, f"events {seed}"), LehmerRng(f"events {seed}"))
        s = game.state
        s.events = []
        while s.turns < TURNS and game.step():
            for event in s.events:
                check(s, event)
                text.add(event.kind)
            s.events.clear()
    assert len(text) > 35
