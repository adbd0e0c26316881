"""Analysis of a finished game: a survey of all positions, a detailed look where it counts, and every decision."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from kickdoor.analysis.analysis_text import NOTABLE, choice_text, decision_text, turning_text
from kickdoor.analysis.decisions import DecisionPoint, DecisionValue, dilemmas, weigh
from kickdoor.analysis.report import Analysis, ChartPoint, Decision, Summary, Turning
from kickdoor.analysis.timeline import GameTimeline, Ply, build_timeline
from kickdoor.analysis.turning_points import TurningPoint, loud, nearest, suspects, turning_points
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
STEADY = 100
"""Minimum error of a position in ten-thousandths, even if its playouts agree."""
MAX_PLAYOUTS_PER_DECISION = 240
LISTED = 5
"""Number of best and of worst decisions listed for each player."""

Task = TypeVar("Task")
Result = TypeVar("Result")
Tell = Callable[[int], None]
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


def look_at(look: PositionTask) -> tuple[int, WinChances]:
    """Evaluate one position; may run in a separate process."""
    return look.number, estimate_win_chances(
        look.state, rng_for(look.key, "position", look.number, look.playouts), look.playouts
    )


def weigh_one(playouts: int, dilemma: DecisionPoint) -> tuple[int, DecisionValue | None]:
    """Value one decision; may run in a separate process. A decision whose playouts do not end is left out."""
    try:
        return dilemma.number, weigh(dilemma, playouts)
    except EngineError:
        return dilemma.number, None


def analyse(record: Record, rules: RuleSet, wish: AnalysisOptions, tell: Tell | None = None) -> Analysis:
    """Analyse a finished game. The same record and budget give the same analysis on every machine."""
    work = analysing(record, rules, wish)
    try:
        while True:
            percent = next(work)
            if tell is not None:
                tell(percent)
    except StopIteration as done:
        found: Analysis = done.value
        return found
    finally:
        work.close()


def analysing(record: Record, rules: RuleSet, wish: AnalysisOptions) -> Work[Analysis]:
    """Analyse step by step, yielding the progress in percent after each step; the caller may stop there."""
    course = build_timeline(record, rules)
    yield 0
    detail, deeds = yield from chances_over(course, wish)
    weighed = yield from weigh_all(course, wish)
    decisions = [decision(course, one, wish.names) for one in weighed]
    seats = range(course.seats) if wish.seats is None else wish.seats
    return Analysis(
        version=VERSION,
        names=wish.names,
        winners=course.end.winners[:],
        turns=course.end.turns,
        budget=wish.playouts,
        chart=chart(course, detail),
        turning=[turning(course, point, wish.names) for point in turning_points(deeds, detail)],
        decisions=decisions,
        summaries=[summary(seat, decisions) for seat in seats],
    )


def do_all(work: Callable[[Task], Result], tasks: list[Task], jobs: int, part: tuple[int, int]) -> Work[list[Result]]:
    """Do all tasks of a part of the analysis, which begins and ends at some percent."""
    begun, end = part
    found: list[Result] = []
    doing = run_unordered(work, tasks, min(jobs, max(1, len(tasks))))
    try:
        for result in doing:
            found.append(result)
            yield begun + (end - begun) * len(found) // len(tasks)
    finally:
        doing.close()
    yield end
    return found


def chances_over(course: GameTimeline, wish: AnalysisOptions) -> Work[tuple[dict[int, WinChances], list[Ply]]]:
    """Survey all positions, then evaluate turn starts and large changes in detail; return the detail and its plies.

    The detailed look uses new playouts, since the largest of many rough differences are partly due to chance.
    """
    numbers = sorted({0, *[deed.number for deed in loud(course)]})
    survey = yield from look_at_all(course, dict.fromkeys(numbers, 1), wish, (0, SURVEY))
    deeds = suspects(course, survey)
    beside = {place for deed in deeds for place in (deed.number - 1, deed.number)}
    closer = sorted({0, *course.turn_starts(), *beside, len(course.deeds)})
    weights = {number: STEADY + max(nearest(survey, number).errors) for number in closer}
    return (yield from look_at_all(course, weights, wish, (SURVEY, SURVEY + DETAIL))), deeds


def look_at_all(
    course: GameTimeline, weights: dict[int, int], wish: AnalysisOptions, part: tuple[int, int]
) -> Work[dict[int, WinChances]]:
    """Evaluate positions, each with a weighted part of the budget: open positions need more."""
    whole = sum(weights.values())
    budget = wish.playouts * (part[1] - part[0]) // 100
    looks = [
        PositionTask(course.key, number, course.after(number), bounded(budget * weight // whole))
        for number, weight in weights.items()
    ]
    return dict((yield from do_all(look_at, looks, wish.jobs, part)))


def bounded(playouts: int) -> int:
    return max(MIN_PLAYOUTS_PER_POSITION, min(MAX_PLAYOUTS_PER_POSITION, playouts))


def weigh_all(course: GameTimeline, wish: AnalysisOptions) -> Work[list[DecisionValue]]:
    """Value the decisions of the requested seats, in the order they were taken."""
    every = dilemmas(course, wish.people)
    begun = SURVEY + DETAIL
    playouts = max(4, min(MAX_PLAYOUTS_PER_DECISION, wish.playouts * (100 - begun) // 100 // max(1, len(every))))
    mine = [one for one in every if wish.seats is None or one.seat in wish.seats]
    found = yield from do_all(partial(weigh_one, playouts), mine, wish.jobs, (begun, 100))
    return [one for _, one in sorted(found, key=first) if one is not None]


def first(pair: tuple[int, object]) -> int:
    return pair[0]


def chart(course: GameTimeline, detail: dict[int, WinChances]) -> list[ChartPoint]:
    """List the win chances of all players over the game."""
    begins = {0, *course.turn_starts()}
    return [
        ChartPoint(number, course.after(number).turns, number in begins, found.chances, found.errors)
        for number, found in sorted(detail.items())
    ]


def turning(course: GameTimeline, point: TurningPoint, names: list[str]) -> Turning:
    """Return a turning point."""
    deed = point.deed
    text = turning_text(course, point, names)
    return Turning(deed.number, deed.turn, deed.step.seat, text, point.before.chances, point.after.chances)


def decision(course: GameTimeline, one: DecisionValue, names: list[str]) -> Decision:
    """Return a decision."""
    deed = course.deeds[one.number - 1]
    did, other = [choice_text(deed.before, one.seat, choice, names) for choice in (one.did, one.rival)]
    return Decision(
        answers=one.number - 1,
        turn=deed.turn,
        seat=one.seat,
        did=did,
        other=other,
        as_master=one.as_master,
        chance=one.chance,
        beside=one.other,
        error=one.error,
        is_clear=one.is_clear,
        text=decision_text(deed, one, names, did, other),
    )


def summary(seat: int, decisions: list[Decision]) -> Summary:
    """Summarize the decisions of a player."""
    mine = [i for i, one in enumerate(decisions) if one.seat == seat]
    clear = [i for i in mine if decisions[i].is_clear and abs(decisions[i].gain) >= NOTABLE]
    worst = sorted(
        (i for i in clear if decisions[i].gain < 0 and not decisions[i].as_master), key=lambda i: (decisions[i].gain, i)
    )
    best = sorted((i for i in clear if decisions[i].gain > 0), key=lambda i: (-decisions[i].gain, i))
    return Summary(
        seat=seat,
        decisions=len(mine),
        as_master=sum(decisions[i].as_master for i in mine),
        lost=-sum(decisions[i].gain for i in worst),
        worst=worst[:LISTED],
        best=best[:LISTED],
    )
