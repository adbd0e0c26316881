"""Equipment choices: swap Items as long as that increases the real strength."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.items.equipment import equip, in_the_way, slot_room, unequip
from kickdoor.engine.state.queries import may_use
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation import weights
from kickdoor.policies.lookahead import DecisionContext


def swap(ctx: DecisionContext, s: State, card: int) -> State | None:
    """Simulate equipping an Item and removing the Items in its way; None if that is impossible."""
    if not may_use(s, s.seats[ctx.me], card):
        return None
    c = s.copy()
    for other in in_the_way(c, ctx.me, card):
        unequip(c, ctx.me, other)
    if slot_room(c, ctx.me, card) is not None:
        return None
    equip(c, ctx.me, card)
    return c


def unequipped_items(s: State, seat: int) -> list[int]:
    """List the carried Items of a seat."""
    own_seat = s.seats[seat]
    return [c for c in own_seat.play if s.cards[c].kind == nr.ITEM and c not in own_seat.equipped]


def best_swap(ctx: DecisionContext, s: State) -> tuple[int, State] | None:
    """Find the Item that improves the seat most when equipped."""
    unequipped = [card for card in unequipped_items(s, ctx.me) if card not in ctx.overlooked]
    if not unequipped:
        return None
    best: tuple[int, State] | None = None
    best_value = ctx.holdings(s, ctx.me) + weights.WORTH_IT
    for card in unequipped:
        c = swap(ctx, s, card)
        if c is not None:
            value = ctx.holdings(c, ctx.me)
            if value > best_value:
                best, best_value = (card, c), value
    return best


def equip_best(ctx: DecisionContext, s: State) -> State:
    """Simulate the best equipment of the seat."""
    found = best_swap(ctx, s)
    while found is not None:
        s = found[1]
        found = best_swap(ctx, s)
    return s


def find_equip_option(ctx: DecisionContext, codes: list[int]) -> int:
    """Find the option that equips the Item with the greatest improvement; -1 if there is none.

    If there are several ways to make room, take the first, which removes the weakest Item.
    """
    changes = [code for code in codes if p.act_of(code) in (p.EQUIP, p.SWAP)]
    found = best_swap(ctx, ctx.state) if changes else None
    for code in changes:
        if found is not None and p.card_of(code) == found[0]:
            return code
    return -1
