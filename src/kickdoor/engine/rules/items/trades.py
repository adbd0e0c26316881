"""Trading and giving Items (ITEM-29 to ITEM-34, AMB-54)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.picks import is_pick
from kickdoor.engine.machine.prompts import (
    ACCEPT,
    P_GIVE,
    P_SHIFT,
    P_TOKENS,
    P_WANT,
    REFUSE,
    TRADE_FORM,
    Form,
    Question,
    Reason,
    Verdict,
    act_of,
    option,
    pick,
)
from kickdoor.engine.machine.runtime import DONE, WAIT, Frame, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.promises import promised_items, values_of_kind
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.rules.items.equipment import big_items
from kickdoor.engine.rules.turn.charity import note_act
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.state.fields import FLAG, NUMBER, NUMBERS, PUBLIC, SEAT, StateField
from kickdoor.engine.state.items import is_big, least_missed
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import is_item, items_in_play, move_item

TRADE_NO_ITEM_FROM_HAND = Reason("trade_from_hand", no.TRADE_FROM_HAND.rules + no.NOT_AN_ITEM.rules)


def check_parties(s: State, seat: SeatNo, other: int, v: Verdict) -> bool:
    """Check the parties of a trade: two different players, both alive and out of combat."""
    if s.phase == nr.SETUP and v.deny(no.NOT_IN_SETUP):
        return False
    if s.seats[seat].dead and v.deny(no.DEAD):
        return False
    if in_combat(s, seat) and v.deny(no.TRADE_IN_COMBAT):
        return False
    if not 0 <= other < len(s.seats) or other == seat:
        return not v.deny(no.WRONG_TARGET) and v.legal
    if s.seats[other].dead and v.deny(no.DEAD_TARGET):
        return False
    if in_combat(s, other) and v.deny(no.TRADE_PARTNER_IN_COMBAT):
        return False
    return v.legal


def big_after(s: State, seat: SeatNo, loses: list[int], gains: list[int]) -> bool:
    """Return whether a player stays within the Big limit after a swap."""
    more = 0
    for card in gains:
        if is_big(s, card):
            more += 1
    if s.attached:
        more += len(let_down(s, loses))
    if not more:
        return True
    bigs = big_items(s, seat)
    count = len(bigs) - len([c for c in loses if c in bigs]) + more
    return count <= max(ask_seat(s, seat, nr.Q_BIG_LIMIT, 1), len(bigs))


def let_down(s: State, loses: list[int]) -> list[int]:
    """List the Big items that count again when their carrier is traded away (ITEM-21, AMB-48)."""
    out: list[int] = []
    for card, host in s.attached.items():
        if host in loses and card not in loses and is_item(s.cards[card]) and is_big(s, card):
            cheats = [c for c, item in s.attached.items() if item == card and s.cards[c].lifts & nr.LIFTS_BIG]
            if not cheats and s.cards[host].lifts & nr.LIFTS_BIG:
                out.append(card)
    return out


def goods(s: State, seat: SeatNo) -> list[int]:
    """List the Items a player may give away: all Items in play except those promised by a bargain."""
    items = items_in_play(s, seat)
    promised = promised_items(s, seat) if items else items
    return [c for c in items if c not in promised] if promised else items


class TradeForm(Form):
    """The form that names the Items each side gives; a gift names only the giver's."""

    KIND: ClassVar[str] = TRADE_FORM
    BARGAIN: ClassVar[bool] = True

    def __init__(self, s: State, seat: SeatNo, other: int, gift: bool) -> None:
        self.seat = seat
        self.other = other
        self.gift = gift
        self.candidates = [pick(P_GIVE, c) for c in goods(s, seat)]
        if not gift:
            self.candidates += [pick(P_WANT, c) for c in goods(s, other)]
        self.min_picks = 1
        self.max_picks = len(self.candidates)

    def giver(self, pick: int) -> SeatNo:
        return self.other if pick >> P_SHIFT == P_WANT else self.seat

    def names(self, s: State, number: int) -> bool:
        return is_pick(s, number)

    def object_to(self, s: State, picks: list[int], v: Verdict) -> bool:
        for p in picks:
            if p not in self.candidates and v.deny(self.objection(s, p)):
                return False
        if (not picks or len(set(picks)) < len(picks)) and v.deny(no.TRADE_NOTHING):
            return False
        known = [p for p in picks if p in self.candidates]
        gives = values_of_kind(known, P_GIVE)
        wants = values_of_kind(known, P_WANT)
        fits = big_after(s, self.seat, gives, wants) and big_after(s, self.other, wants, gives)
        if not fits and v.deny(no.TOO_BIG):
            return False
        return v.legal

    def objection(self, s: State, p: int) -> Reason:
        """Return the reason why a card, or a token, cannot be traded."""
        if p >> P_SHIFT == P_TOKENS:
            return no.TRADE_TOKENS
        mine = p >> P_SHIFT == P_GIVE
        owner = s.seats[self.seat if mine else self.other]
        card = p & 4095
        if card in owner.play:
            if s.cards[card].kind == nr.FOLLOWER:
                return no.FOLLOWER_NO_ITEM
            return no.PROMISED if is_item(s.cards[card]) else no.NOT_AN_ITEM
        if mine and card in owner.hand and not is_item(s.cards[card]):
            return TRADE_NO_ITEM_FROM_HAND
        # Every card hidden in another hand gets the same reason, so that the reason reveals nothing.
        return no.TRADE_FROM_HAND

    def can_end(self, s: State, picks: list[int], rest: list[int]) -> bool:
        # Only Big items and their carriers could make a difference.
        hosts = list(s.attached.values())
        return self.search(s, picks, [p for p in rest if is_big(s, p & 4095) or p & 4095 in hosts])

    def sample(self, s: State, rng: LehmerRng) -> list[int]:
        """Offer one Item, or swap one Item for one."""
        mine = [a for a in self.candidates if a >> P_SHIFT == P_GIVE]
        theirs = [a for a in self.candidates if a >> P_SHIFT == P_WANT]
        picks = [mine[rng.below(len(mine))]] if mine else []
        if theirs:
            picks.append(theirs[rng.below(len(theirs))])
        if self.check(s, picks, Verdict(False)):
            return picks
        for atom in self.candidates:
            if self.check(s, [atom], Verdict(False)):
                return [atom]
        swap = swap_of(s, self.seat, self.other, values_of_kind(mine, P_GIVE), values_of_kind(theirs, P_WANT))
        return [pick(P_GIVE, swap[0]), pick(P_WANT, swap[1])] if swap else []

    def default(self, s: State) -> list[int]:
        """Ask for an Item for nothing, or give the least missed one; swap one for one only if nothing else is legal."""
        theirs = [a for a in self.candidates if a >> P_SHIFT == P_WANT]
        mine = least_missed(s, self.seat, values_of_kind(self.candidates, P_GIVE))
        for atom in theirs + [pick(P_GIVE, card) for card in mine]:
            if self.check(s, [atom], Verdict(False)):
                return [atom]
        swap = swap_of(s, self.seat, self.other, mine, values_of_kind(theirs, P_WANT))
        return [pick(P_GIVE, swap[0]), pick(P_WANT, swap[1])] if swap else []


