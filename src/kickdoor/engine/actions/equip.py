"""Equipping an Item, taking it off, and handing it to a follower to carry (TURN-28)."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.actions.action import Action
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.ids import CardId, OptionCode, SeatNo, TimingMask
from kickdoor.engine.machine.prompts import ATTACH, EQUIP, SWAP, UNEQUIP, Verdict, card_of, kind_of, option, target_of
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.items.equipment import (
    check_carrier,
    check_equip,
    check_swap,
    check_unequip,
    crowding,
    equip,
    explain_taken_off,
    hand_to_follower,
    is_carrier,
    unequip,
    ways_to_swap,
)
from kickdoor.engine.rules.plays.execution import do_play
from kickdoor.engine.rules.plays.legality import FIRST_REASON_ONLY, check_play
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.rules.turn.charity import note_act
from kickdoor.engine.state.state import State


class Equip(Action):
    """The action of equipping an Item. It also offers all other changes of what is worn and carried."""

    NUMBER: ClassVar[int] = EQUIP
    AT: ClassVar[int] = nr.WHEN_QUIET | nr.AT_SETUP

    def list_general(self, s: State, seat: SeatNo, moments: TimingMask, out: list[int]) -> None:
        p = s.seats[seat]
        for card in p.play:
            d = s.cards[card]
            if d.kind == nr.ITEM:
                if card in p.equipped:
                    out.append(option(UNEQUIP, card))
                elif check_equip(s, seat, card, moments, FIRST_REASON_ONLY):
                    out.append(option(EQUIP, card))
                else:
                    offer_swaps(s, seat, card, moments, out)
            if is_carrier(d):
                for item in p.play:
                    if (
                        check_carrier(s, seat, item, card, moments, FIRST_REASON_ONLY)
                        and s.attached.get(item, -1) != card
                    ):
                        out.append(option(ATTACH, item, nr.A_CARD, card))
        for card in p.hand:
            if s.cards[card].kind == nr.ITEM:
                offer_swaps(s, seat, card, moments, out)

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        check_equip(s, seat, card_of(code), moments, v)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        equip(s, seat, card_of(code))


class Unequip(Action):
    """The action of taking an Item off; the Item stays in play."""

    NUMBER: ClassVar[int] = UNEQUIP

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        check_unequip(s, seat, card_of(code), moments, v)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        unequip(s, seat, card_of(code))


class Swap(Action):
    """The action of taking off what is in an Item's way and equipping the Item, also straight from the hand."""

    NUMBER: ClassVar[int] = SWAP

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        card = card_of(code)
        if kind_of(code) != nr.A_CARD:
            v.deny(no.WRONG_TARGET)
            return
        check_swap(s, seat, card, moments, v)
        if s.cards[card].kind == nr.ITEM:
            explain_taken_off(s, seat, card, target_of(code), v)
        play = play_as_item(s, seat, card)
        if play is not None:
            check_play(s, Use(seat, card, play, nr.NOTHING, 0), moments, v)

    def note(self, s: State, seat: SeatNo, code: OptionCode) -> None:
        note_act(s, seat, card_of(code) in s.seats[seat].fresh)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        card = card_of(code)
        for other in crowding(s, seat, card, target_of(code)):
            unequip(s, seat, other)
        play = play_as_item(s, seat, card)
        if play is None:
            equip(s, seat, card)
        else:
            do_play(s, Use(seat, card, play, nr.NOTHING, 0))


def offer_swaps(s: State, seat: SeatNo, card: CardId, moments: TimingMask, out: list[int]) -> None:
    """Add every way to equip an Item in place of others."""
    ways = ways_to_swap(s, seat, card)
    if not ways or not check_swap(s, seat, card, moments, FIRST_REASON_ONLY):
        return
    play = play_as_item(s, seat, card)
    if play is None or check_play(s, Use(seat, card, play, nr.NOTHING, 0), moments, FIRST_REASON_ONLY):
        for off in ways:
            out.append(option(SWAP, card, nr.A_CARD, off[0]))


def play_as_item(s: State, seat: SeatNo, card: CardId) -> Play | None:
    """Find the play that puts an Item from the hand on the table; None if the Item is already there."""
    if card in s.seats[seat].hand:
        for play in s.cards[card].plays:
            if play.verb == nr.V_ITEM:
                return play
    return None


class HandToFollower(Action):
    """The action of giving an Item to a follower who carries things."""

    NUMBER: ClassVar[int] = ATTACH

    def check(
        self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], moments: TimingMask, v: Verdict
    ) -> None:
        check_carrier(s, seat, card_of(code), target_of(code), moments, v)

    def do(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> None:
        hand_to_follower(s, seat, card_of(code), target_of(code))
