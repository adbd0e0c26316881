"""What chance explains and what it does not: tests, corrections for many of them, and estimates that are shrunk.

Plain arithmetic on lists: what is asked of it here are some hundreds of numbers, after millions of rows were summed up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, fsum, gamma, log, sqrt

from kickdoor.sim.ladder.ratings import Z

LEVEL = 0.05
"""What may be called more than chance though it is none: of all findings together, or of those that are named."""
STEPS = 120
"""Spreads that are tried."""


def two_sided(z: float) -> float:
    """Return the chance that a normal figure lies at least so far from nought, on either side.

    >>> round(two_sided(1.96), 3), two_sided(0.0)
    (0.05, 1.0)
    """
    return erfc(abs(z) / sqrt(2))


def chi_squared(value: float, freedom: int) -> float:
    """Return the chance that chi-squared is at least so large.

    >>> round(chi_squared(7.815, 3), 3), round(chi_squared(5.991, 2), 3), chi_squared(0.0, 4)
    (0.05, 0.05, 1.0)
    """
    half = value / 2
    if half > 700:
        return 0.0
    # From one half or from one, and by whole steps from there
    step, found = (0.5, erfc(sqrt(half))) if freedom % 2 else (1.0, exp(-half))
    while step < freedom / 2:
        found += half**step * exp(-half) / gamma(step + 1)
        step += 1
    return found


def holm(chances: Sequence[float]) -> list[float]:
    """Correct chances for being many, so that with 95 % none of those below 5 % is by luck (Holm 1979).

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
    """Correct chances so that of those below 5 % at most 5 % are expected by luck (Benjamini and Hochberg 1995).

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
    """A figure as it was measured, with its standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A figure drawn towards the middle of its like, the more the less is known of it."""

    value: float
    low: float
    high: float
    chance: float
    """That so great a distance from the middle is luck."""


@dataclass(frozen=True, slots=True)
class Family:
    """Figures of one sort: their middle, how far they truly lie apart, and each of them shrunk."""

    middle: float
    spread: float
    """The standard deviation that is left when what chance adds is taken away."""
    members: list[Shrunk]


def shrink(measured: Sequence[Measured]) -> Family:
    """Shrink figures by empirical Bayes: what their like are is the best guess about what each may be.

    The true figures are taken for normal about a middle. How far they lie apart is itself not known: every spread
    counts by how likely it makes what was measured, so that intervals stay honest where the spread may well be nought
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
    """What follows if the true figures have one variance."""

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
        """Return what a figure then is, and the variance of that."""
        kept = self.square / (self.square + one.error**2)
        value = self.middle + kept * (one.value - self.middle)
        return value, kept * one.error**2 + (1 - kept) ** 2 * self.loose
