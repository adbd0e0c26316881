"""Tests of menus: options that differ only in their target share a line, and rare ones come last."""

from __future__ import annotations

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.cli.terminal.menu import RARE_ACTIONS, Entry, escape_roll, menu_entries
from kickdoor.cli.terminal.table_text import in_brief
from kickdoor.cli.terminal.unavailable_text import unavailable_lines
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime as m
from kickdoor.engine.machine.prompts import Answer, Prompt, act_of, option
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import Fight, Offer, State
from kickdoor.scenario import set_up
from kickdoor.text.options_text import prompt_text

NAMES = ["Aric", "Suzan", "Guy", "Cleo"]


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(default_sets()[:1])


@pytest.fixture(scope="module")
def games(rules: RuleSet) -> list[State]:
    """Play at random and gives copies of the game on the way."""
    s = new_state(rules, RuleOptions(), "menu", 4, [0, 1, 0, 1])
    rng = LehmerRng("a fight")
    out: list[State] = []
    while len(out) < 400 and not s.winners:
        seat = next(i for i in range(4) if m.prompted_seats(s) >> i & 1)
        codes = m.legal_options(s, seat)
        code = codes[rng.below(len(codes))]
        picks = m.form(s, seat, code).sample(s, rng) if code & p.FORM_BIT else []
        out.append(s.copy())
        m.apply(s, Answer(seat, code, picks))
    return out


def codes_of(entry: Entry) -> list[int]:
    return [code for part in entry.parts for code in codes_of(part)] or [entry.code]


def same(s: State, code: int) -> tuple[int, ...]:
    """Return what tells an option from others, equal cards of a hand being one."""
    card = p.card_of(code)
    name = s.cards[card].index if act_of(code) == p.PLAY and card >= 0 else card
    return act_of(code), name, p.way_of(code), p.kind_of(code), p.target_of(code), p.second_of(code)


def test_every_option_is_in_the_menu_once(games: list[State]) -> None:
    for s in games:
        for seat in range(4):
            codes = m.legal_options(s, seat)
            found = [code for entry in menu_entries(s, seat, codes, NAMES) for code in codes_of(entry)]
            assert {same(s, code) for code in found} == {same(s, code) for code in codes}
            assert len(found) == len(set(found))
            assert set(found) <= set(codes)


def test_menus_are_short_and_clean(games: list[State]) -> None:
    for s in games:
        for seat in range(4):
            lines = menu_entries(s, seat, m.legal_options(s, seat), NAMES)
            assert len(lines) <= 25
            assert sum(act_of(line.code) in RARE_ACTIONS for line in lines if line.code >= 0) <= 1
            for line in lines:
                assert "  " not in line.text
                assert "on  " not in line.text


def test_targets_are_listed_in_one_line(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "menu", 4, [])
    curse = next(card for card, d in enumerate(s.cards) if d.kind == nr.CURSE)
    codes = [option(p.PLAY, curse, nr.A_SEAT, seat) for seat in range(4)]
    (entry,) = menu_entries(s, 0, codes, NAMES)
    assert entry.text == f"Play {s.cards[curse].name} on Suzan, Guy, Cleo or yourself …"
    assert [p.target_of(part.code) for part in entry.parts] == [1, 2, 3, 0]
    assert entry.parts[0].text.endswith("on Suzan (Level 1, strength 1)")
    assert curse in entry.cards()


def test_monsters_that_could_join_are_listed_in_one_line(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "menu", 4, [])
    joining = next(card for card, d in enumerate(s.cards) if d.kind == nr.WANDERING)
    monsters = [card for card, d in enumerate(s.cards) if d.kind == nr.MONSTER][:3]
    (entry,) = menu_entries(s, 0, [option(p.PLAY, joining, 0, 0, monster) for monster in monsters], NAMES)
    first, second, third = (s.cards[monster].name for monster in monsters)
    assert entry.text == f"Play {s.cards[joining].name} with {first}, {second} or {third} …"
    assert entry.parts[1].text == f"Play {s.cards[joining].name} with {second}"


def test_every_offer_is_in_the_prompt(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "menu", 4, [])
    s.fight = Fight(0)
    s.fight.offers = [Offer(1, 0, 1, [p.pick(p.P_COUNT, 1)], 0), Offer(2, 0, 2, [], 0)]
    asked = Prompt(1, 0, nr.ASK_OFFER, [option(p.REFUSE, -1, nr.A_SEAT, 1)], True)
    assert prompt_text(s, asked, NAMES) == "Suzan offers to help for 1 Treasure. Guy offers to help for nothing."


def test_escape_rolls_are_shown(games: list[State]) -> None:
    fights = [s for s in games if s.fight is not None and s.fight.bodies]
    texts = {escape_roll(s, s.fight.main, body) for s in fights if s.fight is not None for body in s.fight.bodies}
    assert "you need 5 or more on the die" in texts


def test_cards_are_named_with_their_numbers(rules: RuleSet) -> None:
    s = new_state(rules, RuleOptions(), "menu", 4, [])
    texts = {d.name: in_brief(s, card) for card, d in enumerate(s.cards)}
    monster = next(d for d in s.cards if d.kind == nr.MONSTER)
    assert texts[monster.name] == f"{monster.name} (Level {monster.level})"
    assert any(", only for a" in text for text in texts.values())
    assert not any("()" in text or "." in text.partition(" (")[2] for text in texts.values())


def test_reasons_name_their_cards_and_steps(games: list[State]) -> None:
    for s in games[::5]:
        for line in unavailable_lines(s, 0, NAMES):
            assert " on :" not in line
            assert "  " not in line.strip()


def test_an_ability_without_a_target_is_called_by_its_card() -> None:
    position = "scenario: x\nsets: [deluxe]\nplayers: {A: {equipped: [Rat on a Stick]}, B: {}, C: {}}\nsteps: []\n"
    lines = unavailable_lines(set_up(position).state, 0, NAMES)
    assert [line for line in lines if line.startswith("  Use Throw the rat (Rat on a Stick): ")]
