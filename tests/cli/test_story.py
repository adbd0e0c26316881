"""Tests of the event log: the reader is "you", consequences are included, and needless lines are left out."""

from __future__ import annotations

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.cli.terminal.event_log import EventLog, Line
from kickdoor.cli.terminal.table_text import table_lines
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.events import EVENTS, EVERYONE, Event
from kickdoor.engine.rules.fight.strength import munchkin_strength
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.state.state import Fight, State
from kickdoor.scenario import set_up
from kickdoor.text.event_text import has_third_person_verb, narrate
from kickdoor.text.message_catalog import language

NAMES = ["Aric", "Suzan", "Guy"]


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(default_sets()[:1])


@pytest.fixture
def state(rules: RuleSet) -> State:
    return new_state(rules, RuleOptions(), "story", 3, [])


def card(rules: RuleSet, kind: int) -> int:
    """Find some definition of a kind."""
    return next(d.index for d in rules.defs if d.kind == kind and (kind != nr.MONSTER or d.bad_stuff >= 0))


def event(kind: int, seat: int, other: int = -1, amount: int = 0, defs: tuple[int, ...] = ()) -> Event:
    return Event(kind, seat, other, amount, list(range(len(defs))), list(defs), EVERYONE)


def log_lines(s: State, *events: Event) -> list[Line]:
    event_log = EventLog(s.rules, 0, NAMES)
    event_log.add(s, list(events))
    return event_log.lines()


@pytest.mark.parametrize("kind", EVENTS)
def test_every_sentence_about_the_reader_agrees_with_you(kind: str) -> None:
    for form, template in language().find("event." + kind).items():
        assert not has_third_person_verb(template), f"event.{kind}, {form}: write {{me:~does|do}} after {{who}}"


def test_the_reader_is_you(rules: RuleSet) -> None:
    dies: dict[str, object] = {"kind": "died", "seat": 0, "other": -1, "amount": 0, "count": 0}
    assert narrate(rules, dies, NAMES) == "Aric dies!"
    assert narrate(rules, dies, NAMES, me=0) == "You die!"
    asks: dict[str, object] = {"kind": "help_asked", "seat": 1, "other": 0, "amount": 0, "count": 0}
    assert narrate(rules, asks, NAMES, me=0) == "Suzan asks you for help."
    refused: dict[str, object] = {"kind": "help_refused", "seat": 1, "other": 0, "amount": 0, "count": 0}
    assert narrate(rules, refused, NAMES, me=0) == "Suzan turns down your offer."
    assert narrate(rules, refused, NAMES) == "Suzan turns down Aric's offer."


def test_level_events_show_the_level_reached(state: State) -> None:
    gained, lost = event(ev.LEVEL_GAINED, 1, -1, 2), event(ev.LEVEL_LOST, 1, -1, 1)
    gained.changed(3, 5)
    lost.changed(5, 4)
    lines = log_lines(state, gained, lost)
    assert [line.text for line in lines] == [
        "Suzan gains 2 levels: 3 → 5.",
        "Suzan loses 1 level: 5 → 4.",
    ]
    assert not lines[0].about_reader


def test_a_turn_begins_with_the_levels(state: State) -> None:
    line = log_lines(state, event(ev.TURN_BEGUN, 0, -1, 7))[0]
    assert line.text == "Turn 7: your turn. Levels: you 1, Suzan 1, Guy 1."
    assert line.is_turn


def test_first_rolls_are_one_line(state: State) -> None:
    rolls = [event(ev.DIE_ROLLED, seat, 0, seat + 2) for seat in range(3)]
    lines = log_lines(state, *rolls, event(ev.TURN_BEGUN, 2, -1, 1))
    assert lines[0].text == "Rolling to see who goes first (ties roll again): you 2, Suzan 3, Guy 4."
    assert len(lines) == 2


