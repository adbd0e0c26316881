"""What to wear: swaps Items as long as that makes the munchkin stronger, by the true totals."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.items.equipment import equip, in_the_way, slot_room, unequip
from kickdoor.engine.state.queries import may_use
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation import weights as x
from kickdoor.policies.lookahead import DecisionContext


def swap(mind: DecisionContext, s: State, card: int) -> State | None:
    """Imagine an Item from the table put on, and off what is in its way; None if that cannot be."""
    if not may_use(s, s.seats[mind.me], card):
        return None
    c = s.copy()
    for other in in_the_way(c, mind.me, card):
        unequip(c, mind.me, other)
    if slot_room(c, mind.me, card) is not None:
        return None
    equip(c, mind.me, card)
    return c


def idle_items(s: State, seat: int) -> list[int]:
    """List the Items that lie before a munchkin unused."""
    mine = s.seats[seat]
    return [c for c in mine.play if s.cards[c].kind == nr.ITEM and c not in mine.equipped]


def best_swap(mind: DecisionContext, s: State) -> tuple[int, State] | None:
    """Find the Item whose use would improve the munchkin most."""
    idle = [card for card in idle_items(s, mind.me) if card not in mind.unseen]
    if not idle:
        return None
    best: tuple[int, State] | None = None
    most = mind.holdings(s, mind.me) + x.WORTH_IT
    for card in idle:
        c = swap(mind, s, card)
        if c is not None:
            value = mind.holdings(c, mind.me)
            if value > most:
                best, most = (card, c), value
    return best


def dress(mind: DecisionContext, s: State) -> State:
    """Imagine the munchkin in the best they have."""
    found = best_swap(mind, s)
    while found is not None:
        s = found[1]
        found = best_swap(mind, s)
    return s


def change(mind: DecisionContext, codes: list[int]) -> int:
    """Find the option that puts on the Item whose use improves the munchkin most; -1 if there is none.

    Of several ways to make room the first is taken, which takes off the weakest.
    """
    changes = [code for code in codes if p.act_of(code) in (p.EQUIP, p.SWAP)]
    found = best_swap(mind, mind.now) if changes else None
    for code in changes:
        if found is not None and p.card_of(code) == found[0]:
            return code
    return -1
