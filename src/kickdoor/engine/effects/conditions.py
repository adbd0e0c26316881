"""Conditions of the effect language. Each is one key of a `when` table; all keys of a table must hold."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Condition, Message
from kickdoor.engine.effects.target_selectors import ItemPick
from kickdoor.engine.ids import MonsterId, SeatNo
from kickdoor.engine.rules.characters.curse import landing_curse
from kickdoor.engine.rules.fight.dice import rolled_before
from kickdoor.engine.rules.fight.run_away import someone_rolled
from kickdoor.engine.rules.fight.strength import is_winning, only_level_counts, tag_counts
from kickdoor.engine.rules.fight.token_rewards import killed_tags
from kickdoor.engine.state.items import body_tags, value_of
from kickdoor.engine.state.queries import bad_traits, good_traits
from kickdoor.engine.state.state import Fight, State
from kickdoor.engine.state.tokens import count_tokens
from kickdoor.engine.state.zones import items_in_play, living


class HasTrait(Condition):
    """The player has one of the traits: a Class, Race, sex or human."""

    def __init__(self, mask: int, names: list[str], hurts: bool, wanted: bool) -> None:
        self.mask = mask
        self.names = names
        self.hurts = hurts
        """Whether the trait is a disadvantage here: a pure Super Munchkin then counts as not having it."""
        self.wanted = wanted

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        traits = bad_traits(s, seat) if self.hurts else good_traits(s, seat)
        return (traits & self.mask != 0) == self.wanted

    def text(self) -> Message:
        names: list[object] = [Message("trait." + x) for x in self.names]
        return Message("if.trait" if self.wanted else "if.not_trait", {"names": names, "who": Message("who.victim")})


class Limit(Condition):
    """A number lies within a limit: the player's Level, or the face of a die."""

    def __init__(self, of_level: bool, at_most: bool, limit: int) -> None:
        self.of_level = of_level
        self.at_most = at_most
        self.limit = limit

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        value = s.seats[seat].level if self.of_level else n
        return value <= self.limit if self.at_most else value >= self.limit

    def text(self) -> Message:
        if self.at_most and not self.of_level and self.limit == 1:
            return Message("if.die_one")
        if not self.at_most and not self.of_level and self.limit == 6:
            return Message("if.die_six")
        what = "level" if self.of_level else "die"
        name = f"if.{what}_at_{'most' if self.at_most else 'least'}"
        return Message(name, {"n": self.limit, "who": Message("who.victim")})


class OfTag(Condition):
    """An object has a tag."""

    WORD: ClassVar[str] = ""

    def __init__(self, mask: int, name: str) -> None:
        self.mask = mask
        self.name = name

    def text(self) -> Message:
        return Message("if." + self.WORD, {"tag": Message("tag." + self.name)})


class TagInFight(OfTag):
    """A monster of the fight has a tag."""

    WORD: ClassVar[str] = "tag_in_fight"

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        if s.fight is not None:
            for b in s.fight.bodies:
                if body_tags(s, b) & self.mask:
                    return True
        return False


class MonsterTag(OfTag):
    """The monster itself has a tag."""

    WORD: ClassVar[str] = "monster_tag"

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        if s.fight is not None:
            for b in s.fight.bodies:
                if b.uid == body:
                    return body_tags(s, b) & self.mask != 0
        return False


class WonAgainst(OfTag):
    """The fight just won had a monster with a tag."""

    WORD: ClassVar[str] = "won_against"

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        fight = s.fight
        if fight is None:
            return s.won_fight and s.won_tags & self.mask != 0
        # Promises made during the fight are for when this one is won (HELP-10).
        return fight.met & self.mask != 0 or len([b for b in fight.bodies if body_tags(s, b) & self.mask]) > 0


class Parity(Condition):
    """The die shows an even or an odd number."""

    DOCS: ClassVar[dict[str, str]] = {"even": "The face is even.", "odd": "The face is odd."}

    def __init__(self, name: str) -> None:
        self.name = name

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        return n % 2 == (0 if self.name == "even" else 1)

    def text(self) -> Message:
        return Message("if.die_" + self.name)


class HasItems(Condition):
    """The player has at least a number of Items of a kind in play, or fewer."""

    def __init__(self, items: ItemPick, count: int, wanted: bool) -> None:
        self.items = items
        self.count = count
        self.wanted = wanted

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        return (len(self.items.of(s, seat)) >= self.count) == self.wanted

    def text(self) -> Message:
        slot = self.items.worn_slot()
        if slot and self.count == 1:
            name = "if.wears" if self.wanted else "if.wears_no"
            return Message(name, {"slot": Message("slot." + slot), "who": Message("who.victim")})
        name = "if.has_items" if self.wanted else "if.lacks_items"
        args: dict[str, object] = {"items": self.items.text(), "n": self.count, "who": Message("who.victim")}
        return Message(name if self.count == 1 else name + "_count", args)


