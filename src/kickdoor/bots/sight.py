"""What a bot makes of its observation: its own hand, and what lies open on the table, with the faces of the cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kickdoor.core import words as w
from kickdoor.core.cards import CardDef
from kickdoor.core.queries import fits
from kickdoor.core.ruleset import RuleSet
from kickdoor.view.observe import Observation


class Munchkin:
    """One munchkin as everybody sees him."""

    def __init__(self, index: int, seen: dict[str, Any]) -> None:
        self.index = index
        self.level: int = seen["level"]
        self.sex: str = seen["sex"]
        self.cards: int = seen["hand"]
        """How many cards he holds."""
        self.dead: bool = seen["dead"]
        self.play: list[int] = seen["play"]
        self.equipped: list[int] = seen["equipped"]
        self.strength: int = self.level
        """Level and equipped Items: what is printed, without powers."""


class FightSeen:
    """The fight as everybody sees it."""

    def __init__(self, seen: dict[str, Any]) -> None:
        self.main: int = seen["main"]
        self.helper: int = seen["helper"]
        self.munchkins: int = seen["totals"][w.MUNCHKINS]
        self.monsters: int = seen["totals"][w.MONSTERS]
        self.lost: bool = seen["lost"]
        self.treasures: int = seen["owed"]
        self.levels: int = seen["kill_levels"]
        """Levels the main fighter would gain."""
        self.offers: list[tuple[int, int, list[int]]] = [(o[0], o[2], o[4]) for o in seen["offers"]]
        """Open help offers: who made it, who would help, what the helper gets."""

    @property
    def won(self) -> bool:
        """Tells whether the munchkins would win as things stand, but for powers that win ties."""
        return self.munchkins > self.monsters


@lru_cache(maxsize=8)
def definitions(rules: RuleSet) -> dict[str, CardDef]:
    """Gives the cards of a rule set by the keys that observations use."""
    return {d.key: d for d in rules.defs}


class Sight:
    """The game from one seat."""

    def __init__(self, observation: Observation, rules: RuleSet) -> None:
        seen: dict[str, Any] = observation
        self.rules = rules
        self.seat: int = seen["seat"]
        self.turn: int = seen["turn"]
        self.turns: int = seen["turns"]
        self.winning_level: int = seen["options"]["winning_level"]
        self.hand: list[int] = seen["hand"]
        known = definitions(rules)
        self.cards: dict[int, CardDef] = {
            card: known[key] for card, key in zip(seen["card_ids"], seen["card_defs"], strict=True)
        }
        """Definitions of the cards it can see, by id."""
        self.munchkins: list[Munchkin] = [Munchkin(index, one) for index, one in enumerate(seen["seats"])]
        for m in self.munchkins:
            m.strength += sum(self.cards[card].bonus for card in m.equipped)
        self.usable = self.find_usable()
        """Own Items that he may use, if there is room."""
        self.fight: FightSeen | None = None if seen["fight"] is None else self.look_at_fight(seen["fight"])
        self.victim = -1
        """Who is about to be struck by a curse."""
        self.keeps = False
        """The question is what to keep of too much, not what to lose."""
        self.given: list[int] = []
        self.taken: list[int] = []
        """What a trade under discussion gives the seat, and what it takes from him."""
        if seen["stack"]:
            self.look_at_question(seen["stack"][-1])

    @property
    def me(self) -> Munchkin:
        """His own munchkin."""
        return self.munchkins[self.seat]

    def look_at_fight(self, seen: dict[str, Any]) -> FightSeen:
        """Adds up what the fight would bring, as printed."""
        fight = FightSeen(seen)
        known = definitions(self.rules)
        for _, _, key, group, *_ in seen["bodies"]:
            d = known[key]
            enhancers = seen["enhancers"]
            extra = [
                self.cards[enhancers[i + 1]].treasures for i in range(0, len(enhancers), 2) if enhancers[i] == group
            ]
            fight.treasures += max(1, d.treasures + sum(extra))
            fight.levels += d.levels_gained
        return fight

    def look_at_question(self, frame: dict[str, Any]) -> None:
        """Sees what the open question is about, by the fields it has."""
        if "victim" in frame and "cancelled" in frame:
            self.victim = frame["victim"]
        elif "excess" in frame:
            self.keeps = True
        elif "wants" in frame and frame["other"] == self.seat:
            self.given = frame["gives"]
            self.taken = frame["wants"]

    def find_usable(self) -> list[int]:
        """Lists the Items of hand and table whose restrictions he meets."""
        traits = self.rules.female if self.me.sex == w.SEXES[w.FEMALE] else self.rules.male
        races = 0
        for card in self.me.play:
            d = self.cards[card]
            traits |= d.trait
            races |= d.trait if d.kind == w.RACE else 0
        if not races:
            traits |= self.rules.human
        mine = self.hand + self.me.play
        return [c for c in mine if self.cards[c].kind == w.ITEM and fits(self.cards[c], traits, traits)]

    def leader(self) -> int:
        """Finds the most dangerous other munchkin: the highest Level, then the strongest."""
        others = [m for m in self.munchkins if m.index != self.seat and not m.dead]
        return max(others, key=lambda m: (m.level, m.strength, -self.distance(m.index))).index if others else -1

    def distance(self, seat: int) -> int:
        """Counts the places to a seat, going left: ties are broken by it, so that no seat is favoured."""
        return (seat - self.seat) % len(self.munchkins)

    def free_of(self, kind: int) -> bool:
        """Tells whether he has no card of a kind before him."""
        return not any(self.cards[c].kind == kind for c in self.me.play)
