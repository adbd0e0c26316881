"""Causes of refusals as data, computed from the same values that decide the refusal."""

from typing import Final

from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.items.trades import trade_asked
from kickdoor.engine.state.state import Offer
from kickdoor.policies.evaluation.deal_value import Deal
from kickdoor.policies.evaluation.term_value import share
from kickdoor.policies.lookahead import DecisionContext
from kickdoor.policies.option_codes import aimed_at_seat, of_act
from kickdoor.policies.tactics.bargaining import trade_gain, value_without_bargain

CANNOT: Final = 0
"""The two would not win the fight together, or the offered cards cannot change hands."""
YOU_WOULD_WIN: Final = 1
"""The other player would win the game and the bot would not."""
TOO_LITTLE: Final = 2
"""A higher offer would be accepted; the amount is in Treasures for help, in Gold Pieces for a trade."""
TOO_MUCH: Final = 3
"""A lower demand would be accepted; the amount is the maximum number of Treasures."""
TOO_DANGEROUS: Final = 4
"""No share is worth the danger of the monsters; the amount is the expected loss in Gold Pieces."""
RATHER_SEE_YOU_LOSE: Final = 5
"""No payment makes up for the progress of the other player; the amount is the Levels they would then lack."""
NO_NEED: Final = 6
"""The bot's own cards do better; the amount is the difference in Gold Pieces."""
YOU_WRONGED_ME: Final = 7
"""The bot would accept if the player had not wronged it; the amount is the percent that wrongs add to its envy."""
NOT_WORTH_IT: Final = 8
"""Helping pays, but less than the bot wants; the amount is the price it wants in Gold Pieces."""
LOOKED_AHEAD: Final = 9
"""The offer looks good, but the playouts of a search found a better choice."""
WHIM: Final = 10
"""No reason: the bot plays at random, or another cause led to the refusal."""
WORDS: Final = (
    "cannot",
    "you_would_win",
    "too_little",
    "too_much",
    "too_dangerous",
    "rather_see_you_lose",
    "no_need",
    "you_wronged_me",
    "not_worth_it",
    "looked_ahead",
    "whim",
)


class RefusalCause:
    """The cause of a refusal: a word, the refused seat, an amount, and terms that would be accepted."""

    __slots__ = ("amount", "seat", "terms", "word")

    def __init__(self, word: int, seat: int, amount: int = 0, terms: list[int] | None = None) -> None:
        self.word = word
        self.seat = seat
        self.amount = amount
        self.terms: list[int] = [] if terms is None else terms

    @property
    def name(self) -> str:
        """The cause as a word."""
        return WORDS[self.word]


def why_refused(ctx: DecisionContext, offer: Offer) -> RefusalCause | None:
    """Return why the bot refuses an offer about help; None if it would accept."""
    deal = Deal(ctx, offer.helper)
    if not deal.wins:
        return RefusalCause(CANNOT, offer.asker)
    if ctx.me == offer.helper:
        return why_no_help(deal, offer)
    return why_no_helper(deal, offer)


def why_no_help(deal: Deal, offer: Offer) -> RefusalCause | None:
    """Return why a helper refuses to help."""
    if deal.gain(offer.terms) > 0:
        return None
    if deal.main_wins and not deal.helper_wins:
        return RefusalCause(YOU_WOULD_WIN, offer.asker)
    if is_grudged(deal, offer):
        return RefusalCause(YOU_WRONGED_ME, offer.asker, deal.ctx.grudge_percent(offer.asker))
    for treasures in range(deal.treasures + 1):
        if deal.gain(share(treasures)) > 0:
            return RefusalCause(TOO_LITTLE, offer.asker, treasures, share(treasures))
    if deal.helper_base + deal.worth(share(deal.treasures))[0] <= deal.risk:
        return RefusalCause(TOO_DANGEROUS, offer.asker, deal.risk)
    price = deal.ctx.style.patience.price
    if deal.gain(share(deal.treasures)) + price > 0:
        return RefusalCause(NOT_WORTH_IT, offer.asker, price)
    return RefusalCause(RATHER_SEE_YOU_LOSE, offer.asker, deal.main_missing)


def is_grudged(deal: Deal, offer: Offer) -> bool:
    """Return whether the bot refuses only because of the wrongs of the other player."""
    ctx = deal.ctx
    grudge_percents = ctx.grudge_percents
    if not grudge_percents:
        return False
    ctx.grudge_percents = []
    gain = deal.gain(offer.terms)
    ctx.grudge_percents = grudge_percents
    return gain > 0


def why_no_helper(deal: Deal, offer: Offer) -> RefusalCause | None:
    """Return why a main fighter refuses a helper."""
    gain = deal.gain(offer.terms)
    if gain > 0:
        shortfall = value_without_bargain(deal.ctx) - gain
        return RefusalCause(NO_NEED, offer.asker, shortfall) if shortfall >= 0 else None
    if deal.helper_wins and not deal.main_wins:
        return RefusalCause(YOU_WOULD_WIN, offer.asker)
    if is_grudged(deal, offer):
        return RefusalCause(YOU_WRONGED_ME, offer.asker, deal.ctx.grudge_percent(offer.asker))
    for treasures in range(deal.treasures, -1, -1):
        if deal.gain(share(treasures)) > 0:
            return RefusalCause(TOO_MUCH, offer.asker, treasures, share(treasures))
    return RefusalCause(RATHER_SEE_YOU_LOSE, offer.asker, deal.helper_missing)


def why_no_trade(ctx: DecisionContext) -> RefusalCause | None:
    """Return why the bot refuses a trade or gift; None if it would accept."""
    accept = of_act(ctx.codes, p.ACCEPT)[0]
    other = aimed_at_seat(accept)
    gains = trade_gain(ctx, accept)
    if gains is None or trade_asked(ctx.state) is None:
        return RefusalCause(CANNOT, other)
    mine, theirs = gains
    if mine > theirs:
        return None
    if is_trade_grudged(ctx, accept):
        return RefusalCause(YOU_WRONGED_ME, other, ctx.grudge_percent(other))
    if mine > 0:
        missing = ctx.state.options.winning_level - ctx.state.seats[other].level
        return RefusalCause(RATHER_SEE_YOU_LOSE, other, missing)
    return RefusalCause(TOO_LITTLE, other, theirs - mine + 1)


def is_trade_grudged(ctx: DecisionContext, accept: int) -> bool:
    """Return whether the bot would accept the trade or gift if the player had not wronged it."""
    grudge_percents, envy_percents = ctx.grudge_percents, ctx.envy_percents
    if not grudge_percents:
        return False
    ctx.grudge_percents, ctx.envy_percents = [], {}
    gains = trade_gain(ctx, accept)
    ctx.grudge_percents, ctx.envy_percents = grudge_percents, envy_percents
    return gains is not None and gains[0] > gains[1]
