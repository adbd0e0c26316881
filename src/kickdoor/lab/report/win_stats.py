"""Win statistics: shares by seat, and a test of seat differences."""

from __future__ import annotations

from math import sqrt
from typing import Any

from kickdoor.lab.report.batches import Array, Batch, numpy
from kickdoor.lab.significance import chi_squared
from kickdoor.sim.ladder.shares import share_of
from kickdoor.sim.ladder.standings import percent

ENOUGH = 30
"""The minimum number of games for the test, which is asymptotic."""


class Wins:
    """Sums up shares of wins by seat."""

    def __init__(self, seats: int) -> None:
        np = numpy()
        self.seats = seats
        self.games = self.cut = self.together = 0
        self.sums = np.zeros(seats)
        self.products = np.zeros((seats, seats))

    def add(self, batch: Batch) -> None:
        """Take in the games of a batch."""
        shares = batch.shares
        winners = batch.won.sum(axis=1)
        self.games += len(shares)
        self.cut += int((winners == 0).sum())
        self.together += int((winners > 1).sum())
        self.sums += shares.sum(axis=0)
        self.products += shares.T @ shares

    def data(self) -> dict[str, Any]:
        """Return shares by seat with intervals, and the chance that equal seats would differ so much."""
        return {
            "games": self.games,
            "cut": self.cut,
            "together": percent(share_of(self.together, self.games)),
            "even": round(100 * (self.games - self.cut) / self.games / self.seats, 2),
            "by_seat": [percent(share_of(float(won), self.games)) for won in self.sums],
            "chance_of_seats": even_chance(self.sums, self.products, self.games),
        }


def even_chance(sums: Array, products: Array, games: int) -> float:
    """Return the chance that seats with equal prospects differ as much as these.

    Wald's test on the shares: they add up to the games that were won, so that one of them follows from the others.
    """
    np = numpy()
    seats = len(sums)
    if games < ENOUGH:
        return 1.0
    means = sums / games
    spread = products / games - np.outer(means, means)
    apart = np.eye(seats)[:-1] - 1 / seats
    off = apart @ means
    within = apart @ spread @ apart.T / games
    if not np.isfinite(within).all() or np.linalg.matrix_rank(within) < seats - 1:
        return 1.0
    return chi_squared(float(off @ np.linalg.solve(within, off)), seats - 1)


def difference_of(one: dict[str, Any], other: dict[str, Any]) -> tuple[float, float]:
    """Return how much two shares of different games differ, in points, and the standard error of that."""
    errors = []
    for share in (one, other):
        part = min(max(share["share"] / 100, 1 / (share["games"] + 2)), 1 - 1 / (share["games"] + 2))
        errors.append(part * (1 - part) / share["games"])
    return one["share"] - other["share"], 100 * sqrt(sum(errors))
