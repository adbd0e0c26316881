"""Analyses: chances that hold, turning points where something turned, decisions by what a seat knew."""

from __future__ import annotations

import msgspec
import pytest
from tests.analysis.conftest import NAMES, finished_game

from kickdoor.analysis.analyse import AnalysisOptions, analyse
from kickdoor.analysis.analysis_text import choice_text, question_before, turning_text
from kickdoor.analysis.calibration import calibrated, knots, put_right
from kickdoor.analysis.decisions import NO_CHOICE, dilemmas, runner_up, same, weigh
from kickdoor.analysis.report import Analysis
from kickdoor.analysis.timeline import MAX_ANSWERS, build_timeline
from kickdoor.analysis.turning_points import TurningPoint, turning_points
from kickdoor.analysis.win_chances import WinChances, error_of, estimate_win_chances, reshuffled, rng_for
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import state_to_json
from kickdoor.policies.evaluation.position_value import CERTAIN
from kickdoor.policies.search.racing import Candidate
from kickdoor.replay import Record, Replayer, replay
from kickdoor.replay.record import Begun
from kickdoor.view.determinization import Determinizer

TINY = 300


@pytest.fixture(scope="module")
def found(record: Record, rules: RuleSet) -> Analysis:
    return analyse(record, rules, AnalysisOptions(NAMES, TINY))


def test_an_analysis_is_the_same_again_and_on_any_number_of_processes(
    record: Record, rules: RuleSet, found: Analysis
) -> None:
    assert analyse(record, rules, AnalysisOptions(NAMES, TINY, jobs=2)) == found
    assert analyse(record, rules, AnalysisOptions(NAMES, TINY + 300)) != found


def test_chances_are_a_whole_at_every_moment(record: Record, rules: RuleSet, found: Analysis) -> None:
    course = build_timeline(record, rules)
    assert [point.answers for point in found.chart if point.begins] == [0, *course.turn_starts()]
    assert all(sum(point.chances) == CERTAIN for point in found.chart)
    last = found.chart[-1]
    assert last.answers == len(record.answers)
    assert [seat for seat, chance in enumerate(last.chances) if chance] == sorted(record.result.winners)


def test_one_seat_alone_gets_the_same_decisions(record: Record, rules: RuleSet, found: Analysis) -> None:
    alone = analyse(record, rules, AnalysisOptions(NAMES, TINY, seats=(2,)))
    assert alone.decisions == [one for one in found.decisions if one.seat == 2]
    assert alone.chart == found.chart
    assert [one.seat for one in alone.summaries] == [2]


def test_lists_hold_what_they_say(found: Analysis) -> None:
    for one in found.summaries:
        mine = [decision for decision in found.decisions if decision.seat == one.seat]
        assert (one.decisions, one.as_master) == (len(mine), sum(decision.as_master for decision in mine))
        worst = [found.decisions[place].gain for place in one.worst]
        best = [found.decisions[place].gain for place in one.best]
        assert worst == sorted(worst)
        assert best == sorted(best, reverse=True)
        assert all(gain < 0 for gain in worst)
        assert all(gain > 0 for gain in best)
        assert not any(found.decisions[place].as_master for place in one.worst)


def test_progress_rises_to_the_end(record: Record, rules: RuleSet) -> None:
    told: list[int] = []
    analyse(record, rules, AnalysisOptions(NAMES, 100, seats=(0,)), told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 100)


