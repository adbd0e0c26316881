"""Conditions: each is one key of a `when` table; several keys must all hold."""

from typing import ClassVar

from kickdoor.core import words as w
from kickdoor.core.cards import Condition, Msg
from kickdoor.core.queries import bad_traits, good_traits
from kickdoor.core.state import State
from kickdoor.core.zones import living


class HasTrait(Condition):
    """The munchkin has one of the traits: a Class, Race, sex or human."""

    def __init__(self, mask: int, names: list[str], hurts: bool, wanted: bool) -> None:
        self.mask = mask
        self.names = names
        self.hurts = hurts
        """Whether having it is held against him: a pure Super Munchkin then counts as not having it."""
        self.wanted = wanted

    def holds(self, s: State, seat: int, body: int, n: int) -> bool:
        traits = bad_traits(s, seat) if self.hurts else good_traits(s, seat)
        return (traits & self.mask != 0) == self.wanted

    def text(self) -> Msg:
        names: list[object] = [Msg("trait." + x) for x in self.names]
        return Msg("if.trait" if self.wanted else "if.not_trait", {"names": names, "who": Msg("who.victim")})


class Limit(Condition):
    """A number lies within a limit: the munchkin's Level, or what a die showed."""

    def __init__(self, of_level: bool, at_most: bool, limit: int) -> None:
        self.of_level = of_level
        self.at_most = at_most
        self.limit = limit

    def holds(self, s: State, seat: int, body: int, n: int) -> bool:
        value = s.seats[seat].level if self.of_level else n
        return value <= self.limit if self.at_most else value >= self.limit

    def text(self) -> Msg:
        what = "level" if self.of_level else "die"
        name = f"if.{what}_at_{'most' if self.at_most else 'least'}"
        return Msg(name, {"n": self.limit, "who": Msg("who.victim")})


class TagInFight(Condition):
    """A monster of the fight has a tag."""

    def __init__(self, mask: int, name: str) -> None:
        self.mask = mask
        self.name = name

    def holds(self, s: State, seat: int, body: int, n: int) -> bool:
        if s.fight is not None:
            for b in s.fight.bodies:
                if (s.rules.defs[b.definition].tags | b.tags) & self.mask:
                    return True
        return False

    def text(self) -> Msg:
        return Msg("if.tag_in_fight", {"tag": Msg("tag." + self.name)})


class TagCounts(Condition):
    """An Item or one-shot with a tag counts for the munchkins."""

    def __init__(self, mask: int, name: str) -> None:
        self.mask = mask
        self.name = name

    def holds(self, s: State, seat: int, body: int, n: int) -> bool:
        return s.rules.procedures.tag_counts(s, self.mask)

    def text(self) -> Msg:
        return Msg("if.tag_counts", {"tag": Msg("tag." + self.name)})


class TraitInFight(Condition):
    """A munchkin of the fight has a trait."""

    def __init__(self, mask: int, name: str) -> None:
        self.mask = mask
        self.name = name

    def holds(self, s: State, seat: int, body: int, n: int) -> bool:
        fight = s.fight
        if fight is None:
            return False
        if good_traits(s, fight.main) & self.mask:
            return True
        return fight.helper >= 0 and good_traits(s, fight.helper) & self.mask != 0

    def rules(self) -> list[str]:
        return ["AMB-82", "TREASURE-12"]

    def text(self) -> Msg:
        return Msg("if.trait_in_fight", {"name": Msg("trait." + self.name)})


ALONE = "alone"
HELPED = "helped"
FIGHTING = "fighting"
NOT_FIGHTING = "not_fighting"
NOT_WINNING = "not_winning"
NOT_HIGHEST = "not_highest"
SOMEONE_HAS_FOLLOWER = "someone_has_follower"
HIGHER_LEVEL = "higher_level_than_fighter"
NO_CLASS = "no_class"
ONLY_LEVEL_COUNTS = "only_level_counts"
OWN_TURN = "own_turn"
HAS_HAND = "has_hand"


class Is(Condition):
    """A state of affairs with a name of its own."""

    NAMES: ClassVar[tuple[str, ...]] = (
        ALONE, HELPED, FIGHTING, NOT_FIGHTING, NOT_HIGHEST, SOMEONE_HAS_FOLLOWER, HIGHER_LEVEL, NO_CLASS, HAS_HAND,
        ONLY_LEVEL_COUNTS, NOT_WINNING, OWN_TURN,
    )  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name

    def holds(self, s: State, seat: int, body: int, n: int) -> bool:
        name = self.name
        fight = s.fight
        if name == ALONE:
            return fight is None or fight.helper < 0
        if name == HELPED:
            return fight is not None and fight.helper >= 0
        if name == FIGHTING or name == NOT_FIGHTING:
            inside = fight is not None and (fight.main == seat or fight.helper == seat)
            return inside == (name == FIGHTING)
        if name == NOT_HIGHEST:
            return s.seats[seat].level < max([s.seats[i].level for i in living(s)])
        if name == SOMEONE_HAS_FOLLOWER:
            return len([c for p in s.seats for c in p.play if s.cards[c].kind == w.FOLLOWER]) > 0
        if name == HIGHER_LEVEL:
            return fight is not None and s.seats[seat].level > s.seats[fight.main].level
        if name == ONLY_LEVEL_COUNTS:
            return s.rules.procedures.only_level_counts(s)
        if name == NOT_WINNING:
            return not s.rules.procedures.is_winning(s)
        if name == OWN_TURN:
            return s.turn == seat
        if name == HAS_HAND:
            return len(s.seats[seat].hand) > 0
        return len([c for c in s.seats[seat].play if s.cards[c].kind == w.CLASS]) == 0

    def rules(self) -> list[str]:
        if self.name == NOT_FIGHTING:
            return ["CHAR-34", "CHAR-35", "CHAR-26", "TREASURE-12"]
        return ["INTERFERE-05", "CHAR-26"] if self.name == FIGHTING else super().rules()

    def text(self) -> Msg:
        return Msg("if." + self.name, {"who": Msg("who.victim")})


class All(Condition):
    """Several conditions that must all hold."""

    def __init__(self, parts: list[Condition]) -> None:
        self.parts = parts

    def holds(self, s: State, seat: int, body: int, n: int) -> bool:
        for part in self.parts:
            if not part.holds(s, seat, body, n):
                return False
        return True

    def rules(self) -> list[str]:
        return [rule for part in self.parts for rule in part.rules()]

    def text(self) -> Msg:
        # "of Level 4 or less who is no Elf", not the other way round
        levels: list[object] = [part.text() for part in self.parts if isinstance(part, Limit)]
        others: list[object] = [part.text() for part in self.parts if not isinstance(part, Limit)]
        return Msg("if.all", {"parts": levels + others})
