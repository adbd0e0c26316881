"""Ops that take cards away: Items, hand cards, chosen or unseen."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op, Quantity
from kickdoor.engine.cards.field_specs import BOOL, INT, ITEMS, QUANTITY, WHO, WORD, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import VICTIM, ItemPick, namer, seats_named, seats_of
from kickdoor.engine.ids import OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import places
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import Form, PickForm, Reason, Verdict
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import Frame, push_frame
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.items.equipment import may_carry
from kickdoor.engine.rules.items.item_loss import lose_cards
from kickdoor.engine.state.fields import NUMBER, PUBLIC, StateField
from kickdoor.engine.state.items import least_missed, value_of
from kickdoor.engine.state.rng import OTHER, LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.triggers import queue_triggers
from kickdoor.engine.state.zones import discard, discard_all, is_item, items_in_play, leave_hand, take_unseen

TOO_LITTLE = Reason("worth_too_little", ["CURSE-09", "AMB-73"])


def is_toll(s: State, fx: Resolve) -> bool:
    """Return whether a monster asks for a payment instead of a fight or before it. It is paid, not lost."""
    name = s.rules.programs[fx.program].name
    return name.endswith((":on_reveal", ":on_spare"))


def take_away(s: State, fx: Resolve, cards: list[int], taker: SeatNo = -1) -> None:
    """Take Items from the victim, as a toll before the fight or as a loss. A loss may be prevented."""
    if is_toll(s, fx):
        discard_all(s, fx.victim, cards)
    elif cards:
        lose_cards(s, fx.victim, cards, s.cards[fx.card].kind == nr.CURSE, taker)


def part_with(s: State, fx: Resolve, cards: list[int]) -> None:
    """Make the victim discard cards of their own; Items in play among them are lost like any others."""
    items = [c for c in cards if c in s.seats[fx.victim].play and is_item(s.cards[c])]
    discard_all(s, fx.victim, [c for c in cards if c not in items])
    take_away(s, fx, items)


class LoseItems(Op):
    DOC: ClassVar[str] = (
        "The victim loses Items in play: a number chosen by a player, all of them, or enough for a sum."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("items", ITEMS, "which Items", {}),
        Field("n", QUANTITY, "how many; each chooser names this number", 1, least=1),
        Field("all", BOOL, "all of them", False),
        Field("worth", INT, "Items of this total worth, picked by the victim; all if worth less", 0, least=0),
        Field("by", WHO, "who chooses", VICTIM),
    ]

    def __init__(self) -> None:
        self.items = ItemPick()
        self.n: Quantity = Plain(1)
        self.all = False
        self.worth = 0
        self.by = VICTIM

    def possible(self, s: State, fx: Resolve) -> bool:
        found = self.items.of(s, fx.victim)
        if not found and self.items.slot == nr.HEADGEAR:
            # The trigger on losing headgear runs even if the curse finds none; an Item it finds may still be saved.
            queue_triggers(s, nr.E_HEADGEAR_HIT, fx.victim, 0)
        return len(found) > 0 and self.n.value(s, fx.victim, fx.body, fx.n) > 0

    def takes_promised(self, s: State, fx: Resolve) -> bool:
        found = self.items.of(s, fx.victim)
        promised = [c for c in locked(s, fx.victim) if c in found]
        free = [c for c in found if c not in promised]
        short = len(free) < self.n.value(s, fx.victim, fx.body, fx.n)
        if self.worth:
            short = sum([value_of(s, c) for c in free]) < self.worth
        return len(promised) > 0 and (self.all or short)

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part % 2 == 1:
            # A named Item counts as lost. The next chooser sees only the remaining Items.
            take_away(s, fx, s.picked)
            return self.worth > 0 or fx.part // 2 + 1 >= len(seats_named(s, fx, self.by))
        found = self.items.of(s, fx.victim)
        forced = found if self.all else no_choice(s, fx.victim, found, self.worth)
        if forced or not found:
            take_away(s, fx, forced)
            return True
        if self.worth:
            push_frame(s, ChooseWorth(fx.victim, found, self.worth))
        else:
            chooser = seats_named(s, fx, self.by)[fx.part // 2]
            n = self.n.value(s, fx.victim, fx.body, fx.n)
            push_frame(s, ChoiceFrame(chooser, nr.ASK_LOSE, nr.A_CARD, found, n, n))
        return False

    def text(self) -> Message:
        victim = Message("who.victim")
        count = self.n.n if isinstance(self.n, Plain) else 0
        args: dict[str, object] = {"items": self.items.text(), "n": count, "who": victim}
        if not isinstance(self.n, Plain):
            return Message("op.lose_items_each", {"items": self.items.text(), "n": self.n.text(), "who": victim})
        if self.worth:
            # With `instead`, the op is for players who have too few Items for the one before it.
            name = "op.lose_worth_sure" if self.instead else "op.lose_worth"
            return Message(name, {"n": self.worth, "who": victim})
        if self.by != VICTIM:
            args = {"items": self.items.text(), "n": count, "who": namer(self.by), "victim": victim}
            return Message("op.lose_items_by", args)
        if self.all:
            return Message("op.lose_all_items", args)
        if self.items.worn_slot():
            return Message("op.lose_worn", {"slot": Message("slot." + self.items.worn_slot()), "who": victim})
        if self.items.is_one():
            return Message("op.lose_the_item", args)
        if count == 1 and self.items.is_of_body_slot():
            return Message("op.lose_slot_item", args)
        if count == 1:
            return Message("op.lose_such_item" if self.items.trails() else "op.lose_item", args)
        return Message("op.lose_items", args)


def no_choice(s: State, seat: SeatNo, items: list[int], worth: int) -> list[int]:
    """List the Items that must all go to make up a sum: all if they are worth less, none if there is a choice.

    Promised Items go only if the others are worth too little (AMB-18).
    """
    if sum([value_of(s, c) for c in items]) < worth:
        return items
    promised = locked(s, seat)
    # An Item without value is not needed to make up a sum.
    valued = [c for c in items if value_of(s, c)]
    for due in ([c for c in valued if c not in promised], valued):
        over = sum([value_of(s, c) for c in due]) - worth
        if over >= 0:
            return [] if [c for c in due if value_of(s, c) <= over] else due
    return []


class WorthForm(PickForm):
    """A form for Items worth at least a sum, none of them unnecessary."""

    def __init__(self, seat: SeatNo, atoms: list[int], worth: int, spared: list[int]) -> None:
        super().__init__(seat, atoms, 1, len(atoms), spared)
        self.worth = worth

    def object_to(self, s: State, picks: list[int], v: Verdict) -> bool:
        if not super().object_to(s, picks, v) and not v.gathering:
            return False
        if sum([value_of(s, c) for c in picks]) < self.worth and v.deny(TOO_LITTLE):
            return False
        return v.legal

    def is_needless(self, s: State, picks: list[int]) -> bool:
        left = sum([value_of(s, c) for c in self.candidates if c not in self.protected and c not in picks])
        total = sum([value_of(s, c) for c in picks])
        needless = [c for c in picks if c in self.protected and total - value_of(s, c) + left >= self.worth]
        return len(needless) > 0

    def can_end(self, s: State, picks: list[int], rest: list[int]) -> bool:
        # Unprotected candidates are always allowed, so only the protected ones need the search.
        free = [c for c in rest if c not in self.protected]
        return self.search(s, picks + free, [c for c in rest if c in self.protected])

    def enough(self, s: State, cards: list[int]) -> list[int]:
        """Take cards until they make up the sum, protected ones last; then remove the protected ones not needed."""
        picks: list[int] = []
        for card in [c for c in cards if c not in self.protected] + [c for c in cards if c in self.protected]:
            if sum([value_of(s, c) for c in picks]) < self.worth:
                picks.append(card)
        for card in [c for c in picks if c in self.protected]:
            if sum([value_of(s, c) for c in picks if c != card]) >= self.worth:
                picks.remove(card)
        return picks

    def sample(self, s: State, rng: LehmerRng) -> list[int]:
        return self.enough(s, rng.sample(self.candidates, len(self.candidates)))

    def default(self, s: State) -> list[int]:
        free = least_missed(s, self.seat, [c for c in self.candidates if c not in self.protected])
        return self.just_enough(s, self.enough(s, free + self.protected))


class ChooseWorth(ChoiceFrame):
    """The frame that prompts for Items worth a sum."""

    KIND: ClassVar[str] = "choose_worth"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *ChoiceFrame.FIELDS,
        StateField("worth", NUMBER, PUBLIC, "The gold that the Items must be worth."),
    )

    def __init__(self, seat: SeatNo = 0, atoms: list[int] | None = None, worth: int = 0) -> None:
        super().__init__(seat, nr.ASK_LOSE, nr.A_CARD, atoms, 1, 99)
        self.most = max(self.most, 2)
        self.worth = worth

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form | None:
        return WorthForm(seat, self.atoms, self.worth, self.protected_candidates(s))

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = ChooseWorth()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.ask = self.ask
        c.what = self.what
        if self.atoms:
            c.atoms = self.atoms[:]
        c.least = self.least
        c.most = self.most
        c.worth = self.worth
        return c


class DiscardHand(Op):
    DOC: ClassVar[str] = "The victim discards their whole hand."
    FIELDS: ClassVar[list[Field]] = []

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(s.seats[fx.victim].hand) > 0

    def takes_promised(self, s: State, fx: Resolve) -> bool:
        return len([c for c in locked(s, fx.victim) if c in s.seats[fx.victim].hand]) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        for card in s.seats[fx.victim].hand[:]:
            leave_hand(s, fx.victim, card)
            discard(s, card)
            s.emit(ev.CARD_DISCARDED, fx.victim, -1, 0, card).moved(places.HAND | fx.victim)
        return True

    def text(self) -> Message:
        return Message("op.discard_hand", {"who": Message("who.victim")})


HAND = "hand"
ITEMS_AND_HAND = "items_and_hand"
HAND_AND_TABLE = "hand_and_table"
SOURCES = {
    HAND: "From the hand.",
    ITEMS_AND_HAND: "From the hand and the Items in play.",
    HAND_AND_TABLE: "From the hand and all cards in play.",
}


class DiscardCards(Op):
    DOC: ClassVar[str] = "The victim discards cards of their choice."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many", 1, least=1),
        Field("of", WORD, "where from", HAND, SOURCES),
        Field("at_random", BOOL, "drawn unseen instead of chosen", False),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.of = HAND
        self.at_random = False

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        hand = s.seats[fx.victim].hand
        if self.of == HAND_AND_TABLE:
            return hand + [c for c in s.seats[fx.victim].play if s.cards[c].kind != nr.CURSE]
        return hand + items_in_play(s, fx.victim) if self.of == ITEMS_AND_HAND else hand[:]

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.candidates(s, fx)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            n = self.n.value(s, fx.victim, fx.body, fx.n)
            if n < 1:
                return True
            if self.at_random:
                discard_at_random(s, fx.victim, self.candidates(s, fx), n)
                return True
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_LOSE, nr.A_CARD, self.candidates(s, fx), n, n))
            return False
        part_with(s, fx, s.picked)
        return True

    def text(self) -> Message:
        if self.at_random:
            return Message("op.discard_at_random", {"n": self.n.text(), "who": Message("who.victim")})
        return Message("op.discard_cards_of_" + self.of, {"n": self.n.text(), "who": Message("who.victim")})


def discard_at_random(s: State, seat: SeatNo, cards: list[int], n: int) -> None:
    """Discard cards at random."""
    for _ in range(min(n, len(cards))):
        discard_all(s, seat, [cards.pop(s.rng.below(OTHER, len(cards)))])


class TakeUnseen(Op):
    DOC: ClassVar[str] = "Others each take a card from the victim's hand without looking."
    FIELDS: ClassVar[list[Field]] = [
        Field("by", WHO, "who takes, in this order"),
        Field("one", BOOL, "only one of them, whom the victim names", False),
    ]

    def __init__(self) -> None:
        self.by = VICTIM
        self.one = False

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(s.seats[fx.victim].hand) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        takers = seats_of(s, fx, self.by)
        if self.one and fx.part == 0:
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_CHOICE, nr.A_SEAT, takers))
            return False
        for seat in s.picked if self.one else takers:
            if s.seats[fx.victim].hand:
                take_unseen(s, seat, fx.victim)
        return True

    def text(self) -> Message:
        args: dict[str, object] = {"who": Message("who." + self.by), "victim": Message("who.victim")}
        return Message("op.take_unseen_one" if self.one else "op.take_unseen", args)


class TakeItems(Op):
    DOC: ClassVar[str] = "Others each take an Item that the victim has in play; a Big one only if they may carry it."
    FIELDS: ClassVar[list[Field]] = [
        Field("by", WHO, "who takes, in this order"),
        Field("items", ITEMS, "which Items", {}),
    ]

    def __init__(self) -> None:
        self.by = VICTIM
        self.items = ItemPick()

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.items.of(s, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        # The order of the takers is fixed before the first Item changes hands.
        if fx.part == 0:
            fx.memo = seats_of(s, fx, self.by)
        if fx.part % 2 == 1:
            # Items taken by others are lost, too.
            take_away(s, fx, s.picked, fx.memo[fx.part // 2])
            return fx.part // 2 + 1 >= len(fx.memo)
        if not fx.memo:
            return True
        taker = fx.memo[fx.part // 2]
        cards = [c for c in self.items.of(s, fx.victim) if may_carry(s, taker, c)]
        push_frame(s, ChoiceFrame(taker, nr.ASK_PICK, nr.A_CARD, cards))
        return False

    def text(self) -> Message:
        who = Message("who." + self.by)
        return Message("op.take_items", {"who": who, "victim": Message("who.victim"), "items": self.items.text()})
