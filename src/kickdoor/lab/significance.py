"""Significance: tests, corrections for multiple testing, and shrinkage estimates.

Plain arithmetic on lists is enough for some hundreds of numbers that summarize millions of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, fsum, gamma, log, sqrt

from kickdoor.sim.ladder.ratings import Z

LEVEL = 0.05
"""The significance level: the error rate over all findings, or the false discovery rate of reported ones."""
STEPS = 120
"""The number of spreads in the grid."""


def two_sided(z: float) -> float:
    """Return the two-sided tail probability of a normal figure.

    >>> round(two_sided(1.96), 3), two_sided(0.0)
    (0.05, 1.0)
    """
    return erfc(abs(z) / sqrt(2))


def chi_squared(value: float, freedom: int) -> float:
    """Return the upper tail probability of chi-squared.

    >>> round(chi_squared(7.815, 3), 3), round(chi_squared(5.991, 2), 3), chi_squared(0.0, 4)
    (0.05, 0.05, 1.0)
    """
    half = value / 2
    if half > 700:
        return 0.0
    # Start at one half or one and continue in whole steps
    step, found = (0.5, erfc(sqrt(half))) if freedom % 2 else (1.0, exp(-half))
    while step < freedom / 2:
        found += half**step * exp(-half) / gamma(step + 1)
        step += 1
    return found


def holm(chances: Sequence[float]) -> list[float]:
    """Correct p-values so that with 95 % probability none of those below 5 % is due to chance (Holm 1979).

    >>> holm([0.01, 0.5, 0.03])
    [0.03, 0.5, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found, so_far = [1.0] * len(chances), 0.0
    for rank, i in enumerate(order):
        so_far = max(so_far, min(1.0, (len(chances) - rank) * chances[i]))
        found[i] = so_far
    return found


def false_discovery(chances: Sequence[float]) -> list[float]:
    """Correct p-values so that at most 5 % of those below 5 % are false (Benjamini and Hochberg 1995).

    >>> [round(one, 3) for one in false_discovery([0.01, 0.5, 0.03])]
    [0.03, 0.5, 0.045]
    """
    order = sorted(range(len(chances)), key=lambda i: -chances[i])
    found, so_far = [1.0] * len(chances), 1.0
    for place, i in enumerate(order):
        so_far = min(so_far, chances[i] * len(chances) / (len(chances) - place))
        found[i] = so_far
    return found


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured figure with its standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A figure shrunk towards the mean of its family, more strongly if it is less certain."""

    value: float
    low: float
    high: float
    chance: float
    """The probability of such a distance from the mean by chance."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of figures: the mean, the true spread, and the shrunk figures."""

    middle: float
    spread: float
    """The standard deviation without the part due to chance."""
    members: list[Shrunk]


def shrink(measured: Sequence[Measured]) -> Family:
    """Shrink figures by empirical Bayes: the family is the prior of each figure.

    The true figures are modelled as normal around a mean. Their spread is unknown: every spread
    is weighted by the likelihood of the measurements, so that intervals stay honest if the spread may be zero
        (as in Gelman's hierarchical models, with a flat prior for spread and middle).
    """
    if not measured:
        return Family(0.0, 0.0, [])
    spreads = [Spread(measured, square) for square in squares(measured)]
    best = max(one.likelihood for one in spreads)
    weights = [exp(one.likelihood - best) for one in spreads]
    weights = [weight / fsum(weights) for weight in weights]
    middle = fsum(w * one.middle for w, one in zip(weights, spreads, strict=True))
    members = []
    for one in measured:
        guesses = [spread.guess(one) for spread in spreads]
        value = fsum(w * guess for w, (guess, _) in zip(weights, guesses, strict=True))
        square = fsum(w * (var + (guess - value) ** 2) for w, (guess, var) in zip(weights, guesses, strict=True))
        half = Z * sqrt(square)
        members.append(Shrunk(value, value - half, value + half, two_sided((one.value - middle) / one.error)))
    return Family(middle, fsum(w * sqrt(one.square) for w, one in zip(weights, spreads, strict=True)), members)


def squares(measured: Sequence[Measured]) -> list[float]:
    """List variances that the true figures may have: evenly by standard deviation, to what was measured."""
    low, high = min(one.value for one in measured), max(one.value for one in measured)
    most = max(high - low, max(one.error for one in measured))
    return [(most * step / STEPS) ** 2 for step in range(STEPS + 1)]


class Spread:
    """The posterior for one variance of the true figures."""

    __slots__ = ("likelihood", "loose", "middle", "square")

    def __init__(self, measured: Sequence[Measured], square: float) -> None:
        self.square = square
        weights = [1 / (one.error**2 + square) for one in measured]
        total = fsum(weights)
        self.middle = fsum(w * one.value for w, one in zip(weights, measured, strict=True)) / total
        self.loose = 1 / total
        """The variance of the middle."""
        off = fsum(w * (one.value - self.middle) ** 2 for w, one in zip(weights, measured, strict=True))
        self.likelihood = (fsum(log(w) for w in weights) - log(total) - off) / 2

    def guess(self, one: Measured) -> tuple[float, float]:
        """Return the posterior mean of a figure and its variance."""
        kept = self.square / (self.square + one.error**2)
        value = self.middle + kept * (one.value - self.middle)
        return value, kept * one.error**2 + (1 - kept) ** 2 * self.loose
