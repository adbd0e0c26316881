"""Analysis of a finished game: a survey of all positions, a detailed look where it counts, and every decision."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from kickdoor.analysis.analysis_text import NOTABLE, choice_text, decision_text, turning_text
from kickdoor.analysis.decisions import DecisionPoint, DecisionValue, list_decisions, weigh
from kickdoor.analysis.report import Analysis, ChartPoint, Decision, Summary, Turning
from kickdoor.analysis.timeline import GameTimeline, Ply, build_timeline
from kickdoor.analysis.turning_points import (
    TurningPoint,
    chances_before,
    eventful_plies,
    largest_changes,
    turning_points,
)
from kickdoor.analysis.win_chances import WinChances, estimate_win_chances, rng_for
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.state.state import State
from kickdoor.replay.record import Record
from kickdoor.sim.footprint import is_compiled
from kickdoor.sim.process_pool import run_unordered

VERSION = 3
"""Version of the analysis, raised with every change of its results."""
BUDGET = 24_000
"""Playouts for a whole game."""
PURE_BUDGET = 3_000
"""Playouts for a whole game if the engine is not compiled, which makes it at least seven times slower."""
SURVEY, DETAIL = 20, 30
"""Percent of the budget for the survey and for the detailed look; decisions get the rest."""
MAX_PLAYOUTS_PER_POSITION = 600
MIN_PLAYOUTS_PER_POSITION = 2
MIN_POSITION_ERROR = 100
"""Minimum error of a position in ten-thousandths, even if its playouts agree."""
MAX_PLAYOUTS_PER_DECISION = 240
MAX_LISTED_DECISIONS = 5
"""Number of best and of worst decisions listed for each player."""

Task = TypeVar("Task")
Result = TypeVar("Result")
ProgressCallback = Callable[[int], None]
"""A function that receives the progress in percent."""
Work = Generator[int, None, Result]
"""A task that is done step by step and yields its progress."""


@dataclass(frozen=True, slots=True)
class PositionTask:
    """One position to evaluate."""

    key: str
    number: int
    state: State
    playouts: int


@dataclass(frozen=True)
class AnalysisOptions:
    """The parameters of an analysis."""

    names: list[str]
    budget: int = 0
    """Playouts for the whole game; 0 chooses by the speed of the engine."""
    seats: tuple[int, ...] | None = None
    """Seats whose decisions are valued; None means all. Fewer seats save time, but do not get more playouts each."""
    jobs: int = 1
    people: tuple[int, ...] = ()
    """The seats of people, if known."""

    @property
    def playouts(self) -> int:
        return self.budget or (BUDGET if is_compiled() else PURE_BUDGET)


def evaluate_position(task: PositionTask) -> tuple[int, WinChances]:
    """Evaluate one position; may run in a separate process."""
    return task.number, estimate_win_chances(
        task.state, rng_for(task.key, "position", task.number, task.playouts), task.playouts
    )


def value_decision(playouts: int, point: DecisionPoint) -> tuple[int, DecisionValue | None]:
    """Value one decision; may run in a separate process. A decision whose playouts do not end is left out."""
    try:
        return point.number, weigh(point, playouts)
    except EngineError:
        return point.number, None


def analyse(
    record: Record, rules: RuleSet, options: AnalysisOptions, on_progress: ProgressCallback | None = None
) -> Analysis:
    """Analyse a finished game. The same record and budget give the same analysis on every machine."""
    work = analysing(record, rules, options)
    try:
        while True:
            percent = next(work)
            if on_progress is not None:
                on_progress(percent)
    except StopIteration as done:
        found: Analysis = done.value
        return found
    finally:
        work.close()


def analysing(record: Record, rules: RuleSet, options: AnalysisOptions) -> Work[Analysis]:
    """Analyse step by step, yielding the progress in percent after each step; the caller may stop there."""
    timeline = build_timeline(record, rules)
    yield 0
    detail, plies = yield from survey_chances(timeline, options)
    values = yield from value_decisions(timeline, options)
    decisions = [decision(timeline, one, options.names) for one in values]
    seats = range(timeline.seats) if options.seats is None else options.seats
    return Analysis(
        version=VERSION,
        names=options.names,
        winners=timeline.end.winners[:],
        turns=timeline.end.turns,
        budget=options.playouts,
        chart=chart(timeline, detail),
        turning=[turning(timeline, point, options.names) for point in turning_points(plies, detail)],
        decisions=decisions,
        summaries=[summary(seat, decisions) for seat in seats],
    )


def run_tasks(
    work: Callable[[Task], Result], tasks: list[Task], jobs: int, percents: tuple[int, int]
) -> Work[list[Result]]:
    """Run all tasks of one part of the analysis; `percents` are the progress at its start and its end."""
    start, end = percents
    found: list[Result] = []
    results = run_unordered(work, tasks, min(jobs, max(1, len(tasks))))
    try:
        for result in results:
            found.append(result)
            yield start + (end - start) * len(found) // len(tasks)
    finally:
        results.close()
    yield end
    return found


def survey_chances(timeline: GameTimeline, options: AnalysisOptions) -> Work[tuple[dict[int, WinChances], list[Ply]]]:
    """Survey all positions, then evaluate turn starts and large changes in detail; return the detail and its plies.

    The detailed look uses new playouts, since the largest of many rough differences are partly due to chance.
    """
    numbers = sorted({0, *[ply.number for ply in eventful_plies(timeline)]})
    survey = yield from evaluate_positions(timeline, dict.fromkeys(numbers, 1), options, (0, SURVEY))
    plies = largest_changes(timeline, survey)
    neighbours = {place for ply in plies for place in (ply.number - 1, ply.number)}
    numbers = sorted({0, *timeline.turn_starts(), *neighbours, len(timeline.plies)})
    weights = {number: MIN_POSITION_ERROR + max(chances_before(survey, number).errors) for number in numbers}
    return (yield from evaluate_positions(timeline, weights, options, (SURVEY, SURVEY + DETAIL))), plies


def evaluate_positions(
    timeline: GameTimeline, weights: dict[int, int], options: AnalysisOptions, percents: tuple[int, int]
) -> Work[dict[int, WinChances]]:
    """Evaluate positions, each with a weighted part of the budget: open positions need more."""
    total = sum(weights.values())
    budget = options.playouts * (percents[1] - percents[0]) // 100
    tasks = [
        PositionTask(timeline.key, number, timeline.after(number), clamp_playouts(budget * weight // total))
        for number, weight in weights.items()
    ]
    return dict((yield from run_tasks(evaluate_position, tasks, options.jobs, percents)))


def clamp_playouts(playouts: int) -> int:
    """Limit the playouts of one position."""
    return max(MIN_PLAYOUTS_PER_POSITION, min(MAX_PLAYOUTS_PER_POSITION, playouts))


def value_decisions(timeline: GameTimeline, options: AnalysisOptions) -> Work[list[DecisionValue]]:
    """Value the decisions of the requested seats, in the order they were taken."""
    all_decisions = list_decisions(timeline, options.people)
    start = SURVEY + DETAIL
    budget = options.playouts * (100 - start) // 100
    playouts = max(4, min(MAX_PLAYOUTS_PER_DECISION, budget // max(1, len(all_decisions))))
    own = [point for point in all_decisions if options.seats is None or point.seat in options.seats]
    results = yield from run_tasks(partial(value_decision, playouts), own, options.jobs, (start, 100))
    return [value for _, value in sorted(results, key=first) if value is not None]


def first(pair: tuple[int, object]) -> int:
    return pair[0]


def chart(timeline: GameTimeline, detail: dict[int, WinChances]) -> list[ChartPoint]:
    """List the win chances of all players over the game."""
    turn_starts = {0, *timeline.turn_starts()}
    return [
        ChartPoint(number, timeline.after(number).turns, number in turn_starts, found.chances, found.errors)
        for number, found in sorted(detail.items())
    ]


def turning(timeline: GameTimeline, point: TurningPoint, names: list[str]) -> Turning:
    """Return a turning point as plain data."""
    ply = point.ply
    text = turning_text(timeline, point, names)
    return Turning(ply.number, ply.turn, ply.step.seat, text, point.before.chances, point.after.chances)


def decision(timeline: GameTimeline, value: DecisionValue, names: list[str]) -> Decision:
    """Return a decision as plain data."""
    ply = timeline.plies[value.number - 1]
    did, other = [choice_text(ply.before, value.seat, choice, names) for choice in (value.did, value.rival)]
    return Decision(
        answers=value.number - 1,
        turn=ply.turn,
        seat=value.seat,
        did=did,
        other=other,
        as_master=value.as_master,
        chance=value.chance,
        beside=value.other,
        error=value.error,
        is_clear=value.is_clear,
        text=decision_text(ply, value, names, did, other),
    )


def summary(seat: int, decisions: list[Decision]) -> Summary:
    """Summarize the decisions of a player."""
    own = [i for i, decision in enumerate(decisions) if decision.seat == seat]
    clear = [i for i in own if decisions[i].is_clear and abs(decisions[i].gain) >= NOTABLE]
    worst = sorted(
        (i for i in clear if decisions[i].gain < 0 and not decisions[i].as_master), key=lambda i: (decisions[i].gain, i)
    )
    best = sorted((i for i in clear if decisions[i].gain > 0), key=lambda i: (-decisions[i].gain, i))
    return Summary(
        seat=seat,
        decisions=len(own),
        as_master=sum(decisions[i].as_master for i in own),
        lost=-sum(decisions[i].gain for i in worst),
        worst=worst[:MAX_LISTED_DECISIONS],
        best=best[:MAX_LISTED_DECISIONS],
    )
