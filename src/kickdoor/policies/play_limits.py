"""How long players keep at it: acts that use nothing up, answers in a turn, sights seen before, turns in a game."""

from typing import TYPE_CHECKING, Final

from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.machine.prompts import ASK, ATTACH, COUNTER, EQUIP, GIVE, OFFER, SHOW, SWAP, TRADE, UNEQUIP
from kickdoor.engine.state.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64

MAX_TURNS: Final = 200
"""Turns after which a game is cut."""
MAX_ANSWERS: Final = 20_000
"""Answers in one phase of a turn after which some card is taken to be usable without end."""
MAX_FREE_ACTIONS: Final = 2
"""How many acts that use nothing up a seat gets between two phase steps when it plays at random."""

PRIME: Final = (1 << 41) - 21
"""Products with it stay small integers."""

FREE_ACTIONS_MASK: Final = (
    1 << EQUIP | 1 << UNEQUIP | 1 << SWAP | 1 << ATTACH | 1 << GIVE | 1 << TRADE | 1 << SHOW
    | 1 << ASK | 1 << OFFER | 1 << COUNTER
)  # fmt: skip
"""The acts as bits: changes of what is worn and carried, trades, gifts, hands shown, help bargains."""


def without_free_actions(codes: list[int]) -> list[int]:
    """Leave out the acts that use nothing up."""
    return [code for code in codes if not FREE_ACTIONS_MASK >> (code & 63) & 1]


def endless(s: State) -> EngineError:
    """Return that a turn does not come to its end."""
    return EngineError(
        f"turn {s.turns} goes on after {MAX_ANSWERS} answers: a player keeps repeating free actions, "
        "or a card can be used without end"
    )


def digest(numbers: list[int]) -> int:
    """Make one number of several, the same everywhere; different ones give different numbers but for a rare chance."""
    out: i64 = len(numbers)
    for number in numbers:
        out = (out * 1_000_003 + number + 7) % PRIME
    return out
