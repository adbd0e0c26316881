"""Choices of a bot: the best card to get, the cheapest to lose, otherwise the option with the best outcome."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Form
from kickdoor.engine.rules.items.excess import ExcessChoice
from kickdoor.engine.rules.items.sales import Sale
from kickdoor.engine.rules.turn.draws import FaceUpDraw
from kickdoor.engine.state.items import value_of
from kickdoor.policies.evaluation import weights as x
from kickdoor.policies.evaluation.card_value import hand_worth
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import cheapest, of_act
from kickdoor.policies.tactics.run_away_choices import weigh

MAX_OPTIONS_SIMULATED = 10
"""Maximum number of options that are simulated."""


def choose(mind: DecisionContext) -> Choice:
    """Answer a plain question."""
    codes = mind.codes
    purpose = mind.purpose
    if purpose == nr.ASK_LEAVE:
        # Compelled helpers get this prompt only when the main fighter could win the game.
        return codes[0], []
    many = of_act(codes, p.CHOOSE_MANY)
    if many:
        return many[0], fill(mind, mind.form(many[0]))
    cards = [code for code in codes if p.act_of(code) == p.CHOOSE and p.kind_of(code) == nr.A_CARD]
    if isinstance(mind.now.stack[-1], Sale):
        # The first answer keeps the power for later, unless another one brings a Level.
        return weigh(mind, codes[:MAX_OPTIONS_SIMULATED], -1)
    if purpose == nr.ASK_PAY:
        return pay(mind, cards)
    if cards:
        return best_card(mind, cards)
    if len(codes) <= MAX_OPTIONS_SIMULATED:
        return weigh(mind, codes, -1)
    return codes[0], mind.default(codes[0]) if codes[0] & p.FORM_BIT else []


def gets(mind: DecisionContext) -> bool:
    """Return whether the chosen card is gained or kept by the bot, or lost by another player."""
    if mind.purpose in (nr.ASK_PICK, nr.ASK_LOOT):
        return True
    frame = mind.now.stack[-1]
    return isinstance(frame, ExcessChoice) and frame.keeps()


def best_card(mind: DecisionContext, codes: list[int]) -> Choice:
    """Choose one card; an unseen card counts as an average one."""
    s = mind.now
    mine = set(s.seats[mind.me].play + s.seats[mind.me].hand)
    # If another player loses the card, choose their best one.
    wants = gets(mind) or not [code for code in codes if p.target_of(code) in mine]
    ranked = sorted(codes, key=lambda code: (mind.worth(s, p.target_of(code)), code), reverse=wants)
    best = ranked[0]
    blind = p.option(p.CHOOSE)
    if wants and blind in mind.codes and hand_worth(s, mind.me, p.target_of(best)) < x.TREASURE_CARD:
        return blind, []
    return best, []


def fill(mind: DecisionContext, form: Form) -> list[int]:
    """Choose several cards; of Items that are lost by value, the least useful for their value."""
    s = mind.now
    ranked = cheapest(mind, s, form.candidates)
    picks = ranked[::-1][: form.max_picks] if gets(mind) else ranked[: form.min_picks]
    if mind.fits(form, picks):
        return picks
    picks = []
    for card in sorted(ranked, key=lambda card: mind.worth(s, card) * 1000 // max(1, value_of(s, card))):
        if not mind.fits(form, picks):
            picks.append(card)
    for card in sorted(picks, key=lambda card: -mind.worth(s, card)):
        rest = [c for c in picks if c != card]
        if mind.fits(form, rest):
            picks = rest
    return picks if mind.fits(form, picks) else form.default(mind.now)


def pay(mind: DecisionContext, codes: list[int]) -> Choice:
    """Choose a card to pay, or decline."""
    s = mind.now
    ranked = sorted(codes, key=lambda code: (mind.worth(s, p.target_of(code)), code))
    nothing = p.option(p.CHOOSE)
    if nothing not in mind.codes:
        return ranked[0], []
    draw = s.stack[-2] if len(s.stack) > 1 else None
    if not isinstance(draw, FaceUpDraw):
        return weigh(mind, [nothing, ranked[0]], -1)
    best = nothing
    most = (x.TREASURE_CARD if draw.deck == nr.TREASURE else x.DOOR_CARD) + x.WORTH_IT
    for code in ranked:
        gain = drawing_gain(mind, draw.deck, code)
        if gain > most:
            best, most = code, gain
    return best, []


def drawing_gain(mind: DecisionContext, deck: int, code: int) -> int:
    """Return the gain of paying a card for the known top discard; a paid card of the same deck becomes the top."""
    s = mind.now
    if deck == nr.DOOR:
        return mind.value(s, code) - mind.value_with_fight(s, mind.me)
    paid = p.target_of(code)
    top = paid if s.cards[paid].deck == deck else s.discards[deck][-1]
    return hand_worth(s, mind.me, top) - mind.worth(s, paid)
