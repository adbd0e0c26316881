"""Choices of a bot: the best card to get, the cheapest to lose, otherwise the option with the best outcome."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Form
from kickdoor.engine.rules.items.sales import is_doubling
from kickdoor.engine.rules.turn.draws import draw_paid_for
from kickdoor.engine.state.items import value_of
from kickdoor.policies.evaluation import weights
from kickdoor.policies.evaluation.card_value import hand_worth
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import cheapest, of_act
from kickdoor.policies.tactics.run_away_choices import choose_best

MAX_OPTIONS_SIMULATED = 10
"""Maximum number of options that are simulated."""


def choose(ctx: DecisionContext) -> Choice:
    """Answer a plain question."""
    codes = ctx.codes
    purpose = ctx.purpose
    if purpose == nr.ASK_LEAVE:
        # Compelled helpers get this prompt only when the main fighter could win the game.
        return codes[0], []
    many = of_act(codes, p.CHOOSE_MANY)
    if many:
        return many[0], fill(ctx, ctx.form(many[0]))
    cards = [code for code in codes if p.act_of(code) == p.CHOOSE and p.kind_of(code) == nr.A_CARD]
    if is_doubling(ctx.state):
        # The first answer keeps the power for later, unless another one brings a Level.
        return choose_best(ctx, codes[:MAX_OPTIONS_SIMULATED], -1)
    if purpose == nr.ASK_PAY:
        return pay(ctx, cards)
    if cards:
        return best_card(ctx, cards)
    if len(codes) <= MAX_OPTIONS_SIMULATED:
        return choose_best(ctx, codes, -1)
    return codes[0], ctx.default(codes[0]) if codes[0] & p.FORM_BIT else []


def is_gained(ctx: DecisionContext) -> bool:
    """Return whether the chosen card is gained or kept by the bot, or lost by another player."""
    return ctx.purpose in (nr.ASK_PICK, nr.ASK_LOOT) or ctx.state.stack[-1].keeps()


def best_card(ctx: DecisionContext, codes: list[int]) -> Choice:
    """Choose one card; an unseen card counts as an average one."""
    s = ctx.state
    own_cards = set(s.seats[ctx.me].play + s.seats[ctx.me].hand)
    # If another player loses the card, choose their best one.
    wants = is_gained(ctx) or not [code for code in codes if p.target_of(code) in own_cards]
    ranked = sorted(codes, key=lambda code: (ctx.worth(s, p.target_of(code)), code), reverse=wants)
    best = ranked[0]
    blind = p.option(p.CHOOSE)
    if wants and blind in ctx.codes and hand_worth(s, ctx.me, p.target_of(best)) < weights.TREASURE_CARD:
        return blind, []
    return best, []


def fill(ctx: DecisionContext, form: Form) -> list[int]:
    """Choose several cards; of Items that are lost by value, the least useful for their value."""
    s = ctx.state
    ranked = cheapest(ctx, s, form.candidates)
    picks = ranked[::-1][: form.max_picks] if is_gained(ctx) else ranked[: form.min_picks]
    if ctx.fits(form, picks):
        return picks
    picks = []
    for card in sorted(ranked, key=lambda card: ctx.worth(s, card) * 1000 // max(1, value_of(s, card))):
        if not ctx.fits(form, picks):
            picks.append(card)
    for card in sorted(picks, key=lambda card: -ctx.worth(s, card)):
        rest = [c for c in picks if c != card]
        if ctx.fits(form, rest):
            picks = rest
    return picks if ctx.fits(form, picks) else form.default(ctx.state)


def pay(ctx: DecisionContext, codes: list[int]) -> Choice:
    """Choose a card to pay, or decline."""
    s = ctx.state
    ranked = sorted(codes, key=lambda code: (ctx.worth(s, p.target_of(code)), code))
    decline = p.option(p.CHOOSE)
    if decline not in ctx.codes:
        return ranked[0], []
    draw = draw_paid_for(s)
    if draw is None:
        return choose_best(ctx, [decline, ranked[0]], -1)
    best = decline
    best_gain = (weights.TREASURE_CARD if draw.deck == nr.TREASURE else weights.DOOR_CARD) + weights.WORTH_IT
    for code in ranked:
        gain = drawing_gain(ctx, draw.deck, code)
        if gain > best_gain:
            best, best_gain = code, gain
    return best, []


def drawing_gain(ctx: DecisionContext, deck: int, code: int) -> int:
    """Return the gain of paying a card for the known top discard; a paid card of the same deck becomes the top."""
    s = ctx.state
    if deck == nr.DOOR:
        return ctx.value(s, code) - ctx.value_with_fight(s, ctx.me)
    paid = p.target_of(code)
    top = paid if s.cards[paid].deck == deck else s.discards[deck][-1]
    return hand_worth(s, ctx.me, top) - ctx.worth(s, paid)
