"""Tests that every card has a hand-written scenario and a text, and acts in random games."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.layers import few, sampled

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, Answer, card_of, second_of, way_of
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import receive
from kickdoor.scenario import run_paths
from kickdoor.sim.invariants import check_state
from kickdoor.sim.random_play import RandomPlay, random_play
from kickdoor.text.card_text import card_text

HERE = Path(__file__).parent


GAMES = 8
BATCHES = 12
"""So many times as many games are looked into for a card that can rarely be played."""
EACH = 10
"""Positions kept of each kind of question."""
PLAYS, MANY = 3, 12
"""So many plays of a card are followed up, and in a thorough run."""
STEPS = 30


@cache
def rules_of(set_id: str) -> RuleSet:
    return load_catalog([set_id])


FILES = sorted(HERE.rglob("*.yaml"))
FOLDERS = [(set_id, deck) for set_id in known_sets() for deck in nr.DECKS]
CARDS = [(set_id, d.id) for set_id in known_sets() for d in rules_of(set_id).defs]
NAMES = [f"{set_id}/{card_id}" for set_id, card_id in CARDS]
PLAIN_KINDS = (nr.MONSTER, nr.CURSE, nr.ITEM, nr.ONESHOT, nr.GOUP, nr.FOLLOWER, nr.OTHER_DOOR, nr.OTHER_TREASURE)
"""Kinds that do nothing by themselves; the rest (a Class, a Mate, an enhancer) is an effect by its kind."""


# Hand-written scenarios


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(HERE).with_suffix("").as_posix() for path in FILES])
def test_scenario(path: Path) -> None:
    (outcome,) = run_paths([path])
    assert outcome.passed, outcome.failure
    assert outcome.rules, "a scenario cites the rules it shows"


def does_something(d: CardDef) -> bool:
    """Return whether a card has an effect beyond plain numbers: a program, ability, trigger or standing change."""
    programs = [d.bad_stuff, d.on_reveal, d.on_spare, d.on_land, *[play.program for play in d.plays]]
    parts = [d.abilities, d.triggers, d.modifiers, d.mutes, d.vs, d.needs]
    flags = [d.lasts, d.lifts, d.forbids, d.must_play, d.sacrifice]
    return d.kind not in PLAIN_KINDS or any(program >= 0 for program in programs) or any(parts) or any(flags)


def card_of_file(path: Path, ids: set[str]) -> str:
    """Return the card a scenario file is named after; further files of a card are numbered."""
    return path.stem if path.stem in ids else re.sub(r"_\d+$", "", path.stem)


@pytest.mark.parametrize(("set_id", "deck"), FOLDERS)
def test_every_card_with_an_effect_has_a_scenario(set_id: str, deck: str) -> None:
    defs = [d for d in rules_of(set_id).defs if nr.DECKS[d.deck] == deck]
    files = sorted((HERE / set_id / deck).glob("*.yaml"))
    tested = {card_of_file(path, {d.id for d in defs}) for path in files}
    assert not tested - {d.id for d in defs}, "files named after no card"
    missing = [d.id for d in defs if does_something(d) and d.id not in tested]
    assert not missing, f"no scenario for {', '.join(missing)}"


@pytest.mark.parametrize(("set_id", "deck"), FOLDERS)
def test_a_scenario_is_about_its_card(set_id: str, deck: str) -> None:
    defs = {d.id: d for d in rules_of(set_id).defs if nr.DECKS[d.deck] == deck}
    for path in sorted((HERE / set_id / deck).glob("*.yaml")):
        d = defs[card_of_file(path, set(defs))]
        name = re.sub(r"^(\w+! (?=\w)|Sidekick: )", "", d.name).rstrip("!")
        words = [name, *[ability.name for ability in d.abilities]]
        if d.kind in (nr.SUPER, nr.HALFBREED):
            words.extend(["super: true", "half: true"])
        assert any(word in path.read_text() for word in words), f"{path.name} does not speak of {name}"


# Words


@pytest.mark.parametrize(("set_id", "card_id"), CARDS, ids=NAMES)
def test_it_has_words(set_id: str, card_id: str) -> None:
    rules = rules_of(set_id)
    d = rules.card(f"{set_id}/{card_id}")
    lines = card_text(rules, d)
    assert lines
    for line in lines:
        assert line.strip() == line != ""
        assert not re.search(r"[{}]|\b\w+\.\w+_\w+\b", line), f"an unfinished message: {line}"


# Random games


@cache
def positions(set_id: str, batch: int = 0) -> list[State]:
    """Play some games by policy 1 and keeps positions of every phase and kind of question."""
    kept: dict[tuple[str, int], list[State]] = {}
    for number in range(batch * GAMES, batch * GAMES + GAMES):
        game = random_play(rules_of(set_id), 3 + number % 4, f"cards {number}")
        # Two of each kind and game at most, so that not all come from the same turn
        taken: dict[tuple[str, int], int] = {}
        while game.step() and not game.state.winners:
            s = game.state
            key = (s.stack[-1].KIND, s.phase)
            found = kept.setdefault(key, [])
            if len(found) < EACH and taken.get(key, 0) < 2 and game.rng.below(4) == 0:
                taken[key] = taken.get(key, 0) + 1
                found.append(s.copy())
    return [s for found in kept.values() for s in found]


def pull(s: State, index: int) -> int:
    """Take a copy of a card out of deck, discards or a hand; -1 if no copy is free."""
    # A question under way may be about cards of hands or discards: these stay
    busy = any(hasattr(frame, "atoms") or hasattr(frame, "card") for frame in s.stack)
    for pile in s.decks if busy else [*s.decks, *s.discards, *[p.hand for p in s.seats]]:
        for card in pile:
            if s.cards[card].index == index:
                pile.remove(card)
                for p in s.seats:
                    p.fresh = [c for c in p.fresh if c != card]
                return card
    return -1


def partner(s: State, d: CardDef) -> int:
    """Find what a card must be played with: a monster for a Wandering Monster, an Item for a Cheat!, and so on."""
    wanted = {
        nr.WANDERING: nr.MONSTER, nr.OTHER_DOOR: nr.MONSTER, nr.MONSTER: nr.WANDERING, nr.CHEAT: nr.ITEM,
        nr.SUPER: nr.CLASS, nr.HALFBREED: nr.RACE, nr.GOUP: nr.FOLLOWER,
    }.get(d.kind, -1)  # fmt: skip
    kinds = [e for e in s.rules.defs if e.kind == wanted and e.index != d.index]
    for e in kinds:
        card = pull(s, e.index)
        if card >= 0:
            return card
    return -1


def deal_in(s: State, d: CardDef, seat: int) -> int:
    """Put a card into a hand, and on the table or into the hand what it needs to be played."""
    card = pull(s, d.index)
    if card < 0:
        return -1
    receive(s, seat, card, 0)
    other = partner(s, d)
    if other >= 0:
        p = s.seats[seat]
        on_table = d.kind in (nr.SUPER, nr.HALFBREED, nr.GOUP)
        have = [c for c in p.play if s.cards[c].kind == s.cards[other].kind]
        if on_table and not have:
            p.play.append(other)
            p.stale = True
        else:
            p.hand.append(other)
    s.serial += 2
    return card


def tell_uses(s: State, card: int, seat: int) -> list[int]:
    """List the options of a seat that use a card."""
    return [code for code in runtime.legal_options(s, seat) if card in (card_of(code), second_of(code))]


def play_on(s: State, seat: int, code: int, rng: LehmerRng) -> None:
    """Play a card, then plays on at random; every state on the way is sound."""
    picks = runtime.form(s, seat, code).sample(s, rng) if code & FORM_BIT else None
    runtime.apply(s, Answer(seat, code, picks))
    check_state(s)
    steps_on(s, rng)


def steps_on(s: State, rng: LehmerRng) -> None:
    game = RandomPlay(s, rng)
    for _ in range(STEPS):
        if not game.step():
            break
        check_state(s)


def in_turn(set_id: str, rng: LehmerRng) -> Iterator[State]:
    """Return positions in random order, of more and more games."""
    for batch in range(BATCHES):
        found = positions(set_id, batch)
        yield from (found[i] for i in rng.sample(list(range(len(found))), len(found)))


def follow(set_id: str, d: CardDef, rng: LehmerRng, plays: int) -> set[int]:
    """Deal a card into position after position and follows up what its holder may do; tells the ways tried."""
    tried: set[int] = set()
    count = 0
    for s in in_turn(set_id, rng):
        for seat in [p.index for p in s.seats if not p.dead]:
            trial = s.copy()
            card = deal_in(trial, d, seat)
            uses = tell_uses(trial, card, seat) if card >= 0 else []
            uses = [code for code in uses if way_of(code) not in tried] or (uses if count < plays else [])
            if uses:
                code = uses[rng.below(len(uses))]
                tried.add(way_of(code))
                count += 1
                play_on(trial, seat, code, rng)
                break
        if count >= plays and len(tried) >= len(d.plays):
            break
    return tried


@pytest.mark.parametrize("plays", few([PLAYS, MANY], 1))
@pytest.mark.parametrize("one", sampled(CARDS, 3), ids=NAMES)
def test_it_can_be_played_and_settles(one: tuple[str, str], plays: int) -> None:
    set_id, card_id = one
    d = rules_of(set_id).card(f"{set_id}/{card_id}")
    rng = LehmerRng(f"{card_id} {plays}")
    if d.must_play:
        assert forced(set_id, d, rng, plays) > 0
    else:
        ways = {play.index for play in d.plays if not play.aim_name} or {0}
        assert not ways - follow(set_id, d, rng, plays), "no player could ever play it so"


def forced(set_id: str, d: CardDef, rng: LehmerRng, plays: int) -> int:
    """Let a card that leaves no choice come to a hand: it is played by the next step, whatever that is."""
    played = 0
    for s in in_turn(set_id, rng):
        trial = s.copy()
        asked = runtime.prompted_seats(trial)
        seat = next(p.index for p in trial.seats if asked >> p.index & 1)
        card = deal_in(trial, d, seat)
        if card < 0:
            continue
        runtime.apply(trial, runtime.default_answer(trial, seat))
        assert trial.winners or all(d.index != trial.cards[c].index for p in trial.seats for c in p.hand)
        check_state(trial)
        steps_on(trial, rng)
        played += 1
        if played == plays:
            break
    return played
