"""Visibility of cards. A seat knows its own, the open ones, and those it has legitimately seen (AMB-77, AMB-80)."""

from typing import Final

from kickdoor.engine.machine.events import EVERYONE
from kickdoor.engine.machine.prompts import P_CARD, P_SHIFT
from kickdoor.engine.state.state import State

HIDDEN_PICK: Final = P_CARD << P_SHIFT | 4095
"""The pick that stands in a bargain for a card from hand that the seat does not know."""


def knows(mask: int, holder: int, seat: int) -> bool:
    """Return whether a seat has seen a hidden card, given the mask of seats that have.

    A spectator has seen it if all seats have.
    """
    if seat >= 0:
        return mask >> seat & 1 == 1
    return (mask if holder < 0 else mask | 1 << holder) == EVERYONE


def hidden_cards(s: State, seat: int) -> set[int]:
    """Return the ids of all cards whose face a seat does not know."""
    out = set(s.decks[0])
    out.update(s.decks[1])
    for p in s.seats:
        if p.index != seat:
            out.update(p.hand)
    for card, mask in s.seen.items():
        if card in out and knows(mask, holder_of(s, card), seat):
            out.remove(card)
    return out


def show_bargain(s: State, bargain: list[int], seat: int) -> list[int]:
    """Show the terms of a bargain; a card promised from hand only to the seats that know it."""
    if not [t for t in bargain if t >> P_SHIFT == P_CARD]:
        return bargain[:]
    hidden = hidden_cards(s, seat)
    return [HIDDEN_PICK if t >> P_SHIFT == P_CARD and t & 4095 in hidden else t for t in bargain]


def holder_of(s: State, card: int) -> int:
    """Return the seat whose hand holds a card; -1 for none."""
    for p in s.seats:
        if card in p.hand:
            return p.index
    return -1
