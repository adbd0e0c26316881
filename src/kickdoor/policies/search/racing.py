"""Racing of candidates: choices are tried in more and more samples, and those that fall behind are dropped.

Most playouts are therefore spent on close choices. Chances are integers in ten-thousandths and nothing is rounded, so
that a race gives the same result on every machine.
"""

from typing import TYPE_CHECKING, Final

from kickdoor.policies.lookahead import Choice

if TYPE_CHECKING:
    from mypy_extensions import i64

FIRST_LOOK: Final = 4
"""Samples in which all candidates are tried before any is dropped; later checks follow at the same interval."""
WORTH_IT: Final = 50
"""Minimum gain over the reference, in ten-thousandths."""
DOUBT: Final = 200
"""Minimum spread assumed, in ten-thousandths, since a few samples may agree by chance."""
CLEAR: Final = 2
"""Half standard errors that a gain must exceed to count."""
HOPELESS: Final = 3
"""Half standard errors below a worthwhile gain at which a candidate is dropped."""
SETTLED: Final = 5
"""Half standard errors that the last candidate must be ahead to end the race early."""


class Candidate:
    """A choice and its result in each sample."""

    __slots__ = ("choice", "results")

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.results: list[int] = []
        """The win chance of the seat after the choice in each sample, in ten-thousandths."""


class Lead:
    """The lead of one candidate over another in the samples in which both were tried."""

    __slots__ = ("squares", "total", "samples")

    def __init__(self, candidate: Candidate, other: Candidate) -> None:
        self.samples = min(len(candidate.results), len(other.results))
        gains = [candidate.results[i] - other.results[i] for i in range(self.samples)]
        self.total = sum(gains)
        self.squares = sum([gain * gain for gain in gains])

    def exceeds(self, gain: int, halves: int) -> bool:
        """Return whether the mean lead exceeds a gain by a number of half standard errors."""
        return is_clear(self.total - self.samples * gain, self, halves)

    def is_below(self, gain: int, halves: int) -> bool:
        """Return whether the mean lead is below a gain by a number of half standard errors."""
        return is_clear(self.samples * gain - self.total, self, halves)


def is_clear(difference: int, lead: Lead, halves: int) -> bool:
    """Compare a sum over samples with its standard error, without division."""
    if difference <= 0 or lead.samples < 2:
        return False
    # 64-bit integers hold these values even with the largest budget (see engine/state/rng.py).
    n: i64 = lead.samples
    total: i64 = lead.total
    squares: i64 = lead.squares
    lead_sum: i64 = difference
    steps: i64 = halves
    spread = n * squares - total * total + n * (n - 1) * DOUBT * DOUBT
    return 4 * lead_sum * lead_sum > steps * steps * spread // (n - 1)


def is_time_to_look(samples: int) -> bool:
    """Return whether to check the candidates after a number of samples."""
    return samples % FIRST_LOOK == 0


def still_racing(first: Candidate, racing: list[Candidate]) -> list[Candidate]:
    """Drop candidates that equal the first, can hardly be worth it, or are clearly behind the best."""
    hopeful = [
        candidate
        for candidate in racing
        if candidate.results != first.results and not Lead(candidate, first).is_below(WORTH_IT, HOPELESS)
    ]
    if not hopeful:
        return []
    best = hopeful[0]
    for candidate in hopeful[1:]:
        if sum(candidate.results) > sum(best.results):
            best = candidate
    kept = [candidate for candidate in hopeful if candidate is best or not is_outdone(candidate, best)]
    return [] if len(kept) == 1 and Lead(best, first).exceeds(0, SETTLED) else kept


def is_outdone(candidate: Candidate, best: Candidate) -> bool:
    """Return whether the best candidate is clearly better, or has exactly the same results."""
    return candidate.results == best.results or Lead(best, candidate).exceeds(0, CLEAR)


def favourite(tried: list[Candidate]) -> Candidate:
    """Return the first candidate, unless another that was tried in all samples is clearly better."""
    first = best = tried[0]
    for candidate in tried[1:]:
        if len(candidate.results) == len(first.results) and is_better(candidate, first):
            if best is first or sum(candidate.results) > sum(best.results):
                best = candidate
    return best


def is_better(candidate: Candidate, first: Candidate) -> bool:
    """Return whether a candidate is better than the first by more than one standard error."""
    lead = Lead(candidate, first)
    return lead.total > lead.samples * WORTH_IT and lead.exceeds(0, CLEAR)
