"""How a bot deals: whom it asks for help and for how much, when it helps, and which trades it takes."""

from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Form
from kickdoor.engine.rules.fight.strength import kill_levels, winning
from kickdoor.engine.state.items import is_big
from kickdoor.engine.state.state import Offer, State
from kickdoor.minds import gear
from kickdoor.minds import weights as x
from kickdoor.minds.imagining import Choice, Mind, treasures_of
from kickdoor.minds.options import aimed_at_seat, of_act
from kickdoor.minds.planning import Plan, best_plan
from kickdoor.minds.weights import NORMAL, Temper

OFFERED = -2
"""Stands among the things tried this turn for having offered help."""
MOST_COUNTERS = 1
"""A bot counters once; it does not haggle for ever."""


def joined(s: State, helper: int, terms: list[int]) -> State | None:
    """Imagines a munchkin as helper on these terms; None if the two would not win."""
    c = s.copy()
    fight = c.fight
    assert fight is not None
    fight.helper = helper
    fight.deal = terms
    fight.offers = []
    return c if winning(c) else None


def share(treasures: int) -> list[int]:
    """Writes terms: so many Treasures for the helper."""
    return [p.pick(p.P_COUNT, treasures)] if treasures else []


def helpers_gain(mind: Mind, c: State, temper: Temper) -> int:
    """Values a bargain for the helper: the share, less the risk, less envy of the main fighter's getting on."""
    fight = c.fight
    assert fight is not None
    helper = fight.helper
    gain = mind.reward(c, fight, helper)
    if gain >= x.WIN // 2:
        return gain
    missing = c.options.winning_level - c.seats[fight.main].level - kill_levels(c, fight)
    if missing <= 0:
        return -x.WIN
    risk = sum([mind.danger(c, helper, body) for body in fight.bodies]) * x.RISK_OF_HELPING // 100
    return gain - risk - mind.reward(c, fight, fight.main) * temper.envy_at(missing) // 100


def price(mind: Mind, s: State, helper: int, temper: Temper, gives: list[int] | None = None) -> int:
    """Finds the fewest Treasures for which a munchkin of such a temper would help, giving so much; -1 if for none."""
    given = [] if gives is None else gives
    if joined(s, helper, []) is None:
        return -1
    assert s.fight is not None
    for treasures in range(treasures_of(s, s.fight) + 1):
        c = joined(s, helper, share(treasures) + given)
        if c is not None and helpers_gain(mind, c, temper) > 0:
            return treasures
    return -1


def best_request(mind: Mind, tried: set[int]) -> Plan | None:
    """Finds whom to ask for help, and for what: each once a turn, for the least they should take."""
    s = mind.now
    best: Plan | None = None
    most = x.WORTH_IT
    for code in of_act(mind.codes, p.ASK):
        helper = aimed_at_seat(code)
        if code in tried:
            continue
        treasures = price(mind, s, helper, NORMAL)
        if treasures < 0:
            continue
        gain = main_fighters_gain(mind, helper, share(treasures))
        if gain > most:
            best, most = (gain, code, share(treasures)), gain
    return best


def main_fighters_gain(mind: Mind, helper: int, terms: list[int]) -> int:
    """Values a bargain for the bot as main fighter, minding what the helper gets out of it."""
    s = mind.now
    c = joined(s, helper, terms)
    if c is None or c.fight is None:
        return -x.WIN
    reward = mind.reward(c, c.fight, helper)
    if reward >= x.WIN // 2 and mind.reward(c, c.fight, mind.me) < x.WIN // 2:
        return -x.WIN
    missing = s.options.winning_level - s.seats[helper].level
    grudge = reward * mind.temper.envy_at(missing) // 100
    return mind.standing(c, mind.me) - mind.standing(s, mind.me) - grudge


