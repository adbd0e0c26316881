"""Selling Items for levels (ITEM-35 to ITEM-41)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo, TimingMask
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import OPEN_CHOICE, ChoiceFrame
from kickdoor.engine.machine.prompts import CHOOSE, SALE_FORM, Form, Question, Reason, Verdict, option
from kickdoor.engine.machine.runtime import DONE, GO, WAIT, Frame, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.promises import promised_items
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.state.fields import NUMBERS, PUBLIC, StateField
from kickdoor.engine.state.items import least_missed, value_of
from kickdoor.engine.state.levels import gain_levels
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import ALL_SEATS, discard, is_item, items_in_play, leave_seat, place_at

PRICE_OF_A_LEVEL: Final = 1000


def wares(s: State, seat: SeatNo) -> list[int]:
    """List the Items a player could sell, from hand and table (ITEM-39)."""
    promised = promised_items(s, seat)
    hand = [c for c in s.seats[seat].hand if is_item(s.cards[c])]
    return [c for c in hand + items_in_play(s, seat) if c not in promised]


def worth(s: State, seat: SeatNo, cards: list[int]) -> int:
    """Return what a sale could bring: the most valuable Items count double, as far as a power allows it this turn."""
    values = sorted([value_of(s, c) for c in cards], reverse=True)
    return sum(values) + sum(values[: doubled_sales(s, seat)])


def doubled_sales(s: State, seat: SeatNo) -> int:
    """Count the Items a player may still sell for double this turn."""
    return max(0, ask_seat(s, seat, nr.Q_DOUBLE_SALES, 0) - s.seats[seat].used.count(SALE_MARK))


SALE_MARK: Final = -1
"""The mark among the used abilities for an Item sold double this turn."""


def check_sale(s: State, seat: SeatNo, moments: TimingMask, v: Verdict) -> bool:
    """Check that a player may sell Items now."""
    if not moments & nr.ON_QUIET_TURN:
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
    """The form that names the Items of one sale; they must be worth at least one level."""

    KIND: ClassVar[str] = SALE_FORM

    def __init__(self, s: State, seat: SeatNo) -> None:
        self.seat = seat
        self.candidates = wares(s, seat)
        self.min_picks = 1
        self.max_picks = len(self.candidates)

    def object_to(self, s: State, picks: list[int], v: Verdict) -> bool:
        for card in picks:
            if card not in self.candidates and v.deny(self.objection(s, card)):
                return False
        if len(set(picks)) < len(picks) and v.deny(no.WRONG_TARGET):
            return False
        if worth(s, self.seat, [c for c in picks if c in self.candidates]) < PRICE_OF_A_LEVEL and v.deny(
            no.SELL_TOO_LITTLE
        ):
            return False
        return v.legal

    def objection(self, s: State, card: CardId) -> Reason:
        """Return the reason why a card cannot be sold."""
        if card in promised_items(s, self.seat):
            return no.PROMISED
        follower = card >= 0 and card in s.seats[self.seat].play and s.cards[card].kind == nr.FOLLOWER
        return no.FOLLOWER_NO_ITEM if follower else no.NOT_AN_ITEM

    def can_end(self, s: State, picks: list[int], rest: list[int]) -> bool:
        return worth(s, self.seat, picks + rest) >= PRICE_OF_A_LEVEL

    def sample(self, s: State, rng: LehmerRng) -> list[int]:
        picks: list[int] = []
        for card in rng.sample(self.candidates, len(self.candidates)):
            picks.append(card)
            if worth(s, self.seat, picks) >= PRICE_OF_A_LEVEL:
                break
        return picks

    def default(self, s: State) -> list[int]:
        return self.just_enough(s, least_missed(s, self.seat, self.candidates))


class Sale(ChoiceFrame):
    """The choice of which Items of a sale count double by a power, which may be kept for a later sale (AMB-110)."""

    KIND: ClassVar[str] = "sale"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *OPEN_CHOICE,
        StateField("cards", NUMBERS, PUBLIC, "The Items sold."),
        StateField("doubled", NUMBERS, PUBLIC, "The Items that count double so far."),
    )

    def __init__(self, seat: SeatNo = 0, cards: list[int] | None = None) -> None:
        super().__init__(seat, nr.ASK_CHOICE, nr.A_CARD)
        self.most = 1
        self.cards: list[int] = [] if cards is None else cards
        self.doubled: list[int] = []

    def step(self, s: State) -> int:
        if self.pc == 1:
            self.pc = 0
            self.round += 1
            if not s.picked:
                return self.close(s)
            self.doubled = [*self.doubled, *s.picked]
        self.least = 0 if self.total(s, self.doubled) >= PRICE_OF_A_LEVEL else 1
        self.atoms = self.doublable(s)
        if not self.atoms:
            return self.close(s)
        if self.least == len(self.atoms):
            self.doubled = [*self.doubled, *self.atoms]
            return GO
        return WAIT

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.n = self.total(s, self.doubled)
        q.form = "double"

    def use_of_chosen(self, s: State, card: CardId) -> str:
        return ""

    def choice_rules(self, s: State) -> list[str]:
        return ["AMB-110", "CHAR-26", "ITEM-41"]

    def total(self, s: State, doubled: list[int]) -> int:
        return sum([value_of(s, c) for c in self.cards + doubled])

    def doublable(self, s: State) -> list[int]:
        """List the Items that may be doubled next, so that the sale can reach a level in the end."""
        left = doubled_sales(s, self.seat) - len(self.doubled)
        rest = [c for c in self.cards if c not in self.doubled and value_of(s, c)]
        out: list[int] = []
        for card in rest if left > 0 else []:
            others = sorted([value_of(s, c) for c in rest if c != card], reverse=True)[: left - 1]
            if self.total(s, [*self.doubled, card]) + sum(others) >= PRICE_OF_A_LEVEL:
                out.append(card)
        return out

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        # The default answer keeps the power for later.
        if not self.least:
            out.append(option(CHOOSE))
        for card in self.atoms:
            out.append(option(CHOOSE, -1, nr.A_CARD, card))

    def close(self, s: State) -> int:
        conclude_sale(s, self.seat, self.cards, self.doubled)
        return DONE

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Sale()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.ask = self.ask
        c.what = self.what
        if self.atoms:
            c.atoms = self.atoms[:]
        c.least = self.least
        c.most = self.most
        if self.cards:
            c.cards = self.cards[:]
        if self.doubled:
            c.doubled = self.doubled[:]
        return c


def is_doubling(s: State) -> bool:
    """Return whether the current prompt asks which Items of a sale count double."""
    return len(s.stack) > 0 and isinstance(s.stack[-1], Sale)


def sell(s: State, seat: SeatNo, cards: list[int]) -> None:
    """Sell Items; a player with a power to double some is first asked which."""
    if not doubled_sales(s, seat):
        conclude_sale(s, seat, cards, [])
        return
    for card in cards:
        if card in s.seats[seat].hand:
            # All players see the Items on sale.
            s.seen[card] = ALL_SEATS & ~(1 << seat)
    push_frame(s, Sale(seat, cards))


def conclude_sale(s: State, seat: SeatNo, cards: list[int], doubled: list[int]) -> None:
    """Discard the Items and raise the Level; no change is given (ITEM-36, ITEM-37)."""
    total = sum([value_of(s, c) for c in cards + doubled])
    s.seats[seat].used.extend([SALE_MARK] * len(doubled))
    sold = s.emit_cards(ev.ITEMS_SOLD, seat, total, cards)
    sold.origins = [place_at(s, seat, card) for card in cards]
    for card in cards:
        leave_seat(s, seat, card)
        discard(s, card)
    gain_levels(s, seat, total // PRICE_OF_A_LEVEL, False)
