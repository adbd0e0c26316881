"""Judges a position with all hands open: everybody's chance to win, with other dice and other cards to come."""

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
"""So often everybody has a turn before a playout is judged: whoever has just had theirs is to have another in it."""
PRIOR = 2
"""The position judged as it lies counts for so many playouts: a few that agree prove little."""
STUDENT = (1271, 430, 318, 278, 257, 245, 236, 231, 226)
"""For 1 to 9 degrees of freedom."""


@dataclass(frozen=True, slots=True)
class WinChances:
    """Everybody's chance to win in ten thousandths; who may win together share theirs."""

    chances: list[int]
    errors: list[int]
    """Half of each 95 % interval, as far as it comes from the number of playouts."""
    playouts: int


def estimate_win_chances(s: State, rng: LehmerRng, playouts: int) -> WinChances:
    """Play a position on again and again, and puts right what comes of it."""
    if s.winners:
        return WinChances(win_probabilities(s), [0] * len(s.seats), 0)
    sums, squares = sampled(s, rng, playouts)
    count = PRIOR + playouts
    errors = [error_of(total, square, count) for total, square in zip(sums, squares, strict=True)]
    return WinChances(calibrated([total // count for total in sums]), errors, playouts)


def raw_chances(s: State, rng: LehmerRng, playouts: int) -> list[int]:
    """Judge a position without putting anything right: what the table of corrections is fitted on."""
    return [total // (PRIOR + playouts) for total in sampled(s, rng, playouts)[0]]


def sampled(s: State, rng: LehmerRng, playouts: int) -> tuple[list[int], list[int]]:
    """Return the sums of everybody's chances over playouts, and those of their squares.

    They begin with the position as it lies, as if it had been won and lost as often as that says: what playouts find
    is then never quite certain, and the less so the fewer they are.
    """
    sums = [PRIOR * chance for chance in win_probabilities(s)]
    squares = [CERTAIN * total for total in sums]
    for _ in range(playouts):
        world = reshuffled(s, rng)
        policies: list[Policy] = [GreedyPolicy(NASTY) for _ in s.seats]
        # One that does not come to an end is judged where it stands: it says little, and the others say enough
        with contextlib.suppress(EngineError):
            playout(world, policies, world.turns + ROUNDS * len(s.seats) - 1)
        for seat, chance in enumerate(win_probabilities(world)):
            sums[seat] += chance
            squares[seat] += chance * chance
    return sums, squares


def reshuffled(s: State, rng: LehmerRng) -> State:
    """Copy a game with other dice and the decks in another order; cards that somebody has seen in one stay."""
    world = s.fork(rng)
    for deck, cards in enumerate(s.decks):
        places = [i for i, card in enumerate(cards) if card not in s.seen]
        mixed = cards[:]
        for place, card in zip(places, rng.sample([cards[i] for i in places], len(places)), strict=True):
            mixed[place] = card
        world.decks[deck] = mixed
    return world


def error_of(total: int, square: int, count: int) -> int:
    """Return half of the 95 % interval of a mean, by Student's distribution: few playouts say little.

    >>> error_of(10_000, 100_000_000, 2), error_of(50 * 10_000, 50 * 100_000_000, 100)
    (63500, 994)
    """
    if count < 2:
        return CERTAIN
    spread = max(0, count * square - total * total)
    return isqrt(spread // (count - 1)) * student(count - 1) // (100 * count)


def student(freedom: int) -> int:
    """Return how many hundredths of a deviation lie to each side of a mean, for so many degrees of freedom."""
    return STUDENT[freedom - 1] if freedom <= len(STUDENT) else 196 + 260 // freedom


def lots_for(*names: object) -> LehmerRng:
    """Return the lots of one part of an analysis: the same for the same game, whoever does what first."""
    return LehmerRng("analysis:" + ":".join(map(str, names)))


def means(results: Sequence[int]) -> tuple[int, int]:
    """Return the mean of some numbers, and half of its 95 % interval."""
    total = sum(results)
    return total // len(results), error_of(total, sum(one * one for one in results), len(results))
