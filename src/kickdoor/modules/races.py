"""Races: who has no Race card is human (CHAR-39)."""

from typing import ClassVar

from kickdoor.core.ruleset import RuleSet
from kickdoor.modules.module import Module


class Races(Module):
    name: ClassVar[str] = "races"
    traits: ClassVar[tuple[str, ...]] = ("human",)

    def declare(self, rules: RuleSet) -> None:
        rules.human = rules.trait_bit("human")
