"""Selling Items for levels (ITEM-35 to ITEM-41)."""

from typing import ClassVar

from kickdoor.acts.act import Act
from kickdoor.core import words as w
from kickdoor.core.prompts import FORM_BIT, SELL, Form, Verdict, option
from kickdoor.core.state import State
from kickdoor.rules import reasons as no
from kickdoor.rules.plays import QUICK
from kickdoor.rules.sell import PRICE_OF_A_LEVEL, SaleForm, check_sale, sell, wares, worth
from kickdoor.rules.shed import Shed


class Sell(Act):
    """Sells Items worth at least a level."""

    NUMBER: ClassVar[int] = SELL

    def offer(self, s: State, seat: int, moments: int, out: list[int]) -> None:
        if moments & w.ON_QUIET_TURN and moments & w.AT_ANY_TIME and check_sale(s, seat, moments, QUICK):
            if worth(s, seat, wares(s, seat)) >= PRICE_OF_A_LEVEL:
                out.append(option(SELL) | FORM_BIT)

    def check(self, s: State, seat: int, code: int, picks: list[int], moments: int, v: Verdict) -> None:
        if isinstance(s.stack[-1], Shed):
            v.deny(no.EXCESS_UNSOLD)
        check_sale(s, seat, moments, v)
        SaleForm(s, seat).check(s, picks, v)

    def form(self, s: State, seat: int, code: int) -> Form:
        return SaleForm(s, seat)

    def do(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        sell(s, seat, picks)
