"""How a bot spends its own turn: plays, wears the best it has, sells the rest, opens the door, seeks trouble."""

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
"""Plays after which it may pay to dress anew."""


def go_on(mind: DecisionContext) -> Choice:
    """Take the step that is asked for, once all is prepared."""
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
    """Find the most useful thing to do outside a fight; None if there is nothing.

    What uses nothing up is done once a turn: two Items that each look better than the other would change places for
    ever. `tried` is what was done already.
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
    """Leave out of what an ability could do to others all but the most promising: to whoever has most to lose."""
    aimed = [code for code in codes if p.act_of(code) == p.USE and aimed_at_seat(code) not in (-1, mind.me)]
    if len(aimed) < 2:
        return codes
    s = mind.now
    best = max(aimed, key=lambda code: max([s.cards[c].bonus for c in s.seats[p.target_of(code)].play], default=0))
    return [code for code in codes if code not in aimed or code == best]


def is_preparation(mind: DecisionContext, code: int) -> bool:
    """Return whether an option may be of lasting use: gifts to others, curses and plays into a fight are not."""
    act = p.act_of(code)
    if act == p.ATTACH:
        return True
    if act not in (p.PLAY, p.USE):
        return False
    play = way_to_play(mind.now, code)
    if play.verb == nr.V_ITEM and mind.now.cards[p.card_of(code)].kind == nr.ONESHOT:
        # It works from the hand as well
        return False
    if play.verb in LASTING:
        return True
    if play.verb == nr.V_EFFECT:
        target = aimed_at_seat(code)
        return not is_for_fights(play) and (play.not_self or target in (-1, mind.me))
    # Of the abilities those aimed at others pay off outside fights, such as stealing; when asked there is time for it
    return play.verb == nr.V_ABILITY and play.not_self and mind.has_time and not is_for_fights(play)


def is_for_fights(play: Play) -> bool:
    """Return whether a card or ability is used in fights and flights only."""
    return play.moments & (nr.AT_ANY_TIME | nr.ON_OWN_TURN | nr.ON_QUIET_TURN | nr.WHEN_QUIET | nr.AFTER_WON_FIGHT) == 0


def value_of(mind: DecisionContext, code: int, picks: list[int]) -> int:
    """Values a preparation; after what stays on the table the munchkin dresses anew."""
    play = way_to_play(mind.now, code)
    if play.verb in LASTING or p.act_of(code) == p.ATTACH:
        c = mind.simulate(mind.now, code)
        return -x.WIN if c is None else mind.value_with_fight(equipment_choices.dress(mind, c), mind.me)
    victim = aimed_at_seat(code)
    if victim < 0 or victim == mind.me:
        return mind.value(mind.now, code, picks)
    # What the victim loses counts as far as the bot grudged it
    return mind.value(mind.now, code, picks, victim) + mind.grudge(mind.now, victim)


def sale(mind: DecisionContext) -> Choice | None:
    """Sell what is of least use for its price, if a level is worth more."""
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
    """Lay an Item on the table that would have to be given away otherwise: there it can be used as well."""
    for code in mind.codes:
        if p.act_of(code) == p.PLAY and way_to_play(mind.now, code).verb == nr.V_ITEM:
            return code, []
    return None


def give_away(mind: DecisionContext, code: int) -> Choice:
    """Return the least valuable cards away."""
    form = mind.form(code)
    picks = form.complete(cheapest(mind, mind.now, form.candidates)[: form.min_picks])
    return code, picks if mind.fits(form, picks) else form.default(mind.now)


def best_trouble(mind: DecisionContext, codes: list[int]) -> int:
    """Pick the monster from hand that is best fought, with all cards that this takes; -1 if looting is better."""
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
