"""Bargains about help: the form for their terms, and the delivery of what is due (HELP-07 to HELP-12, AMB-18)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.picks import is_pick
from kickdoor.engine.machine.prompts import (
    P_ANYWAY,
    P_CARD,
    P_COUNT,
    P_GIVE,
    P_PLACE,
    P_SHIFT,
    P_TOKEN_PLACE,
    P_TOKENS,
    P_WANT,
    PASS,
    TERMS_FORM,
    Form,
    Question,
    Verdict,
    pick,
)
from kickdoor.engine.machine.runtime import DONE, GO, WAIT, Frame, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.participants import body_treasures
from kickdoor.engine.rules.fight.promises import PendingDelivery, values_of_kind
from kickdoor.engine.rules.items.equipment import big_items
from kickdoor.engine.rules.plays.execution import do_play
from kickdoor.engine.rules.plays.legality import promised_play
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.state.fields import BARGAIN, NUMBER, NUMBERS, PUBLIC, SEAT, StateField
from kickdoor.engine.state.items import is_big
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import Fight, State
from kickdoor.engine.state.zones import items_in_play, move_item

MAX_TERMS = 40
MAX_SHARE = 60


def settle_deal(s: State, fight: Fight) -> None:
    """Start the delivery of what a bargain promised."""
    if fight.helper >= 0 and fight.deal:
        push_frame(s, Delivery(fight.main, fight.helper, fight.deal))


ITEMS: Final = 0
CARDS: Final = 1


class Delivery(PendingDelivery):
    """The delivery of a bargain after its fight: Items change hands, then cards are played on the helper (AMB-18).

    A player who cannot carry a due Item may first get rid of their own Items in any legal way. A card that is then
    still too much, or gone, or no longer legal lapses.
    """

    KIND: ClassVar[str] = "delivery"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("main", SEAT, PUBLIC, "The main fighter."),
        StateField("helper", SEAT, PUBLIC, "The helper."),
        StateField(
            "deal", NUMBERS, BARGAIN, "The terms still due, as picks; a promised card shows to the seats that know it."
        ),
        StateField("waived", NUMBER, PUBLIC, "Mask of the seats that would rather do without than make room."),
    )

    def __init__(self, main: SeatNo = 0, helper: SeatNo = 0, deal: list[int] | None = None) -> None:
        super().__init__()
        self.main = main
        self.helper = helper
        self.deal = [] if deal is None else deal
        self.waived = 0

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.who = self.main + self.helper - seat
        q.gives = values_of_kind(self.deal, P_GIVE if seat == self.helper else P_WANT)
        q.form = "no_room"

    def owner_of_hidden(self, below: Frame | None) -> SeatNo:
        return self.main

    def step(self, s: State) -> int:
        if self.pc == ITEMS:
            self.hand_over(s)
            if self.prompted_seats(s):
                return WAIT
            self.lapse(s, [t for t in self.deal if t >> P_SHIFT in (P_GIVE, P_WANT)], True)
            self.pc = CARDS
        cards = values_of_kind(self.deal, P_CARD)
        if not cards:
            return DONE
        # The card is no longer locked. One card at a time, because the effect of one may bar the next.
        self.deal = [t for t in self.deal if t != pick(P_CARD, cards[0])]
        play_promised(s, self.main, self.helper, cards[0])
        return GO

    def hand_over(self, s: State) -> None:
        """Move the due Items: all at once, as in a trade, or else each Item for which there is room."""
        self.lapse(s, [t for t in self.deal if not self.is_there(s, t)], False)
        dues = [t for t in self.deal if t >> P_SHIFT in (P_GIVE, P_WANT)]
        gives, wants = values_of_kind(dues, P_GIVE), values_of_kind(dues, P_WANT)
        if room_after(s, self.helper, wants, gives) and room_after(s, self.main, gives, wants):
            self.move(s, dues)
            return
        for term in dues:
            if room_after(s, self.taker(term), [], [term & 4095]):
                self.move(s, [term])

    def is_there(self, s: State, term: int) -> bool:
        """Return whether a due card can still change hands, apart from the room it takes."""
        sort = term >> P_SHIFT
        if sort not in (P_GIVE, P_WANT, P_CARD):
            return True
        if s.seats[self.main].dead or s.seats[self.helper].dead:
            return False
        owner = s.seats[self.helper if sort == P_WANT else self.main]
        return term & 4095 in (owner.hand if sort == P_CARD else owner.play)

    def taker(self, term: int) -> int:
        return self.main if term >> P_SHIFT == P_WANT else self.helper

    def move(self, s: State, terms: list[int]) -> None:
        for term in terms:
            taker = self.taker(term)
            giver = self.main + self.helper - taker
            s.emit_cards(ev.GIVEN, giver, taker, move_item(s, giver, taker, term & 4095), amount=0)
        self.deal = [t for t in self.deal if t not in terms]

    def lapse(self, s: State, terms: list[int], there: bool) -> None:
        """End obligations that cannot be met; the event names an Item that is there but finds no room."""
        for term in terms:
            taker = self.taker(term)
            s.emit(ev.PROMISE_LAPSED, self.main + self.helper - taker, taker, 0, term & 4095 if there else -1)
        self.deal = [t for t in self.deal if t not in terms]

    def prompted_seats(self, s: State) -> int:
        mask = 0
        if self.pc == ITEMS:
            for term in self.deal:
                if term >> P_SHIFT in (P_GIVE, P_WANT):
                    mask |= 1 << self.taker(term)
        return mask & ~self.waived

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_GIFT

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        out.append(PASS)

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        if code != PASS:
            return False
        self.waived |= 1 << seat
        return True

    def moments(self, s: State, seat: SeatNo) -> int:
        return open_moments(s, seat)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Delivery()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.main = self.main
        c.helper = self.helper
        if self.deal:
            c.deal = self.deal[:]
        c.waived = self.waived
        return c


def room_after(s: State, seat: SeatNo, loses: list[int], gains: list[int]) -> bool:
    """Return whether a player is within the Big limit once these Items have changed hands."""
    more = len([c for c in gains if is_big(s, c)])
    bigs = big_items(s, seat)
    return not more or len([c for c in bigs if c not in loses]) + more <= ask_seat(s, seat, nr.Q_BIG_LIMIT, 1)


class TermsForm(Form):
    """The form for the terms: what the helper gets, and what the helper gives.

    The helper gets Treasures by number or place, carried Items, tokens, and cards that are played on the helper. For
    being let in, the helper gives carried Items of their own.
    """

    KIND: ClassVar[str] = TERMS_FORM
    BARGAIN: ClassVar[bool] = True

    def __init__(self, s: State, seat: SeatNo, helper: SeatNo) -> None:
        fight = s.fight
        assert fight is not None
        self.seat = seat
        self.main = fight.main
        self.other = helper
        self.treasures = sum([body_treasures(s, fight, b) for b in fight.bodies]) + fight.owed
        self.candidates = [pick(P_GIVE, c) for c in items_in_play(s, fight.main)]
        self.candidates += [pick(P_WANT, c) for c in items_in_play(s, helper)]
        if seat == fight.main:
            # No other player knows the hand.
            hand = s.seats[fight.main].hand
            self.candidates += [pick(P_CARD, c) for c in hand if promised_play(s, seat, helper, c) is not None]
        self.min_picks = 0
        self.max_picks = MAX_TERMS

    def thing(self, pick: int) -> int:
        return nr.A_CARD if pick >> P_SHIFT in (P_GIVE, P_WANT, P_CARD) else nr.A_NUMBER

    def giver(self, pick: int) -> SeatNo:
        return self.other if pick >> P_SHIFT == P_WANT else self.main

    def menu(self, s: State) -> list[int]:
        out = [pick(P_COUNT, n) for n in range(1, self.treasures + 1)] + self.candidates
        if self.treasures:
            out.append(pick(P_PLACE, 1))
        if s.rules.counters:
            out.append(pick(P_TOKENS, 1))
        if self.candidates:
            out.append(pick(P_ANYWAY))
        return out

    def names(self, s: State, number: int) -> bool:
        return is_pick(s, number)

    def object_to(self, s: State, picks: list[int], v: Verdict) -> bool:
        if (len(picks) > MAX_TERMS or len(set(picks)) < len(picks)) and v.deny(no.BAD_TERMS):
            return False
        for number in (P_COUNT, P_TOKENS):
            if len(values_of_kind(picks, number)) > 1 and v.deny(no.BAD_TERMS):
                return False
        for term in picks:
            if not self.is_term(s, term) and v.deny(no.BAD_TERMS):
                return False
        return v.legal

    def is_term(self, s: State, term: int) -> bool:
        sort = term >> P_SHIFT
        value = term & 4095
        if sort == P_COUNT or sort == P_PLACE:
            return value <= MAX_SHARE
        if sort == P_ANYWAY:
            return value == 0
        if sort == P_TOKENS or sort == P_TOKEN_PLACE:
            return len(s.rules.counters) > 0 and value <= MAX_SHARE
        return term in self.candidates

    def can_end(self, s: State, picks: list[int], rest: list[int]) -> bool:
        # Further terms never make up for a wrong one.
        return self.check(s, picks, Verdict(False))

    def sample(self, s: State, rng: LehmerRng) -> list[int]:
        """Offer nothing, some Treasures, an Item or, where tokens exist, a token, each equally often."""
        way = rng.below(4 if s.rules.counters else 3)
        if way == 3:
            return [pick(P_TOKENS, 1)]
        if way == 1 and self.treasures:
            return [pick(P_COUNT, 1 + rng.below(self.treasures))]
        items = [a for a in self.candidates if a >> P_SHIFT in (P_GIVE, P_WANT)]
        if way == 2 and items:
            return [items[rng.below(len(items))]]
        return []

    def default(self, s: State) -> list[int]:
        return []


def play_promised(s: State, player: SeatNo, helper: SeatNo, card: CardId) -> None:
    """Play a promised card on the helper if that is still legal (AMB-18)."""
    play = promised_play(s, player, helper, card)
    if play is not None:
        do_play(s, Use(player, card, play, nr.A_SEAT, helper))
    else:
        s.emit(ev.PROMISE_LAPSED, player, helper)
