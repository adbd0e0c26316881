"""Charity: cards over the hand limit go to the players of the lowest Level, or are discarded (TURN-18 to TURN-24)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.picks import is_pick
from kickdoor.engine.machine.prompts import CHARITY_FORM, P_SHIFT, P_TO, Form, Verdict, pick
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard, leave_hand, living, pass_unseen

HAND_LIMIT = 5


def excess(s: State, seat: SeatNo) -> int:
    """Count the cards a player must get rid of at the end of their turn."""
    return max(0, len(s.seats[seat].hand) - ask_seat(s, seat, nr.Q_HAND_LIMIT, HAND_LIMIT))


def lowest(s: State) -> list[int]:
    """List the living players of the lowest Level (AMB-41)."""
    alive = living(s)
    least = min([s.seats[i].level for i in alive])
    return [i for i in alive if s.seats[i].level == least]


class CharityTurnBase(Frame):
    """The part of a turn that Charity carries over into the next one."""

    handed: bool
    """Whether Charity has been given and the player whose turn it is now has not acted yet (AMB-109)."""


def expire_fresh_on_pass(s: State, seat: SeatNo) -> None:
    """End the just-received status of a seat's cards when it passes or continues (AMB-14), but not after Charity."""
    turn = s.stack[0]
    if not isinstance(turn, CharityTurnBase) or not turn.handed:
        s.seats[seat].fresh.clear()


def note_act(s: State, seat: SeatNo, plays_fresh: bool = False) -> None:
    """End the just-received status of cards because a seat acts, unless it plays such a card (AMB-14).

    For cards received by Charity, the status ends with any action of the player whose turn it is now (AMB-109).
    """
    turn = s.stack[0]
    if isinstance(turn, CharityTurnBase) and turn.handed:
        if seat == s.turn:
            turn.handed = False
            forget_fresh(s)
    elif not plays_fresh:
        s.seats[seat].fresh.clear()


def forget_fresh(s: State) -> None:
    """End the just-received status of all cards."""
    for p in s.seats:
        p.fresh.clear()


class CharityForm(Form):
    """The form that assigns cards to receivers: a pick P_TO opens each share; without receivers they are discarded."""

    KIND: ClassVar[str] = CHARITY_FORM

    def __init__(self, s: State, seat: SeatNo) -> None:
        self.seat = seat
        self.candidates = s.seats[seat].hand[:]
        self.min_picks = self.max_picks = excess(s, seat)
        low = lowest(s)
        n = len(s.seats)
        self.receivers: list[int] = [] if seat in low else [i % n for i in range(seat + 1, seat + n) if i % n in low]

    def thing(self, pick: int) -> int:
        return nr.A_SEAT if pick >> P_SHIFT == P_TO else nr.A_CARD

    def takers(self) -> list[int]:
        return self.receivers

    def shares(self, picks: list[int]) -> dict[int, list[int]]:
        """Return the picked cards by receiver; -1 stands for the discards."""
        out: dict[int, list[int]] = {}
        to = -1
        for p in picks:
            if p >> P_SHIFT == P_TO:
                to = p & 4095
            else:
                out.setdefault(to, []).append(p)
        return out

    def names(self, s: State, number: int) -> bool:
        return is_pick(s, number)

    def object_to(self, s: State, picks: list[int], v: Verdict) -> bool:
        shares = self.shares(picks)
        cards = [c for share in shares.values() for c in share]
        for card in cards:
            if card not in self.candidates and v.deny(no.NOT_IN_HAND):
                return False
        if (len(cards) != self.min_picks or len(set(cards)) < len(cards)) and v.deny(no.CHARITY_COUNT):
            return False
        for seat in shares:
            if seat < 0 and self.receivers and v.deny(no.CHARITY_LOWEST):
                return False
            if seat >= 0 and seat not in self.receivers:
                if seat < len(s.seats) and s.seats[seat].dead and v.deny(no.DEAD_TARGET):
                    return False
                if v.deny(no.CHARITY_LOWEST if self.receivers else no.CHARITY_SELF_LOWEST):
                    return False
        sizes = [len(shares.get(seat, [])) for seat in self.receivers]
        if sizes and max(sizes) - min(sizes) > 1 and v.deny(no.CHARITY_UNEVEN):
            return False
        return v.legal

    def next(self, s: State, picks: list[int]) -> tuple[list[int], bool]:
        """List the next picks: receiver by receiver from the left, the cards of each in the order of the hand."""
        cards = [p for p in picks if p >> P_SHIFT != P_TO]
        left = self.min_picks - len(cards)
        if not left or not self.receivers:
            return self.after(cards, cards, left), left == 0
        even = self.min_picks // len(self.receivers)
        to = -1
        for p in picks:
            to = p & 4095 if p >> P_SHIFT == P_TO else to
        share: list[int] = self.shares(picks).get(to, [])
        others = self.receivers[self.receivers.index(to) + 1 :] if to >= 0 else self.receivers
        out: list[int] = []
        if to >= 0 and len(share) <= even and left > len(others) * even:
            # This receiver must get at least the cards that the others may not get.
            out = self.after(cards, share, max(1, even - len(share), left - len(others) * (even + 1)))
        if to < 0 or len(share) >= max(1, even):
            # With fewer cards than receivers, some receivers may be skipped.
            for i in range(len(others) if even == 0 else min(1, len(others))):
                if (len(others) - i) * even <= left <= (len(others) - i) * (even + 1):
                    out.append(pick(P_TO, others[i]))
        return out, False

    def after(self, used: list[int], share: list[int], need: int) -> list[int]:
        """List the cards that may follow in a share that needs `need` more cards."""
        start = self.candidates.index(share[-1]) + 1 if share else 0
        free = [c for c in self.candidates[start:] if c not in used]
        return free[: len(free) - need + 1] if need else []

    def deal(self, cards: list[int], receivers: list[int]) -> list[int]:
        """Split cards evenly; the first receivers get one more (AMB-40)."""
        if not receivers:
            return cards
        out: list[int] = []
        for i, seat in enumerate(receivers):
            share = cards[i :: len(receivers)]
            if share:
                out.extend([pick(P_TO, seat), *share])
        return out

    def complete(self, picks: list[int]) -> list[int]:
        """Deal the cards to the receivers, starting on the left, if the picks name no receiver."""
        return picks if [p for p in picks if p >> P_SHIFT == P_TO] else self.deal(picks, self.receivers)

    def sample(self, s: State, rng: LehmerRng) -> list[int]:
        return self.deal(rng.sample(self.candidates, self.min_picks), rng.sample(self.receivers, len(self.receivers)))

    def default(self, s: State) -> list[int]:
        return self.deal(self.candidates[: self.min_picks], self.receivers)


def give_charity(s: State, seat: SeatNo, form: CharityForm, picks: list[int]) -> None:
    """Hand the excess over in one action (AMB-13); only giver and receiver see the cards (AMB-77).

    This ends the turn, so afterwards only the cards given now count as just received (AMB-109).
    """
    forget_fresh(s)
    for to, cards in form.shares(picks).items():
        for card in cards:
            if to < 0:
                leave_hand(s, seat, card)
                discard(s, card)
            else:
                pass_unseen(s, seat, to, card)
        if to < 0:
            s.emit_cards(ev.CHARITY_DISCARDED, seat, -1, cards)
        else:
            s.emit_cards(ev.CHARITY_GIVEN, seat, to, cards, 1 << seat | 1 << to)
