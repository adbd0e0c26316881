"""Instructions that take cards away: Items, hand cards, chosen or unseen."""

from typing import ClassVar

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.cards import Msg, Op, Quantity
from kickdoor.core.fields import BOOL, INT, ITEMS, QUANTITY, WHO, WORD, Field
from kickdoor.core.machine import call
from kickdoor.core.prompts import Form, PickForm, Reason, Verdict
from kickdoor.core.questions import Choose
from kickdoor.core.resolve import Resolve
from kickdoor.core.rng import Lots
from kickdoor.core.state import State
from kickdoor.core.triggers import happened
from kickdoor.core.zones import discard, discard_all, items_in_play, leave_hand, take_unseen
from kickdoor.effects.quantities import Plain
from kickdoor.effects.selectors import VICTIM, ItemPick, seats_of

TOO_LITTLE = Reason("worth_too_little", ["CURSE-09", "AMB-73"])


def headgear_goes(s: State, fx: Resolve, seat: int, cards: list[int]) -> None:
    """Notes that a curse or Bad Stuff takes headgear; a toll before the fight is neither."""
    if not s.rules.programs[fx.program].name.endswith(":on_reveal"):
        if [c for c in cards if s.cards[c].slot == w.HEADGEAR and c in s.seats[seat].play]:
            happened(s, w.E_HEADGEAR_HIT, seat, 0)


