"""Hints: what `master` would do by a seat's view alone, in one sentence."""

from __future__ import annotations

import re

import pytest
from tests.analysis.conftest import NAMES

from kickdoor.analysis.analysis_text import choice_text
from kickdoor.analysis.decisions import NO_CHOICE
from kickdoor.analysis.hints import Hint, hint, hint_text
from kickdoor.analysis.timeline import GameTimeline, Ply, build_timeline
from kickdoor.analysis.win_chances import rng_for
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.state import State
from kickdoor.policies.search.search_policy import Candidate
from kickdoor.replay import Record
from kickdoor.scenario import set_up
from kickdoor.seat_view import SeatView
from kickdoor.view.determinization import Determinizer
from kickdoor.view.observe import observe


@pytest.fixture(scope="module")
def course(record: Record, rules: RuleSet) -> GameTimeline:
    return build_timeline(record, rules)


def seen_from(s: State, seat: int) -> Hint:
    """Ask for a hint as a table does: with what the seat may know, and its question."""
    view = SeatView(observe(s, seat), runtime.prompt(s, seat), s.rules)
    return hint(view._world, seat, NAMES, 12)


def some(deeds: list[Ply], count: int) -> list[Ply]:
    return deeds[:: max(1, len(deeds) // count)]


def test_a_hint_hangs_on_the_view_of_the_seat_alone(course: GameTimeline) -> None:
    """In a game with other hands, decks and dice that looks the same from the seat, the hint is the same."""
    rng = rng_for("elsewhere")
    for deed in some([deed for deed in course.deeds if deed.is_free], 6):
        seat = deed.step.seat
        other = Determinizer(deed.before, seat).deal(rng)
        assert state_to_json(other) != state_to_json(deed.before)
        assert seen_from(other, seat) == seen_from(deed.before, seat)


def test_a_hint_can_be_taken(course: GameTimeline) -> None:
    for deed in some([deed for deed in course.deeds if deed.is_free and deed.is_asked], 5):
        found = seen_from(deed.before, deed.step.seat)
        code, picks = found.choice
        runtime.apply(deed.before.copy(), Answer(deed.step.seat, code, picks))
        assert re.fullmatch(
            r".+: (\d+% chance to win, instead of \d+% with “.+”|\d+% chance to win\. “.+” would be about as good)\."
            r"|.+\. Nothing else is worth considering\.",
            found.text,
        )


def test_who_is_not_asked_may_be_told_to_let_things_be(course: GameTimeline) -> None:
    for deed in course.deeds:
        for seat in range(course.seats):
            if runtime.prompted_seats(deed.before) >> seat & 1 or not runtime.legal_options(deed.before, seat):
                continue
            found = seen_from(deed.before, seat)
            if found.choice == NO_CHOICE:
                assert found.text.startswith(("Do nothing: ", "Do nothing. "))
                return
    raise AssertionError("there was always something to do")


def test_the_sentence_tells_why(course: GameTimeline) -> None:
    deed = next(deed for deed in course.deeds if deed.is_asked and deed.is_free)
    best, other = Candidate(deed.choice), Candidate(NO_CHOICE)
    best.results, other.results = [6200, 6200, 0], [5500, 5500]
    # Where the other was tried in fewer worlds, those count
    text = hint_text(deed.before, deed.step.seat, NAMES, best, other)
    chances = [int(n) for n in re.findall(r"(\d+)%", text)]
    assert chances[0] > chances[1]
    assert text.endswith(" with “Do nothing”.")
    other.results = best.results[:2]
    text = hint_text(deed.before, deed.step.seat, NAMES, best, other)
    assert "% chance to win. “" in text
    assert text.endswith("” would be about as good.")
    assert hint_text(deed.before, deed.step.seat, NAMES, best, None).endswith("Nothing else is worth considering.")


def test_a_win_by_two_is_told_as_one(course: GameTimeline) -> None:
    deed = next(deed for deed in course.deeds if deed.is_asked and deed.is_free)
    best, other = Candidate(deed.choice), Candidate(NO_CHOICE)
    best.results, other.results = [5000] * 4, [3000] * 4
    text = hint_text(deed.before, deed.step.seat, NAMES, best, other)
    assert re.search(r": you would share the win with another player, .* half\. “Do nothing” would give you \d+%", text)


def test_terms_are_told_from_both_sides() -> None:
    s = set_up("""
scenario: Terms
sets: [deluxe]
open: true
players:
  Aric: {level: 5, equipped: [Helm of Courage]}
  Suzan: {level: 8, equipped: [Boots of Butt-Kicking]}
  Guy: {}
combat: {fighter: Aric, monsters: [Bigfoot]}
steps: []
""").state
    ask = next(code for code in runtime.legal_options(s, 0) if p.act_of(code) == p.ASK and p.target_of(code) == 1)
    boots = s.seats[1].equipped[0]
    terms = [p.pick(p.P_COUNT, 1), p.pick(p.P_WANT, boots)]
    text = choice_text(s, 0, (ask, terms), ["Aric", "Suzan", "Guy"])
    assert text == "Ask Suzan for help: 1 Treasure; Suzan gives Boots of Butt-Kicking"
