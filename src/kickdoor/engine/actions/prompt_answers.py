"""Answers to prompts: the end of a fight, running away, bargains and choices.

The frame that prompts offers and executes these actions. The classes give the reasons why they are illegal without a
prompt.
"""

from typing import ClassVar

from kickdoor.engine.actions.action import Action
from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import (
    ACCEPT,
    CHOOSE,
    CHOOSE_MANY,
    CLAIM,
    COUNTER,
    FLEE,
    GIVE_UP,
    PASS,
    REFUSE,
    SACRIFICE,
    TAKE,
    Reason,
    Verdict,
    card_of,
    kind_of,
    target_of,
)
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.bargain import Delivery
from kickdoor.engine.rules.items.sales import Sale
from kickdoor.engine.state.state import State


class PromptAnswer(Action):
    """An answer to a prompt. Where the prompt itself has given a reason, no other reason is added."""

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        if v.legal:
            if s.seats[seat].dead:
                v.deny(no.DEAD)
            self.explain_not_prompted(s, seat, code, moments, v)

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        """Add the reason why no frame prompts for the answer."""
        v.deny(no.NOT_ASKED)


class Pass(PromptAnswer):
    """The answer that lets a window pass."""

    NUMBER: ClassVar[int] = PASS

    def wording(self, s: State, seat: SeatNo, code: OptionCode) -> str:
        return "gift" if isinstance(s.stack[-1], Delivery) else ""


class Take(PromptAnswer):
    """The answer that takes a face-up Door card into the hand."""

    NUMBER: ClassVar[int] = TAKE

    def not_own(self) -> Reason:
        return no.NOT_TAKEN

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        v.deny(no.IN_PLAY_STAYS if card_of(code) in s.seats[seat].play else no.NOT_ASKED)


class Accept(PromptAnswer):
    """The answer that accepts a bargain, a trade or a gift."""

    NUMBER: ClassVar[int] = ACCEPT

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        v.deny(no.NOT_ASKED if s.fight is None else no.NO_OFFER)


class Refuse(Accept):
    """The answer that refuses an offer; a player who already helps cannot refuse."""

    NUMBER: ClassVar[int] = REFUSE

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        if s.fight is not None and s.fight.helper == seat:
            v.deny(no.HELPER_BOUND)
        else:
            super().explain_not_prompted(s, seat, code, moments, v)


class Counter(Accept):
    """The answer that makes a counter-offer."""

    NUMBER: ClassVar[int] = COUNTER


class Claim(PromptAnswer):
    """The claim to have won the fight."""

    NUMBER: ClassVar[int] = CLAIM

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        """Add the reason against deciding a fight at the wrong time or by another player."""
        if s.fight is None:
            v.deny(no.NO_FIGHT)
        elif seat != s.fight.main:
            v.deny(no.NOT_MAIN_FIGHTER)
        else:
            v.deny(no.FIGHT_LOST if s.fight.lost else no.CLOSED)


class GiveUp(Claim):
    """The decision to give up the fight and run away."""

    NUMBER: ClassVar[int] = GIVE_UP


class Flee(PromptAnswer):
    """The roll to get away from a monster."""

    NUMBER: ClassVar[int] = FLEE

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        v.deny(no.NOT_RUNNING)


class Sacrifice(Flee):
    """The sacrifice of a follower instead of a roll."""

    NUMBER: ClassVar[int] = SACRIFICE

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        super().explain_not_prompted(s, seat, code, moments, v)
        v.deny(no.NO_SACRIFICE)

    def wording(self, s: State, seat: SeatNo, code: OptionCode) -> str:
        if not kind_of(code):
            return ""
        return "both" if target_of(code) else "alone"


class Choose(PromptAnswer):
    """The choice of one of several things, or of none."""

    NUMBER: ClassVar[int] = CHOOSE

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        if s.fight is not None and s.fight.helper == seat:
            v.deny(no.HELPER_BOUND)

    def wording(self, s: State, seat: SeatNo, code: OptionCode) -> str:
        if isinstance(s.stack[-1], Sale):
            return "double" if kind_of(code) else "later"
        return "" if kind_of(code) else "none"


class ChooseMany(PromptAnswer):
    """The choice of some of several things."""

    NUMBER: ClassVar[int] = CHOOSE_MANY

    def explain_not_prompted(self, s: State, seat: SeatNo, code: OptionCode, moments: TimingMask, v: Verdict) -> None:
        """Add no reason: without a prompt there is nothing to choose from."""