def test_a_game_that_goes_on_is_not_analysed(record: Record, rules: RuleSet) -> None:
    half = msgspec.structs.replace(record, answers=record.answers[: len(record.answers) // 2])
    replayer = Replayer(msgspec.structs.replace(half, result=msgspec.structs.replace(half.result, winners=[])), rules)
    while replayer.done < len(half.answers):
        replayer.step()
    running = replayer.recorder.record()
    with pytest.raises(BadData, match="only finished games are analysed"):
        analyse(running, rules, AnalysisOptions(NAMES, TINY))
    # One that only says that it is over is found out by playing it
    with pytest.raises(BadData, match="ends with winners"):
        analyse(half, rules, AnalysisOptions(NAMES, TINY))
    boasts = msgspec.structs.replace(running, result=msgspec.structs.replace(running.result, winners=[0]))
    with pytest.raises(BadData, match="ends with winners"):
        analyse(boasts, rules, AnalysisOptions(NAMES, TINY))


def test_a_record_that_begins_where_the_game_is_won_is_not_analysed(record: Record, rules: RuleSet) -> None:
    won = replay(record).save()
    begun = Begun(len(record.answers), record.rules, record.catalog, won, "", 0)
    empty = msgspec.structs.replace(record, answers=[], begun=begun)
    with pytest.raises(BadData, match="nothing was played in it"):
        analyse(empty, rules, AnalysisOptions(NAMES, TINY))


def test_a_game_too_long_to_be_held_in_memory_is_refused_before_it_is_played(record: Record, rules: RuleSet) -> None:
    long = msgspec.structs.replace(record, answers=record.answers[:1] * (MAX_ANSWERS + 1))
    with pytest.raises(BadData, match=f"at most {MAX_ANSWERS} are analysed"):
        analyse(long, rules, AnalysisOptions(NAMES, TINY))


def test_decisions_are_weighed_by_what_the_seat_knew(record: Record, rules: RuleSet) -> None:
    """With everything dealt again that a seat does not know, each decision is worth the same."""
    rng = rng_for("other worlds")
    asked = [one for one in dilemmas(build_timeline(record, rules)) if one.is_asked]
    for one in asked[:: max(1, len(asked) // 6)]:
        world = Determinizer(one.before, one.seat).deal(rng)
        assert state_to_json(world) != state_to_json(one.before)
        elsewhere = type(one)(one.key, one.number, one.seat, world, one.did, one.reference, one.memory, True)
        assert weigh(elsewhere, 12) == weigh(one, 12)


def test_what_bots_decide_is_weighed_and_what_they_do_for_people_is_not(record: Record, rules: RuleSet) -> None:
    own = {one.number for one in dilemmas(build_timeline(record, rules))}
    caused = [msgspec.structs.replace(step, cause=step.cause or "bot") for step in record.answers]
    course = build_timeline(msgspec.structs.replace(record, answers=caused), rules)
    assert {one.number for one in dilemmas(course)} == own
    assert {one.seat for one in dilemmas(course, people=(0, 2))} == {1, 3} & set(range(course.seats))


def test_nobody_decides_in_silence(record: Record, rules: RuleSet) -> None:
    silent = [msgspec.structs.replace(step, cause=step.cause or "silence") for step in record.answers]
    assert not dilemmas(build_timeline(msgspec.structs.replace(record, answers=silent), rules))


def test_nobody_is_praised_for_what_looks_best_at_first_sight(record: Record, rules: RuleSet) -> None:
    plain = [one for one in dilemmas(build_timeline(record, rules)) if same(one.did, one.reference)]
    assert len(plain) > 5
    for one in plain[:: max(1, len(plain) // 5)]:
        found = weigh(one, 24)
        assert found is None or not found.as_master or found.gain == 0


def test_the_next_best_is_who_was_in_the_race_for_longest() -> None:
    mine, lucky, close, worse = (Candidate((place, [])) for place in range(4))
    mine.results, close.results, worse.results, lucky.results = [60] * 12, [55] * 12, [50] * 12, [90] * 4
    assert runner_up([mine, lucky, close, worse], mine) is close
    assert runner_up([mine], mine) is None


def test_a_position_is_judged_without_what_lies_ahead(record: Record, rules: RuleSet) -> None:
    """Decks in another order and other dice: hindsight does not know what was drawn."""
    course = build_timeline(record, rules)
    s = course.after(len(course.deeds) // 2)
    world = reshuffled(s, rng_for("a"))
    assert [sorted(deck) for deck in world.decks] == [sorted(deck) for deck in s.decks]
    assert world.decks != s.decks
    assert [p.hand for p in world.seats] == [p.hand for p in s.seats]
    assert world.rng.keys != s.rng.keys
    assert reshuffled(s, rng_for("b")).decks != world.decks
    assert estimate_win_chances(s, rng_for("c"), 3) == estimate_win_chances(s, rng_for("c"), 3)
    assert sum(estimate_win_chances(s, rng_for("c"), 3).chances) == CERTAIN


def test_few_playouts_that_agree_prove_little(record: Record, rules: RuleSet) -> None:
    """All that is judged before the end stays open, and the more so the fewer playouts there were."""
    course = build_timeline(record, rules)
    late = [course.after(len(course.deeds) - back) for back in range(1, 9)]
    assert not any(s.winners for s in late)
    for s in late:
        rough, close = (estimate_win_chances(s, rng_for("few"), playouts) for playouts in (2, 24))
        assert max(rough.chances) < CERTAIN
        assert max(rough.errors) > max(close.errors) > 0


def test_cards_seen_in_a_deck_stay_where_they_are(record: Record, rules: RuleSet) -> None:
    s = build_timeline(record, rules).after(20).copy()
    known = s.decks[0][-1]
    s.seen = {**s.seen, known: 1}
    assert all(reshuffled(s, rng_for(i)).decks[0][-1] == known for i in range(5))


def test_turning_points_are_told_in_words(record: Record, rules: RuleSet) -> None:
    course = build_timeline(record, rules)
    deed = course.deeds[-1]
    before, after = WinChances([5000, 4500, 500], [0] * 3, 9), WinChances([10_000, 0, 0], [0] * 3, 9)
    point = TurningPoint(deed, before, after)
    text = turning_text(course, point, NAMES)
    assert text.startswith(f"Turn {deed.turn}: ")
    assert text.endswith("Ada 50% → 100% and Bo 45% → 0%.")
    assert "wins the game!" in text
    assert choice_text(deed.before, 0, NO_CHOICE, NAMES) == "Do nothing"


def test_what_the_lots_could_do_is_no_turning_point(record: Record, rules: RuleSet) -> None:
    deed = build_timeline(record, rules).deeds[4]
    low, high = [2000, 8000, 0], [4000, 6000, 0]
    sure = {4: WinChances(low, [100] * 3, 9), 5: WinChances(high, [100] * 3, 9)}
    vague = {4: WinChances(low, [1500] * 3, 9), 5: WinChances(high, [1500] * 3, 9)}
    small = {4: WinChances(low, [0] * 3, 9), 5: WinChances([2600, 7400, 0], [0] * 3, 9)}
    assert [one.deed for one in turning_points([deed], sure)] == [deed]
    assert turning_points([deed], vague) == []
    assert turning_points([deed], small) == []


def test_chances_are_put_right_by_a_rising_table() -> None:
    table = knots()
    assert table == sorted(table)
    assert (table[0], table[-1]) == (0, CERTAIN)
    assert [put_right(x, [0, 1000, CERTAIN]) for x in (0, 2500, 5000, 7500, CERTAIN)] == [0, 500, 1000, 5500, CERTAIN]
    assert calibrated([0, 0, CERTAIN]) == [0, 0, CERTAIN]
    assert sum(calibrated([3333, 3333, 3334])) == CERTAIN


def test_intervals_shrink_with_the_number_of_playouts() -> None:
    # Half of all playouts won: 1.96 × 0.5 / √n, a little more where they are few
    assert [error_of(n // 2 * CERTAIN, n // 2 * CERTAIN**2, n) // 10 for n in (100, 400, 10_000)] == [99, 49, 9]
    assert error_of(CERTAIN, CERTAIN**2, 2) > 6 * CERTAIN
    assert error_of(CERTAIN, CERTAIN**2, 1) == CERTAIN


def test_other_games_have_other_lots(rules: RuleSet, record: Record) -> None:
    other = finished_game(rules, "another")
    assert build_timeline(other, rules).key != build_timeline(record, rules).key


def test_an_answer_that_says_little_comes_with_its_question(rules: RuleSet) -> None:
    """A "No" or the name of a card is told with what was asked."""
    seen: set[bool] = set()
    for seed in range(20):
        course = build_timeline(finished_game(rules, f"question{seed}"), rules)
        for deed in course.deeds:
            chosen = deed.step.key.startswith("choose")
            question = question_before(deed, NAMES)
            assert bool(question) == chosen
            if chosen:
                assert question.endswith((". ", "? "))
            seen.add(chosen)
        if seen == {True, False}:
            return
    raise AssertionError("nobody ever chose")
