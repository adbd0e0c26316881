"""Equipment choices: swap Items as long as that increases the real strength."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.items.equipment import equip, in_the_way, slot_room, unequip
from kickdoor.engine.state.queries import may_use
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation import weights as x
from kickdoor.policies.lookahead import DecisionContext


def swap(mind: DecisionContext, s: State, card: int) -> State | None:
    """Simulate equipping an Item and removing the Items in its way; None if that is impossible."""
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
    """List the carried Items of a seat."""
    mine = s.seats[seat]
    return [c for c in mine.play if s.cards[c].kind == nr.ITEM and c not in mine.equipped]


def best_swap(mind: DecisionContext, s: State) -> tuple[int, State] | None:
    """Find the Item that improves the seat most when equipped."""
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
    """Simulate the best equipment of the seat."""
    found = best_swap(mind, s)
    while found is not None:
        s = found[1]
        found = best_swap(mind, s)
    return s


def change(mind: DecisionContext, codes: list[int]) -> int:
    """Find the option that equips the Item with the greatest improvement; -1 if there is none.

    If there are several ways to make room, take the first, which removes the weakest Item.
    """
    changes = [code for code in codes if p.act_of(code) in (p.EQUIP, p.SWAP)]
    found = best_swap(mind, mind.now) if changes else None
    for code in changes:
        if found is not None and p.card_of(code) == found[0]:
            return code
    return -1
