"""Limits of play: free actions, answers in a turn, repeated positions and turns in a game."""

from typing import TYPE_CHECKING, Final

from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.machine.prompts import ASK, ATTACH, COUNTER, EQUIP, GIVE, OFFER, SHOW, SWAP, TRADE, UNEQUIP
from kickdoor.engine.state.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64

MAX_TURNS: Final = 200
"""Turns after which a game is cut off."""
MAX_ANSWERS: Final = 20_000
"""Answers in one phase of a turn after which the turn is taken to be endless."""
MAX_FREE_ACTIONS: Final = 2
"""Free actions of a random seat between two phase steps."""

PRIME: Final = (1 << 41) - 21
"""Modulus of the digest; products with it stay small integers."""

FREE_ACTIONS_MASK: Final = (
    1 << EQUIP | 1 << UNEQUIP | 1 << SWAP | 1 << ATTACH | 1 << GIVE | 1 << TRADE | 1 << SHOW
    | 1 << ASK | 1 << OFFER | 1 << COUNTER
)  # fmt: skip
"""The free actions as bits: equipping and carrying, trades, gifts, shown hands and help bargains."""


def without_free_actions(codes: list[int]) -> list[int]:
    """Return the options without the free actions."""
    return [code for code in codes if not FREE_ACTIONS_MASK >> (code & 63) & 1]


def endless(s: State) -> EngineError:
    """Return the error for a turn that does not end."""
    return EngineError(
        f"turn {s.turns} goes on after {MAX_ANSWERS} answers: a player keeps repeating free actions, "
        "or a card can be used without end"
    )


def digest(numbers: list[int]) -> int:
    """Return a digest of some numbers, the same on every machine; collisions are rare."""
    out: i64 = len(numbers)
    for number in numbers:
        out = (out * 1_000_003 + number + 7) % PRIME
    return out