def under_discussion(s: State, seat: SeatNo, other: int) -> bool:
    """Return whether a proposal between two seats is already open: only one at a time is allowed."""
    for frame in s.stack:
        if isinstance(frame, Trade) and seat in (frame.seat, frame.other) and other in (frame.seat, frame.other):
            return True
    return False


def givable(s: State, giver: SeatNo, taker: SeatNo, cards: list[int]) -> bool:
    """Return whether one of the Items alone could change hands."""
    for card in cards:
        if not is_big(s, card) or big_after(s, taker, [], [card]):
            if not s.attached or big_after(s, giver, [card], []):
                return True
    return False


def swap_of(s: State, seat: SeatNo, other: int, mine: list[int], theirs: list[int]) -> list[int]:
    """Find a swap of one Item for one, such as of two Big items neither of which could be given alone."""
    for give in mine:
        for want in theirs:
            if big_after(s, seat, [give], [want]) and big_after(s, other, [want], [give]):
                return [give, want]
    return []


class Trade(Frame):
    """A proposal waiting for the other party; other actions may interrupt it."""

    KIND: ClassVar[str] = "trade"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The seat that proposes."),
        StateField("other", SEAT, PUBLIC, "The seat that the proposal is made to."),
        StateField("gives", NUMBERS, PUBLIC, "The cards offered."),
        StateField("wants", NUMBERS, PUBLIC, "The cards wanted in return."),
        StateField("gift", FLAG, PUBLIC, "Whether nothing is wanted in return."),
        StateField("agreed", NUMBER, PUBLIC, "1 for yes, -1 for no, 0 while it waits."),
    )
    ASIDE: ClassVar[bool] = True

    def __init__(self, seat: SeatNo = 0, other: int = 0, gives: list[int] | None = None, wants: list[int] | None = None,
                 gift: bool = False) -> None:  # fmt: skip
        super().__init__()
        self.seat = seat
        self.other = other
        self.gives: list[int] = [] if gives is None else gives
        self.wants: list[int] = [] if wants is None else wants
        self.gift = gift
        self.agreed = 0

    def step(self, s: State) -> int:
        if self.agreed < 0 or self.moot(s):
            s.emit(ev.TRADE_REFUSED, self.other, self.seat)
            return DONE
        if self.agreed == 0:
            return WAIT
        self.swap(s)
        return DONE

    def moot(self, s: State) -> bool:
        """Return whether the proposal can no longer be carried out."""
        v = Verdict(False)
        if not check_parties(s, self.seat, self.other, v):
            return True
        picks = [pick(P_GIVE, c) for c in self.gives] + [pick(P_WANT, c) for c in self.wants]
        return not TradeForm(s, self.seat, self.other, self.gift).check(s, picks, v)

    def swap(self, s: State) -> None:
        """Swap the Items at once; those that arrive are not equipped (AMB-54)."""
        given = [moved for card in self.gives for moved in move_item(s, self.seat, self.other, card)]
        wanted = [moved for card in self.wants for moved in move_item(s, self.other, self.seat, card)]
        if not self.gift:
            s.emit(ev.TRADED, self.seat, self.other)
        if given:
            s.emit_cards(ev.GIVEN, self.seat, self.other, given)
        if wanted:
            s.emit_cards(ev.GIVEN, self.other, self.seat, wanted)

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.who = self.seat
        q.gives = self.gives
        q.wants = self.wants
        q.form = "wish" if not self.gives else ("" if self.wants else "gift")

    def prompted_seats(self, s: State) -> int:
        return 1 << self.other

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_GIFT if self.gift else nr.ASK_TRADE

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        out.append(option(REFUSE, -1, nr.A_SEAT, self.seat))
        out.append(option(ACCEPT, -1, nr.A_SEAT, self.seat))

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        act = act_of(code)
        if act not in (ACCEPT, REFUSE):
            return False
        self.agreed = 1 if act == ACCEPT else -1
        if act == ACCEPT:
            # Accepting ends the just-received status of cards (AMB-14); refusing must not, or offers could force it.
            note_act(s, seat)
        s.acts += 1
        return True

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        if act_of(code) in (ACCEPT, REFUSE):
            v.deny(no.NOT_ASKED)
        return True

    def moments(self, s: State, seat: SeatNo) -> int:
        return open_moments(s, seat)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Trade()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.other = self.other
        if self.gives:
            c.gives = self.gives[:]
        if self.wants:
            c.wants = self.wants[:]
        c.gift = self.gift
        c.agreed = self.agreed
        return c


def trade_asked(s: State) -> Trade | None:
    """Return the trade or gift that the current prompt is about."""
    return trade_of(s.stack[-1]) if s.stack else None


def trade_of(frame: Frame) -> Trade | None:
    """Return a frame as a trade or gift, if it is one."""
    return frame if isinstance(frame, Trade) else None


def propose(s: State, seat: SeatNo, other: int, picks: list[int], gift: bool) -> None:
    """Propose a trade or gift; the other party answers."""
    gives, wants = values_of_kind(picks, P_GIVE), values_of_kind(picks, P_WANT)
    s.emit_cards(ev.TRADE_OFFERED, seat, other, gives + wants, amount=len(gives))
    push_frame(s, Trade(seat, other, gives, wants, gift))
