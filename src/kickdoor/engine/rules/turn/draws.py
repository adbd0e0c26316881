"""Drawing a card face-up; some players may take the top of the discards instead."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import DeckNo, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.places import HAND, STAGE
from kickdoor.engine.machine.prompts import Question
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import DONE, WAIT, Frame, push_frame
from kickdoor.engine.rules.fight.promises import promised_items
from kickdoor.engine.state.fields import NUMBER, PUBLIC, SEAT, StateField
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import (
    ALL_SEATS,
    discard,
    discard_all,
    draw,
    draw_to_hand,
    leave_hand,
    receive,
    tell_drawn,
)


class FaceUpDraw(Frame):
    """The draw of one card for all to see; the frame returns the card as the state's result, -1 for none."""

    KIND: ClassVar[str] = "face_up_draw"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The seat that draws."),
        StateField("deck", NUMBER, PUBLIC, "0 for a Door, 1 for a Treasure."),
    )

    def __init__(self, seat: SeatNo = 0, deck: DeckNo = nr.DOOR) -> None:
        super().__init__()
        self.seat = seat
        self.deck = deck

    def step(self, s: State) -> int:
        if self.pc == 0:
            self.pc = 1
            s.picked = []
            promised = promised_items(s, self.seat)
            hand = [c for c in s.seats[self.seat].hand if c not in promised]
            if hand and s.discards[self.deck] and draws_discards(s, self.seat):
                return push_frame(s, ChoiceFrame(self.seat, nr.ASK_PAY, nr.A_CARD, hand, 0, 1))
        if s.picked:
            discard_all(s, self.seat, s.picked)
            s.result = s.discards[self.deck].pop()
            s.emit(ev.TAKEN_FROM_DISCARDS, self.seat, self.deck, 0, s.result).moved(target=STAGE)
        else:
            s.result = draw(s, self.deck)
        return DONE

    def ask_choice(self, s: State, choice: Frame, cards: list[int], q: Question) -> None:
        q.card = s.discards[self.deck][-1]
        now, all = s.stack[-3].draws_in_turn(self.seat) if len(s.stack) > 2 else (0, 0)
        q.form = "discards"
        if all > 1:
            q.n = now
            q.m = all
            q.form = "discards_in_turn"

    def choice_rules(self, s: State) -> list[str]:
        return ["CHAR-26", "CHAR-27"]

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = FaceUpDraw()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.deck = self.deck
        return c


def draw_paid_for(s: State) -> FaceUpDraw | None:
    """Return the draw for which the current prompt offers to pay."""
    below = s.stack[-2] if len(s.stack) > 1 else None
    return below if isinstance(below, FaceUpDraw) else None


def draws_discards(s: State, seat: SeatNo) -> bool:
    """Return whether a player may pay to draw face-up from the discards instead of the deck (CHAR-26)."""
    return ask_seat(s, seat, nr.Q_DRAWS_DISCARDS, 0) != 0


def draw_openly(s: State, fx: Resolve, deck: DeckNo, drawers: list[int]) -> bool:
    """Draw face-up for a card, one by one, so that each may come off the discards; return whether all are drawn.

    `drawers` has the seat that draws each card. Like shared Treasures, the cards lie open until then; they pay nothing.
    """
    if fx.part == 0:
        fx.memo = [x for seat in drawers for x in (seat, -1)]
    else:
        fx.memo[2 * fx.part - 1] = s.result
        if s.result >= 0:
            s.aside.append(s.result)
    if 2 * fx.part >= len(fx.memo):
        return True
    push_frame(s, FaceUpDraw(fx.memo[2 * fx.part], deck))
    return False


def take_up(s: State, fx: Resolve, seat: SeatNo, deck: DeckNo) -> list[int]:
    """Put the cards that a seat has drawn face-up for a card into its hand."""
    drawn = [fx.memo[i + 1] for i in range(0, len(fx.memo), 2) if fx.memo[i] == seat and fx.memo[i + 1] >= 0]
    for card in drawn:
        s.aside.remove(card)
        receive(s, seat, card, ALL_SEATS)
    tell_drawn(s, seat, deck, drawn, True, HAND | seat)
    return drawn


class KeepSome(ChoiceFrame):
    """The choice of which cards just drawn into a hand are kept; the rest is discarded."""

    KIND: ClassVar[str] = "keep_some"
    FIELDS: ClassVar[tuple[StateField, ...]] = ChoiceFrame.FIELDS

    def __init__(self, seat: SeatNo = 0, atoms: list[int] | None = None, keep: int = 1) -> None:
        super().__init__(seat, nr.ASK_PICK, nr.A_CARD, atoms, keep, keep)

    def choice_rules(self, s: State) -> list[str]:
        return ["CHAR-26", "TREASURE-12", "CONFLICT-01"]

    def step(self, s: State) -> int:
        outcome = super().step(s)
        if outcome == WAIT:
            return WAIT
        for card in [c for c in self.atoms if c not in s.picked and c in s.seats[self.seat].hand]:
            leave_hand(s, self.seat, card)
            discard(s, card)
            s.emit(ev.CARD_DISCARDED, self.seat, -1, 0, card).moved(HAND | self.seat)
        if [c for c in s.picked if s.cards[c].must_play]:
            # The card has only now reached the hand for good.
            s.dirty = True
        return DONE

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = KeepSome()
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
        return c


def draw_to_choose(s: State, seat: SeatNo, deck: DeckNo, n: int, keep: int, face_up: bool) -> None:
    """Draw cards into a hand and ask which are kept; a card that must be played waits for that choice."""
    was_dirty = s.dirty
    drawn = draw_to_hand(s, seat, deck, n, face_up)
    s.dirty = was_dirty
    if drawn:
        push_frame(s, KeepSome(seat, drawn, keep))


def take_up_to_choose(s: State, fx: Resolve, seat: SeatNo, deck: DeckNo, keep: int) -> None:
    """Put the cards drawn face-up into a hand and ask which are kept, as if they were drawn at once."""
    was_dirty = s.dirty
    drawn = take_up(s, fx, seat, deck)
    s.dirty = was_dirty
    if drawn:
        push_frame(s, KeepSome(seat, drawn, keep))
