"""Tests of grudges: what bots remember of harm, and which bots receive events."""

from __future__ import annotations

import pytest
from tests.bots.positions import ARIC, ASKED, GUY, NASTY_ALONE, SUZAN, card_named, chosen_action, greedy, position

from kickdoor.autoplay import play
from kickdoor.bots.greedy_bots import NastyBot
from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.policies.driver import Driver
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.grudges import RELEVANT_EVENTS, visible_numbers
from kickdoor.policies.personalities import BY_NAME
from kickdoor.policies.policy import Policy
from kickdoor.policies.refusal_causes import why_refused
from kickdoor.policies.search.playout import playout
from kickdoor.rng import Rng
from kickdoor.sim.footprint import is_compiled
from kickdoor.sim.random_play import deal
from kickdoor.view.determinization import fixed_determinization

RULES = load_catalog(["deluxe"])
MISSILE, ANTHILL, WANDERING = (
    next(d.index for d in RULES.defs if d.name == name)
    for name in ("Magic Missile", "Boil an Anthill", "Wandering Monster")
)


def told_of(s: State, policy: Policy, seat: int, answers: list[Answer]) -> None:
    """Have a policy hear what comes of answers."""
    for answer in answers:
        events: list[Event] = []
        s.events = events
        runtime.apply(s, answer)
        s.events = None
        for event in events:
            if RELEVANT_EVENTS >> event.kind & 1:
                policy.on_event(visible_numbers(event, seat), seat, s.rules)


def playing(s: State, seat: int, name: str, target: int) -> Answer:
    """Return the answer that plays a card on a player."""
    card = card_named(s, seat, name)
    (code,) = [c for c in runtime.legal_options(s, seat) if p.card_of(c) == card and p.target_of(c) == target]
    return Answer(seat, code)


# Grudges


CURSED = """
players:
  Aric: {level: 3}
  Suzan: {level: 5, hand: [Curse! Lose a Level, Enraged]}
  Guy: {level: 5, hand: [Curse! Lose a Level]}
"""


