"""Acts that use nothing up: whoever plays at random would do them for ever."""

from typing import Final

from kickdoor.engine.machine.prompts import ASK, ATTACH, COUNTER, EQUIP, GIVE, OFFER, SHOW, TRADE, UNEQUIP

MOST_IDLE: Final = 2
"""How many such acts a seat gets between two phase steps when it plays at random."""

IDLE_BITS: Final = (
    1 << EQUIP | 1 << UNEQUIP | 1 << ATTACH | 1 << GIVE | 1 << TRADE | 1 << SHOW | 1 << ASK | 1 << OFFER | 1 << COUNTER
)
"""The acts as bits: Items put on, taken off or handed to a follower, trades, gifts, hands shown, help bargains."""


def busy(codes: list[int]) -> list[int]:
    """Leaves out the acts that use nothing up."""
    return [code for code in codes if not IDLE_BITS >> (code & 63) & 1]
