"""What the machine asks of the rules, which are loaded above it."""

from kickdoor.engine.machine.prompts import Form, Verdict
from kickdoor.engine.state.state import State


class RulesInterface:
    """The rules' side of the machine; one object belongs to each rule set."""

    def begin(self, s: State) -> None:
        """Push the first frame of a game."""
        raise NotImplementedError

    def offers(self, s: State, seat: int, moments: int, out: list[int]) -> None:
        """List what a seat may play at these moments."""
        raise NotImplementedError

    def form(self, s: State, seat: int, code: int) -> Form:
        raise NotImplementedError

    def act(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        """Do an offered act."""
        raise NotImplementedError

    def why(self, s: State, seat: int, code: int, picks: list[int], v: Verdict) -> None:
        """Gather objections to an act that is not offered."""
        raise NotImplementedError

    def check_limits(self, s: State) -> None:
        """Put right what a change of the cards in play has made illegal; may push frames."""
        raise NotImplementedError

    def run_next_trigger(self, s: State) -> None:
        """Push the frame of the next waiting trigger."""
        raise NotImplementedError

    def locked(self, s: State, seat: int) -> list[int]:
        """List the cards a munchkin may not part with by choice, because a bargain promises them (AMB-18)."""
        raise NotImplementedError
