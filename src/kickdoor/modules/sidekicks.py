"""Sidekicks: one in play, discarded at will, given up instead of rolling; Hirelings are the same (COMBINE-03)."""

from typing import ClassVar

from kickdoor.core import words as w
from kickdoor.core.cards import CardDef
from kickdoor.core.ruleset import RuleSet
from kickdoor.modules.module import Module


class Sidekicks(Module):
    name: ClassVar[str] = "sidekicks"

    def declare(self, rules: RuleSet) -> None:
        rules.sidekicks = True

    def complete(self, rules: RuleSet, d: CardDef) -> None:
        if d.kind == w.FOLLOWER:
            d.sacrifice = True
