"""Giving Items away and trading them (ITEM-29 to ITEM-34)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.action import Action
from kickdoor.engine.ids import OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import FORM_BIT, GIVE, TRADE, Form, Verdict, option, target_of
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.rules.items.trades import (
    TradeForm,
    check_parties,
    givable,
    goods,
    propose,
    swap_of,
    under_discussion,
)
from kickdoor.engine.state.state import State


class OfferTrade(Action):
    """The action of proposing to swap Items with another player. It also offers giving Items away."""

    NUMBER: ClassVar[int] = TRADE
    AT: ClassVar[int] = nr.WHEN_QUIET
    GIFT: ClassVar[bool] = False

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        mine = goods(s, seat)
        for p in s.seats:
            if p.index == seat or p.dead or in_combat(s, p.index) or under_discussion(s, seat, p.index):
                continue
            if mine and givable(s, seat, p.index, mine):
                out.append(option(GIVE, -1, nr.A_SEAT, p.index) | FORM_BIT)
                out.append(option(TRADE, -1, nr.A_SEAT, p.index) | FORM_BIT)
                continue
            theirs = goods(s, p.index)
            if givable(s, p.index, seat, theirs) or swap_of(s, seat, p.index, mine, theirs):
                out.append(option(TRADE, -1, nr.A_SEAT, p.index) | FORM_BIT)

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        other = target_of(code)
        check_parties(s, seat, other, v)
        if not moments & nr.WHEN_QUIET and v.legal:
            v.deny(no.CLOSED)
        if under_discussion(s, seat, other):
            v.deny(no.TRADE_OPEN)
        if 0 <= other < len(s.seats):
            TradeForm(s, seat, other, self.GIFT).check(s, picks, v)

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form:
        return TradeForm(s, seat, target_of(code), self.GIFT)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        propose(s, seat, target_of(code), picks, self.GIFT)


class Give(OfferTrade):
    """The action of offering Items to another player for nothing."""

    NUMBER: ClassVar[int] = GIVE
    GIFT: ClassVar[bool] = True

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        """Add nothing: giving is offered with the trade."""
