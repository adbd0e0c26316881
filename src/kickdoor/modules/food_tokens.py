"""Food tokens: a kill is worth one of the monster's term, and four different ones make a Balanced Meal (TOKEN-01)."""

from typing import ClassVar

from kickdoor.core.ruleset import RuleSet
from kickdoor.modules.module import Module

FOOD: tuple[str, ...] = ("meat", "veggie", "drink", "dessert")


class FoodTokens(Module):
    name: ClassVar[str] = "food_tokens"
    counters: ClassVar[tuple[str, ...]] = FOOD

    def declare(self, rules: RuleSet) -> None:
        kinds = [rules.counter(name) for name in FOOD]
        rules.food.extend(kinds)
        rules.meals.append(kinds)
