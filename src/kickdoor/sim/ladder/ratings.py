"""Estimates of bot strength from game results, including shared wins.

The model is Luce's choice with Davidson's ties (Davidson 1970; Firth, Kosmidis and Turner 2019): at a table, the chance
that a group of seats wins together is proportional to the geometric mean of their strengths, times a factor for groups
of that size that models how common they are. For a sole winner this is the share of all strengths at the table.
Log strengths are found by maximum likelihood, all games at once, so that their order does not matter.

A bot that never lost would be infinitely strong. As Turner and others do, every bot therefore gets half a win and half
a defeat against a ghost of average strength, which a few dozen games outweigh.

Intervals use the profile likelihood: all log strengths (differences to an anchor) at which the best fit of
everything else is worse than the overall best fit by no more than chance explains. Unlike standard errors or a
bootstrap, they also work for bots that won every game or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import exp, log, sqrt

Vector = list[float]
Matrix = list[list[float]]
Ground = tuple[float, Vector, Matrix]
"""A log likelihood, its gradient, and minus its second derivatives."""

GHOST = 0.5
"""The wins, and as many defeats, of each bot against the ghost."""
TIE_SPREAD = 10.0
"""The standard deviation of the prior of the log frequency of shared wins, which matters only
where every game was shared."""
ENOUGH = 1e-9
"""The log likelihood gain below which a Newton step is the last."""
MAX_STEPS = 100
LIMIT = 3.841458820694124
"""The 95 % quantile of chi-squared with one degree of freedom."""
Z = 1.959963984540054
NEAR = 1e-4
"""The precision of interval ends in log strength: a fiftieth of a rating point."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The games of one line-up."""

    bots: tuple[int, ...]
    """The numbers of the bots, one per place."""
    pool: int
    """Contests of one pool have equally common shared wins."""
    outcomes: Mapping[tuple[int, ...], int]
    """Counts by winning bots in ascending order; a bot that won in two seats is listed twice. No cut games."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A possible result of a contest: its log probability is a sum of parameters and a constant, normalized."""

    parts: tuple[tuple[int, float], ...]
    """Parameter numbers with their coefficients."""
    constant: float
    count: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """A log strength compared with the anchor's, and its 95 % interval."""

    value: float
    low: float
    high: float


