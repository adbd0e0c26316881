"""A rule module: what a concept used by some sets adds to the common game."""

from typing import ClassVar

from kickdoor.core.cards import CardDef
from kickdoor.core.ruleset import RuleSet


class Module:
    """Sets switch it on by naming it under `uses`."""

    name: ClassVar[str] = ""
    tags: ClassVar[tuple[str, ...]] = ()
    """Tags that card files may then use."""
    traits: ClassVar[tuple[str, ...]] = ()
    """Traits that card files may then use."""
    counters: ClassVar[tuple[str, ...]] = ()
    """Kinds of token that card files may then use."""

    def declare(self, rules: RuleSet) -> None:
        """Registers what the concept needs before any card is read."""

    def complete(self, rules: RuleSet, d: CardDef) -> None:
        """Adds to a card what the concept gives it."""
