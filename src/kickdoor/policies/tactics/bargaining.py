"""Bargaining of a bot: requests for help and their terms, offers of help, and answers to trades."""

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
"""Marker in `tried`: the bot has named terms on which it would help."""
COUNTERS_TRIED = 2
"""Counteroffers that a search tries in answer to an offer."""


def asking(helper: int) -> int:
    """Return the option of asking a seat for help; in `tried` it marks that terms were named to that seat."""
    return p.option(p.ASK, -1, nr.A_SEAT, helper) | p.FORM_BIT


def times(tried: set[int], name: int) -> int:
    """Count how often terms were named this turn to the seat of the marker `name`."""
    count = 0
    while again(name, count) in tried:
        count += 1
    return count


def again(name: int, count: int) -> int:
    """Return the marker for having named terms to a seat one more time."""
    return name if count == 0 else -digest([name, count]) - 100


def is_done(mind: DecisionContext, tried: set[int], name: int) -> bool:
    """Return whether the bot names no more terms to a seat this turn."""
    return times(tried, name) >= max(1, mind.temper.patience.rounds)


def note_named(mind: DecisionContext, helper: int, name: int, terms: list[int], tried: set[int]) -> None:
    """Note that terms were named. If the bot may name more terms, note which, so that the next ones are better."""
    tried.add(again(name, times(tried, name)))
    if mind.temper.patience.rounds > 1:
        Deal(mind, helper).note(terms, tried)


def note_choice(mind: DecisionContext, choice: Choice, tried: set[int]) -> None:
    """Note the terms that a choice names to a seat, if any."""
    code, terms = choice
    if p.act_of(code) == p.ASK:
        note_named(mind, aimed_at_seat(code), code, terms, tried)
    elif p.act_of(code) == p.COUNTER:
        offer = offer_of(mind.now, mind.me, aimed_at_seat(code))
        note_named(mind, offer.helper, naming(mind, offer), terms, tried)


def best_request(mind: DecisionContext, tried: set[int]) -> Plan | None:
    """Find the best request for help by its gain times its chance of acceptance; each seat is asked once a turn."""
    best: Plan | None = None
    most = 0
    for code in of_act(mind.codes, p.ASK):
        found = request(mind, code, tried)
        if found is not None and found[0] * found[1] > most:
            best, most = (found[0], code, found[2]), found[0] * found[1]
    return best


def request(mind: DecisionContext, code: int, tried: set[int]) -> Proposal | None:
    """Find terms for a request for help; None if all terms were named to the seat, or none is worth it."""
    if is_done(mind, tried, code):
        return None
    deal = Deal(mind, aimed_at_seat(code))
    if deal.wins and deal.mark([]) not in tried and is_compelled(mind, deal.helper):
        gain = deal.gain([])
        return (gain, 100, []) if gain > x.WORTH_IT else None
    return deal.best_terms(x.WORTH_IT, tried)


def is_compelled(mind: DecisionContext, helper: int) -> bool:
    """Return whether a seat must help for nothing if the bot asks."""
    s = mind.now
    return must_help(s, helper) or compels(s, mind.me, helper)


def offer_help(mind: DecisionContext, tried: set[int]) -> Choice | None:
    """Offer help once a turn if it wins a fight, on terms that suit both."""
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
    """Accept the best offer unless a counteroffer, the own cards or no deal is better.

    `tried` holds the terms named this turn, which are not repeated.
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
    """Return the marker for having named terms to the other party of an offer."""
    return OFFERED if offer.helper == mind.me else asking(offer.helper)


def offer_of(s: State, to: int, asker: int) -> Offer:
    """Return the offer that one seat has made to another."""
    assert s.fight is not None
    return next(offer for offer in s.fight.offers if offer.to == to and offer.asker == asker)


def otherwise(mind: DecisionContext) -> int:
    """Return the value of going without a bargain: winning its own fight with its own cards."""
    if mind.now.fight is None or mind.now.fight.main != mind.me:
        return 0
    plan = best_plan(mind, mind.now)
    return 0 if plan is None else plan[0]


def better_terms(deal: Deal, offer: Offer, named: set[int]) -> tuple[int, list[int]] | None:
    """Find terms that are better for the bot than the offer, with their expected gain."""
    rounds = deal.mind.temper.patience.rounds
    if deal.mind.me == deal.main and deal.helper_missing <= x.ABOUT_TO_WIN:
        # A bot that never haggles still counters before it gives away the game.
        rounds = max(1, rounds)
    if offer.counters >= rounds:
        return None
    found = deal.best_terms(worth_more_than(deal, offer), named)
    return None if found is None else (found[0] * found[1] // 100, found[2])


def worth_more_than(deal: Deal, offer: Offer) -> int:
    """Return the gain that a counteroffer must exceed."""
    return max(0, deal.gain(offer.terms)) + x.WORTH_IT


def counters(mind: DecisionContext, tried: set[int]) -> list[Choice]:
    """List the best counteroffers to the players who made the bot an offer."""
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
    """Sell Items that block a promised Item, if that is worth it; otherwise decline the Item."""
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
    """Choose Items to sell until it is enough: Big items first, then the least useful ones."""
    s = mind.now
    picks: list[int] = []
    for card in sorted(form.candidates, key=lambda card: (not is_big(s, card), mind.worth(s, card), card)):
        if not mind.fits(form, picks):
            picks.append(card)
    return picks if mind.fits(form, picks) else form.default(mind.now)


def answer_trade(mind: DecisionContext) -> Choice:
    """Accept a trade that gains more than it costs, including the envy of the other player's gain."""
    if not of_act(mind.codes, p.ACCEPT):
        return make_room(mind)
    accept = of_act(mind.codes, p.ACCEPT)[0]
    refuse = of_act(mind.codes, p.REFUSE)[0]
    both = trade_gain(mind, accept)
    return (accept if both is not None and both[0] > both[1] else refuse), []


def trade_gain(mind: DecisionContext, accept: int) -> tuple[int, int] | None:
    """Return the gain of a trade with the best equipment after it, and the envy of the other's gain."""
    s = mind.now
    other = aimed_at_seat(accept)
    c = mind.simulate(s, accept)
    if c is None:
        return None
    before, after = equipment_choices.dress(mind, s), equipment_choices.dress(mind, c)
    mine = mind.value_with_fight(after, mind.me) - mind.value_with_fight(before, mind.me)
    return mine, mind.grudge(after, other) - mind.grudge(before, other)
