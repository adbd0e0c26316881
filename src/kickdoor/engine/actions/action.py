"""One kind of thing a player can do: when it is open to whom, what speaks against it, what it needs, what it does."""

from typing import ClassVar

from kickdoor.engine.machine.prompts import Form, PickForm, Reason, Verdict
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.turn.charity import note_act
from kickdoor.engine.state.state import State


class Action:
    """One kind of act. All that is known about it stands in one class; `table.TABLE` lists them all.

    An act that starts from a card is offered card by card, any other once; where two are always looked at together,
    one of them offers both. What only answers a question is offered and done by the question's frame: of such an act
    the class says how it is worded, and why it cannot be given now.
    """

    NUMBER: ClassVar[int] = -1
    """Its place in `machine.prompts.ACTS`, which has the word for it."""
    AT: ClassVar[int] = -1
    """The moments at which it is offered, if it is; -1 for any."""

    # When it is open

    def list_from_hand(self, s: State, seat: int, card: int, moments: int, out: list[int]) -> None:
        """Add what a card of the hand lets its owner do."""

    def list_from_play(self, s: State, seat: int, card: int, moments: int, out: list[int]) -> None:
        """Add what a card in play lets its owner do."""

    def list_general(self, s: State, seat: int, moments: int, out: list[int]) -> None:
        """Add what does not start from a card of one's own."""

    # What speaks against it, what it needs, what it does

    def not_own(self) -> Reason:
        """Object to a card that is not the player's own."""
        return no.NOT_YOURS

    def check(self, s: State, seat: int, code: int, picks: list[int], moments: int, v: Verdict) -> None:
        """Object to it, with every rule behind the objections."""
        raise NotImplementedError

    def form(self, s: State, seat: int, code: int) -> Form:
        """Return the form for what it still needs to know."""
        return PickForm(seat, [], 0, 0)

    def note(self, s: State, seat: int, code: int) -> None:
        """End what was just received, as any act does but playing just that (AMB-14)."""
        note_act(s, seat)

    def do(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        """Do it."""
        raise NotImplementedError

    # How it is said

    def wording(self, s: State, seat: int, code: int) -> str:
        """Return which form of the sentence `act.<word>` fits; empty for the plain one."""
        return ""
