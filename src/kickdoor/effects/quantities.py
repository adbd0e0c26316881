"""How much: numbers that cards name, plain or counted when asked."""

from kickdoor.core.cards import Msg, Quantity
from kickdoor.core.queries import good_traits
from kickdoor.core.state import State


class Plain(Quantity):
    """A constant."""

    def __init__(self, n: int) -> None:
        self.n = n

    def value(self, s: State, seat: int, body: int, n: int) -> int:
        return self.n

    def text(self) -> Msg:
        return Msg("much.plain", {"n": self.n})


class Given(Quantity):
    """What a die showed, or how many cards were paid, times a number."""

    def __init__(self, of_die: bool, each: int) -> None:
        self.of_die = of_die
        self.each = each

    def value(self, s: State, seat: int, body: int, n: int) -> int:
        return self.each * n

    def text(self) -> Msg:
        name = "much.die" if self.each == 1 else "much.die_each"
        return Msg(name if self.of_die else "much.paid", {"n": self.each})


class PerTrait(Quantity):
    """A number for each munchkin of the fight that has a trait."""

    def __init__(self, each: int, mask: int, name: str) -> None:
        self.each = each
        self.mask = mask
        self.name = name

    def value(self, s: State, seat: int, body: int, n: int) -> int:
        fight = s.fight
        if fight is None:
            return 0
        count = 1 if good_traits(s, fight.main) & self.mask else 0
        if fight.helper >= 0 and good_traits(s, fight.helper) & self.mask:
            count += 1
        return self.each * count

    def text(self) -> Msg:
        return Msg("much.per_trait", {"n": self.each, "name": Msg("trait." + self.name)})


class LowestLevel(Quantity):
    """The lowest Level of any character."""

    def value(self, s: State, seat: int, body: int, n: int) -> int:
        return min([p.level for p in s.seats])

    def text(self) -> Msg:
        return Msg("much.lowest_level")
