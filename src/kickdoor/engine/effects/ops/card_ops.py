"""Ops that draw, search, steal and cancel cards, and choices between ops."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op, Program, Quantity
from kickdoor.engine.cards.field_specs import BOOL, ITEMS, PROGRAM, QUANTITY, WHO, WORD, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import VICTIM, ItemPick, seats_of
from kickdoor.engine.ids import DeckNo, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.places import HAND
from kickdoor.engine.machine.prompts import Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.characters.curse import cancel_curse
from kickdoor.engine.rules.items.equipment import may_carry
from kickdoor.engine.rules.items.item_loss import take_item
from kickdoor.engine.rules.turn.draws import draw_openly, draws_discards, take_up
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import ALL_SEATS, by_name, draw_to_hand, receive

NOTHING_TO_TAKE = Reason("nothing_to_take", ["CHAR-26", "TREASURE-12", "CARDS-09"])


PAID = "paid"
"""The deck of the cards discarded for an ability."""


class Draw(Op):
    DOC: ClassVar[str] = "A player draws cards."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many", 1, least=1),
        Field("deck", WORD, "from which deck", "treasure", {**nr.DECK_DOCS, PAID: "The deck of the cards paid."}),
        Field("who", WHO, "who draws", VICTIM),
        Field("face_up", BOOL, "for all to see", False),
        Field("as_seen", BOOL, "for all to see if all saw this card", False),
        Field("later", BOOL, "the main fighter draws when the fight is over, unless they have run", False),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.deck = "treasure"
        self.who = VICTIM
        self.face_up = False
        self.as_seen = False
        self.later = False

    def run(self, s: State, fx: Resolve) -> bool:
        face_up = self.face_up or (self.as_seen and fx.n > 0)
        # The deck of the cost is known from the card itself, wherever it lies by now.
        deck = s.cards[fx.target].deck if self.deck == PAID else nr.DECKS.index(self.deck)
        if self.later and s.fight is not None:
            n = self.n.value(s, s.fight.main, fx.body, fx.n)
            s.fight.gift += n if deck == nr.TREASURE else 0
            s.fight.gift_doors += n if deck == nr.DOOR else 0
            return True
        seats = seats_of(s, fx, self.who)
        if fx.part or (face_up and [seat for seat in seats if draws_discards(s, seat)]):
            drawers = [seat for seat in seats for _ in range(self.n.value(s, seat, fx.body, fx.n))]
            return self.openly(s, fx, deck, drawers)
        for seat in seats:
            draw_to_hand(s, seat, deck, self.n.value(s, seat, fx.body, fx.n), face_up)
        return True

    def openly(self, s: State, fx: Resolve, deck: DeckNo, drawers: list[int]) -> bool:
        """Draw one by one where a player may choose the pile for each card."""
        if not draw_openly(s, fx, deck, drawers):
            return False
        for seat in dict.fromkeys(fx.memo[::2]):
            take_up(s, fx, seat, deck)
        return True

    def text(self) -> Message:
        how = "how.as_seen" if self.as_seen else ("how.face_up" if self.face_up else "how.face_down")
        if self.later:
            how = "how.later"
        return Message(
            "op.draw_" + self.deck, {"n": self.n.text(), "who": Message("who." + self.who), "how": Message(how)}
        )


class CancelCurse(Op):
    DOC: ClassVar[str] = "The curse that is about to take effect is cancelled, or the kept curse aimed at ends."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        cancel_curse(s, fx.victim, fx.target)
        return True

    def text(self) -> Message:
        return Message("op.cancel_curse")


class SearchDiscards(Op):
    DOC: ClassVar[str] = "The player takes any one card from either discard pile."
    FIELDS: ClassVar[list[Field]] = []

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return None if s.discards[0] or s.discards[1] else NOTHING_TO_TAKE

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_CARD, by_name(s, s.discards[0] + s.discards[1])))
            return False
        for card in s.picked:
            deck = s.cards[card].deck
            s.discards[deck].remove(card)
            receive(s, fx.player, card, ALL_SEATS)
            s.emit(ev.TAKEN_FROM_DISCARDS, fx.player, deck, 0, card).moved(target=HAND | fx.player)
        return True

    def text(self) -> Message:
        return Message("op.search_discards")


def takeable(s: State, items: ItemPick, taker: SeatNo, victim: SeatNo) -> list[int]:
    """List the Items among the selected ones that a player may take; a Big one only if they may carry it."""
    return [card for card in items.of(s, victim) if may_carry(s, taker, card)]


def nothing_takeable(s: State, items: ItemPick, taker: SeatNo, victim: SeatNo) -> Reason | None:
    """Return the reason against taking an Item if there is none, or none that could be carried."""
    if takeable(s, items, taker, victim):
        return None
    return no.TOO_BIG if items.of(s, victim) else NOTHING_TO_TAKE


class AimItem(Op):
    DOC: ClassVar[str] = "The player chooses an Item that the target has in play; a later op may take it."
    FIELDS: ClassVar[list[Field]] = [Field("items", ITEMS, "which Items may be chosen", {})]

    def __init__(self) -> None:
        self.items = ItemPick()

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return nothing_takeable(s, self.items, player, victim)

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(takeable(s, self.items, fx.player, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_CARD, takeable(s, self.items, fx.player, fx.victim)))
            return False
        fx.target = s.picked[0] if s.picked else -1
        return True

    def text(self) -> Message:
        return Message("op.aim_item", {"items": self.items.text(), "victim": Message("who.victim")})


class StealItem(Op):
    DOC: ClassVar[str] = (
        "The player takes an Item that the target has in play, unequipped, and a Big one only if they may carry it."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("items", ITEMS, "which Items may be taken", {}),
        Field("chosen", BOOL, "the one chosen before", False),
    ]

    def __init__(self) -> None:
        self.items = ItemPick()
        self.chosen = False

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return None if self.chosen else nothing_takeable(s, self.items, player, victim)

    def possible(self, s: State, fx: Resolve) -> bool:
        if self.chosen:
            # The Item may have been lost, or have become too much to carry, while others could still respond.
            return fx.target in s.seats[fx.victim].play and may_carry(s, fx.player, fx.target)
        return len(takeable(s, self.items, fx.player, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if self.chosen:
            take_item(s, fx.player, fx.victim, fx.target)
            return True
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_CARD, takeable(s, self.items, fx.player, fx.victim)))
            return False
        for card in s.picked:
            take_item(s, fx.player, fx.victim, card)
        return True

    def text(self) -> Message:
        if self.chosen:
            return Message("op.steal_chosen_item")
        return Message("op.steal_item", {"items": self.items.text(), "victim": Message("who.victim")})


def is_open(s: State, fx: Resolve, first: Op) -> bool:
    """Return whether a list that begins with this op could do anything now."""
    if first.when is not None and not first.when.holds(s, fx.victim, fx.body, fx.n):
        return False
    return first.possible(s, fx)


class ChooseOne(Op):
    # A list that takes cards the victim has promised is not offered while another one would do (AMB-18).
    DOC: ClassVar[str] = "The victim picks one of several lists of ops; a list that could do nothing is not offered."
    FIELDS: ClassVar[list[Field]] = [Field("options", PROGRAM, "lists of ops")]

    def __init__(self) -> None:
        self.options: list[Program] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            open_ways = [i for i in range(len(self.options)) if is_open(s, fx, self.options[i].ops[0])]
            free = [i for i in open_ways if not [op for op in self.options[i].ops if op.takes_promised(s, fx)]]
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_CHOICE, nr.A_NUMBER, free or open_ways))
            return False
        if fx.part == 1 and s.picked:
            frame = Resolve(self.options[s.picked[0]].index, fx.card, fx.player, fx.victim, fx.body)
            frame.n = fx.n
            frame.target = fx.target
            push_frame(s, frame)
            return False
        return True

    def text(self) -> Message:
        ways: list[object] = [Message("op.sequence", {"parts": [op.text() for op in p.ops]}) for p in self.options]
        return Message("op.choose_one", {"ways": ways, "who": Message("who.victim")})
