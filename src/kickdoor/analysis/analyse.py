"""Analyses a finished game: a rough look at all that happened, a closer one where it counts, and every decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from kickdoor.analysis.course import Course, Deed, course_of
from kickdoor.analysis.prospects import Prospects, judged, lots_for
from kickdoor.analysis.report import Analysis, ChartPoint, Decision, Summary, Turning
from kickdoor.analysis.turning import TurningPoint, loud, nearest, suspects, turning_points
from kickdoor.analysis.weighing import Dilemma, Weighed, dilemmas, weigh
from kickdoor.analysis.wording import NOTABLE, choice_text, decision_text, turning_text
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.state.state import State
from kickdoor.replay.record import Record
from kickdoor.sim.crew import spread
from kickdoor.sim.footprint import is_compiled

VERSION = 1
"""Raised whenever an analysis comes out otherwise."""
BUDGET = 40_000
"""Playouts for a whole game."""
PURE_BUDGET = 2_500
"""The same where the engine is not compiled: it is some twenty times slower, and nobody waits for half an hour."""
SURVEY, DETAIL = 20, 30
"""Percent of the budget for the rough look and for the closer one; decisions get the rest."""
MOST_PER_POSITION = 600
LEAST_PER_POSITION = 2
STEADY = 100
"""Ten thousandths of error that every position is taken to have at least, however alike its playouts were."""
MOST_PER_DECISION = 240
LISTED = 5
"""Best and worst decisions that are listed of each player."""

Task = TypeVar("Task")
Result = TypeVar("Result")
Tell = Callable[[int], None]
"""Hears how many hundredths of an analysis are done."""


@dataclass(frozen=True, slots=True)
class Look:
    """One position to be judged."""

    key: str
    number: int
    state: State
    playouts: int


@dataclass(frozen=True)
class Wish:
    """What is to be analysed, and with how much effort."""

    names: list[str]
    budget: int = 0
    """Playouts for the whole game; 0 leaves it to how fast the engine is."""
    seats: tuple[int, ...] | None = None
    """Whose decisions; all if none are named. The others get no time then, and these not more."""
    jobs: int = 1
    tell: Tell | None = None

    @property
    def playouts(self) -> int:
        return self.budget or (BUDGET if is_compiled() else PURE_BUDGET)


def look_at(look: Look) -> tuple[int, Prospects]:
    """Judges one position; may run in a process of its own."""
    return look.number, judged(look.state, lots_for(look.key, "position", look.number, look.playouts), look.playouts)


def weigh_one(playouts: int, dilemma: Dilemma) -> tuple[int, Weighed | None]:
    """Weighs one decision; may run in a process of its own."""
    return dilemma.number, weigh(dilemma, playouts)


class Stages:
    """Does the tasks of an analysis, stage by stage, and tells how far it has come."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.begun = 0

    def do(self, work: Callable[[Task], Result], tasks: list[Task], percent: int) -> list[Result]:
        """Does all tasks of a stage, which takes so many hundredths of the whole."""
        found: list[Result] = []
        self.tell(self.begun)
        doing = spread(work, tasks, min(self.wish.jobs, max(1, len(tasks))))
        try:
            for result in doing:
                found.append(result)
                self.tell(self.begun + percent * len(found) // len(tasks))
        finally:
            doing.close()
        self.begun += percent
        return found

    def tell(self, percent: int) -> None:
        if self.wish.tell is not None:
            self.wish.tell(percent)


def analyse(record: Record, rules: RuleSet, wish: Wish) -> Analysis:
    """Analyses a finished game. The same record and budget give the same analysis, whoever works at it."""
    course = course_of(record, rules)
    stages = Stages(wish)
    detail, deeds = chances_over(course, wish.playouts, stages)
    decisions = [decision(course, one, wish.names) for one in weigh_all(course, wish, stages)]
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


def chances_over(course: Course, budget: int, stages: Stages) -> tuple[dict[int, Prospects], list[Deed]]:
    """Judges all positions roughly, then the starts of turns and what looked large closely; gives that and the deeds.

    The closer look is a fresh one: the largest of many rough differences are so by chance, too.
    """
    numbers = sorted({0, *[deed.number for deed in loud(course)]})
    survey = look_at_all(course, dict.fromkeys(numbers, 1), budget * SURVEY // 100, (stages, SURVEY))
    deeds = suspects(course, survey)
    beside = {place for deed in deeds for place in (deed.number - 1, deed.number)}
    closer = sorted({0, *course.turn_starts(), *beside, len(course.deeds)})
    weights = {number: STEADY + max(nearest(survey, number).errors) for number in closer}
    return look_at_all(course, weights, budget * DETAIL // 100, (stages, DETAIL)), deeds


def look_at_all(
    course: Course, weights: dict[int, int], budget: int, stage: tuple[Stages, int]
) -> dict[int, Prospects]:
    """Judges positions, each with a part of a budget by its weight: where everything is open it takes more."""
    whole = sum(weights.values())
    looks = [
        Look(course.key, number, course.after(number), bounded(budget * weight // whole))
        for number, weight in weights.items()
    ]
    stages, percent = stage
    return dict(stages.do(look_at, looks, percent))


def bounded(playouts: int) -> int:
    return max(LEAST_PER_POSITION, min(MOST_PER_POSITION, playouts))


def weigh_all(course: Course, wish: Wish, stages: Stages) -> list[Weighed]:
    """Weighs the decisions of those it is wished for, in the order they were taken."""
    every = dilemmas(course)
    percent = 100 - SURVEY - DETAIL
    playouts = max(4, min(MOST_PER_DECISION, wish.playouts * percent // 100 // max(1, len(every))))
    mine = [one for one in every if wish.seats is None or one.seat in wish.seats]
    found = [one for _, one in sorted(stages.do(partial(weigh_one, playouts), mine, percent), key=first)]
    return [one for one in found if one is not None]


def first(pair: tuple[int, object]) -> int:
    return pair[0]


def chart(course: Course, detail: dict[int, Prospects]) -> list[ChartPoint]:
    """Lists everybody's chances over the game."""
    begins = {0, *course.turn_starts()}
    return [
        ChartPoint(number, course.after(number).turns, number in begins, found.chances, found.errors)
        for number, found in sorted(detail.items())
    ]


def turning(course: Course, point: TurningPoint, names: list[str]) -> Turning:
    """Tells a turning point."""
    deed = point.deed
    text = turning_text(course, point, names)
    return Turning(deed.number, deed.turn, deed.step.seat, text, point.before.chances, point.after.chances)


def decision(course: Course, one: Weighed, names: list[str]) -> Decision:
    """Tells a decision."""
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
        text=decision_text(deed, one, did, other),
    )


def summary(seat: int, decisions: list[Decision]) -> Summary:
    """Sums up how somebody decided."""
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
