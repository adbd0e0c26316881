"""Equipping an Item, taking it off, and handing it to a follower to carry (TURN-28)."""

from typing import ClassVar

from kickdoor.engine import numbers as nr
from kickdoor.engine.acts.act import Act
from kickdoor.engine.machine.prompts import ATTACH, EQUIP, UNEQUIP, Verdict, card_of, option, target_of
from kickdoor.engine.rules.playing.plays import QUICK
from kickdoor.engine.rules.things.equip import (
    check_carrier,
    check_equip,
    check_unequip,
    equip,
    hand_to_follower,
    is_carrier,
    unequip,
)
from kickdoor.engine.state.state import State


class Equip(Act):
    """Puts an Item on. With it all other changes of what is worn and carried are offered."""

    NUMBER: ClassVar[int] = EQUIP
    AT: ClassVar[int] = nr.WHEN_QUIET | nr.AT_SETUP

    def offer(self, s: State, seat: int, moments: int, out: list[int]) -> None:
        p = s.seats[seat]
        for card in p.play:
            d = s.cards[card]
            if d.kind == nr.ITEM:
                if card in p.equipped:
                    out.append(option(UNEQUIP, card))
                elif check_equip(s, seat, card, moments, QUICK):
                    out.append(option(EQUIP, card))
            if is_carrier(d):
                for item in p.play:
                    if check_carrier(s, seat, item, card, moments, QUICK) and s.attached.get(item, -1) != card:
                        out.append(option(ATTACH, item, nr.A_CARD, card))

    def check(self, s: State, seat: int, code: int, picks: list[int], moments: int, v: Verdict) -> None:
        check_equip(s, seat, card_of(code), moments, v)

    def do(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        equip(s, seat, card_of(code))


class Unequip(Act):
    """Takes an Item off; it stays in play."""

    NUMBER: ClassVar[int] = UNEQUIP

    def check(self, s: State, seat: int, code: int, picks: list[int], moments: int, v: Verdict) -> None:
        check_unequip(s, seat, card_of(code), moments, v)

    def do(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        unequip(s, seat, card_of(code))


class HandToFollower(Act):
    """Gives an Item to a follower who carries things."""

    NUMBER: ClassVar[int] = ATTACH

    def check(self, s: State, seat: int, code: int, picks: list[int], moments: int, v: Verdict) -> None:
        check_carrier(s, seat, card_of(code), target_of(code), moments, v)

    def do(self, s: State, seat: int, code: int, picks: list[int]) -> None:
        hand_to_follower(s, seat, card_of(code), target_of(code))
