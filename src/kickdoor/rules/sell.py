"""Selling Items for levels (ITEM-35 to ITEM-41)."""

from typing import Final

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.items import value_of
from kickdoor.core.levels import gain_levels
from kickdoor.core.prompts import Form, Reason, Verdict
from kickdoor.core.queries import ask_seat
from kickdoor.core.rng import Lots
from kickdoor.core.state import State
from kickdoor.core.zones import discard, is_item, items_in_play, leave_seat
from kickdoor.rules import reasons as no
from kickdoor.rules.bargain import promised_items
from kickdoor.rules.strength import in_combat

PRICE_OF_A_LEVEL: Final = 1000


def wares(s: State, seat: int) -> list[int]:
    """Lists the Items a munchkin could sell, from hand and table (ITEM-39)."""
    promised = promised_items(s, seat)
    hand = [c for c in s.seats[seat].hand if is_item(s.cards[c])]
    return [c for c in hand + items_in_play(s, seat) if c not in promised]


def worth(s: State, seat: int, cards: list[int]) -> int:
    """Adds up a sale; the dearest Items count double as far as a power allows it this turn."""
    values = sorted([value_of(s, c) for c in cards], reverse=True)
    return sum(values) + sum(values[: doubled_sales(s, seat)])


def doubled_sales(s: State, seat: int) -> int:
    """Counts the Items a munchkin may still sell for double this turn."""
    return max(0, ask_seat(s, seat, w.Q_DOUBLE_SALES, 0) - s.seats[seat].used.count(SALE_MARK))


SALE_MARK: Final = -1
"""Stands among the used abilities for an Item sold double this turn."""


def check_sale(s: State, seat: int, moments: int, v: Verdict) -> bool:
    """Objects to selling anything now."""
    if not moments & w.ON_QUIET_TURN:
        if s.seats[seat].dead and v.deny(no.DEAD):
            return False
        if in_combat(s, seat):
            lost = s.fight is not None and s.fight.lost
            if v.deny(no.SELL_RUNNING if lost else no.SELL_IN_COMBAT):
                return False
        if seat != s.turn and v.deny(no.SELL_NOT_YOUR_TURN):
            return False
        if v.legal and v.deny(no.CLOSED):
            return False
    if s.seats[seat].level >= s.options.winning_level - 1 and v.deny(no.SELL_TO_WIN):
        return False
    return v.legal


class SaleForm(Form):
    """Names the Items of one sale; they must be worth at least one level."""

    def __init__(self, s: State, seat: int) -> None:
        self.seat = seat
        self.atoms = wares(s, seat)
        self.least = 1
        self.most = len(self.atoms)

    def check(self, s: State, picks: list[int], v: Verdict) -> bool:
        for card in picks:
            if card not in self.atoms and v.deny(self.objection(s, card)):
                return False
        if len(set(picks)) < len(picks) and v.deny(no.WRONG_TARGET):
            return False
        if worth(s, self.seat, [c for c in picks if c in self.atoms]) < PRICE_OF_A_LEVEL and v.deny(no.SELL_TOO_LITTLE):
            return False
        return v.legal

    def objection(self, s: State, card: int) -> Reason:
        """Says why a card cannot be sold."""
        if card in promised_items(s, self.seat):
            return no.PROMISED
        follower = card >= 0 and card in s.seats[self.seat].play and s.cards[card].kind == w.FOLLOWER
        return no.FOLLOWER_NO_ITEM if follower else no.NOT_AN_ITEM

    def sample(self, s: State, lots: Lots) -> list[int]:
        picks: list[int] = []
        for card in lots.sample(self.atoms, len(self.atoms)):
            picks.append(card)
            if worth(s, self.seat, picks) >= PRICE_OF_A_LEVEL:
                break
        return picks

    def default(self, s: State) -> list[int]:
        return self.atoms


def sell(s: State, seat: int, cards: list[int]) -> None:
    """Discards the Items and raises the Level; no change is given (ITEM-36, ITEM-37)."""
    total = worth(s, seat, cards)
    doubled = min(doubled_sales(s, seat), len(cards))
    s.seats[seat].used.extend([SALE_MARK] * doubled)
    s.tell_cards(ev.ITEMS_SOLD, seat, total, cards)
    for card in cards:
        leave_seat(s, seat, card)
        discard(s, card)
    gain_levels(s, seat, total // PRICE_OF_A_LEVEL, False)
