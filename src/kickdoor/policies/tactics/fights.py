"""Fighting of a bot: claim a won fight, or win it with the cheapest cards or with help."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.combat import helper_wins
from kickdoor.engine.rules.fight.game_winning import could_win_game
from kickdoor.engine.rules.fight.strength import in_combat, is_winning
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice, DecisionContext, margin
from kickdoor.policies.option_codes import aimed_at_seat, of_act, way_to_play
from kickdoor.policies.tactics import bargaining
from kickdoor.policies.tactics.interference import others_profit
from kickdoor.policies.tactics.play_plans import Plan, best_plan


def fight(ctx: DecisionContext, tried: set[int]) -> Choice:
    """Claim a won fight or add to it; otherwise play cards, ask for help, or give up."""
    s = ctx.state
    codes = ctx.codes
    claims = of_act(codes, p.CLAIM)
    if claims:
        return lock_fight(ctx) or enlarge_fight(ctx) or (claims[0], [])
    cards = own_plan(ctx, s)
    asking = bargaining.best_request(ctx, tried)
    if asking is not None and (cards is None or asking[0] >= cards[0]):
        bargaining.note_named(ctx, aimed_at_seat(asking[1]), asking[1], asking[2], tried)
        return asking[1], asking[2]
    if cards is not None:
        return cards[1], cards[2]
    return of_act(codes, p.GIVE_UP)[0], []


def rescue_fight(ctx: DecisionContext) -> Choice | None:
    """Rescue the own side of a losing fight, as helper or while others interfere."""
    s = ctx.state
    if s.fight is None or s.fight.lost or not in_combat(s, ctx.me) or is_winning(s):
        return None
    if s.fight.main != ctx.me and could_win_game(s) and not helper_wins(s, s.fight):
        # The fight was not for the win when the bot agreed to help.
        return None
    plan = own_plan(ctx, s)
    return None if plan is None else (plan[1], plan[2])


def own_plan(ctx: DecisionContext, s: State) -> Plan | None:
    """Find the best own play; hand a fight on only if the new main fighter gains less than the bot saves."""
    plan = best_plan(ctx, s)
    if plan is None or not is_handing_on(ctx, s, plan):
        return plan
    handing_on = best_handing_on(ctx, s, plan)
    # Remove the card to find the best alternative.
    c = s.copy()
    own_seat = c.seats[ctx.me]
    own_seat.hand = [card for card in own_seat.hand if card != p.card_of(plan[1])]
    own_seat.play = [card for card in own_seat.play if card != p.card_of(plan[1])]
    other = best_plan(ctx, c)
    if other is not None and ctx.simulate(s, other[1], other[2]) is None:
        # The price "whole hand" depends on the card, so there is no alternative to compare.
        other = None
    return other if handing_on is None or (other is not None and other[0] >= handing_on[0]) else handing_on


def is_handing_on(ctx: DecisionContext, s: State, plan: Plan) -> bool:
    """Return whether a play makes another player the main fighter."""
    if way_to_play(s, plan[1]).aim != nr.A_SEAT or s.fight is None:
        return False
    c = ctx.simulate(s, plan[1], plan[2])
    return c is not None and c.fight is not None and c.fight.main != s.fight.main


def best_handing_on(ctx: DecisionContext, s: State, plan: Plan) -> Plan | None:
    """Find the best seat to hand a fight on to; None if that seat would gain more than the plan is worth."""
    best: Plan | None = None
    best_gain = ctx.style.patience.worth_it
    for seat in range(len(s.seats)):
        code = plan[1] & ~(4095 << p.TARGET_SHIFT) | seat << p.TARGET_SHIFT
        c = ctx.simulate(s, code, plan[2]) if code in ctx.codes else None
        if c is not None:
            gain = ctx.value_with_fight(c, ctx.me) - ctx.value_with_fight(s, ctx.me) - others_profit(ctx, s, c)
            if gain > best_gain:
                best, best_gain = (gain, code, plan[2]), gain
    return best


def lock_fight(ctx: DecisionContext) -> Choice | None:
    """Play a card that keeps all others out of a fight that wins the game."""
    s = ctx.state
    if s.fight is None or s.fight.frozen or not could_win_game(s):
        return None
    for code in ctx.codes:
        if p.act_of(code) == p.PLAY and way_to_play(s, code).verb == nr.V_EFFECT:
            c = ctx.simulate(s, code)
            if c is not None and c.fight is not None and c.fight.frozen and is_winning(c):
                return code, []
    return None


def enlarge_fight(ctx: DecisionContext) -> Choice | None:
    """Add a monster or an enhancer to a fight that stays won, if that gains more than the card is worth."""
    s = ctx.state
    best: Choice | None = None
    best_value = ctx.value_with_fight(s, ctx.me) + ctx.style.patience.worth_it - ctx.style.boldness.trouble
    for code in ctx.codes:
        if p.act_of(code) == p.PLAY and way_to_play(s, code).verb in (nr.V_JOIN, nr.V_MATE, nr.V_ENHANCE):
            c = ctx.simulate(s, code)
            if c is not None and c.fight is not None and margin(c) >= ctx.style.boldness.margin:
                value = ctx.value_with_fight(c, ctx.me) - others_profit(ctx, s, c)
                if value > best_value:
                    best, best_value = (code, []), value
    return best
