"""Ops that look into decks and discard piles: peeking, drawing to choose, taking back, seeking a monster."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op
from kickdoor.engine.cards.field_specs import BOOL, INT, WORD, Field
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.places import DISCARDS
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.turn.draws import draw_openly, draw_to_choose, draws_discards, take_up_to_choose
from kickdoor.engine.rules.turn.turn import seek_monster
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import ALL_SEATS, by_name, discard_all, is_item, receive


class DrawPick(Op):
    DOC: ClassVar[str] = "The player draws cards, keeps some of them in hand and discards the rest."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", INT, "how many are drawn", 2, least=1),
        Field("keep", INT, "how many are kept", 1, least=0),
        Field("deck", WORD, "from which deck", "treasure", nr.DECK_DOCS),
        Field("face_up", BOOL, "for all to see", False),
    ]

    def __init__(self) -> None:
        self.n = 2
        self.keep = 1
        self.deck = "treasure"
        self.face_up = False

    def run(self, s: State, fx: Resolve) -> bool:
        deck = nr.DECKS.index(self.deck)
        if fx.part == 0 and not (self.face_up and draws_discards(s, fx.player)):
            draw_to_choose(s, fx.player, deck, self.n, self.keep, self.face_up)
            return False
        if fx.part and (not fx.memo or fx.part > self.n):
            # The cards were drawn all together, or one by one to the last: the choice has been made.
            return True
        if draw_openly(s, fx, deck, [fx.player] * self.n):
            take_up_to_choose(s, fx, fx.player, deck, self.keep)
        return False

    def text(self) -> Message:
        how = Message("how.face_up" if self.face_up else "how.face_down")
        return Message("op.draw_pick_" + self.deck, {"n": self.n, "keep": self.keep, "how": how})


class PeekDeck(Op):
    DOC: ClassVar[str] = "The player looks at the top cards of a deck, unseen by others; the order of the deck stays."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", INT, "how many", 1, least=1),
        Field("deck", WORD, "of which deck", "door", nr.DECK_DOCS),
    ]

    def __init__(self) -> None:
        self.n = 1
        self.deck = "door"

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(s.decks[nr.DECKS.index(self.deck)]) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        deck = nr.DECKS.index(self.deck)
        # The top card is the last of the list. Nothing is drawn, so an empty deck is not refilled (AMB-04).
        cards = s.decks[deck][-self.n :][::-1]
        for card in cards:
            s.seen[card] = s.seen.get(card, 0) | 1 << fx.player
        s.emit_cards(ev.DECK_SEEN, fx.player, deck, cards, 1 << fx.player)
        return True

    def text(self) -> Message:
        return Message(f"op.peek_{self.deck}_one" if self.n == 1 else f"op.peek_{self.deck}", {"n": self.n})


class TakeDiscarded(Op):
    DOC: ClassVar[str] = "The player takes an Item of limited value from the Treasure discards into their hand."
    FIELDS: ClassVar[list[Field]] = [
        Field("value_at_most", INT, "the highest value it may have; the amount paid by default", -1, least=0)
    ]

    def __init__(self) -> None:
        self.value_at_most = -1

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        most = fx.n if self.value_at_most < 0 else self.value_at_most
        found = [c for c in s.discards[nr.TREASURE] if is_item(s.cards[c]) and s.cards[c].value <= most]
        return by_name(s, found)

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.candidates(s, fx)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_CARD, self.candidates(s, fx)))
            return False
        for card in s.picked:
            s.discards[nr.TREASURE].remove(card)
            receive(s, fx.player, card, ALL_SEATS)
            s.emit(ev.TREASURE_PICKED, fx.player, -1, 0, card).moved(DISCARDS | nr.TREASURE)
        return True

    def text(self) -> Message:
        if self.value_at_most < 0:
            return Message("op.take_discarded_for_paid")
        return Message("op.take_discarded", {"n": self.value_at_most})


class SeekMonster(Op):
    DOC: ClassVar[str] = (
        "The player reveals the next Door instead of their second phase: a monster is fought, any other card is kept."
    )
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        seek_monster(s)
        return True

    def text(self) -> Message:
        return Message("op.seek_monster")


class ToBottom(Op):
    DOC: ClassVar[str] = "This card is put under its discard pile instead of on top."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.card in s.aside:
            s.aside.remove(fx.card)
            s.discards[s.cards[fx.card].deck].insert(0, fx.card)
            s.emit(ev.CARD_SPENT, card=fx.card)
        return True

    def text(self) -> Message:
        return Message("op.to_bottom")


class DiscardThis(Op):
    DOC: ClassVar[str] = (
        "This card, which lies before its owner, is discarded; a follower takes along what it carries (AMB-88)."
    )
    FIELDS: ClassVar[list[Field]] = []

    def possible(self, s: State, fx: Resolve) -> bool:
        return fx.card in s.seats[fx.player].play

    def run(self, s: State, fx: Resolve) -> bool:
        discard_all(s, fx.player, [fx.card])
        return True

    def text(self) -> Message:
        return Message("op.discard_this")
