"""The order of running, if the rule options let main fighter and helper agree on it (AMB-72)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import MonsterId, SeatNo
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.runtime import DONE, Frame, push_frame
from kickdoor.engine.rules.fight.dice import END_OF_GROUP, RollOff, is_escaped
from kickdoor.engine.state.fields import PUBLIC, SEAT, StateField
from kickdoor.engine.state.state import State


class Flight(Frame):
    """The part of the flight after a lost fight that has the monsters still to be escaped from."""

    runner: int
    waiting: list[int]
    """The seats that have yet to run after the runner."""
    todo: list[int]
    """The monsters that the runner must still escape from."""


def still_runs_from(s: State, uid: MonsterId) -> bool:
    """Return whether the runner must still escape from a monster."""
    for frame in reversed(s.stack):
        if isinstance(frame, Flight) and s.fight is not None:
            return uid in frame.todo and not is_escaped(s.fight, frame.runner, uid)
    return False


class RunOrder(Frame):
    """The choice by main fighter and helper of who runs first; if they disagree, the higher roller decides."""

    KIND: ClassVar[str] = "run_order"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("main", SEAT, PUBLIC, "The main fighter."),
        StateField("helper", SEAT, PUBLIC, "The helper."),
        StateField("wish", SEAT, PUBLIC, "The seat that the main fighter wants to run first; -1 for none yet."),
        StateField("other_wish", SEAT, PUBLIC, "The seat that the helper wants to run first; -1 for none yet."),
    )

    def __init__(self, main: SeatNo = 0, helper: SeatNo = 0) -> None:
        super().__init__()
        self.main = main
        self.helper = helper
        self.wish = -1
        self.other_wish = -1

    def step(self, s: State) -> int:
        both = [self.main, self.helper]
        self.pc += 1
        if self.pc == 1:
            return push_frame(s, ChoiceFrame(self.main, nr.ASK_ORDER, nr.A_SEAT, both))
        if self.pc == 2:
            self.wish = s.picked[0]
            return push_frame(s, ChoiceFrame(self.helper, nr.ASK_ORDER, nr.A_SEAT, both))
        if self.pc == 3:
            self.other_wish = s.picked[0]
            if self.other_wish != self.wish:
                return push_frame(s, RollOff([*both, END_OF_GROUP]))
        s.result = self.wish if s.picked[0] == self.main else self.other_wish
        return DONE

    def choice_rules(self, s: State) -> list[str]:
        return ["AMB-72"]

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = RunOrder()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.main = self.main
        c.helper = self.helper
        c.wish = self.wish
        c.other_wish = self.other_wish
        return c
