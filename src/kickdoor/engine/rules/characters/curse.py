"""Curses: turned up or played from hand, cancelled, landing, kept (CURSE-01 to CURSE-14)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.prompts import Question
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import DONE, GO, Frame, Matter, push_frame
from kickdoor.engine.rules.turn.windows import Announced
from kickdoor.engine.state.fields import CARD, FLAG, NUMBERS, PUBLIC, SEAT, StateField
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard, enter_play, leave_play


class CurseLands(Announced):
    """A curse that was turned up or played: it lands unless it is cancelled."""

    KIND: ClassVar[str] = "curse_lands"
    MOMENT: ClassVar[int] = nr.WHEN_CURSE_LANDS
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *Announced.FIELDS,
        StateField("card", CARD, PUBLIC, "The curse."),
        StateField("victim", SEAT, PUBLIC, "The seat that the curse is to hit."),
        StateField("by", SEAT, PUBLIC, "The seat that played it; -1 for a curse found behind the door."),
        StateField("cancelled", FLAG, PUBLIC, "Whether it was stopped."),
        StateField("tries", NUMBERS, PUBLIC, "Abilities used against it that may be tried once, by their numbers."),
    )

    def __init__(self, card: CardId = -1, victim: SeatNo = 0, by: SeatNo = -1) -> None:
        super().__init__()
        self.card = card
        self.victim = victim
        self.by = by
        self.tries: list[int] = []

    def step(self, s: State) -> int:
        if self.pc == 0:
            self.pc = 1
        if self.pc == 1:
            if self.wait(s) != DONE:
                return self.wait(s)
            self.pc = 2
            return self.land(s)
        return self.put_away(s)

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.card = self.card
        q.who = self.victim
        q.form = "curse"

    def announced_by(self) -> SeatNo:
        return self.by

    def announced_at(self) -> SeatNo:
        return self.victim

    def matter(self) -> Matter | None:
        return Matter(self.card, self.by, self.victim)

    def land(self, s: State) -> int:
        """Take effect, unless cancelled or kept off by a card of the victim."""
        if self.cancelled:
            return GO
        if self.by < 0 and ask_seat(s, self.victim, nr.Q_DOOR_CURSE_SHIELD, 0):
            s.emit(ev.CURSE_NO_EFFECT, self.victim, -1, 0, self.card)
            self.cancelled = True
            return GO
        s.emit(ev.CURSE_LANDED, self.victim, self.by, 0, self.card)
        program = s.cards[self.card].on_land
        if program < 0:
            return GO
        return push_frame(s, Resolve(program, self.card, self.by, self.victim))

    def put_away(self, s: State) -> int:
        """Discard the curse, or keep it in play before the victim while its penalty is still to come (CURSE-05)."""
        s.aside.remove(self.card)
        if not self.cancelled and s.cards[self.card].lasts and not s.seats[self.victim].dead:
            enter_play(s, self.victim, self.card)
            s.emit(ev.CURSE_KEPT, self.victim, -1, 0, self.card)
        else:
            discard(s, self.card)
            s.emit(ev.CARD_SPENT, card=self.card)
        return DONE

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = CurseLands()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.card = self.card
        c.victim = self.victim
        c.by = self.by
        c.cancelled = self.cancelled
        if self.tries:
            c.tries = self.tries[:]
        return c


def play_curse(s: State, card: CardId, victim: SeatNo, by: SeatNo) -> None:
    """Announce a curse; the card has left its place already."""
    s.aside.append(card)
    push_frame(s, CurseLands(card, victim, by))


def landing_curse(s: State) -> CurseLands | None:
    """Find the curse that waits to land, below the card played against it."""
    for frame in reversed(s.stack):
        if isinstance(frame, CurseLands):
            return frame if frame.pc == 1 else None
    return None


def cancel_curse(s: State, victim: SeatNo, card: CardId) -> None:
    """Cancel the curse that is landing, or end a kept one if `card` names it."""
    if card < 0:
        landing = landing_curse(s)
        if landing is not None:
            landing.cancelled = True
            s.emit(ev.CURSE_CANCELLED, landing.victim, -1, 0, landing.card)
        return
    for p in s.seats:
        if card in p.play:
            end_curse(s, p.index, card)
            return


def end_curse(s: State, seat: SeatNo, card: CardId) -> None:
    """Discard a kept curse."""
    leave_play(s, seat, card)
    discard(s, card)
    s.emit(ev.CURSE_ENDED, seat, -1, 0, card)


def end_next_combat_curses(s: State, seat: SeatNo) -> None:
    """Discard the curses that waited for the combat that their victim has now left."""
    for card in [c for c in s.seats[seat].play if s.cards[c].lasts == nr.NEXT_COMBAT]:
        end_curse(s, seat, card)
