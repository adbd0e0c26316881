"""A face-up Door card that is neither monster nor curse: the player takes it or plays it at once (TURN-09)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.prompts import TAKE, Question, Verdict, act_of, option
from kickdoor.engine.machine.runtime import DONE, GO, WAIT, Frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.plays.legality import list_play
from kickdoor.engine.rules.turn.charity import note_act
from kickdoor.engine.state.fields import CARD, PUBLIC, SEAT, StateField
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import ALL_SEATS, receive


class FaceUp(Frame):
    """The choice to keep or play the card; no other player may act in the meantime (AMB-13)."""

    KIND: ClassVar[str] = "face_up"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The seat that has the card."),
        StateField("card", CARD, PUBLIC, "The card."),
    )

    def __init__(self, seat: SeatNo = 0, card: CardId = -1) -> None:
        super().__init__()
        self.seat = seat
        self.card = card

    def step(self, s: State) -> int:
        if self.pc == 0:
            receive(s, self.seat, self.card, ALL_SEATS)
            self.pc = 1
            return GO
        if self.pc == 2 or self.card not in s.seats[self.seat].hand:
            return DONE
        if not self.plays(s):
            self.take(s)
            return DONE
        return WAIT

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.card = self.card

    def plays(self, s: State) -> list[int]:
        """List the options to play the card right now (AMB-75)."""
        out: list[int] = []
        moments = nr.AT_ANY_TIME | nr.ON_OWN_TURN | nr.ON_QUIET_TURN | nr.WHEN_QUIET
        for play in s.cards[self.card].plays:
            list_play(s, self.seat, self.card, play, moments, out)
        return out

    def take(self, s: State) -> None:
        self.pc = 2
        note_act(s, self.seat)
        s.emit(ev.DOOR_TAKEN, self.seat, -1, 0, self.card)

    def prompted_seats(self, s: State) -> int:
        return 1 << self.seat

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_KEEP

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        out.append(option(TAKE, self.card))
        out.extend(self.plays(s))

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        if act_of(code) == TAKE:
            self.take(s)
            return True
        self.pc = 2
        return False

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        v.deny(no.CLOSED)
        return True

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = FaceUp()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.card = self.card
        return c