def test_items_equipped_in_a_row_are_one_line(rules: RuleSet, state: State) -> None:
    items = [d.index for d in rules.defs if d.kind == nr.ITEM][:2]
    steps = [event(kind, 1, -1, 0, (item,)) for item in items for kind in (ev.CARD_PLAYED, ev.ITEM_EQUIPPED)]
    assert [line.text for line in log_lines(state, *steps)] == [
        f"Suzan equips {rules.defs[items[0]].name} and {rules.defs[items[1]].name}."
    ]


def test_the_text_of_the_readers_monster_is_printed(rules: RuleSet, state: State) -> None:
    monster = card(rules, nr.MONSTER)
    lines = log_lines(state, event(ev.DOOR_KICKED, 0, -1, 0, (monster,)), event(ev.FIGHT_BEGUN, 0, -1, 0, (monster,)))
    assert len(lines) == 2
    assert f"Level {rules.defs[monster].level}." in lines[1].text
    caught = log_lines(state, event(ev.CAUGHT, 1, -1, 0, (monster,)))
    assert caught[1].text.strip().startswith("Bad Stuff: ")


def test_offers_are_printed_with_their_terms(state: State) -> None:
    state.fight = Fight(1)
    asked, offered = event(ev.HELP_ASKED, 1, 0), event(ev.HELP_OFFERED, 2, 1)
    asked.offered([p.pick(p.P_COUNT, 2)], 0)
    offered.offered([], 2)
    lines = log_lines(state, asked, offered)
    assert [line.text for line in lines] == [
        "Suzan asks you for help and offers 2 Treasures.",
        "Guy offers to help Suzan for nothing.",
    ]
    assert lines[0].about_reader


def test_treasures_picked_by_the_player_who_drew_them_are_logged_once(rules: RuleSet, state: State) -> None:
    first, second = [d.index for d in rules.defs if d.kind == nr.ITEM][:2]
    drawn = event(ev.TREASURES_DRAWN, 1, -1, 0, (first, second))
    own_picks = [event(ev.TREASURE_PICKED, 1, -1, 0, (item,)) for item in (second, first)]
    assert len(log_lines(state, drawn, *own_picks)) == 1
    other_pick = event(ev.TREASURE_PICKED, 2, -1, 0, (second,))
    assert [line.text for line in log_lines(state, drawn, other_pick, own_picks[1])][1:] == [
        f"Guy picks {rules.defs[second].name}.",
        f"Suzan picks {rules.defs[first].name}.",
    ]


def test_sentences_end_with_one_mark(rules: RuleSet, state: State) -> None:
    loud = [d.index for d in rules.defs if d.name.endswith("!")]
    for index in loud:
        for kind in (ev.CARD_PLAYED, ev.DOOR_KICKED):
            assert log_lines(state, event(kind, 1, -1, 0, (index,)))[0].text.endswith(rules.defs[index].name)


@pytest.mark.parametrize(("level", "is_expected"), [(5, False), (9, True)])
def test_a_prompt_warns_of_a_claim_that_could_win_the_game(level: int, is_expected: bool) -> None:
    game = set_up(f"""
scenario: A claim
sets: [deluxe]
open: true
players:
  Aric: {{level: {level}}}
  Suzan: {{hand: [Mate]}}
  Guy: {{}}
combat: {{fighter: Aric, monsters: [Potted Plant]}}
steps:
  - Aric: claim
""")
    question = game.view(1).question
    assert question.startswith("Aric claims victory")
    assert ("could win the game with it" in question) is is_expected


def test_strengths_after_the_game_leave_the_last_fight_out() -> None:
    game = set_up("""
scenario: The end
sets: [deluxe]
open: true
players:
  Aric: {level: 9}
  Suzan: {class: Thief, hand: [Mate]}
  Guy: {}
combat: {fighter: Aric, monsters: [Potted Plant]}
steps:
  - Suzan: {use: Backstab, on: Aric, discarding: [Mate]}
  - Aric: claim
  - everyone: pass
""")
    assert game.state.winners == [0]
    assert munchkin_strength(game.state, 0) == 8
    assert "Level 10, strength 10," in table_lines(game.state, 0, ["Aric", "Suzan", "Guy"])[0]
