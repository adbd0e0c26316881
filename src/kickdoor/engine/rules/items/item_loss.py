"""Losing Items to a curse or Bad Stuff: the owner may first save one of them with a suitable card."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.runtime import DONE, Frame, push_frame
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state.state import State
from kickdoor.engine.state.triggers import queue_triggers
from kickdoor.engine.state.zones import discard_all, move_item


class ItemLoss(Window):
    """The window before Items are lost. Only their owner is prompted."""

    KIND: ClassVar[str] = "losing"
    FIELDS: ClassVar[tuple[str, ...]] = ("passed", "seen", "seat", "cards", "by_curse", "taker")

    def __init__(
        self, seat: SeatNo = 0, cards: list[int] | None = None, by_curse: bool = False, taker: SeatNo = -1
    ) -> None:
        super().__init__()
        self.seat = seat
        self.cards: list[int] = [] if cards is None else cards
        self.by_curse = by_curse
        self.taker = taker
        """The seat that gets the Items; -1 if they are discarded."""

    def step(self, s: State) -> int:
        outcome = self.wait(s)
        if outcome == DONE:
            lose(s, self.seat, self.cards, self.taker)
        return outcome

    def settled(self, s: State) -> bool:
        self.cards = [c for c in self.cards if c in s.seats[self.seat].play]
        return not self.cards

    def could_answer(self, s: State, seat: SeatNo) -> bool:
        return seat == self.seat and super().could_answer(s, seat)

    def moments(self, s: State, seat: SeatNo) -> int:
        if seat != self.seat:
            return 0
        return nr.WHEN_LOSING | (nr.WHEN_CURSE_TAKES if self.by_curse else 0)

    def copy(self) -> Frame:
        c = ItemLoss(self.seat, self.cards, self.by_curse, self.taker)
        c.stamp(self)
        return c


def lose(s: State, seat: SeatNo, cards: list[int], taker: SeatNo) -> None:
    if [c for c in cards if s.cards[c].slot == nr.HEADGEAR and c in s.seats[seat].play]:
        queue_triggers(s, nr.E_HEADGEAR_HIT, seat, 0)
    if taker < 0:
        discard_all(s, seat, cards)
        return
    for card in cards:
        take_item(s, taker, seat, card)


def lose_cards(s: State, seat: SeatNo, cards: list[int], by_curse: bool, taker: SeatNo = -1) -> None:
    """Make a player lose Items to another player or the discards; a player who could save one is prompted first."""
    window = ItemLoss(seat, cards, by_curse, taker)
    if window.could_answer(s, seat):
        push_frame(s, window)
    else:
        lose(s, seat, cards, taker)


def items_at_stake(s: State, seat: SeatNo) -> list[int]:
    """List the Items a player is about to lose."""
    for frame in reversed(s.stack):
        if isinstance(frame, ItemLoss):
            return frame.cards if frame.seat == seat else []
    return []


def save_item(s: State, card: CardId) -> None:
    """Take an Item out of the Items about to be lost."""
    for frame in reversed(s.stack):
        if isinstance(frame, ItemLoss):
            frame.cards = [c for c in frame.cards if c != card]
            return


def take_item(s: State, taker: SeatNo, owner: SeatNo, card: CardId) -> None:
    """Move an Item in play to another player, unequipped."""
    s.emit_cards(ev.ITEM_TAKEN, taker, owner, move_item(s, owner, taker, card), amount=0)
