"""Losing Items to a curse or Bad Stuff: the owner may first save one of them with a suitable card."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.runtime import DONE, Frame, Matter, push_frame
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state.fields import FLAG, NUMBERS, PUBLIC, SEAT, StateField
from kickdoor.engine.state.state import State
from kickdoor.engine.state.triggers import queue_triggers
from kickdoor.engine.state.zones import discard_all, move_item


class ItemLoss(Window):
    """The window before Items are lost. Only their owner is prompted."""

    KIND: ClassVar[str] = "losing"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *Window.FIELDS,
        StateField("seat", SEAT, PUBLIC, "The seat that owns the Items."),
        StateField("cards", NUMBERS, PUBLIC, "The Items."),
        StateField("by_curse", FLAG, PUBLIC, "Whether a curse takes them."),
        StateField("taker", SEAT, PUBLIC, "The seat that gets them; -1 if they are discarded."),
    )

    def __init__(
        self, seat: SeatNo = 0, cards: list[int] | None = None, by_curse: bool = False, taker: SeatNo = -1
    ) -> None:
        super().__init__()
        self.seat = seat
        self.cards: list[int] = [] if cards is None else cards
        self.by_curse = by_curse
        self.taker = taker

    def step(self, s: State) -> int:
        outcome = self.wait(s)
        if outcome == DONE:
            lose(s, self.seat, self.cards, self.taker)
        return outcome

    def matter(self) -> Matter | None:
        return Matter(-1, self.taker, self.seat)

    def settled(self, s: State) -> bool:
        self.cards = [c for c in self.cards if c in s.seats[self.seat].play]
        return not self.cards

    def could_answer(self, s: State, seat: SeatNo) -> bool:
        return seat == self.seat and super().could_answer(s, seat)

    def moments(self, s: State, seat: SeatNo) -> int:
        if seat != self.seat:
            return 0
        return nr.WHEN_LOSING | (nr.WHEN_CURSE_TAKES if self.by_curse else 0)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = ItemLoss()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.seat = self.seat
        if self.cards:
            c.cards = self.cards[:]
        c.by_curse = self.by_curse
        c.taker = self.taker
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


def is_losing_items(s: State) -> bool:
    """Return whether the owner of Items about to be lost is prompted."""
    return len(s.stack) > 0 and isinstance(s.stack[-1], ItemLoss)


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