class LoseItems(Op):
    """The victim loses Items in play: so many of somebody's choice, all of them, or enough for a sum."""

    FIELDS: ClassVar[list[Field]] = [
        Field("items", ITEMS, "which Items are meant", {}),
        Field("n", INT, "how many; each chooser names so many", 1),
        Field("all", BOOL, "all that are meant", False),
        Field("worth", INT, "Items worth so much in all; the victim picks, and gives all if it is less", 0),
        Field("by", WHO, "who chooses", VICTIM),
    ]

    def __init__(self) -> None:
        self.items = ItemPick()
        self.n = 1
        self.all = False
        self.worth = 0
        self.by = VICTIM

    def possible(self, s: State, fx: Resolve) -> bool:
        if self.items.slot == w.HEADGEAR:
            # A chicken on the head minds even a curse that finds no headgear
            happened(s, w.E_HEADGEAR_HIT, fx.victim, 0)
        return len(self.items.of(s, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        found = self.items.of(s, fx.victim)
        forced = found if self.all else no_choice(s, found, self.worth)
        if forced:
            headgear_goes(s, fx, fx.victim, forced)
            s.rules.procedures.lose_cards(s, fx.victim, forced)
            return True
        if fx.part > 0:
            headgear_goes(s, fx, fx.victim, s.picked)
            s.rules.procedures.lose_cards(s, fx.victim, s.picked)
            found = self.items.of(s, fx.victim)
        if self.worth:
            if fx.part == 0:
                call(s, ChooseWorth(fx.victim, found, self.worth))
                return False
            return True
        choosers = seats_of(s, fx, self.by)
        if fx.part >= len(choosers) or not found:
            return True
        call(s, Choose(choosers[fx.part], w.ASK_LOSE, w.A_CARD, found, self.n, self.n))
        return False

    def text(self) -> Msg:
        victim = Msg("who.victim")
        args: dict[str, object] = {"items": self.items.text(), "n": self.n, "who": victim}
        if self.worth:
            return Msg("op.lose_worth", {"n": self.worth, "who": victim})
        if self.by != VICTIM:
            args = {"items": self.items.text(), "n": self.n, "who": Msg("who." + self.by), "victim": victim}
            return Msg("op.lose_items_by", args)
        if self.all:
            return Msg("op.lose_all_items", args)
        if self.items.best_bonus or (self.items.slot and self.items.worn):
            return Msg("op.lose_the_item", args)
        return Msg("op.lose_item" if self.n == 1 else "op.lose_items", args)


def no_choice(s: State, items: list[int], worth: int) -> list[int]:
    """Lists the Items that must all go to make up a sum: all if they are worth less, none where there is a choice."""
    total = sum([s.cards[c].value for c in items])
    if total < worth:
        return items
    # What has no value is not needed to make up the exact sum
    return [c for c in items if s.cards[c].value] if total == worth else []


class WorthForm(PickForm):
    """Picks Items worth at least a sum, none of them needlessly."""

    def __init__(self, seat: int, atoms: list[int], worth: int) -> None:
        super().__init__(seat, atoms, 1, len(atoms))
        self.worth = worth

    def check(self, s: State, picks: list[int], v: Verdict) -> bool:
        if not super().check(s, picks, v) and not v.gathering:
            return False
        if sum([s.cards[c].value for c in picks if c in self.atoms]) < self.worth and v.deny(TOO_LITTLE):
            return False
        return v.legal

    def sample(self, s: State, lots: Lots) -> list[int]:
        picks: list[int] = []
        total = 0
        for card in lots.sample(self.atoms, len(self.atoms)):
            if total < self.worth:
                picks.append(card)
                total += s.cards[card].value
        return picks

    def default(self, s: State) -> list[int]:
        return self.atoms


class ChooseWorth(Choose):
    """Asks for Items worth a sum."""

    KIND: ClassVar[str] = "choose_worth"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "ask", "what", "atoms", "least", "most", "worth")

    def __init__(self, seat: int = 0, atoms: list[int] | None = None, worth: int = 0) -> None:
        super().__init__(seat, w.ASK_LOSE, w.A_CARD, atoms, 1, 99)
        self.most = max(self.most, 2)
        self.worth = worth

    def form(self, s: State, seat: int, code: int) -> Form | None:
        return WorthForm(seat, self.atoms, self.worth)

    def copy(self) -> Choose:
        c = ChooseWorth(self.seat, self.atoms, self.worth)
        c.stamp(self)
        c.ask = self.ask
        c.what = self.what
        c.least = self.least
        c.most = self.most
        return c


class DiscardHand(Op):
    """The victim discards his whole hand."""

    FIELDS: ClassVar[list[Field]] = []

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(s.seats[fx.victim].hand) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        for card in s.seats[fx.victim].hand[:]:
            leave_hand(s, fx.victim, card)
            discard(s, card)
            s.tell(ev.CARD_DISCARDED, fx.victim, -1, 0, card)
        return True

    def text(self) -> Msg:
        return Msg("op.discard_hand", {"who": Msg("who.victim")})


HAND = "hand"
ITEMS_AND_HAND = "items_and_hand"


class DiscardCards(Op):
    """The victim discards cards of his choice."""

    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many", 1),
        Field("of", WORD, "where from", HAND, (HAND, ITEMS_AND_HAND)),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.of = HAND

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        hand = s.seats[fx.victim].hand
        return hand + items_in_play(s, fx.victim) if self.of == ITEMS_AND_HAND else hand[:]

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.candidates(s, fx)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            n = self.n.value(s, fx.victim, fx.body, fx.n)
            if n < 1:
                return True
            call(s, Choose(fx.victim, w.ASK_LOSE, w.A_CARD, self.candidates(s, fx), n, n))
            return False
        headgear_goes(s, fx, fx.victim, s.picked)
        discard_all(s, fx.victim, s.picked)
        return True

    def text(self) -> Msg:
        return Msg("op.discard_cards_of_" + self.of, {"n": self.n.text(), "who": Msg("who.victim")})


class TakeUnseen(Op):
    """Others each take a card from the victim's hand without looking."""

    FIELDS: ClassVar[list[Field]] = [Field("by", WHO, "who takes, in this order")]

    def __init__(self) -> None:
        self.by = VICTIM

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(s.seats[fx.victim].hand) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        for seat in seats_of(s, fx, self.by):
            if s.seats[fx.victim].hand:
                take_unseen(s, seat, fx.victim)
        return True

    def text(self) -> Msg:
        return Msg("op.take_unseen", {"who": Msg("who." + self.by), "victim": Msg("who.victim")})


class TakeItems(Op):
    """Others each take an Item the victim has in play; a Big one only if they may carry it."""

    FIELDS: ClassVar[list[Field]] = [
        Field("by", WHO, "who takes, in this order"),
        Field("items", ITEMS, "which Items are meant", {}),
    ]

    def __init__(self) -> None:
        self.by = VICTIM
        self.items = ItemPick()

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.items.of(s, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        # Who takes is settled before the first Item changes hands
        if fx.part == 0:
            fx.memo = seats_of(s, fx, self.by)
        elif s.picked:
            headgear_goes(s, fx, fx.victim, s.picked)
            s.rules.procedures.take_item(s, fx.memo[fx.part - 1], fx.victim, s.picked[0])
        if fx.part >= len(fx.memo):
            return True
        taker = fx.memo[fx.part]
        cards = [c for c in self.items.of(s, fx.victim) if s.rules.procedures.may_carry(s, taker, c)]
        call(s, Choose(taker, w.ASK_PICK, w.A_CARD, cards))
        return False

    def text(self) -> Msg:
        who = Msg("who." + self.by)
        return Msg("op.take_items", {"who": who, "victim": Msg("who.victim"), "items": self.items.text()})
