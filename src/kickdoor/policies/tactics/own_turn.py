"""The own turn of a bot: play cards, equip the best Items, sell the rest, kick open the Door, look for trouble."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.items.sales import PRICE_OF_A_LEVEL
from kickdoor.engine.rules.items.sales import worth as proceeds
from kickdoor.engine.state.items import value_of as price_of
from kickdoor.policies.evaluation import weights as x
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import aimed_at_seat, cheapest, of_act, payments, way_to_play
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK
from kickdoor.policies.tactics import equipment_choices
from kickdoor.policies.tactics.interference import curse_somebody
from kickdoor.policies.tactics.play_plans import best_plan

LASTING = (nr.V_ITEM, nr.V_CLASS, nr.V_RACE, nr.V_SECOND_CLASS, nr.V_SECOND_RACE, nr.V_ATTACH, nr.V_FOLLOWER, nr.V_STAY)
"""Verbs of plays after which the best equipment may change."""


def go_on(mind: DecisionContext) -> Choice:
    """Take the next step of the turn after all preparations."""
    codes = mind.codes
    charity = of_act(codes, p.GIVE_CHARITY)
    if charity:
        return curse_somebody(mind, True) or lay_down(mind) or give_away(mind, charity[0])
    trouble = best_trouble(mind, of_act(codes, p.TROUBLE))
    if trouble >= 0:
        return trouble, []
    for act in (p.KICK, p.LOOT_ROOM, p.TAKE, p.DONE, p.END_TURN):
        found = of_act(codes, act)
        if found:
            return found[0], []
    return codes[0], mind.default(codes[0]) if codes[0] & p.FORM_BIT else []


def prepare(mind: DecisionContext, tried: set[int]) -> Choice | None:
    """Find the most useful action outside a fight; None if there is none.

    Each free action is taken once a turn. Otherwise two Items that each look better than the other would be swapped
    forever. `tried` holds the actions already taken.
    """
    codes = mind.codes
    code = equipment_choices.change(mind, codes)
    if code >= 0 and code not in tried:
        tried.add(code)
        return code, []
    best: Choice | None = None
    useful = best_aimed(mind, [code for code in codes if code not in tried and is_preparation(mind, code)])
    most = mind.value_with_fight(mind.now, mind.me) + x.WORTH_IT if useful else 0
    for code in useful:
        for picks in payments(mind, mind.now, code)[:1]:
            value = value_of(mind, code, picks)
            if value > most:
                best, most = (code, picks), value
    if best is not None and FREE_ACTIONS_MASK >> p.act_of(best[0]) & 1:
        tried.add(best[0])
    return best or sale(mind) or curse_somebody(mind, False)


def best_aimed(mind: DecisionContext, codes: list[int]) -> list[int]:
    """Keep only the most promising target of each ability: the player with the most to lose."""
    aimed = [code for code in codes if p.act_of(code) == p.USE and aimed_at_seat(code) not in (-1, mind.me)]
    if len(aimed) < 2:
        return codes
    s = mind.now
    best = max(aimed, key=lambda code: max([s.cards[c].bonus for c in s.seats[p.target_of(code)].play], default=0))
    return [code for code in codes if code not in aimed or code == best]


def is_preparation(mind: DecisionContext, code: int) -> bool:
    """Return whether an option may be of lasting use; gifts, Curses and plays into a fight are not."""
    act = p.act_of(code)
    if act == p.ATTACH:
        return True
    if act not in (p.PLAY, p.USE):
        return False
    play = way_to_play(mind.now, code)
    if play.verb == nr.V_ITEM and mind.now.cards[p.card_of(code)].kind == nr.ONESHOT:
        # The card works from the hand as well.
        return False
    if play.verb in LASTING:
        return True
    if play.verb == nr.V_EFFECT:
        target = aimed_at_seat(code)
        return not is_for_fights(play) and (play.not_self or target in (-1, mind.me))
    # Outside fights only abilities on other players pay off, such as stealing; try them when prompted.
    return play.verb == nr.V_ABILITY and play.not_self and mind.has_time and not is_for_fights(play)


def is_for_fights(play: Play) -> bool:
    """Return whether a card or ability is used only in fights and while running away."""
    return play.moments & (nr.AT_ANY_TIME | nr.ON_OWN_TURN | nr.ON_QUIET_TURN | nr.WHEN_QUIET | nr.AFTER_WON_FIGHT) == 0


def value_of(mind: DecisionContext, code: int, picks: list[int]) -> int:
    """Return the value of a preparation; after lasting cards, with the best equipment."""
    play = way_to_play(mind.now, code)
    if play.verb in LASTING or p.act_of(code) == p.ATTACH:
        c = mind.simulate(mind.now, code)
        return -x.WIN if c is None else mind.value_with_fight(equipment_choices.dress(mind, c), mind.me)
    victim = aimed_at_seat(code)
    if victim < 0 or victim == mind.me:
        return mind.value(mind.now, code, picks)
    # The loss of the target counts as much as the bot envies it.
    return mind.value(mind.now, code, picks, victim) + mind.grudge(mind.now, victim)


def sale(mind: DecisionContext) -> Choice | None:
    """Sell the Items of least use for their price, if a Level is worth more."""
    codes = of_act(mind.codes, p.SELL)
    if not codes:
        return None
    s = mind.now
    form = mind.form(codes[0])
    wares = [card for card in form.candidates if price_of(s, card)]
    wares.sort(key=lambda card: (mind.worth(s, card) * 1000 // price_of(s, card), card))
    picks: list[int] = []
    for card in wares:
        if not mind.fits(form, picks):
            picks.append(card)
    if not mind.fits(form, picks):
        return None
    for card in sorted(picks, key=lambda card: -mind.worth(s, card)):
        rest = [c for c in picks if c != card]
        if proceeds(s, mind.me, rest) >= PRICE_OF_A_LEVEL:
            picks = rest
    c = mind.simulate(s, codes[0], picks)
    if (
        c is None
        or mind.value_with_fight(equipment_choices.dress(mind, c), mind.me)
        <= mind.value_with_fight(s, mind.me) + x.WORTH_IT
    ):
        return None
    return codes[0], picks


def lay_down(mind: DecisionContext) -> Choice | None:
    """Put an Item on the table that would otherwise have to be given away; it can be used there as well."""
    for code in mind.codes:
        if p.act_of(code) == p.PLAY and way_to_play(mind.now, code).verb == nr.V_ITEM:
            return code, []
    return None


def give_away(mind: DecisionContext, code: int) -> Choice:
    """Give away the least valuable cards."""
    form = mind.form(code)
    picks = form.complete(cheapest(mind, mind.now, form.candidates)[: form.min_picks])
    return code, picks if mind.fits(form, picks) else form.default(mind.now)


def best_trouble(mind: DecisionContext, codes: list[int]) -> int:
    """Return the monster in hand that is best to fight, including the cards needed; -1 if looting is better."""
    best = -1
    most = mind.value_with_fight(mind.now, mind.me) + x.DOOR_CARD - mind.temper.boldness.trouble
    for code in codes:
        c = mind.simulate(mind.now, code)
        if c is None:
            continue
        value = mind.value_with_fight(c, mind.me)
        if c.fight is not None and value <= most:
            plan = best_plan(mind, c)
            value += plan[0] if plan is not None else 0
        if value > most:
            best, most = code, value
    return best
