"""What answers a question: the end of a fight, flight, bargains and choices.

The frame that asks offers these and does them. Here stands why they cannot be given when nobody asks.
"""

from typing import ClassVar

from kickdoor.engine.actions.action import Action
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
    """Answers a question. Where the question itself has objected, nothing is added."""

    def check(self, s: State, seat: int, code: int, picks: list[int], moments: int, v: Verdict) -> None:
        if v.legal:
            if s.seats[seat].dead:
                v.deny(no.DEAD)
            self.explain_not_prompted(s, seat, code, moments, v)

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        """Report why nobody asks for it."""
        v.deny(no.NOT_ASKED)


class Pass(PromptAnswer):
    """Lets a moment go by."""

    NUMBER: ClassVar[int] = PASS

    def wording(self, s: State, seat: int, code: int) -> str:
        return "gift" if isinstance(s.stack[-1], Delivery) else ""


class Take(PromptAnswer):
    """Takes a card back into the hand while the hands are set up."""

    NUMBER: ClassVar[int] = TAKE

    def not_own(self) -> Reason:
        return no.NOT_TAKEN

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        v.deny(no.IN_PLAY_STAYS if card_of(code) in s.seats[seat].play else no.NOT_ASKED)


class Accept(PromptAnswer):
    """Agrees to a bargain, a trade or a gift."""

    NUMBER: ClassVar[int] = ACCEPT

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        v.deny(no.NOT_ASKED if s.fight is None else no.NO_OFFER)


class Refuse(Accept):
    """Turns an offer down; who helps already cannot."""

    NUMBER: ClassVar[int] = REFUSE

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        if s.fight is not None and s.fight.helper == seat:
            v.deny(no.HELPER_BOUND)
        else:
            super().explain_not_prompted(s, seat, code, moments, v)


class Counter(Accept):
    """Answers an offer with another."""

    NUMBER: ClassVar[int] = COUNTER


class Claim(PromptAnswer):
    """Claims to have won the fight."""

    NUMBER: ClassVar[int] = CLAIM

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        """Object to deciding a fight at the wrong time or by somebody else."""
        if s.fight is None:
            v.deny(no.NO_FIGHT)
        elif seat != s.fight.main:
            v.deny(no.NOT_MAIN_FIGHTER)
        else:
            v.deny(no.FIGHT_LOST if s.fight.lost else no.CLOSED)


class GiveUp(Claim):
    """Gives the fight up, to run away."""

    NUMBER: ClassVar[int] = GIVE_UP


class Flee(PromptAnswer):
    """Rolls to get away from a monster."""

    NUMBER: ClassVar[int] = FLEE

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        v.deny(no.NOT_RUNNING)


class Sacrifice(Flee):
    """Gives up a follower instead of rolling."""

    NUMBER: ClassVar[int] = SACRIFICE

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        super().explain_not_prompted(s, seat, code, moments, v)
        v.deny(no.NO_SACRIFICE)

    def wording(self, s: State, seat: int, code: int) -> str:
        if not kind_of(code):
            return ""
        return "both" if target_of(code) else "alone"


class Choose(PromptAnswer):
    """Picks one of several things, or none."""

    NUMBER: ClassVar[int] = CHOOSE

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        if s.fight is not None and s.fight.helper == seat:
            v.deny(no.HELPER_BOUND)

    def wording(self, s: State, seat: int, code: int) -> str:
        if isinstance(s.stack[-1], Sale):
            return "double" if kind_of(code) else "later"
        return "" if kind_of(code) else "none"


class ChooseMany(PromptAnswer):
    """Picks some of several things."""

    NUMBER: ClassVar[int] = CHOOSE_MANY

    def explain_not_prompted(self, s: State, seat: int, code: int, moments: int, v: Verdict) -> None:
        """Report nothing: without a question there is nothing to choose among."""
