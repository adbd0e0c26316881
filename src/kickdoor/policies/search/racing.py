"""Lets candidates race: what could be done is tried in more and more worlds, and whoever falls behind is dropped.

So most playouts go where the choice is close. Chances are whole ten thousandths and nothing is ever rounded, so that a
race ends the same way on every machine.
"""

from typing import TYPE_CHECKING, Final

from kickdoor.policies.lookahead import Choice

if TYPE_CHECKING:
    from mypy_extensions import i64

FIRST_LOOK: Final = 4
"""Worlds in which all candidates are tried before any is dropped; then they are looked at after as many again."""
WORTH_IT: Final = 50
"""A gain, in ten thousandths, below which nobody changes their mind."""
DOUBT: Final = 200
"""A spread, in ten thousandths, below which no result is taken to be: a few worlds may agree by chance."""
CLEAR: Final = 2
"""How many halves of a standard error a gain must be to count."""
HOPELESS: Final = 3
"""How many halves of a standard error something must lie behind a worthwhile gain to be dropped."""
SETTLED: Final = 5
"""How many halves of a standard error the last one left must be ahead for the race to be over before its time."""


class Candidate:
    """Something that could be done, and how it went in each world."""

    __slots__ = ("choice", "results")

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.results: list[int] = []
        """The seat's chance after it, in ten thousandths, world by world."""


class Lead:
    """How far one candidate is ahead of another in the worlds in which both were tried."""

    __slots__ = ("squares", "total", "worlds")

    def __init__(self, one: Candidate, other: Candidate) -> None:
        self.worlds = min(len(one.results), len(other.results))
        gains = [one.results[i] - other.results[i] for i in range(self.worlds)]
        self.total = sum(gains)
        self.squares = sum([gain * gain for gain in gains])

    def exceeds(self, gain: int, halves: int) -> bool:
        """Return whether the mean gain is more than another by so many halves of its standard error."""
        return is_clear(self.total - self.worlds * gain, self, halves)

    def is_below(self, gain: int, halves: int) -> bool:
        """Return whether it is less by as much."""
        return is_clear(self.worlds * gain - self.total, self, halves)


def is_clear(more: int, lead: Lead, halves: int) -> bool:
    """Compare a sum over worlds with its standard error, multiplied out."""
    if more <= 0 or lead.worlds < 2:
        return False
    # Machine numbers, which hold all of this for as many worlds as the largest budget buys (see engine/state/rng.py)
    n: i64 = lead.worlds
    total: i64 = lead.total
    squares: i64 = lead.squares
    ahead: i64 = more
    steps: i64 = halves
    spread = n * squares - total * total + n * (n - 1) * DOUBT * DOUBT
    return 4 * ahead * ahead > steps * steps * spread // (n - 1)


def is_time_to_look(worlds: int) -> bool:
    """Return whether to look who falls behind after so many worlds."""
    return worlds % FIRST_LOOK == 0


def still_racing(first: Candidate, left: list[Candidate]) -> list[Candidate]:
    """Drop what makes no difference to the first, what can hardly be worth it, and what the best of all outdoes."""
    hopeful = [
        one for one in left if one.results != first.results and not Lead(one, first).is_below(WORTH_IT, HOPELESS)
    ]
    if not hopeful:
        return []
    best = hopeful[0]
    for one in hopeful[1:]:
        if sum(one.results) > sum(best.results):
            best = one
    kept = [one for one in hopeful if one is best or not is_outdone(one, best)]
    return [] if len(kept) == 1 and Lead(best, first).exceeds(0, SETTLED) else kept


def is_outdone(one: Candidate, best: Candidate) -> bool:
    """Return whether the best of all is clearly better, or comes to just the same."""
    return one.results == best.results or Lead(best, one).exceeds(0, CLEAR)


def favourite(tried: list[Candidate]) -> Candidate:
    """Pick the first, unless another that was tried in all worlds is clearly better."""
    first = best = tried[0]
    for one in tried[1:]:
        if len(one.results) == len(first.results) and is_better(one, first):
            if best is first or sum(one.results) > sum(best.results):
                best = one
    return best


def is_better(one: Candidate, first: Candidate) -> bool:
    """Return whether something is worth more than what comes first, by more than one standard error."""
    lead = Lead(one, first)
    return lead.total > lead.worlds * WORTH_IT and lead.exceeds(0, CLEAR)
