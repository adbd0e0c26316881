"""How a bot deals: whom it asks for help and for how much, when it helps, and which trades it takes."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Form
from kickdoor.engine.rules.fight.help import compels, must_help
from kickdoor.engine.rules.fight.strength import is_winning
from kickdoor.engine.state.items import is_big
from kickdoor.engine.state.state import Offer, State
from kickdoor.policies.evaluation import weights as x
from kickdoor.policies.evaluation.deal_value import Deal, Proposal
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import aimed_at_seat, of_act
from kickdoor.policies.play_limits import digest
from kickdoor.policies.tactics import equipment_choices
from kickdoor.policies.tactics.play_plans import Plan, best_plan

OFFERED = -2
"""Stands among the things tried this turn for having said for what one would help."""
COUNTERS_TRIED = 2
"""Terms that a search tries in answer to an offer."""


def asking(helper: int) -> int:
    """Return the option of asking a munchkin; among the things tried it stands for having named one's terms to them."""
    return p.option(p.ASK, -1, nr.A_SEAT, helper) | p.FORM_BIT


def times(tried: set[int], name: int) -> int:
    """Count how often terms were named this turn to whom `name` stands for."""
    count = 0
    while again(name, count) in tried:
        count += 1
    return count


def again(name: int, count: int) -> int:
    """Return what stands for having named terms to somebody once more."""
    return name if count == 0 else -digest([name, count]) - 100


def is_done(mind: DecisionContext, tried: set[int], name: int) -> bool:
    """Return whether the bot has nothing more to say to somebody this turn."""
    return times(tried, name) >= max(1, mind.temper.patience.rounds)


def note_named(mind: DecisionContext, helper: int, name: int, terms: list[int], tried: set[int]) -> None:
    """Note that terms were named, and which, if there may be more to say: then it will be something better."""
    tried.add(again(name, times(tried, name)))
    if mind.temper.patience.rounds > 1:
        Deal(mind, helper).note(terms, tried)


def note_choice(mind: DecisionContext, choice: Choice, tried: set[int]) -> None:
    """Note the terms that a choice names, if it names any to somebody."""
    code, terms = choice
    if p.act_of(code) == p.ASK:
        note_named(mind, aimed_at_seat(code), code, terms, tried)
    elif p.act_of(code) == p.COUNTER:
        offer = offer_of(mind.now, mind.me, aimed_at_seat(code))
        note_named(mind, offer.helper, naming(mind, offer), terms, tried)


def best_request(mind: DecisionContext, tried: set[int]) -> Plan | None:
    """Find whom to ask for help, and for what: each once a turn, by the gain times the chance that they take it."""
    best: Plan | None = None
    most = 0
    for code in of_act(mind.codes, p.ASK):
        found = request(mind, code, tried)
        if found is not None and found[0] * found[1] > most:
            best, most = (found[0], code, found[2]), found[0] * found[1]
    return best


def request(mind: DecisionContext, code: int, tried: set[int]) -> Proposal | None:
    """Find for what to ask somebody; None if they have heard all there is to say, or nothing is worth it."""
    if is_done(mind, tried, code):
        return None
    deal = Deal(mind, aimed_at_seat(code))
    if deal.wins and deal.mark([]) not in tried and is_compelled(mind, deal.helper):
        gain = deal.gain([])
        return (gain, 100, []) if gain > x.WORTH_IT else None
    return deal.best_terms(x.WORTH_IT, tried)


def is_compelled(mind: DecisionContext, helper: int) -> bool:
    """Return whether a munchkin has to help for nothing if the bot asks."""
    s = mind.now
    return must_help(s, helper) or compels(s, mind.me, helper)


def offer_help(mind: DecisionContext, tried: set[int]) -> Choice | None:
    """Offer help once a turn where it turns a fight, on terms that suit both."""
    s = mind.now
    codes = of_act(mind.codes, p.OFFER)
    if not codes or is_done(mind, tried, OFFERED) or s.fight is None or is_winning(s):
        return None
    found = Deal(mind, mind.me).best_terms(0, tried)
    if found is None:
        return None
    note_named(mind, mind.me, OFFERED, found[2], tried)
    return codes[0], found[2]


def answer_offer(mind: DecisionContext, tried: set[int] | None = None) -> Choice:
    """Take the best offer if nothing is better: other terms named once, its own cards, or no deal at all.

    `tried` is what it has tried this turn: who has heard its terms does not hear them again.
    """
    s = mind.now
    best: Choice = of_act(mind.codes, p.REFUSE)[0], []
    most = otherwise(mind)
    named = set() if tried is None else tried
    countering = of_act(mind.codes, p.COUNTER)
    for code in of_act(mind.codes, p.ACCEPT):
        offer = offer_of(s, mind.me, aimed_at_seat(code))
        deal = Deal(mind, offer.helper)
        gain = deal.gain(offer.terms)
        if gain > most:
            best, most = (code, []), gain
        if is_done(mind, named, naming(mind, offer)):
            continue
        found = better_terms(deal, offer, named)
        for counter in countering:
            if found is not None and aimed_at_seat(counter) == offer.asker and found[0] > most:
                best, most = (counter, found[1]), found[0]
    note_choice(mind, best, named)
    return best


