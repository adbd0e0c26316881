"""Picks of bargains, trades and Charity. One number holds the type of a pick and its value."""

from kickdoor.engine.machine.prompts import P_ANYWAY, P_CARD, P_COUNT, P_GIVE, P_SHIFT, P_TO, P_WANT
from kickdoor.engine.state.state import State


def is_pick(s: State, number: int) -> bool:
    """Return whether a packed pick names an existing card or seat, or is an amount."""
    sort = number >> P_SHIFT
    value = number & (1 << P_SHIFT) - 1
    if sort in (P_GIVE, P_WANT, P_CARD):
        return value < len(s.cards)
    if sort == P_TO:
        return value < len(s.seats)
    return P_COUNT <= sort <= P_ANYWAY
