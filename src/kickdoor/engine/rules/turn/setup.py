"""Setting up: dealing, the plays of the starting hand, and who goes first (SETUP, CHAR-09 to CHAR-11)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.prompts import DONE as SAY_DONE
from kickdoor.engine.machine.prompts import Verdict, act_of, option
from kickdoor.engine.machine.runtime import DONE, GO, WAIT, Frame, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.dice import END_OF_GROUP, RollOff
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.rules.turn.turn import Turn
from kickdoor.engine.state.fields import NUMBER, PUBLIC, StateField
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import draw_to_hand

STARTING_CARDS = 4


class Setup(Frame):
    """The setup: four cards of each deck for every seat; then all players play at the same time until each is done."""

    KIND: ClassVar[str] = "setup"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("ready", NUMBER, PUBLIC, "Mask of the seats that are done."),
    )

    def __init__(self) -> None:
        super().__init__()
        self.ready = 0

    def step(self, s: State) -> int:
        if self.pc == 0:
            s.emit(ev.GAME_BEGUN)
            for p in s.seats:
                draw_to_hand(s, p.index, nr.DOOR, STARTING_CARDS, False)
                draw_to_hand(s, p.index, nr.TREASURE, STARTING_CARDS, False)
            self.pc = 1
        if self.pc == 1:
            if self.prompted_seats(s):
                return WAIT
            return self.find_first(s)
        push_frame(s, Turn(s.picked[0]))
        return DONE

    def find_first(self, s: State) -> int:
        """Find the first player: the highest roll, or the seat the host has named (AMB-02)."""
        self.pc = 2
        named = s.options.first_player
        if named.isdecimal() and int(named) < len(s.seats):
            s.picked = [int(named)]
            return GO
        return push_frame(s, RollOff([*range(len(s.seats)), END_OF_GROUP]))

    def prompted_seats(self, s: State) -> int:
        return ((1 << len(s.seats)) - 1) & ~self.ready if self.pc == 1 else 0

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_SETUP

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        out.append(option(SAY_DONE))

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        if act_of(code) != SAY_DONE:
            return False
        self.ready |= 1 << seat
        return True

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        v.deny(no.NOT_IN_SETUP)
        return True

    def moments(self, s: State, seat: SeatNo) -> int:
        return 0 if self.ready >> seat & 1 else open_moments(s, seat)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Setup()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.ready = self.ready
        return c
