"""Tells which cards a seat knows: its own, those that lie open, and those it has legitimately seen (AMB-77, AMB-80)."""

from kickdoor.core.events import EVERYONE
from kickdoor.core.state import State


def knows(mask: int, holder: int, seat: int) -> bool:
    """Tells whether a seat has seen a hidden card, given who has; a spectator has if everybody has."""
    if seat >= 0:
        return mask >> seat & 1 == 1
    return (mask if holder < 0 else mask | 1 << holder) == EVERYONE


def hidden_cards(s: State, seat: int) -> set[int]:
    """Gathers the ids of all cards whose face a seat does not know."""
    out = set(s.decks[0])
    out.update(s.decks[1])
    for p in s.seats:
        if p.index != seat:
            out.update(p.hand)
    for card, mask in s.seen.items():
        if card in out and knows(mask, holder_of(s, card), seat):
            out.remove(card)
    return out


def holder_of(s: State, card: int) -> int:
    """Finds in whose hand a card is; -1 for none."""
    for p in s.seats:
        if card in p.hand:
            return p.index
    return -1
