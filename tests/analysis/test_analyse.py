"""Tests of analyses: calibrated chances, real turning points, and decisions valued by what a seat knew."""

from __future__ import annotations

import msgspec
import pytest
from tests.analysis.conftest import NAMES, finished_game

from kickdoor.analysis.analyse import AnalysisOptions, analyse
from kickdoor.analysis.analysis_text import choice_text, prompt_before, turning_text
from kickdoor.analysis.calibration import calibrated, interpolate, knots
from kickdoor.analysis.decisions import NO_CHOICE, list_decisions, runner_up, same, weigh
from kickdoor.analysis.report import Analysis
from kickdoor.analysis.timeline import MAX_ANSWERS, build_timeline
from kickdoor.analysis.turning_points import TurningPoint, turning_points
from kickdoor.analysis.win_chances import WinChances, error_of, estimate_win_chances, reshuffle, rng_for
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


def test_chances_add_up_to_one_at_every_point(record: Record, rules: RuleSet, found: Analysis) -> None:
    timeline = build_timeline(record, rules)
    assert [point.answers for point in found.chart if point.begins] == [0, *timeline.turn_starts()]
    assert all(sum(point.chances) == CERTAIN for point in found.chart)
    last = found.chart[-1]
    assert last.answers == len(record.answers)
    assert [seat for seat, chance in enumerate(last.chances) if chance] == sorted(record.result.winners)


def test_one_seat_alone_gets_the_same_decisions(record: Record, rules: RuleSet, found: Analysis) -> None:
    alone = analyse(record, rules, AnalysisOptions(NAMES, TINY, seats=(2,)))
    assert alone.decisions == [one for one in found.decisions if one.seat == 2]
    assert alone.chart == found.chart
    assert [one.seat for one in alone.summaries] == [2]


def test_summaries_list_the_right_decisions(found: Analysis) -> None:
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
    progress: list[int] = []
    analyse(record, rules, AnalysisOptions(NAMES, 100, seats=(0,)), progress.append)
    assert progress == sorted(progress)
    assert (progress[0], progress[-1]) == (0, 100)


def test_a_running_game_is_not_analysed(record: Record, rules: RuleSet) -> None:
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


def test_a_record_without_answers_is_not_analysed(record: Record, rules: RuleSet) -> None:
    won = replay(record).save()
    begun = Begun(len(record.answers), record.rules, record.catalog, won, "", 0)
    empty = msgspec.structs.replace(record, answers=[], begun=begun)
    with pytest.raises(BadData, match="the record has no answers"):
        analyse(empty, rules, AnalysisOptions(NAMES, TINY))


def test_a_game_with_too_many_answers_is_refused_before_the_replay(record: Record, rules: RuleSet) -> None:
    long = msgspec.structs.replace(record, answers=record.answers[:1] * (MAX_ANSWERS + 1))
    with pytest.raises(BadData, match=f"at most {MAX_ANSWERS} are analysed"):
        analyse(long, rules, AnalysisOptions(NAMES, TINY))


