"""Random numbers for bots, separate from the dice of the game."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TypeVar

from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state import rng

T = TypeVar("T")
MAX_VALUES = 1 << 31
"""The number of different values that one draw can have."""


def normalize_seed(seed: str | int) -> str:
    """Return a seed as a string. Raise BadData for anything but a string or an integer, such as None."""
    try:
        word = seed if isinstance(seed, str) else str(index(seed))
        word.encode()  # lone surrogates, from command-line bytes that are not UTF-8, cannot be hashed
    except TypeError:
        raise BadData(f"a seed must be a string or an integer, got {seed!r}") from None
    except UnicodeEncodeError:
        raise BadData(f"the seed {seed!r} cannot be encoded as UTF-8; use letters and digits") from None
    except ValueError:
        raise BadData("the seed has too many digits; use a shorter number") from None
    return word


class Rng:
    """A random number generator: the same seed gives the same numbers on every machine and Python version.

    >>> import kickdoor as kd
    >>> rng = kd.Rng("an example")
    >>> rng.below(6), rng.choice(["kick", "sell", "pass"]), rng.sample([1, 2, 3, 4], 2)
    (3, 'pass', [3, 4])
    """

    __slots__ = ("drawn",)

    def __init__(self, seed: str | int) -> None:
        self.drawn = rng.LehmerRng(normalize_seed(seed))

    def below(self, n: int) -> int:
        """Return a random integer from 0 to n - 1."""
        if not isinstance(n, int):
            raise BadData(f"n must be an integer of at least 1, got {n!r}")
        if n < 1:
            raise BadData(f"n must be an integer of at least 1, got {n}")
        if n > rng.MAX_BELOW:
            return self.drawn.below(MAX_VALUES) * n // MAX_VALUES
        return self.drawn.below(n)

    def choice(self, items: Sequence[T]) -> T:
        """Return a random element. Raise BadData if there is none."""
        if not items:
            raise BadData("cannot choose from an empty sequence")
        return items[self.drawn.below(len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Return k different elements in random order."""
        if not isinstance(k, int):
            raise BadData(f"k must be an integer, got {k!r}")
        if not 0 <= k <= len(items):
            raise BadData(f"cannot sample {k} of {len(items)} elements")
        return [items[i] for i in self.drawn.sample(list(range(len(items))), k)]

    def __repr__(self) -> str:
        return f"<Rng at {self.drawn.x}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _rng_at, (self.drawn.x,)


def _rng_at(x: int) -> Rng:
    rng = Rng(0)
    rng.drawn.x = x
    return rng