def naming(mind: DecisionContext, offer: Offer) -> int:
    """Return what stands among the things tried for having named terms to the other party of an offer."""
    return OFFERED if offer.helper == mind.me else asking(offer.helper)


def offer_of(s: State, to: int, asker: int) -> Offer:
    """Find the offer that one munchkin has made another."""
    assert s.fight is not None
    return next(offer for offer in s.fight.offers if offer.to == to and offer.asker == asker)


def otherwise(mind: DecisionContext) -> int:
    """Values what the bot could do without a bargain: turn the fight by its own cards, if it is its own."""
    if mind.now.fight is None or mind.now.fight.main != mind.me:
        return 0
    plan = best_plan(mind, mind.now)
    return 0 if plan is None else plan[0]


def better_terms(deal: Deal, offer: Offer, named: set[int]) -> tuple[int, list[int]] | None:
    """Name terms that are better for the bot than what is offered, with what they may be expected to bring."""
    rounds = deal.mind.temper.patience.rounds
    if deal.mind.me == deal.main and deal.helper_missing <= x.ABOUT_TO_WIN:
        # Whoever would rather take or leave it speaks up before the game is given away
        rounds = max(1, rounds)
    if offer.counters >= rounds:
        return None
    found = deal.best_terms(worth_more_than(deal, offer), named)
    return None if found is None else (found[0] * found[1] // 100, found[2])


def worth_more_than(deal: Deal, offer: Offer) -> int:
    """Return the gain that other terms must exceed to be worth naming."""
    return max(0, deal.gain(offer.terms)) + x.WORTH_IT


def counters(mind: DecisionContext, tried: set[int]) -> list[Choice]:
    """List the terms most worth naming to those who have made the bot an offer."""
    out: list[Choice] = []
    for code in of_act(mind.codes, p.COUNTER):
        offer = offer_of(mind.now, mind.me, aimed_at_seat(code))
        if is_done(mind, tried, naming(mind, offer)):
            continue
        deal = Deal(mind, offer.helper)
        found = deal.worthwhile(worth_more_than(deal, offer), tried)
        found.sort(key=lambda one: -one[0] * one[1])
        out += [(code, one[2]) for one in found[:COUNTERS_TRIED]]
    return out


def make_room(mind: DecisionContext) -> Choice:
    """Sell what stands in the way of a promised Item, if that is worth it; else does without."""
    s = mind.now
    best: Choice = of_act(mind.codes, p.PASS)[0], []
    most = mind.value(s, best[0]) + x.WORTH_IT
    for code in of_act(mind.codes, p.SELL):
        picks = room_making(mind, mind.form(code))
        value = mind.value(s, code, picks)
        if value > most:
            best, most = (code, picks), value
    return best


def room_making(mind: DecisionContext, form: Form) -> list[int]:
    """Name Big items to sell first, then what the bot can best do without, until it is enough."""
    s = mind.now
    picks: list[int] = []
    for card in sorted(form.candidates, key=lambda card: (not is_big(s, card), mind.worth(s, card), card)):
        if not mind.fits(form, picks):
            picks.append(card)
    return picks if mind.fits(form, picks) else form.default(mind.now)


def answer_trade(mind: DecisionContext) -> Choice:
    """Accept what is worth more to it than what it gives, minding what the other gets."""
    if not of_act(mind.codes, p.ACCEPT):
        return make_room(mind)
    accept = of_act(mind.codes, p.ACCEPT)[0]
    refuse = of_act(mind.codes, p.REFUSE)[0]
    both = trade_gain(mind, accept)
    return (accept if both is not None and both[0] > both[1] else refuse), []


def trade_gain(mind: DecisionContext, accept: int) -> tuple[int, int] | None:
    """Values a trade for the bot, in the best it then has to wear, and what it minds of the other's gain."""
    s = mind.now
    other = aimed_at_seat(accept)
    c = mind.simulate(s, accept)
    if c is None:
        return None
    before, after = equipment_choices.dress(mind, s), equipment_choices.dress(mind, c)
    mine = mind.value_with_fight(after, mind.me) - mind.value_with_fight(before, mind.me)
    return mine, mind.grudge(after, other) - mind.grudge(before, other)
