"""Bargaining of a bot: requests for help and their terms, offers of help, and answers to trades."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Form
from kickdoor.engine.rules.fight.help import compels, must_help
from kickdoor.engine.rules.fight.strength import is_winning
from kickdoor.engine.state.items import is_big
from kickdoor.engine.state.state import Offer, State
from kickdoor.policies.evaluation import weights
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


def asking_marker(helper: int) -> int:
    """Return the option of asking a seat for help; in `tried` it marks that terms were named to that seat."""
    return p.option(p.ASK, -1, nr.A_SEAT, helper) | p.FORM_BIT


def count_named(tried: set[int], name: int) -> int:
    """Count how often terms were named this turn to the seat of the marker `name`."""
    count = 0
    while repeat_marker(name, count) in tried:
        count += 1
    return count


def repeat_marker(name: int, count: int) -> int:
    """Return the marker for having named terms to a seat one more time."""
    return name if count == 0 else -digest([name, count]) - 100


def is_done(ctx: DecisionContext, tried: set[int], name: int) -> bool:
    """Return whether the bot names no more terms to a seat this turn."""
    return count_named(tried, name) >= max(1, ctx.style.patience.rounds)


def note_named(ctx: DecisionContext, helper: int, name: int, terms: list[int], tried: set[int]) -> None:
    """Note that terms were named. If the bot may name more terms, note which, so that the next ones are better."""
    tried.add(repeat_marker(name, count_named(tried, name)))
    if ctx.style.patience.rounds > 1:
        Deal(ctx, helper).mark_named(terms, tried)


def note_choice(ctx: DecisionContext, choice: Choice, tried: set[int]) -> None:
    """Note the terms that a choice names to a seat, if any."""
    code, terms = choice
    if p.act_of(code) == p.ASK:
        note_named(ctx, aimed_at_seat(code), code, terms, tried)
    elif p.act_of(code) == p.COUNTER:
        offer = offer_of(ctx.state, ctx.me, aimed_at_seat(code))
        note_named(ctx, offer.helper, naming_marker(ctx, offer), terms, tried)


def best_request(ctx: DecisionContext, tried: set[int]) -> Plan | None:
    """Find the best request for help by its gain times its chance of acceptance; each seat is asked once a turn."""
    best: Plan | None = None
    best_value = 0
    for code in of_act(ctx.codes, p.ASK):
        found = request(ctx, code, tried)
        if found is not None and found[0] * found[1] > best_value:
            best, best_value = (found[0], code, found[2]), found[0] * found[1]
    return best


def request(ctx: DecisionContext, code: int, tried: set[int]) -> Proposal | None:
    """Find terms for a request for help; None if all terms were named to the seat, or none is worth it."""
    if is_done(ctx, tried, code):
        return None
    deal = Deal(ctx, aimed_at_seat(code))
    if deal.wins and deal.marker_of([]) not in tried and is_compelled(ctx, deal.helper):
        gain = deal.gain([])
        return (gain, 100, []) if gain > weights.WORTH_IT else None
    return deal.best_terms(weights.WORTH_IT, tried)


def is_compelled(ctx: DecisionContext, helper: int) -> bool:
    """Return whether a seat must help for nothing if the bot asks."""
    s = ctx.state
    return must_help(s, helper) or compels(s, ctx.me, helper)


def offer_help(ctx: DecisionContext, tried: set[int]) -> Choice | None:
    """Offer help once a turn if it wins a fight, on terms that suit both."""
    s = ctx.state
    codes = of_act(ctx.codes, p.OFFER)
    if not codes or is_done(ctx, tried, OFFERED) or s.fight is None or is_winning(s):
        return None
    found = Deal(ctx, ctx.me).best_terms(0, tried)
    if found is None:
        return None
    note_named(ctx, ctx.me, OFFERED, found[2], tried)
    return codes[0], found[2]


def answer_offer(ctx: DecisionContext, tried: set[int] | None = None) -> Choice:
    """Accept the best offer unless a counteroffer, the own cards or no deal is better.

    `tried` holds the terms named this turn, which are not repeated.
    """
    s = ctx.state
    best: Choice = of_act(ctx.codes, p.REFUSE)[0], []
    best_gain = value_without_bargain(ctx)
    named = set() if tried is None else tried
    countering = of_act(ctx.codes, p.COUNTER)
    for code in of_act(ctx.codes, p.ACCEPT):
        offer = offer_of(s, ctx.me, aimed_at_seat(code))
        deal = Deal(ctx, offer.helper)
        gain = deal.gain(offer.terms)
        if gain > best_gain:
            best, best_gain = (code, []), gain
        if is_done(ctx, named, naming_marker(ctx, offer)):
            continue
        found = better_terms(deal, offer, named)
        for counter in countering:
            if found is not None and aimed_at_seat(counter) == offer.asker and found[0] > best_gain:
                best, best_gain = (counter, found[1]), found[0]
    note_choice(ctx, best, named)
    return best


def naming_marker(ctx: DecisionContext, offer: Offer) -> int:
    """Return the marker for having named terms to the other party of an offer."""
    return OFFERED if offer.helper == ctx.me else asking_marker(offer.helper)


def offer_of(s: State, to: int, asker: int) -> Offer:
    """Return the offer that one seat has made to another."""
    assert s.fight is not None
    return next(offer for offer in s.fight.offers if offer.to == to and offer.asker == asker)


def value_without_bargain(ctx: DecisionContext) -> int:
    """Return the value of going without a bargain: winning its own fight with its own cards."""
    if ctx.state.fight is None or ctx.state.fight.main != ctx.me:
        return 0
    plan = best_plan(ctx, ctx.state)
    return 0 if plan is None else plan[0]


def better_terms(deal: Deal, offer: Offer, named: set[int]) -> tuple[int, list[int]] | None:
    """Find terms that are better for the bot than the offer, with their expected gain."""
    rounds = deal.ctx.style.patience.rounds
    if deal.ctx.me == deal.main and deal.helper_missing <= weights.ABOUT_TO_WIN:
        # A bot that never haggles still counters before it gives away the game.
        rounds = max(1, rounds)
    if offer.counters >= rounds:
        return None
    found = deal.best_terms(worth_more_than(deal, offer), named)
    return None if found is None else (found[0] * found[1] // 100, found[2])


def worth_more_than(deal: Deal, offer: Offer) -> int:
    """Return the gain that a counteroffer must exceed."""
    return max(0, deal.gain(offer.terms)) + weights.WORTH_IT


def counters(ctx: DecisionContext, tried: set[int]) -> list[Choice]:
    """List the best counteroffers to the players who made the bot an offer."""
    out: list[Choice] = []
    for code in of_act(ctx.codes, p.COUNTER):
        offer = offer_of(ctx.state, ctx.me, aimed_at_seat(code))
        if is_done(ctx, tried, naming_marker(ctx, offer)):
            continue
        deal = Deal(ctx, offer.helper)
        found = deal.worthwhile(worth_more_than(deal, offer), tried)
        found.sort(key=lambda proposal: -proposal[0] * proposal[1])
        out += [(code, proposal[2]) for proposal in found[:COUNTERS_TRIED]]
    return out


def make_room(ctx: DecisionContext) -> Choice:
    """Sell Items that block a promised Item, if that is worth it; otherwise decline the Item."""
    s = ctx.state
    best: Choice = of_act(ctx.codes, p.PASS)[0], []
    best_value = ctx.value(s, best[0]) + weights.WORTH_IT
    for code in of_act(ctx.codes, p.SELL):
        picks = room_making(ctx, ctx.form(code))
        value = ctx.value(s, code, picks)
        if value > best_value:
            best, best_value = (code, picks), value
    return best


def room_making(ctx: DecisionContext, form: Form) -> list[int]:
    """Choose Items to sell until it is enough: Big items first, then the least useful ones."""
    s = ctx.state
    picks: list[int] = []
    for card in sorted(form.candidates, key=lambda card: (not is_big(s, card), ctx.worth(s, card), card)):
        if not ctx.fits(form, picks):
            picks.append(card)
    return picks if ctx.fits(form, picks) else form.default(ctx.state)


def answer_trade(ctx: DecisionContext) -> Choice:
    """Accept a trade that gains more than it costs, including the envy of the other player's gain."""
    if not of_act(ctx.codes, p.ACCEPT):
        return make_room(ctx)
    accept = of_act(ctx.codes, p.ACCEPT)[0]
    refuse = of_act(ctx.codes, p.REFUSE)[0]
    gains = trade_gain(ctx, accept)
    return (accept if gains is not None and gains[0] > gains[1] else refuse), []


def trade_gain(ctx: DecisionContext, accept: int) -> tuple[int, int] | None:
    """Return the gain of a trade with the best equipment after it, and the envy of the other's gain."""
    s = ctx.state
    other = aimed_at_seat(accept)
    c = ctx.simulate(s, accept)
    if c is None:
        return None
    before, after = equipment_choices.equip_best(ctx, s), equipment_choices.equip_best(ctx, c)
    mine = ctx.value_with_fight(after, ctx.me) - ctx.value_with_fight(before, ctx.me)
    return mine, ctx.envy_of(after, other) - ctx.envy_of(before, other)
