"""Opening a bargain about help: the main fighter asks, or another player offers (HELP-01 to HELP-12)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.action import Action
from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import ASK, FORM_BIT, OFFER, Form, Verdict, option, target_of
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.rules.fight.help import ask_for_help, check_new_offer, offer_help, offered_to
from kickdoor.engine.rules.plays.legality import FIRST_REASON_ONLY
from kickdoor.engine.state.state import State


class AskForHelp(Action):
    """The action of asking another player for help, with the terms offered in return."""

    NUMBER: ClassVar[int] = ASK
    AT: ClassVar[int] = nr.IN_FIGHT

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        fight = s.fight
        if fight is None or seat != fight.main or not self.is_time(s, moments) or offered_to(fight, seat):
            return
        for p in s.seats:
            if p.index != seat and check_new_offer(s, seat, p.index, FIRST_REASON_ONLY):
                out.append(option(ASK, -1, nr.A_SEAT, p.index) | FORM_BIT)

    def is_time(self, s: State, moments: TimingMask) -> bool:
        """Return whether the fight may still get a helper."""
        fight = s.fight
        if fight is None or fight.lost or fight.helper >= 0 or not fight.bodies:
            return False
        return moments & nr.AT_ANY_TIME != 0 and moments & nr.IN_FIGHT != 0

    def helper(self, seat: SeatNo, code: OptionCode) -> int:
        """Return the seat that would help."""
        return target_of(code)

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        if not moments & nr.AT_ANY_TIME:
            v.deny(no.DEAD if s.seats[seat].dead else no.CLOSED)
        self.check_asker(s, seat, v)
        helper = self.helper(seat, code)
        check_new_offer(s, seat, helper, v)
        if s.fight is not None and 0 <= helper < len(s.seats):
            TermsForm(s, seat, helper).check(s, picks, v)

    def check_asker(self, s: State, seat: SeatNo, v: Verdict) -> None:
        """Check that the main fighter asks, and that no offer to them waits for an answer."""
        fight = s.fight
        if fight is not None and offered_to(fight, seat):
            v.deny(no.OFFER_LIMIT)
        if fight is not None and seat != fight.main:
            v.deny(no.NOT_MAIN_FIGHTER)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        return TermsForm(s, seat, self.helper(seat, code))

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        ask_for_help(s, seat, target_of(code), picks)


class OfferHelp(AskForHelp):
    """The action of offering help, with the terms demanded in return."""

    NUMBER: ClassVar[int] = OFFER

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        if s.fight is not None and seat != s.fight.main and self.is_time(s, moments):
            if check_new_offer(s, seat, seat, FIRST_REASON_ONLY):
                out.append(option(OFFER) | FORM_BIT)

    def helper(self, seat: SeatNo, code: OptionCode) -> int:
        return seat

    def check_asker(self, s: State, seat: SeatNo, v: Verdict) -> None:
        """Add no reason: what a player needs to offer help is checked with the offer itself."""

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        offer_help(s, seat, picks)
