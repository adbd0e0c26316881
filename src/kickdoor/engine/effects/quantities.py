"""Quantities of the effect language: constants, and numbers computed when they are needed."""

from kickdoor.engine.cards.definitions import Condition, Message, Quantity
from kickdoor.engine.effects.target_selectors import ItemPick, item_bonus
from kickdoor.engine.ids import MonsterId, SeatNo
from kickdoor.engine.rules.items.equipment import hands_in_use
from kickdoor.engine.state.items import body_tags
from kickdoor.engine.state.queries import good_traits, may_use
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import living


class Plain(Quantity):
    """A constant."""

    def __init__(self, n: int) -> None:
        self.n = n

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return self.n

    def is_settled(self) -> bool:
        return True

    def text(self) -> Message:
        return Message("much.plain", {"n": self.n})


class Given(Quantity):
    """The face of a die, or the number of cards paid, times a number."""

    def __init__(self, of_die: bool, each: int) -> None:
        self.of_die = of_die
        self.each = each

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return self.each * n

    def is_settled(self) -> bool:
        return True

    def text(self) -> Message:
        name = "much.die" if self.each == 1 else "much.die_each"
        return Message(name if self.of_die else "much.paid", {"n": self.each})


class PerToken(Given):
    """A number for each token paid."""

    def __init__(self, each: int) -> None:
        super().__init__(False, each)

    def text(self) -> Message:
        return Message("much.tokens_paid", {"n": self.each})


class PerCounter(Quantity):
    """A number for each token of a kind that the player has."""

    def __init__(self, each: int, kind: int, name: str) -> None:
        self.each = each
        self.kind = kind
        self.name = name

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return self.each * s.seats[seat].counters[self.kind] if seat >= 0 else 0

    def is_settled(self) -> bool:
        # The tokens are those of the player of the card, who is not always a fighter.
        return True

    def text(self) -> Message:
        return Message("much.per_counter", {"n": self.each, "kind": Message("counter." + self.name)})


class PerTrait(Quantity):
    """A number for each fighter who has a trait."""

    def __init__(self, each: int, mask: int, name: str) -> None:
        self.each = each
        self.mask = mask
        self.name = name

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        fight = s.fight
        if fight is None:
            return 0
        count = 1 if good_traits(s, fight.main) & self.mask else 0
        if fight.helper >= 0 and good_traits(s, fight.helper) & self.mask:
            count += 1
        return self.each * count

    def text(self) -> Message:
        return Message("much.per_trait", {"n": self.each, "name": Message("trait." + self.name)})


class LowestLevel(Quantity):
    """The lowest Level of any living character; dead characters do not count (AMB-108)."""

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return min([s.seats[i].level for i in living(s)])

    def text(self) -> Message:
        return Message("much.lowest_level")


class PerOther(Quantity):
    """A number for each other monster of the fight, or for each that has a tag."""

    def __init__(self, each: int, mask: int, name: str) -> None:
        self.each = each
        self.mask = mask
        self.name = name

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        count = 0
        if s.fight is not None:
            for b in s.fight.bodies:
                if b.uid != body and (not self.mask or body_tags(s, b) & self.mask):
                    count += 1
        return self.each * count

    def text(self) -> Message:
        if self.mask:
            return Message("much.per_other_tag", {"n": self.each, "tag": Message("tag." + self.name)})
        return Message("much.per_other", {"n": self.each})


class Margin(Quantity):
    """The difference by which the fight was lost, times a number."""

    def __init__(self, each: int) -> None:
        self.each = each

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return 0 if s.fight is None else self.each * s.fight.margin

    def text(self) -> Message:
        return Message("much.margin", {"n": self.each})


class Clamped(Quantity):
    """Another quantity, limited to a minimum and a maximum."""

    def __init__(self, inner: Quantity, least: int, most: int) -> None:
        self.inner = inner
        self.least = least
        self.most = most

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return min(max(self.inner.value(s, seat, body, n), self.least), self.most)

    def is_settled(self) -> bool:
        return self.inner.is_settled()

    def text(self) -> Message:
        name = "much.at_most" if self.least == 0 else "much.clamped"
        return Message(name, {"inner": self.inner.text(), "least": self.least, "most": self.most})


class Amount(Quantity):
    """The amount of the event that a trigger reacts to: levels gained or lost."""

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return n

    def is_settled(self) -> bool:
        return True

    def text(self) -> Message:
        return Message("much.amount")


class Either(Quantity):
    """A choice between two numbers by a condition."""

    def __init__(self, base: int, other: int, when: Condition) -> None:
        self.base = base
        self.other = other
        self.when = when

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return self.other if self.when.holds(s, seat, body, n) else self.base

    def text(self) -> Message:
        return Message("much.either", {"n": self.base, "m": self.other, "when": self.when.text()})


class PerItem(Quantity):
    """A number for each Item of a kind that the player has in play."""

    def __init__(self, each: int, items: ItemPick) -> None:
        self.each = each
        self.items = items

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return self.each * len(self.items.of(s, seat))

    def text(self) -> Message:
        return Message("much.per_item", {"n": self.each, "items": self.items.text()})


class BestItem(Quantity):
    """The largest bonus of one Item that the player has equipped."""

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        p = s.seats[seat]
        bonuses = [item_bonus(s, seat, c) for c in p.equipped if may_use(s, p, c)]
        return max([0, *bonuses])

    def text(self) -> Message:
        return Message("much.best_item")


class HalfDie(Quantity):
    """Half the face of a die, rounded up."""

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return (n + 1) // 2

    def is_settled(self) -> bool:
        return True

    def text(self) -> Message:
        return Message("much.half_die")


class HandsInUse(Quantity):
    """The number of hands that a player has full."""

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return hands_in_use(s, seat)

    def text(self) -> Message:
        return Message("much.hands_in_use")


class PerCardPlayed(Quantity):
    """A number for each card played into the fight since it began."""

    def __init__(self, each: int) -> None:
        self.each = each

    def value(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> int:
        return 0 if s.fight is None else self.each * s.fight.cards_in

    def text(self) -> Message:
        return Message("much.per_card_played", {"n": self.each})
