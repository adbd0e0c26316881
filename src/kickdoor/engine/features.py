"""Optional rule modules: Races, Sidekicks, the Undead, food tokens. A set enables them with its key `uses`."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Play
from kickdoor.engine.cards.ruleset import RuleSet

FOOD: tuple[str, ...] = ("meat", "veggie", "drink", "dessert")


class RuleFeature:
    """An addition of a rule module to the common game."""

    name: ClassVar[str] = ""
    DOC: ClassVar[str] = ""
    """One sentence for authors of cards."""
    tags: ClassVar[tuple[str, ...]] = ()
    """Tags that card files may use with the module."""
    traits: ClassVar[tuple[str, ...]] = ()
    """Traits that card files may use with the module."""
    counters: ClassVar[tuple[str, ...]] = ()
    """Kinds of token that card files may use with the module."""

    def declare(self, rules: RuleSet) -> None:
        """Register what the module needs before any card is read."""

    def complete(self, rules: RuleSet, d: CardDef) -> None:
        """Add the module's parts to a card."""


class FoodTokens(RuleFeature):
    name: ClassVar[str] = "food_tokens"
    DOC: ClassVar[str] = (
        "Food tokens: a kill gives one of the monster's term, and four different ones make a Balanced Meal (TOKEN-01)."
    )
    counters: ClassVar[tuple[str, ...]] = FOOD

    def declare(self, rules: RuleSet) -> None:
        kinds = [rules.counter(name) for name in FOOD]
        rules.food.extend(kinds)
        rules.meals.append(kinds)


class Races(RuleFeature):
    name: ClassVar[str] = "races"
    DOC: ClassVar[str] = "Races: a player without a Race card is human (CHAR-39)."
    traits: ClassVar[tuple[str, ...]] = ("human",)

    def declare(self, rules: RuleSet) -> None:
        rules.human = rules.trait_bit("human")


class Sidekicks(RuleFeature):
    name: ClassVar[str] = "sidekicks"
    DOC: ClassVar[str] = (
        "Sidekicks: one in play, discarded at will, sacrificed instead of rolling; Hirelings are the same (COMBINE-03)."
    )

    def declare(self, rules: RuleSet) -> None:
        rules.sidekicks = True

    def complete(self, rules: RuleSet, d: CardDef) -> None:
        if d.kind == nr.FOLLOWER:
            d.sacrifice = True


class Undead(RuleFeature):
    name: ClassVar[str] = "undead"
    DOC: ClassVar[str] = "The Undead: one in hand may join a fight with another one (MULTI-07 to MULTI-09)."
    tags: ClassVar[tuple[str, ...]] = ("undead",)

    def complete(self, rules: RuleSet, d: CardDef) -> None:
        tag = rules.tag_bit("undead")
        if d.kind == nr.MONSTER and d.tags & tag:
            join = Play(len(d.plays), nr.V_JOIN, nr.IN_FIGHT)
            join.aim_tag = tag
            d.plays.append(join)
        elif d.kind == nr.ENHANCER and d.gives & tag:
            # Played with a monster from hand, it adds that monster as an Undead (MULTI-08).
            join = Play(len(d.plays), nr.V_JOIN, nr.IN_FIGHT)
            join.aim_tag = tag
            join.needs_second = True
            d.plays.append(join)


FEATURES: dict[str, RuleFeature] = {concept.name: concept for concept in (FoodTokens(), Races(), Sidekicks(), Undead())}
"""All features by the name that sets use."""
