"""The interface of the rules that the machine calls. The rules are loaded above it."""

from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import Form, Verdict
from kickdoor.engine.state.state import State


class RulesInterface:
    """The rules' side of the machine; each rule set has one object."""

    def begin(self, s: State) -> None:
        """Push the first frame of a game."""
        raise NotImplementedError

    def offers(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        """List the options of a seat at these timings."""
        raise NotImplementedError

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        raise NotImplementedError

    def act(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        """Carry out an option that was offered."""
        raise NotImplementedError

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> None:
        """Collect the reasons against an action that is not offered."""
        raise NotImplementedError

    def check_limits(self, s: State) -> None:
        """Enforce the limits after a change of the cards in play; may push frames."""
        raise NotImplementedError

    def run_next_trigger(self, s: State) -> None:
        """Push the frame of the next waiting trigger."""
        raise NotImplementedError

    def score(self, s: State) -> list[int]:
        """Return both totals of an undecided fight, munchkins first, and 1 if these are winning; else an empty list."""
        raise NotImplementedError

    def locked(self, s: State, seat: SeatNo) -> list[int]:
        """List the cards that a player may not give up by choice, because a bargain promises them (AMB-18)."""
        raise NotImplementedError
