"""Undead: any of them in hand may join a fight in which there is another (MULTI-07 to MULTI-09)."""

from typing import ClassVar

from kickdoor.core import words as w
from kickdoor.core.cards import CardDef, Play
from kickdoor.core.ruleset import RuleSet
from kickdoor.modules.module import Module


class Undead(Module):
    name: ClassVar[str] = "undead"
    tags: ClassVar[tuple[str, ...]] = ("undead",)

    def complete(self, rules: RuleSet, d: CardDef) -> None:
        tag = rules.tag_bit("undead")
        if d.kind == w.MONSTER and d.tags & tag:
            join = Play(len(d.plays), w.V_JOIN, w.IN_FIGHT)
            join.aim_tag = tag
            d.plays.append(join)
        elif d.kind == w.ENHANCER and d.gives & tag:
            # Played with a monster from hand, it brings that monster in as one of them (MULTI-08)
            join = Play(len(d.plays), w.V_JOIN, w.IN_FIGHT)
            join.aim_tag = tag
            join.needs_second = True
            d.plays.append(join)