def offer_help(mind: Mind, tried: set[int]) -> Choice | None:
    """Offers help once a turn where it turns a fight, for a share that suits both."""
    s = mind.now
    codes = of_act(mind.codes, p.OFFER)
    if not codes or OFFERED in tried or s.fight is None or winning(s):
        return None
    least = price(mind, s, mind.me, mind.temper)
    if least < 0:
        return None
    treasures = treasures_of(s, s.fight)
    terms = share(min(treasures, max(least, treasures // x.FAIR_SHARE)))
    c = joined(s, mind.me, terms)
    if c is None or mind.standing(c, s.fight.main) <= mind.standing(s, s.fight.main):
        return None
    tried.add(OFFERED)
    return codes[0], terms


def answer_offer(mind: Mind) -> Choice:
    """Takes the best offer that is worth it; else asks for better terms once, or refuses."""
    s = mind.now
    best: Choice = of_act(mind.codes, p.REFUSE)[0], []
    most = 0
    for code in of_act(mind.codes, p.ACCEPT):
        offer = offer_of(s, mind.me, aimed_at_seat(code))
        gain = gain_of(mind, offer)
        if gain > most:
            best, most = (code, []), gain
    if most > 0:
        return best
    for code in of_act(mind.codes, p.COUNTER):
        terms = better_terms(mind, offer_of(s, mind.me, aimed_at_seat(code)))
        if terms is not None:
            return code, terms
    return best


def offer_of(s: State, to: int, asker: int) -> Offer:
    """Finds the offer that one munchkin has made another."""
    assert s.fight is not None
    return next(offer for offer in s.fight.offers if offer.to == to and offer.asker == asker)


def gain_of(mind: Mind, offer: Offer) -> int:
    """Values an offer from its own side of it."""
    s = mind.now
    assert s.fight is not None
    if offer.helper == mind.me:
        c = joined(s, mind.me, offer.terms)
        return -x.WIN if c is None else helpers_gain(mind, c, mind.temper)
    gain = main_fighters_gain(mind, offer.helper, offer.terms)
    plan = best_plan(mind, s) if gain > 0 else None
    return gain - (plan[0] if plan is not None else 0)


def better_terms(mind: Mind, offer: Offer) -> list[int] | None:
    """Names terms that the bot would take, if the other might as well."""
    s = mind.now
    if offer.counters >= MOST_COUNTERS or s.fight is None:
        return None
    if offer.helper == mind.me:
        # It gives nothing of its own if it can help it
        least = price(mind, s, mind.me, mind.temper)
        return share(least) if least >= 0 and share(least) != offer.terms else None
    # What the helper would give unasked may be given
    gives = [term for term in offer.terms if term >> p.P_SHIFT == p.P_WANT]
    least = price(mind, s, offer.helper, NORMAL, gives)
    terms = share(least) + gives
    if least < 0 or terms == offer.terms:
        return None
    return terms if main_fighters_gain(mind, offer.helper, terms) > x.WORTH_IT else None


def make_room(mind: Mind) -> Choice:
    """Sells what stands in the way of a promised Item, if that is worth it; else does without."""
    s = mind.now
    best: Choice = of_act(mind.codes, p.PASS)[0], []
    most = mind.value(s, best[0]) + x.WORTH_IT
    for code in of_act(mind.codes, p.SELL):
        picks = room_making(mind, mind.form(code))
        value = mind.value(s, code, picks)
        if value > most:
            best, most = (code, picks), value
    return best


def room_making(mind: Mind, form: Form) -> list[int]:
    """Names Big items to sell first, then what the bot can best do without, until it is enough."""
    s = mind.now
    picks: list[int] = []
    for card in sorted(form.atoms, key=lambda card: (not is_big(s, card), mind.worth(s, card), card)):
        if not mind.fits(form, picks):
            picks.append(card)
    return picks if mind.fits(form, picks) else form.default(mind.now)


def answer_trade(mind: Mind) -> Choice:
    """Accepts what is worth more to it than what it gives, minding what the other gets."""
    s = mind.now
    if not of_act(mind.codes, p.ACCEPT):
        return make_room(mind)
    accept = of_act(mind.codes, p.ACCEPT)[0]
    refuse = of_act(mind.codes, p.REFUSE)[0]
    other = aimed_at_seat(accept)
    c = mind.after(s, accept)
    if c is None:
        return refuse, []
    before = mind.score(gear.dress(mind, s), other)
    after = mind.score(gear.dress(mind, c), other)
    return (accept if after > before else refuse), []
