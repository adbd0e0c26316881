"""Chances for players: what a bot draws by, apart from the dice of the game."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TypeVar

from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state import rng

T = TypeVar("T")
FINEST = 1 << 31
"""As many different numbers as there are to draw from."""


def normalize_seed(seed: str | int) -> str:
    """Return a seed as a word; nothing else is one, lest no seed at all be taken for the word `None`."""
    try:
        word = seed if isinstance(seed, str) else str(index(seed))
        word.encode()  # halves of characters, as bytes that are no UTF-8 become on the command line, cannot be hashed
    except TypeError:
        raise BadData(f"a seed is a word or a whole number, not {seed!r}") from None
    except UnicodeEncodeError:
        raise BadData(f"the seed {seed!r} cannot be written as UTF-8; take letters and digits") from None
    except ValueError:
        raise BadData("the seed is a number too long to be written; take a shorter one") from None
    return word


class Rng:
    """Draws by lot: the same seed draws the same on every machine and with every Python.

    >>> import kickdoor as kd
    >>> rng = kd.Rng("an example")
    >>> rng.below(6), rng.choice(["kick", "sell", "pass"]), rng.sample([1, 2, 3, 4], 2)
    (3, 'pass', [3, 4])
    """

    __slots__ = ("drawn",)

    def __init__(self, seed: str | int) -> None:
        self.drawn = rng.LehmerRng(normalize_seed(seed))

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""
        if not isinstance(n, int):
            raise BadData(f"n must be an integer of at least 1, got {n!r}")
        if n < 1:
            raise BadData(f"there is no number below {n} to draw; n must be at least 1")
        if n > rng.MAX_BELOW:
            return self.drawn.below(FINEST) * n // FINEST
        return self.drawn.below(n)

    def choice(self, things: Sequence[T]) -> T:
        """Draw one of some things."""
        if not things:
            raise BadData("there is nothing to draw from")
        return things[self.drawn.below(len(things))]

    def sample(self, things: Sequence[T], k: int) -> list[T]:
        """Draw k different things in random order."""
        if not isinstance(k, int):
            raise BadData(f"k is how many things to draw, not {k!r}")
        if not 0 <= k <= len(things):
            raise BadData(f"cannot draw {k} of {len(things)} things")
        return [things[i] for i in self.drawn.sample(list(range(len(things))), k)]

    def __repr__(self) -> str:
        return f"<Rng at {self.drawn.x}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _lots_again, (self.drawn.x,)


def _lots_again(x: int) -> Rng:
    rng = Rng(0)
    rng.drawn.x = x
    return rng