def wronged(name: str) -> tuple[State, GreedyPolicy]:
    """Have Guy curse Suzan, who remembers that or not."""
    s = position(CURSED)
    policy = greedy(name)
    told_of(s, policy, SUZAN, [playing(s, GUY, "Curse! Lose a Level", SUZAN)])
    while runtime.prompted_seats(s) != 1 << ARIC:
        seat = (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1
        told_of(s, policy, SUZAN, [runtime.default_answer(s, seat)])
    assert s.seats[SUZAN].level == 4
    return s, policy


@pytest.mark.parametrize(("name", "curses"), [("flint", True), (NASTY_ALONE, False), ("honey", False)])
def test_flint_curses_a_player_who_cursed_it(name: str, curses: bool) -> None:
    s, policy = wronged(name)
    assert chosen_action(s, policy, SUZAN) == ("play Curse! Lose a Level on Guy" if curses else "nothing")


def test_flint_bears_no_grudge_without_a_harm() -> None:
    assert chosen_action(position(CURSED), greedy("flint"), SUZAN) == "nothing"


@pytest.mark.parametrize(("name", "remembers"), [("flint", True), ("penny", False)])
def test_flint_refuses_to_help_because_of_a_grudge(name: str, remembers: bool) -> None:
    s = position(ASKED.format(4))
    policy = greedy(name)
    assert chosen_action(s, policy, SUZAN) == "accept"
    if policy.grudges is not None:
        policy.grudges.blame(ARIC, SUZAN, 200)
    assert s.fight is not None
    reason = why_refused(policy.make_context(fixed_determinization(s, SUZAN), SUZAN), s.fight.offers[0])
    assert (chosen_action(s, policy, SUZAN) != "accept") == remembers
    assert (reason is not None and reason.name == "you_wronged_me") == remembers


def test_grudges_fade_and_help_reduces_them() -> None:
    _, policy = wronged("flint")
    assert policy.grudges is not None
    before = policy.grudges.wrongs[GUY]
    assert before == 100
    assert policy.grudges.wrongs[ARIC] == 0
    policy.on_event([ev.TURN_BEGUN, GUY, -1, 2], SUZAN, RULES)
    faded = policy.grudges.wrongs[GUY]
    assert 0 < faded < before
    policy.on_event([ev.FIGHT_BEGUN, SUZAN, -1, 0], SUZAN, RULES)
    policy.on_event([ev.HELP_AGREED, GUY, SUZAN, 0], SUZAN, RULES)
    assert policy.grudges.wrongs[GUY] < faded


@pytest.mark.parametrize(
    ("event", "wrong"),
    [
        ([ev.MONSTER_JOINED, SUZAN, -1, 1], True),
        ([ev.HELP_REFUSED, GUY, SUZAN, 0], True),
        ([ev.HELP_REFUSED, GUY, ARIC, 0], False),
        ([ev.ITEM_TAKEN, GUY, SUZAN, 0], True),
        ([ev.CARD_TAKEN_FROM, GUY, ARIC, 0], False),
        ([ev.PROMISE_LAPSED, GUY, SUZAN, 0], True),
        ([ev.CARD_PLAYED, GUY, nr.MONSTERS, nr.A_SIDE, MISSILE], True),
        ([ev.CARD_PLAYED, GUY, nr.MUNCHKINS, nr.A_SIDE, MISSILE], False),
        ([ev.CARD_PLAYED, GUY, SUZAN, nr.A_SEAT, ANTHILL], False),
    ],
)
def test_harm_in_the_own_fight_causes_a_grudge(event: list[int], wrong: bool) -> None:
    policy = greedy("flint")
    for numbers in ([ev.FIGHT_BEGUN, SUZAN, -1, 0], [ev.CARD_PLAYED, GUY, -1, 0, WANDERING], event):
        policy.on_event(numbers, SUZAN, RULES)
    assert policy.grudges is not None
    assert (policy.grudges.wrongs[GUY] > 0) == wrong
    assert sum(policy.grudges.wrongs) == policy.grudges.wrongs[GUY]


def test_grudges_are_stored_and_copied() -> None:
    s, policy = wronged("flint")
    other = greedy("flint")
    other.restore_memory(policy.memory())
    twin = policy.copy()
    assert other.memory() == twin.memory() == policy.memory()
    assert chosen_action(s, other, SUZAN) == chosen_action(s, twin, SUZAN) == "play Curse! Lose a Level on Guy"


# Who listens


def table(*names: str) -> Driver:
    bots = [BOTS[name](seat, Rng(f"{name}:{seat}")) for seat, name in enumerate(names)]
    return drive(deal(RULES, len(names), "a"), bots, 40)


def test_bots_without_grudges_receive_no_events() -> None:
    assert table("nasty", "normal", "random", "nasty@gruff").listeners == []
    driver = table("nasty", "nasty@flint", "normal@flint", "easy@flint")
    assert driver.listeners == [1, 2, 3]
    assert driver.copy().listeners == [1, 2, 3]


def test_bots_receive_no_events_in_playouts() -> None:
    driver = table("nasty", "nasty@flint", "nasty@flint", "nasty@flint")
    policies = [policy for policy in driver.policies if policy is not None]
    assert playout(driver.state.copy(), policies, 2).listeners == []


def test_the_driver_passes_events_to_bots_and_to_the_caller() -> None:
    driver, plain = (table("nasty", "nasty@flint", "nasty", "nasty") for _ in range(2))
    events: list[Event] = []
    driver.state.events = events
    wrongs = 0
    while not driver.is_over:
        driver.step()
        plain.step()
        flint, twin = driver.policies[1], plain.policies[1]
        assert flint is not None
        assert twin is not None
        assert flint.memory() == twin.memory()
        wrongs = max(wrongs, *flint.memory()[3][3:])
    assert wrongs > 0
    assert events[-1].kind in (ev.GAME_WON, ev.TURN_BEGUN)


@pytest.mark.skipif(is_compiled(), reason="a compiled policy cannot be subclassed")
def test_events_of_the_public_api_reach_bots() -> None:
    """Bots also receive the events of answers that a recorder or a game applies."""
    received: list[list[int]] = []

    class Ears(GreedyPolicy):
        def on_event(self, event: list[int], seat: int, rules: object) -> None:
            received.append(event)

    class Listening(NastyBot):
        def make_policy(self) -> Policy:
            return Ears(BY_NAME["flint"].apply_to(NASTY))

    play([Listening, "nasty", "nasty"], sets="deluxe", seed=1, max_turns=3)
    assert [event[3] for event in received if event[0] == ev.TURN_BEGUN] == [1, 2, 3, 4]
