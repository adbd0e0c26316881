"""The generator that is part of the state, and the rng of players that choose at random.

Every random outcome of a game is a keyed hash of a counter, so that copying the state copies only four integers, and no
shuffle depends on the Python version.

Products are of machine numbers (`i64`). Python checks for signals while it multiplies large integers. A compiled
program mistakes an exception that a signal raises there for a lack of memory, and ends.
"""

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

DOORS: Final = 0
TREASURES: Final = 1
DICE: Final = 2
OTHER: Final = 3
STREAMS: Final = 4
FAR: Final = 1 << 30
"""More numbers than a game draws."""


def keys_from_seed(seed: str) -> list[bytes]:
    """Derive one key for each stream."""
    return [blake2b(f"{n}:{seed}".encode(), digest_size=32, person=b"kickdoor").digest() for n in range(STREAMS)]


class GameRng:
    """Four independent streams of random numbers: doors, treasures, dice, other."""

    __slots__ = ("counters", "keys", "script")

    def __init__(self, keys: list[bytes], counters: list[int], script: list[int]) -> None:
        self.keys = keys
        self.counters = counters
        self.script = script
        """Scripted die rolls of a scenario, the next one last."""

    def copy(self) -> "GameRng":
        return GameRng(self.keys, self.counters[:], self.script[:])

    def skip(self) -> None:
        """Skip far ahead in all streams, so that a trial in a copy does not foresee the actual outcomes."""
        for stream in range(STREAMS):
            self.counters[stream] += FAR

    def below(self, stream: int, n: int) -> int:
        """Return a uniform number 0 <= x < n."""
        limit = 0x100000000 - 0x100000000 % n
        while True:
            count = self.counters[stream]
            self.counters[stream] = count + 1
            x = int.from_bytes(blake2b(count.to_bytes(8, "big"), digest_size=4, key=self.keys[stream]).digest(), "big")
            if x < limit:
                return x % n

    @staticmethod
    def drawn(rng: "LehmerRng") -> "GameRng":
        """Return a generator with random keys, for a sampled game."""
        first = blake2b(
            (rng.below(1 << 30) << 30 | rng.below(1 << 30)).to_bytes(8, "big"), digest_size=64, person=b"kickdoor"
        ).digest()
        second = blake2b(first, digest_size=64, person=b"kickdoor").digest()
        return GameRng([first[:32], first[32:], second[:32], second[32:]], [0, 0, 0, 0], [])

    def die(self) -> int:
        """Roll a die: faces 1 to 6 (AMB-68)."""
        if self.script:
            return self.script.pop()
        return self.below(DICE, 6) + 1

    def shuffle(self, stream: int, cards: list[int]) -> None:
        """Shuffle in place by Fisher and Yates, eight numbers to a hash."""
        block = b""
        at = 0
        for i in range(len(cards) - 1, 0, -1):
            if at >= len(block):
                count = self.counters[stream]
                self.counters[stream] = count + 1
                block = blake2b(count.to_bytes(8, "big"), digest_size=64, key=self.keys[stream]).digest()
                at = 0
            # 64 bits scaled to i + 1 places, half by half: the bias is below 2**-54
            high: i64 = int.from_bytes(block[at : at + 4], "big")
            low: i64 = int.from_bytes(block[at + 4 : at + 8], "big")
            places: i64 = i + 1
            j: i64 = (high * places + (low * places >> 32)) >> 32
            at += 8
            cards[i], cards[j] = cards[j], cards[i]


MULTIPLIER: Final = 48271
MODULUS: Final = 2147483647
"""The modulus of Park and Miller's generator."""
MAX_BELOW: Final = 1 << 32
"""The largest bound; products with a larger one could exceed machine numbers."""


class LehmerRng:
    """A small generator for players that choose at random; never part of a game's state."""

    __slots__ = ("x",)

    def __init__(self, seed: str, x: int = 0) -> None:
        self.x = x or int.from_bytes(blake2b(seed.encode(), digest_size=4).digest(), "big") % (MODULUS - 1) + 1

    @staticmethod
    def at(x: int) -> "LehmerRng":
        """Return a generator that continues from the position x, which is above zero."""
        return LehmerRng("", x)

    def below(self, n: int) -> int:
        """Draw a number 0 <= x < n, with n up to `MAX_BELOW`."""
        places: i64 = n
        x: i64 = self.x
        x = x * MULTIPLIER % MODULUS
        self.x = x
        return (x * places) >> 31

    def sample(self, atoms: list[int], k: int) -> list[int]:
        """Draw k different atoms in random order."""
        left = atoms[:]
        out: list[int] = []
        for _ in range(k):
            i = self.below(len(left))
            out.append(left[i])
            left[i] = left[-1]
            left.pop()
        return out
