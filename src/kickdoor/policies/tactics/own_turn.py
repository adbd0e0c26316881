"""The own turn of a bot: play cards, equip the best Items, sell the rest, kick open the Door, look for trouble."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.items.sales import PRICE_OF_A_LEVEL
from kickdoor.engine.rules.items.sales import worth as proceeds
from kickdoor.engine.state.items import value_of as price_of
from kickdoor.policies.evaluation import weights
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import aimed_at_seat, cheapest, of_act, payments, way_to_play
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK
from kickdoor.policies.tactics import equipment_choices
from kickdoor.policies.tactics.interference import curse_player
from kickdoor.policies.tactics.play_plans import best_plan

LASTING = (nr.V_ITEM, nr.V_CLASS, nr.V_RACE, nr.V_SECOND_CLASS, nr.V_SECOND_RACE, nr.V_ATTACH, nr.V_FOLLOWER, nr.V_STAY)
"""Verbs of plays after which the best equipment may change."""


def take_next_step(ctx: DecisionContext) -> Choice:
    """Take the next step of the turn after all preparations."""
    codes = ctx.codes
    charity = of_act(codes, p.GIVE_CHARITY)
    if charity:
        return curse_player(ctx, True) or play_item(ctx) or give_away(ctx, charity[0])
    trouble = best_trouble(ctx, of_act(codes, p.TROUBLE))
    if trouble >= 0:
        return trouble, []
    for act in (p.KICK, p.LOOT_ROOM, p.TAKE, p.DONE, p.END_TURN):
        found = of_act(codes, act)
        if found:
            return found[0], []
    return codes[0], ctx.default(codes[0]) if codes[0] & p.FORM_BIT else []


def prepare(ctx: DecisionContext, tried: set[int]) -> Choice | None:
    """Find the most useful action outside a fight; None if there is none.

    Each free action is taken once a turn. Otherwise two Items that each look better than the other would be swapped
    forever. `tried` holds the actions already taken.
    """
    codes = ctx.codes
    code = equipment_choices.find_equip_option(ctx, codes)
    if code >= 0 and code not in tried:
        tried.add(code)
        return code, []
    best: Choice | None = None
    useful = best_aimed(ctx, [code for code in codes if code not in tried and is_preparation(ctx, code)])
    best_value = ctx.value_with_fight(ctx.state, ctx.me) + weights.WORTH_IT if useful else 0
    for code in useful:
        for picks in payments(ctx, ctx.state, code)[:1]:
            value = value_of(ctx, code, picks)
            if value > best_value:
                best, best_value = (code, picks), value
    if best is not None and FREE_ACTIONS_MASK >> p.act_of(best[0]) & 1:
        tried.add(best[0])
    return best or sell_items(ctx) or curse_player(ctx, False)


def best_aimed(ctx: DecisionContext, codes: list[int]) -> list[int]:
    """Keep only the most promising target of each ability: the player with the most to lose."""
    aimed = [code for code in codes if p.act_of(code) == p.USE and aimed_at_seat(code) not in (-1, ctx.me)]
    if len(aimed) < 2:
        return codes
    s = ctx.state
    best = max(aimed, key=lambda code: max([s.cards[c].bonus for c in s.seats[p.target_of(code)].play], default=0))
    return [code for code in codes if code not in aimed or code == best]


def is_preparation(ctx: DecisionContext, code: int) -> bool:
    """Return whether an option may be of lasting use; gifts, Curses and plays into a fight are not."""
    act = p.act_of(code)
    if act == p.ATTACH:
        return True
    if act not in (p.PLAY, p.USE):
        return False
    play = way_to_play(ctx.state, code)
    if play.verb == nr.V_ITEM and ctx.state.cards[p.card_of(code)].kind == nr.ONESHOT:
        # The card works from the hand as well.
        return False
    if play.verb in LASTING:
        return True
    if play.verb == nr.V_EFFECT:
        target = aimed_at_seat(code)
        return not is_for_fights(play) and (play.not_self or target in (-1, ctx.me))
    # Outside fights only abilities on other players pay off, such as stealing; try them when prompted.
    return play.verb == nr.V_ABILITY and play.not_self and ctx.should_try_rare_options and not is_for_fights(play)


def is_for_fights(play: Play) -> bool:
    """Return whether a card or ability is used only in fights and while running away."""
    return play.moments & (nr.AT_ANY_TIME | nr.ON_OWN_TURN | nr.ON_QUIET_TURN | nr.WHEN_QUIET | nr.AFTER_WON_FIGHT) == 0


def value_of(ctx: DecisionContext, code: int, picks: list[int]) -> int:
    """Return the value of a preparation; after lasting cards, with the best equipment."""
    play = way_to_play(ctx.state, code)
    if play.verb in LASTING or p.act_of(code) == p.ATTACH:
        c = ctx.simulate(ctx.state, code)
        return -weights.WIN if c is None else ctx.value_with_fight(equipment_choices.equip_best(ctx, c), ctx.me)
    victim = aimed_at_seat(code)
    if victim < 0 or victim == ctx.me:
        return ctx.value(ctx.state, code, picks)
    # The loss of the target counts as much as the bot envies it.
    return ctx.value(ctx.state, code, picks, victim) + ctx.envy_of(ctx.state, victim)


def sell_items(ctx: DecisionContext) -> Choice | None:
    """Sell the Items of least use for their price, if a Level is worth more."""
    codes = of_act(ctx.codes, p.SELL)
    if not codes:
        return None
    s = ctx.state
    form = ctx.form(codes[0])
    items = [card for card in form.candidates if price_of(s, card)]
    items.sort(key=lambda card: (ctx.worth(s, card) * 1000 // price_of(s, card), card))
    picks: list[int] = []
    for card in items:
        if not ctx.fits(form, picks):
            picks.append(card)
    if not ctx.fits(form, picks):
        return None
    for card in sorted(picks, key=lambda card: -ctx.worth(s, card)):
        rest = [c for c in picks if c != card]
        if proceeds(s, ctx.me, rest) >= PRICE_OF_A_LEVEL:
            picks = rest
    c = ctx.simulate(s, codes[0], picks)
    if (
        c is None
        or ctx.value_with_fight(equipment_choices.equip_best(ctx, c), ctx.me)
        <= ctx.value_with_fight(s, ctx.me) + weights.WORTH_IT
    ):
        return None
    return codes[0], picks


def play_item(ctx: DecisionContext) -> Choice | None:
    """Put an Item on the table that would otherwise have to be given away; it can be used there as well."""
    for code in ctx.codes:
        if p.act_of(code) == p.PLAY and way_to_play(ctx.state, code).verb == nr.V_ITEM:
            return code, []
    return None


def give_away(ctx: DecisionContext, code: int) -> Choice:
    """Give away the least valuable cards."""
    form = ctx.form(code)
    picks = form.complete(cheapest(ctx, ctx.state, form.candidates)[: form.min_picks])
    return code, picks if ctx.fits(form, picks) else form.default(ctx.state)


def best_trouble(ctx: DecisionContext, codes: list[int]) -> int:
    """Return the monster in hand that is best to fight, including the cards needed; -1 if looting is better."""
    best = -1
    best_value = ctx.value_with_fight(ctx.state, ctx.me) + weights.DOOR_CARD - ctx.style.boldness.trouble
    for code in codes:
        c = ctx.simulate(ctx.state, code)
        if c is None:
            continue
        value = ctx.value_with_fight(c, ctx.me)
        if c.fight is not None and value <= best_value:
            plan = best_plan(ctx, c)
            value += plan[0] if plan is not None else 0
        if value > best_value:
            best, best_value = code, value
    return best