def test_decisions_are_valued_by_what_the_seat_knew(record: Record, rules: RuleSet) -> None:
    """With everything dealt again that a seat does not know, each decision is worth the same."""
    rng = rng_for("other worlds")
    asked = [one for one in list_decisions(build_timeline(record, rules)) if one.is_prompted]
    for one in asked[:: max(1, len(asked) // 6)]:
        world = Determinizer(one.before, one.seat).deal(rng)
        assert state_to_json(world) != state_to_json(one.before)
        elsewhere = type(one)(one.key, one.number, one.seat, world, one.did, one.reference, one.memory, True)
        assert weigh(elsewhere, 12) == weigh(one, 12)


def test_decisions_of_bots_are_valued_but_not_those_of_stand_ins(record: Record, rules: RuleSet) -> None:
    own = {one.number for one in list_decisions(build_timeline(record, rules))}
    caused = [msgspec.structs.replace(step, cause=step.cause or "bot") for step in record.answers]
    timeline = build_timeline(msgspec.structs.replace(record, answers=caused), rules)
    assert {one.number for one in list_decisions(timeline)} == own
    assert {one.seat for one in list_decisions(timeline, people=(0, 2))} == {1, 3} & set(range(timeline.seats))


def test_default_answers_are_no_decisions(record: Record, rules: RuleSet) -> None:
    silent = [msgspec.structs.replace(step, cause=step.cause or "silence") for step in record.answers]
    assert not list_decisions(build_timeline(msgspec.structs.replace(record, answers=silent), rules))


def test_an_obvious_choice_is_not_listed_as_a_good_decision(record: Record, rules: RuleSet) -> None:
    plain = [one for one in list_decisions(build_timeline(record, rules)) if same(one.did, one.reference)]
    assert len(plain) > 5
    for one in plain[:: max(1, len(plain) // 5)]:
        found = weigh(one, 24)
        assert found is None or not found.as_master or found.gain == 0


def test_the_runner_up_is_the_candidate_tried_longest() -> None:
    mine, lucky, close, worse = (Candidate((place, [])) for place in range(4))
    mine.results, close.results, worse.results, lucky.results = [60] * 12, [55] * 12, [50] * 12, [90] * 4
    assert runner_up([mine, lucky, close, worse], mine) is close
    assert runner_up([mine], mine) is None


def test_a_position_is_evaluated_without_hindsight(record: Record, rules: RuleSet) -> None:
    """Decks in another order and other dice: hindsight does not know what was drawn."""
    timeline = build_timeline(record, rules)
    s = timeline.after(len(timeline.plies) // 2)
    world = reshuffle(s, rng_for("a"))
    assert [sorted(deck) for deck in world.decks] == [sorted(deck) for deck in s.decks]
    assert world.decks != s.decks
    assert [p.hand for p in world.seats] == [p.hand for p in s.seats]
    assert world.rng.keys != s.rng.keys
    assert reshuffle(s, rng_for("b")).decks != world.decks
    assert estimate_win_chances(s, rng_for("c"), 3) == estimate_win_chances(s, rng_for("c"), 3)
    assert sum(estimate_win_chances(s, rng_for("c"), 3).chances) == CERTAIN


def test_few_playouts_that_agree_prove_little(record: Record, rules: RuleSet) -> None:
    """All that is judged before the end stays open, and the more so the fewer playouts there were."""
    timeline = build_timeline(record, rules)
    late = [timeline.after(len(timeline.plies) - back) for back in range(1, 9)]
    assert not any(s.winners for s in late)
    for s in late:
        rough, close = (estimate_win_chances(s, rng_for("few"), playouts) for playouts in (2, 24))
        assert max(rough.chances) < CERTAIN
        assert max(rough.errors) > max(close.errors) > 0


def test_cards_seen_in_a_deck_stay_where_they_are(record: Record, rules: RuleSet) -> None:
    s = build_timeline(record, rules).after(20).copy()
    known = s.decks[0][-1]
    s.seen = {**s.seen, known: 1}
    assert all(reshuffle(s, rng_for(i)).decks[0][-1] == known for i in range(5))


def test_turning_points_have_a_text(record: Record, rules: RuleSet) -> None:
    timeline = build_timeline(record, rules)
    ply = timeline.plies[-1]
    before, after = WinChances([5000, 4500, 500], [0] * 3, 9), WinChances([10_000, 0, 0], [0] * 3, 9)
    point = TurningPoint(ply, before, after)
    text = turning_text(timeline, point, NAMES)
    assert text.startswith(f"Turn {ply.turn}: ")
    assert text.endswith("Ada 50% → 100% and Bo 45% → 0%.")
    assert "wins the game!" in text
    assert choice_text(ply.before, 0, NO_CHOICE, NAMES) == "Do nothing"


def test_a_change_within_the_error_is_no_turning_point(record: Record, rules: RuleSet) -> None:
    ply = build_timeline(record, rules).plies[4]
    low, high = [2000, 8000, 0], [4000, 6000, 0]
    sure = {4: WinChances(low, [100] * 3, 9), 5: WinChances(high, [100] * 3, 9)}
    vague = {4: WinChances(low, [1500] * 3, 9), 5: WinChances(high, [1500] * 3, 9)}
    small = {4: WinChances(low, [0] * 3, 9), 5: WinChances([2600, 7400, 0], [0] * 3, 9)}
    assert [one.ply for one in turning_points([ply], sure)] == [ply]
    assert turning_points([ply], vague) == []
    assert turning_points([ply], small) == []


def test_chances_are_calibrated_by_a_rising_table() -> None:
    table = knots()
    assert table == sorted(table)
    assert (table[0], table[-1]) == (0, CERTAIN)
    assert [interpolate(x, [0, 1000, CERTAIN]) for x in (0, 2500, 5000, 7500, CERTAIN)] == [0, 500, 1000, 5500, CERTAIN]
    assert calibrated([0, 0, CERTAIN]) == [0, 0, CERTAIN]
    assert sum(calibrated([3333, 3333, 3334])) == CERTAIN


def test_intervals_shrink_with_the_number_of_playouts() -> None:
    # Half of all playouts won: 1.96 × 0.5 / √n, a little more where they are few
    assert [error_of(n // 2 * CERTAIN, n // 2 * CERTAIN**2, n) // 10 for n in (100, 400, 10_000)] == [99, 49, 9]
    assert error_of(CERTAIN, CERTAIN**2, 2) > 6 * CERTAIN
    assert error_of(CERTAIN, CERTAIN**2, 1) == CERTAIN


def test_different_games_have_different_random_numbers(rules: RuleSet, record: Record) -> None:
    other = finished_game(rules, "another")
    assert build_timeline(other, rules).key != build_timeline(record, rules).key


def test_a_short_answer_is_shown_with_its_prompt(rules: RuleSet) -> None:
    """A "No" or the name of a card is shown with its prompt."""
    seen: set[bool] = set()
    for seed in range(20):
        timeline = build_timeline(finished_game(rules, f"question{seed}"), rules)
        for ply in timeline.plies:
            chosen = ply.step.key.startswith("choose")
            question = prompt_before(ply, NAMES)
            assert bool(question) == chosen
            if chosen:
                assert question.endswith((". ", "? "))
            seen.add(chosen)
        if seen == {True, False}:
            return
    raise AssertionError("no player ever chose")
