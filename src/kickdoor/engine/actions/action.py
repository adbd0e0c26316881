"""The base class of actions: when an action is available, why it is illegal, which picks it needs and what it does."""

from typing import ClassVar

from kickdoor.engine.ids import CardId, OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import Form, PickForm, Reason, Verdict
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.turn.charity import note_act
from kickdoor.engine.state.state import State


class Action:
    """One kind of action. One class holds everything about it; `action_registry.ACTIONS` lists all of them.

    An action that starts from a card is offered once per card, any other action once. Where two actions are always
    examined together, one of them offers both. An action that only answers a prompt is offered and executed by the
    frame of the prompt; its class gives only the wording, and the reason why the action is illegal now.
    """

    NUMBER: ClassVar[int] = -1
    """The index in `machine.prompts.ACTS`, which has the word for the action."""
    AT: ClassVar[int] = -1
    """The timings at which the action is offered, if it is listed; -1 for any."""

    # Availability

    def list_from_hand(self, s: State, seat: SeatNo, card: CardId, moments: TimingMask, out: list[int]) -> None:
        """Add the options that a card in the hand gives its owner."""

    def list_from_play(self, s: State, seat: SeatNo, card: CardId, moments: TimingMask, out: list[int]) -> None:
        """Add the options that a card in play gives its owner."""

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        """Add the options that do not start from a card of the seat."""

    # Legality, form and execution

    def not_own(self) -> Reason:
        """Return the reason against a card that the player does not own."""
        return no.NOT_YOURS

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        """Add the reasons against the action, with every rule behind them."""
        raise NotImplementedError

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        """Return the form for the picks that the action still needs."""
        return PickForm(seat, [], 0, 0)

    def note(self, s: State, seat: SeatNo, code: OptionCode) -> None:
        """End the just-received status of cards, as every action does except playing such a card (AMB-14)."""
        note_act(s, seat)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        """Execute the action."""
        raise NotImplementedError

    # Wording

    def wording(self, s: State, seat: SeatNo, code: OptionCode) -> str:
        """Return the variant of the message `act.<word>` that fits; empty for the plain one."""
        return ""