class Anyone(Condition):
    """A condition that the main fighter or the helper meets."""

    def __init__(self, inner: Condition) -> None:
        self.inner = inner

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        fight = s.fight
        if fight is None:
            return False
        if self.inner.holds(s, fight.main, body, n):
            return True
        return fight.helper >= 0 and self.inner.holds(s, fight.helper, body, n)

    def text(self) -> Message:
        return Message("if.anyone", {"what": self.inner.text()})


class KilledTag(OfTag):
    """The monster whose reward is being taken had a tag."""

    WORD: ClassVar[str] = "killed_tag"

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        return killed_tags(s) & self.mask != 0


class TokenIs(Condition):
    """The token gained has a certain kind."""

    def __init__(self, kind: int, name: str) -> None:
        self.kind = kind
        self.name = name

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        return n == self.kind

    def text(self) -> Message:
        return Message("if.token", {"kind": Message("counter." + self.name)})


class HasTokens(Condition):
    """The player has a number of tokens of some kinds."""

    MANY: ClassVar[int] = 999
    """No limit."""

    def __init__(self, kinds: list[int], names: list[str], least: int, most: int) -> None:
        self.kinds = kinds
        self.names = names
        self.least = least
        self.most = most

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        return seat >= 0 and self.least <= count_tokens(s, seat, self.kinds) <= self.most

    def rules(self) -> list[str]:
        return ["AMB-112", *super().rules()]

    def text(self) -> Message:
        args: dict[str, object] = {"n": self.least, "m": self.most, "who": Message("who.victim")}
        args["tokens"] = Message("tokens.kinds" if self.names else "tokens.any", {"kinds": names_of(self.names)})
        if self.most == 0:
            return Message("if.has_no_tokens", args)
        if self.most == 1 and self.least == 0:
            return Message("if.has_one_token_at_most", args)
        if self.most == self.MANY:
            return Message("if.has_a_token" if self.least == 1 else "if.has_tokens", args)
        return Message("if.has_tokens_at_most" if self.least == 0 else "if.has_tokens_between", args)


def names_of(kinds: list[str]) -> list[object]:
    return [Message("counter." + name) for name in kinds]


class TagCounts(OfTag):
    """An Item or one-shot with a tag counts for the fighters."""

    WORD: ClassVar[str] = "tag_counts"

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        return tag_counts(s, self.mask)


class TraitInFight(Condition):
    """A player in the fight has a trait."""

    def __init__(self, mask: int, name: str) -> None:
        self.mask = mask
        self.name = name

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        fight = s.fight
        if fight is None:
            return False
        if good_traits(s, fight.main) & self.mask:
            return True
        return fight.helper >= 0 and good_traits(s, fight.helper) & self.mask != 0

    def rules(self) -> list[str]:
        return ["AMB-82", "TREASURE-12"]

    def text(self) -> Message:
        return Message("if.trait_in_fight", {"name": Message("trait." + self.name)})


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
HELPING = "helping"
HELPING_OR_HELPED = "helping_or_helped"
MAIN_FIGHTER = "main_fighter"
NOT_YET_ROLLED = "not_yet_rolled"
HAS_HAND = "has_hand"
LOWEST = "lowest"
CURSE_IS_MINE = "curse_is_mine"
CURSE_FROM_DOOR = "curse_from_door"
BEFORE_DOOR = "before_door"
BEFORE_FIRST_ROLL = "before_first_roll"
FIRST_ROLL = "first_roll"


ABOUT_FIGHT = (
    ALONE, HELPED, MAIN_FIGHTER, HELPING, HELPING_OR_HELPED, NOT_YET_ROLLED, HIGHER_LEVEL, FIGHTING,
    NOT_FIGHTING,
)  # fmt: skip


