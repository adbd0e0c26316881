"""Tests of hints: the choice of `master` from the view of one seat, with a sentence."""

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
def timeline(record: Record, rules: RuleSet) -> GameTimeline:
    return build_timeline(record, rules)


def seen_from(s: State, seat: int) -> Hint:
    """Ask for a hint as a table does: with what the seat may know, and its question."""
    view = SeatView(observe(s, seat), runtime.prompt(s, seat), s.rules)
    return hint(view._world, seat, NAMES, 12)


def some(plies: list[Ply], count: int) -> list[Ply]:
    return plies[:: max(1, len(plies) // count)]


def test_a_hint_depends_only_on_the_view_of_the_seat(timeline: GameTimeline) -> None:
    """In a game with other hands, decks and dice that looks the same from the seat, the hint is the same."""
    rng = rng_for("elsewhere")
    for ply in some([ply for ply in timeline.plies if ply.is_free], 6):
        seat = ply.step.seat
        other = Determinizer(ply.before, seat).deal(rng)
        assert state_to_json(other) != state_to_json(ply.before)
        assert seen_from(other, seat) == seen_from(ply.before, seat)


def test_a_hint_can_be_taken(timeline: GameTimeline) -> None:
    for ply in some([ply for ply in timeline.plies if ply.is_free and ply.is_prompted], 5):
        found = seen_from(ply.before, ply.step.seat)
        code, picks = found.choice
        runtime.apply(ply.before.copy(), Answer(ply.step.seat, code, picks))
        assert re.fullmatch(
            r".+: (\d+% chance to win, instead of \d+% with “.+”|\d+% chance to win\. “.+” would be about as good)\."
            r"|.+\. Nothing else is worth considering\.",
            found.text,
        )


def test_a_seat_without_a_prompt_may_be_advised_to_do_nothing(timeline: GameTimeline) -> None:
    for ply in timeline.plies:
        for seat in range(timeline.seats):
            if runtime.prompted_seats(ply.before) >> seat & 1 or not runtime.legal_options(ply.before, seat):
                continue
            found = seen_from(ply.before, seat)
            if found.choice == NO_CHOICE:
                assert found.text.startswith(("Do nothing: ", "Do nothing. "))
                return
    raise AssertionError("there was always something to do")


def test_a_hint_compares_two_choices(timeline: GameTimeline) -> None:
    ply = next(ply for ply in timeline.plies if ply.is_prompted and ply.is_free)
    best, other = Candidate(ply.choice), Candidate(NO_CHOICE)
    best.results, other.results = [6200, 6200, 0], [5500, 5500]
    # Where the other was tried in fewer worlds, those count
    text = hint_text(ply.before, ply.step.seat, NAMES, best, other)
    chances = [int(n) for n in re.findall(r"(\d+)%", text)]
    assert chances[0] > chances[1]
    assert text.endswith(" with “Do nothing”.")
    other.results = best.results[:2]
    text = hint_text(ply.before, ply.step.seat, NAMES, best, other)
    assert "% chance to win. “" in text
    assert text.endswith("” would be about as good.")
    assert hint_text(ply.before, ply.step.seat, NAMES, best, None).endswith("Nothing else is worth considering.")


def test_a_shared_win_has_its_own_sentence(timeline: GameTimeline) -> None:
    ply = next(ply for ply in timeline.plies if ply.is_prompted and ply.is_free)
    best, other = Candidate(ply.choice), Candidate(NO_CHOICE)
    best.results, other.results = [5000] * 4, [3000] * 4
    text = hint_text(ply.before, ply.step.seat, NAMES, best, other)
    assert re.search(r": you would share the win with another player, .* half\. “Do nothing” would give you \d+%", text)


def test_terms_are_worded_for_both_sides() -> None:
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
