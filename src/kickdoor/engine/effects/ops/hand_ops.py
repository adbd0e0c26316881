"""Ops about the cards in a hand: given away, shown and taken."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op
from kickdoor.engine.cards.field_specs import INT, WHO, Field
from kickdoor.engine.effects.target_selectors import LEFT, seats_of
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import DONE, Frame, push_frame
from kickdoor.engine.state.fields import HOLDERS, NUMBER, NUMBERS, PUBLIC, StateField
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import (
    forget_hand,
    leave_hand,
    left_of,
    others_from_left,
    pass_unseen,
    receive,
    show_hand,
)


class GiveCards(Op):
    DOC: ClassVar[str] = "The victim gives hand cards of their own choice to a player."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", INT, "how many", 1, least=1),
        Field("to", WHO, "who gets them", LEFT),
    ]

    def __init__(self) -> None:
        self.n = 1
        self.to = LEFT

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(s.seats[fx.victim].hand) > 0 and len(seats_of(s, fx, self.to)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_LOSE, nr.A_CARD, s.seats[fx.victim].hand[:], self.n, self.n))
            return False
        taker = seats_of(s, fx, self.to)[0]
        for card in s.picked:
            hand_over(s, fx.victim, taker, card)
        return True

    def text(self) -> Message:
        return Message("op.give_cards", {"n": self.n, "who": Message("who.victim"), "to": Message("who." + self.to)})


class TakeShown(Op):
    DOC: ClassVar[str] = "A player looks at the victim's hand, chooses a card and takes it."
    FIELDS: ClassVar[list[Field]] = [Field("by", WHO, "who takes", LEFT)]

    def __init__(self) -> None:
        self.by = LEFT

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(s.seats[fx.victim].hand) > 0 and len(seats_of(s, fx, self.by)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        taker = seats_of(s, fx, self.by)[0]
        if fx.part == 0:
            show_hand(s, fx.victim, 1 << taker)
            push_frame(s, ChoiceFrame(taker, nr.ASK_PICK, nr.A_CARD, s.seats[fx.victim].hand[:]))
            return False
        for card in s.picked:
            hand_over(s, fx.victim, taker, card)
        return True

    def text(self) -> Message:
        return Message("op.take_shown", {"who": Message("who." + self.by), "victim": Message("who.victim")})


def hand_over(s: State, giver: SeatNo, taker: SeatNo, card: CardId) -> None:
    """Move a card from hand to hand. Both players know it."""
    pass_unseen(s, giver, taker, card)
    s.emit(ev.CARD_TAKEN_FROM, taker, giver, 0, card, 1 << taker | 1 << giver)


class PassLeft(Op):
    DOC: ClassVar[str] = "All players pass hand cards to the left at the same time. The victim passes another number."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", INT, "how many each other player passes", 1, least=0),
        Field("victim", INT, "how many the victim passes", 1, least=0),
    ]

    def __init__(self) -> None:
        self.n = 1
        self.victim = 1

    def possible(self, s: State, fx: Resolve) -> bool:
        return len([p for p in s.seats if p.hand and not s.seats[left_of(s, p.index)].dead]) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, PassingLeft([fx.victim, *others_from_left(s, fx.victim)], self.victim, self.n))
            return False
        return True

    def text(self) -> Message:
        return Message("op.pass_left", {"n": self.n, "m": self.victim, "who": Message("who.victim")})


class PassingLeft(Frame):
    """The frame that prompts one player after the other for the cards to pass. Cards move after all have chosen."""

    KIND: ClassVar[str] = "passing_left"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("order", NUMBERS, PUBLIC, "The seats in the order in which they choose."),
        StateField("first", NUMBER, PUBLIC, "The number of cards that the first seat passes."),
        StateField("rest", NUMBER, PUBLIC, "The number of cards that each other seat passes."),
        StateField("given", NUMBERS, HOLDERS, "The cards chosen so far; -1 for one that the observer does not know."),
    )

    def __init__(self, order: list[int] | None = None, first: int = 1, rest: int = 1) -> None:
        super().__init__()
        self.order: list[int] = [] if order is None else order
        self.first = first
        self.rest = rest
        self.given: list[int] = []

    def step(self, s: State) -> int:
        if self.pc > 0:
            self.given.extend(s.picked)
        if self.pc < len(self.order):
            seat = self.order[self.pc]
            n = self.rest if self.pc else self.first
            self.pc += 1
            # Cards are not passed to a dead character, and no other player gets them instead (AMB-113).
            cards = [] if s.seats[left_of(s, seat)].dead else s.seats[seat].hand[:]
            return push_frame(s, ChoiceFrame(seat, nr.ASK_LOSE, nr.A_CARD, cards, n, n))
        moves: list[int] = []
        for owner in self.order:
            taker = left_of(s, owner)
            cards = [c for c in self.given if c in s.seats[owner].hand]
            if cards:
                forget_hand(s, owner, taker)
            for card in cards:
                leave_hand(s, owner, card)
                moves.extend([owner, taker, card])
        for i in range(0, len(moves), 3):
            receive(s, moves[i + 1], moves[i + 2], 1 << moves[i])
            s.emit(ev.CARD_PASSED, moves[i], moves[i + 1], 1, moves[i + 2], 1 << moves[i] | 1 << moves[i + 1])
        return DONE

    def hidden_counts(self, s: State) -> list[int]:
        out: list[int] = []
        for i in range(self.pc - 1):
            seat = self.order[i]
            out += [seat, min(self.first if i == 0 else self.rest, len(s.seats[seat].hand))]
        return out

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = PassingLeft()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        if self.order:
            c.order = self.order[:]
        c.first = self.first
        c.rest = self.rest
        if self.given:
            c.given = self.given[:]
        return c