class Is(Condition):
    """A named state of the game."""

    DOCS: ClassVar[dict[str, str]] = {
        ALONE: "There is no helper, or no fight.",
        HELPED: "There is a helper in the fight.",
        FIGHTING: "The player is main fighter or helper.",
        NOT_FIGHTING: "The player is neither main fighter nor helper.",
        NOT_HIGHEST: "Some player has a higher Level.",
        SOMEONE_HAS_FOLLOWER: "Some player has a follower in play.",
        HIGHER_LEVEL: "The player's Level is higher than the main fighter's.",
        NO_CLASS: "The player has no Class card.",
        HAS_HAND: "The player has cards in hand.",
        ONLY_LEVEL_COUNTS: "There is no helper, and nothing but the Level counts for the main fighter.",
        NOT_WINNING: "The munchkins are not winning the fight.",
        OWN_TURN: "It is the player's turn.",
        HELPING: "The player is the helper.",
        HELPING_OR_HELPED: "The player is the helper, or the main fighter with a helper.",
        LOWEST: "No player has a lower Level.",
        MAIN_FIGHTER: "The player is the main fighter.",
        NOT_YET_ROLLED: "The player is in the fight and has not yet rolled to run away.",
        CURSE_IS_MINE: "The curse that is about to take effect hits the player.",
        CURSE_FROM_DOOR: "The curse that is about to take effect was behind a door.",
        BEFORE_DOOR: "It is the player's turn, and they have not yet opened the door.",
        BEFORE_FIRST_ROLL: "No player has rolled to run away yet.",
        FIRST_ROLL: "The roll to run away is the player's first one against the monster.",
    }
    NAMES: ClassVar[tuple[str, ...]] = tuple(DOCS)

    def __init__(self, name: str) -> None:
        self.name = name

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        name = self.name
        if name in ABOUT_FIGHT:
            # Without a fight there is no helper and no fighter.
            return name in (ALONE, NOT_FIGHTING) if s.fight is None else self.in_fight(s, s.fight, seat)
        if name == LOWEST:
            return s.seats[seat].level <= min([s.seats[i].level for i in living(s)])
        if name == NOT_HIGHEST:
            return s.seats[seat].level < max([s.seats[i].level for i in living(s)])
        if name == SOMEONE_HAS_FOLLOWER:
            return len([c for p in s.seats for c in p.play if s.cards[c].kind == nr.FOLLOWER]) > 0
        if name == ONLY_LEVEL_COUNTS:
            return only_level_counts(s)
        if name == NOT_WINNING:
            return not is_winning(s)
        if name == OWN_TURN:
            return s.turn == seat
        if name == HAS_HAND:
            return len(s.seats[seat].hand) > 0
        if name == CURSE_IS_MINE or name == CURSE_FROM_DOOR:
            landing = landing_curse(s)
            return landing is not None and (landing.victim == seat if name == CURSE_IS_MINE else landing.by < 0)
        if name == BEFORE_DOOR:
            return s.turn == seat and s.phase == nr.ARRANGE
        if name == BEFORE_FIRST_ROLL:
            return not someone_rolled(s)
        if name == FIRST_ROLL:
            return not rolled_before(s)
        return len([c for c in s.seats[seat].play if s.cards[c].kind == nr.CLASS]) == 0

    def in_fight(self, s: State, fight: Fight, seat: SeatNo) -> bool:
        """Return the player's role in the current fight."""
        name = self.name
        inside = fight.main == seat or fight.helper == seat
        if name == ALONE or name == HELPED:
            return (fight.helper >= 0) == (name == HELPED)
        if name == MAIN_FIGHTER:
            return fight.main == seat
        if name == HELPING:
            return fight.helper == seat
        if name == HELPING_OR_HELPED:
            return inside and fight.helper >= 0
        if name == NOT_YET_ROLLED:
            return inside and not fight.rolled >> seat & 1
        if name == HIGHER_LEVEL:
            return s.seats[seat].level > s.seats[fight.main].level
        return inside == (name == FIGHTING)

    def rules(self) -> list[str]:
        if self.name == NOT_FIGHTING:
            return ["CHAR-34", "CHAR-35", "CHAR-26", "TREASURE-12"]
        if self.name == FIRST_ROLL:
            return ["AMB-111", "CHAR-26"]
        return ["INTERFERE-05", "CHAR-26"] if self.name == FIGHTING else super().rules()

    def text(self) -> Message:
        return Message("if." + self.name, {"who": Message("who.victim")})


class WorthLess(Condition):
    """The total worth of the Items that a player has in play is below a sum."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        return sum([value_of(s, c) for c in items_in_play(s, seat)]) < self.limit

    def text(self) -> Message:
        return Message("if.worth_less_than", {"n": self.limit, "who": Message("who.victim")})


class All(Condition):
    """A conjunction of conditions."""

    def __init__(self, parts: list[Condition]) -> None:
        self.parts = parts

    def holds(self, s: State, seat: SeatNo, body: MonsterId, n: int) -> bool:
        for part in self.parts:
            if not part.holds(s, seat, body, n):
                return False
        return True

    def rules(self) -> list[str]:
        return [rule for part in self.parts for rule in part.rules()]

    def text(self) -> Message:
        # "of Level 4 or less who is not an Elf", not the other way round
        levels: list[object] = [part.text() for part in self.parts if isinstance(part, Limit)]
        others: list[object] = [part.text() for part in self.parts if not isinstance(part, Limit)]
        return Message("if.all", {"parts": levels + others})
