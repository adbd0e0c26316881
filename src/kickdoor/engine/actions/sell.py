"""Selling Items for levels (ITEM-35 to ITEM-41)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.action import Action
from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import FORM_BIT, SELL, Form, Verdict, option
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.items.excess import ExcessChoice
from kickdoor.engine.rules.items.sales import PRICE_OF_A_LEVEL, SaleForm, check_sale, sell, wares, worth
from kickdoor.engine.rules.plays.legality import FIRST_REASON_ONLY
from kickdoor.engine.state.state import State


class Sell(Action):
    """The action of selling Items worth at least a level."""

    NUMBER: ClassVar[int] = SELL
    AT: ClassVar[int] = nr.ON_QUIET_TURN

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        if moments & nr.AT_ANY_TIME and check_sale(s, seat, moments, FIRST_REASON_ONLY):
            if worth(s, seat, wares(s, seat)) >= PRICE_OF_A_LEVEL:
                out.append(option(SELL) | FORM_BIT)

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        if isinstance(s.stack[-1], ExcessChoice):
            v.deny(no.EXCESS_UNSOLD)
        check_sale(s, seat, moments, v)
        SaleForm(s, seat).check(s, picks, v)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        return SaleForm(s, seat)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        sell(s, seat, picks)