class Strengths:
    """A fit of the log strengths of bots to their contests."""

    def __init__(self, bots: int, contests: Iterable[Contest]) -> None:
        self.bots = bots
        contests = [one for one in contests if one.outcomes]
        self.ties: dict[tuple[int, int], int] = {}
        """The parameters by pool and size of winning groups; sizes that never occurred have none."""
        for one in contests:
            for winners in one.outcomes:
                if len(winners) > 1:
                    self.ties.setdefault((one.pool, len(winners)), bots + len(self.ties))
        self.contests = [self.endings(one) for one in contests]

    def endings(self, contest: Contest) -> list[Outcome]:
        """List the possible results of a contest."""
        seats = len(contest.bots)
        ways: dict[tuple[int, ...], int] = {}
        for size in range(1, seats + 1):
            if size == 1 or (contest.pool, size) in self.ties:
                for group in combinations(sorted(contest.bots), size):
                    ways[group] = ways.get(group, 0) + 1
        found = []
        for group, count in ways.items():
            parts = {bot: group.count(bot) / len(group) for bot in group}
            if len(group) > 1:
                parts[self.ties[contest.pool, len(group)]] = 1.0
            found.append(Outcome(tuple(parts.items()), log(count), contest.outcomes.get(group, 0)))
        return found

    @cached_property
    def best(self) -> tuple[Vector, float]:
        """The best parameters and their log likelihood."""
        return self.climb([0.0] * (self.bots + len(self.ties)))

    def climb(self, start: Vector, along: Vector | None = None) -> tuple[Vector, float]:
        """Find the best fit by Newton's method; with `along`, keep that combination of parameters constant.

        The likelihood is concave, so there is one maximum; steps that overshoot are halved.
        """
        at = start[:]
        height, slope, bend = self.likelihood(at)
        for _ in range(MAX_STEPS):
            step, *rest = solve(bend, [slope] if along is None else [slope, along])
            if along is not None:
                across = rest[0]
                share = dot(along, step) / dot(along, across)
                step = [a - share * b for a, b in zip(step, across, strict=True)]
            if dot(step, slope) < ENOUGH:
                break
            reached = self.uphill(at, step, height)
            if reached is None:
                break
            at, (height, slope, bend) = reached
        return at, height

    def uphill(self, at: Vector, step: Vector, height: float) -> tuple[Vector, Ground] | None:
        """Take the largest part of a step that does not decrease the likelihood; None if only rounding is left."""
        part = 1.0
        while part > ENOUGH:
            tried = [a + part * b for a, b in zip(at, step, strict=True)]
            ground = self.likelihood(tried)
            if ground[0] >= height:
                return tried, ground
            part /= 2
        return None

    def likelihood(self, at: Vector) -> Ground:
        """Return the log likelihood of parameters with its gradient and second derivatives."""
        size = len(at)
        slope = [0.0] * size
        bend = [[0.0] * size for _ in range(size)]
        height = sum(self.add(contest, at, slope, bend) for contest in self.contests)
        for bot in range(self.bots):
            won = 1 / (1 + exp(-at[bot])) if at[bot] > -500 else 0.0
            height += GHOST * (log(won * (1 - won)) if 0 < won < 1 else -abs(at[bot]))
            slope[bot] += GHOST * (1 - 2 * won)
            bend[bot][bot] += 2 * GHOST * won * (1 - won) + 1e-12
        for tie in self.ties.values():
            height -= at[tie] ** 2 / (2 * TIE_SPREAD**2)
            slope[tie] -= at[tie] / TIE_SPREAD**2
            bend[tie][tie] += 1 / TIE_SPREAD**2
        return height, slope, bend

    @staticmethod
    def add(contest: list[Outcome], at: Vector, slope: Vector, bend: Matrix) -> float:
        """Add the contribution of one contest."""
        logs = [one.constant + sum(part * at[i] for i, part in one.parts) for one in contest]
        most = max(logs)
        weights = [exp(value - most) for value in logs]
        total = sum(weights)
        games = sum(one.count for one in contest)
        mean: dict[int, float] = {}
        height = -games * (most + log(total))
        for one, value, weight in zip(contest, logs, weights, strict=True):
            chance = weight / total
            height += one.count * value
            for i, part in one.parts:
                slope[i] += (one.count - games * chance) * part
                mean[i] = mean.get(i, 0.0) + chance * part
                for j, other in one.parts:
                    bend[i][j] += games * chance * part * other
        for i, part in mean.items():
            for j, other in mean.items():
                bend[i][j] -= games * part * other
        return height

    def estimates(self, anchor: int) -> list[Estimate]:
        """Return the log strength of every bot relative to the anchor, which is exactly 0 by definition."""
        found = []
        for bot in range(self.bots):
            along = [float(i == bot) - float(i == anchor) for i in range(len(self.best[0]))]
            value = dot(along, self.best[0])
            ends = (0.0, 0.0) if bot == anchor else (self.end(along, -1.0), self.end(along, 1.0))
            found.append(Estimate(value, value + ends[0], value + ends[1]))
        return found

    def end(self, along: Vector, side: float) -> float:
        """Return how far a combination can move to one side before the fit is worse than chance explains."""
        at, height = self.best
        _, _, bend = self.likelihood(at)
        (across,) = solve(bend, [along])
        width = sqrt(dot(along, across))
        across = [value / width**2 for value in across]

        def excess(distance: float) -> float:
            start = [a + side * distance * b for a, b in zip(at, across, strict=True)]
            return 2 * (height - self.climb(start, along)[1]) - LIMIT

        near, far = 0.0, Z * width
        below, above = -LIMIT, excess(far)
        while above < 0:
            near, below = far, above
            far *= 1.5
            above = excess(far)
        while far - near > NEAR:
            # The square root of the excess grows nearly linearly, so the secant method converges fast
            a, b, aim = sqrt(below + LIMIT), sqrt(above + LIMIT), sqrt(LIMIT)
            middle = near + (far - near) * min(max((aim - a) / (b - a), 0.02), 0.98)
            value = excess(middle)
            if abs(value) < NEAR:
                return side * middle
            if value < 0:
                near, below = middle, value
            else:
                far, above = middle, value
        return side * (near + far) / 2


def dot(one: Vector, other: Vector) -> float:
    """Return the scalar product of two vectors."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def solve(matrix: Matrix, sides: list[Vector]) -> list[Vector]:
    """Solve linear equations with one matrix for several right sides, by elimination with pivots."""
    size = len(matrix)
    rows = [[*row, *[side[i] for side in sides]] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i]
        for row in rows[i + 1 :]:
            factor = row[i] / head[i]
            if factor:
                for j in range(i, len(row)):
                    row[j] -= factor * head[j]
    found = []
    for k in range(len(sides)):
        x = [0.0] * size
        for i in reversed(range(size)):
            rest = rows[i][size + k] - sum(rows[i][j] * x[j] for j in range(i + 1, size))
            x[i] = rest / rows[i][i]
        found.append(x)
    return found
