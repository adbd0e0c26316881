"""Values of the terms of a bargain to the helper and to the main fighter."""

from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.rules.fight.bargain import play_promised, room_after
from kickdoor.engine.rules.fight.game_winning import PER_KILL, claims_of, own_claims
from kickdoor.engine.rules.fight.promises import picking_order, values_of_kind
from kickdoor.engine.rules.items.equipment import in_the_way
from kickdoor.engine.state.items import bonus_of
from kickdoor.engine.state.queries import may_use
from kickdoor.engine.state.state import Fight, State
from kickdoor.engine.state.tokens import spoils_of
from kickdoor.policies.evaluation import weights
from kickdoor.policies.evaluation.card_value import hand_worth, table_worth
from kickdoor.policies.lookahead import DecisionContext


def share(treasures: int) -> list[int]:
    """Return terms that give a number of Treasures to the helper."""
    return [p.pick(p.P_COUNT, treasures)] if treasures else []


def is_same(some: list[int], others: list[int]) -> bool:
    """Return whether two bargains have the same terms."""
    return sorted(some) == sorted(others)


def shares_worth(fight: Fight, treasures: int) -> int:
    """Return the value of the helper's Treasures; earlier picks are better."""
    order = picking_order(fight, treasures)
    total = 0
    for place in range(treasures):
        if order[place] == fight.helper:
            total += weights.TREASURE_CARD + weights.CHOICE * (treasures - 1 - 2 * place) // (treasures + 1)
    return total


def tokens_in(s: State, fight: Fight) -> int:
    """Count the tokens that killing all monsters would bring."""
    if not s.rules.counters:
        return 0
    spoils = fight.spoils[:]
    for body in fight.bodies:
        spoils.extend(spoils_of(s, fight, body))
    count = 0
    for i in range(0, len(spoils), PER_KILL):
        count += len(own_claims(s, spoils[i])) + len(claims_of(s, fight.main, spoils[i], spoils[i + 1]))
    return count


def tokens_worth(s: State, fight: Fight, tokens: int) -> int:
    """Return the value of the helper's tokens; they may make the last Level."""
    if not tokens:
        return 0
    count = picking_order(fight, tokens, p.P_TOKENS, p.P_TOKEN_PLACE).count(fight.helper)
    missing = s.options.winning_level - s.seats[fight.helper].level
    return count * (weights.WIN if missing <= 1 and s.rules.meals else weights.TOKEN)


def getting(s: State, seat: int, card: int) -> int:
    """Return the value of an Item to the seat that gets it: carried, or more if it improves the equipment."""
    if not room_after(s, seat, [], [card]):
        # An Item that cannot be carried is not received.
        return 0
    value = hand_worth(s, seat, card)
    bonus = bonus_of(s, card)
    if not bonus or not may_use(s, s.seats[seat], card):
        return value
    more = bonus - sum([bonus_of(s, other) for other in in_the_way(s, seat, card)])
    return value + max(0, more) * (weights.STRENGTH - weights.POTENTIAL)


def losing(s: State, seat: int, card: int) -> int:
    """Return the value of an Item to the seat that loses it."""
    worn = card in s.seats[seat].equipped
    return table_worth(s, seat, card) + (weights.STRENGTH * bonus_of(s, card) if worn else 0)


def being_played(ctx: DecisionContext, s: State, fight: Fight, card: int) -> int:
    """Return the value of a card played on the helper after the fight, simulated in a copy."""
    c = s.copy()
    c.fight = None
    c.stack.clear()
    play_promised(c, fight.main, fight.helper, card)
    runtime.run(c)
    ctx.settle(c)
    return ctx.holdings(c, fight.helper) - ctx.holdings(s, fight.helper)


def worth_of(ctx: DecisionContext, s: State, treasures: int, tokens: int) -> tuple[int, int]:
    """Return the value of the bargain of the fight to the helper and to the main fighter."""
    fight = s.fight
    assert fight is not None
    deal = fight.deal
    given = shares_worth(fight, treasures) + tokens_worth(s, fight, tokens)
    helpers = given
    mains = -given
    # Terms that are due in any case are paid after lost fights too.
    due = 100 + weights.RISK_OF_HELPING if p.pick(p.P_ANYWAY) in deal else 100
    for card in values_of_kind(deal, p.P_GIVE):
        helpers += getting(s, fight.helper, card) * due // 100
        mains -= losing(s, fight.main, card) * due // 100
    for card in values_of_kind(deal, p.P_WANT):
        helpers -= losing(s, fight.helper, card) * due // 100
        mains += getting(s, fight.main, card) * due // 100
    for card in values_of_kind(deal, p.P_CARD):
        helpers += being_played(ctx, s, fight, card)
        mains -= hand_worth(s, fight.main, card)
    return helpers, mains
