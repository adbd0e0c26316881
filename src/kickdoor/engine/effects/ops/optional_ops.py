"""Ops that the player may decline: lines marked `then` follow only if the player accepted."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op
from kickdoor.engine.cards.field_specs import BOOL, INT, ITEMS, WORD, Field
from kickdoor.engine.effects.target_selectors import ItemPick
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine.choice_frame import ChoiceFrame, ask_yes_no
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.items.item_loss import items_at_stake, save_item
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard_all


class May(Op):
    DOC: ClassVar[str] = "The victim decides whether what follows happens."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ask_yes_no(fx.victim))
            return False
        fx.found = s.picked == [1]
        return True

    def text(self) -> Message:
        return Message("op.may", {"who": Message("who.victim")})


class MayDiscardItem(Op):
    DOC: ClassVar[str] = "The victim may discard an Item in play."
    FIELDS: ClassVar[list[Field]] = [Field("items", ITEMS, "which Items", {})]

    def __init__(self) -> None:
        self.items = ItemPick()

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        promised = locked(s, fx.victim)
        return [c for c in self.items.of(s, fx.victim) if c not in promised]

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.candidates(s, fx)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_PAY, nr.A_CARD, self.candidates(s, fx), 0, 1))
            return False
        fx.found = len(s.picked) > 0
        discard_all(s, fx.victim, s.picked)
        return True

    def text(self) -> Message:
        return Message("op.may_discard_item", {"items": self.items.text(), "who": Message("who.victim")})


class KeepItem(Op):
    DOC: ClassVar[str] = "An Item that the player is about to lose stays; the player chooses it if there are several."
    FIELDS: ClassVar[list[Field]] = []

    def at_stake(self, s: State, player: SeatNo, card: CardId) -> list[int]:
        return [c for c in items_at_stake(s, player) if c != card]

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.at_stake(s, fx.player, fx.card)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_KEEP, nr.A_CARD, self.at_stake(s, fx.player, fx.card)))
            return False
        for card in s.picked:
            save_item(s, card)
        return True

    def text(self) -> Message:
        return Message("op.keep_item")


class MayDiscardCards(Op):
    DOC: ClassVar[str] = "The victim may discard a number of cards of a deck, from hand or table."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", INT, "how many", 1, least=1),
        Field("deck", WORD, "of which deck", "treasure", nr.DECK_DOCS),
        Field("hand_only", BOOL, "from hand only", False),
    ]

    def __init__(self) -> None:
        self.n = 1
        self.deck = "treasure"
        self.hand_only = False

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        p = s.seats[fx.victim]
        deck = nr.DOOR if self.deck == "door" else nr.TREASURE
        promised = locked(s, fx.victim)
        cards = [c for c in (p.hand if self.hand_only else p.hand + p.play) if c not in promised]
        return [c for c in cards if s.cards[c].deck == deck and s.cards[c].kind != nr.CURSE]

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.candidates(s, fx)) >= self.n

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ask_yes_no(fx.victim))
            return False
        if fx.part == 1:
            if s.picked != [1]:
                fx.found = False
                return True
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_PAY, nr.A_CARD, self.candidates(s, fx), self.n, self.n))
            return False
        discard_all(s, fx.victim, s.picked)
        return True

    def text(self) -> Message:
        place = Message("how.from_hand" if self.hand_only else "how.from_hand_or_table")
        return Message("op.may_discard_" + self.deck, {"n": self.n, "place": place, "who": Message("who.victim")})
