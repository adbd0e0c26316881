"""Discarding a card in play at will, showing the hand, and finishing with the cards just received."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.action import Action
from kickdoor.engine.actions.prompt_answers import PromptAnswer
from kickdoor.engine.ids import CardId, OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import DISCARD, DONE, FORM_BIT, SHOW, Form, PickForm, Verdict, card_of, option
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.characters.classes_and_races import explain_discard, may_discard_at_will
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard_from, show_hand


class Discard(Action):
    """The action of discarding a Class, a Race or a follower (TURN-25, SIDEKICK-04)."""

    NUMBER: ClassVar[int] = DISCARD

    def list_from_play(self, s: State, seat: SeatNo, card: CardId, moments: TimingMask, out: list[int]) -> None:
        if moments & nr.AT_ANY_TIME and may_discard_at_will(s, seat, card):
            out.append(option(DISCARD, card))

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        explain_discard(s, seat, card_of(code), moments, v)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        discard_from(s, seat, card_of(code))


class ShowHand(PromptAnswer):
    """The action of showing the hand to some of the other players (CARDS-13, AMB-80)."""

    NUMBER: ClassVar[int] = SHOW
    AT: ClassVar[int] = nr.AT_ANY_TIME

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        if s.seats[seat].hand:
            out.append(option(SHOW) | FORM_BIT)

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        if not moments & nr.AT_ANY_TIME:
            v.deny(no.CLOSED)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        others = [p.index for p in s.seats if p.index != seat]
        form = PickForm(seat, others, 1, len(others))
        form.what = nr.A_SEAT
        return form

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        show_hand(s, seat, sum([1 << other for other in picks]))


class Done(PromptAnswer):
    """The action that ends the just-received status of cards out of turn; otherwise it answers a prompt (AMB-14)."""

    NUMBER: ClassVar[int] = DONE
    AT: ClassVar[int] = nr.WHEN_QUIET

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        if s.seats[seat].fresh and seat != s.turn:
            out.append(option(DONE))

    def note(self, s: State, seat: SeatNo, code: OptionCode) -> None:
        s.seats[seat].fresh.clear()

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        """Do nothing else."""
