"""Win chances of a position with open hands, estimated with other dice and other deck orders."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from kickdoor.analysis.calibration import calibrated
from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.position_value import CERTAIN, win_probabilities
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.policy import Policy
from kickdoor.policies.search.playout import playout

ROUNDS = 2
"""Rounds of a playout before it is evaluated, so that the player of the last turn has another one."""
PRIOR = 2
"""Number of playouts that the static evaluation counts for, since a few that agree prove little."""
STUDENT_QUANTILES = (1271, 430, 318, 278, 257, 245, 236, 231, 226)
"""Quantiles of Student's distribution in hundredths, for 1 to 9 degrees of freedom."""


@dataclass(frozen=True, slots=True)
class WinChances:
    """The win chance of each player in ten-thousandths; joint winners share theirs."""

    chances: list[int]
    errors: list[int]
    """Halves of the 95 % confidence intervals that result from the number of playouts."""
    playouts: int


def estimate_win_chances(s: State, rng: LehmerRng, playouts: int) -> WinChances:
    """Estimate the win chances of a position by playouts and calibrate them."""
    if s.winners:
        return WinChances(win_probabilities(s), [0] * len(s.seats), 0)
    sums, squares = sum_chances(s, rng, playouts)
    count = PRIOR + playouts
    errors = [error_of(total, square, count) for total, square in zip(sums, squares, strict=True)]
    return WinChances(calibrated([total // count for total in sums]), errors, playouts)


def raw_chances(s: State, rng: LehmerRng, playouts: int) -> list[int]:
    """Estimate win chances without calibration; the calibration table is fitted on these."""
    return [total // (PRIOR + playouts) for total in sum_chances(s, rng, playouts)[0]]


def sum_chances(s: State, rng: LehmerRng, playouts: int) -> tuple[list[int], list[int]]:
    """Return the sums of the win chances over playouts, and the sums of their squares.

    The sums start with the static evaluation, counted as wins and losses. A result is therefore never certain, least of
    all with few playouts.
    """
    sums = [PRIOR * chance for chance in win_probabilities(s)]
    squares = [CERTAIN * total for total in sums]
    for _ in range(playouts):
        sample = reshuffle(s, rng)
        policies: list[Policy] = [GreedyPolicy(NASTY) for _ in s.seats]
        # Evaluate a playout that does not end where it stands; the other playouts suffice.
        with contextlib.suppress(EngineError):
            playout(sample, policies, sample.turns + ROUNDS * len(s.seats) - 1)
        for seat, chance in enumerate(win_probabilities(sample)):
            sums[seat] += chance
            squares[seat] += chance * chance
    return sums, squares


def reshuffle(s: State, rng: LehmerRng) -> State:
    """Copy a state with other dice and shuffled decks; cards that a player has seen in a deck keep their place."""
    copy = s.fork(rng)
    for deck, cards in enumerate(s.decks):
        places = [i for i, card in enumerate(cards) if card not in s.seen]
        shuffled = cards[:]
        for place, card in zip(places, rng.sample([cards[i] for i in places], len(places)), strict=True):
            shuffled[place] = card
        copy.decks[deck] = shuffled
    return copy


def error_of(total: int, square: int, count: int) -> int:
    """Return half of the 95 % confidence interval of a mean, by Student's distribution.

    >>> error_of(10_000, 100_000_000, 2), error_of(50 * 10_000, 50 * 100_000_000, 100)
    (63500, 994)
    """
    if count < 2:
        return CERTAIN
    spread = max(0, count * square - total * total)
    return isqrt(spread // (count - 1)) * student_quantile(count - 1) // (100 * count)


def student_quantile(degrees: int) -> int:
    """Return the quantile of Student's distribution in hundredths, for some degrees of freedom."""
    return STUDENT_QUANTILES[degrees - 1] if degrees <= len(STUDENT_QUANTILES) else 196 + 260 // degrees


def rng_for(*names: object) -> LehmerRng:
    """Return the rng of one part of an analysis; it depends only on the game and the part, not on the order of work."""
    return LehmerRng("analysis:" + ":".join(map(str, names)))


def means(results: Sequence[int]) -> tuple[int, int]:
    """Return the mean of some numbers and half of its 95 % confidence interval."""
    total = sum(results)
    return total // len(results), error_of(total, sum(result * result for result in results), len(results))
