"""Tests which lines count against a single Half-Breed or Super Munchkin (CHAR-46, CHAR-47, CHAR-51)."""

from collections.abc import Iterator

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Condition
from kickdoor.engine.effects.conditions import All, Anyone, HasTrait

HELD_AGAINST = {
    "Squidzilla: no_pursuit",
    "Squidzilla: each_strength",
    "deluxe/tongue_demon:bad_stuff",
    "deluxe/stoned_golem:on_reveal",
}
"""All other lines are to the advantage of who has the trait, or of who has it not."""


def conditions_on_traits(condition: Condition | None) -> Iterator[HasTrait]:
    if isinstance(condition, HasTrait):
        yield condition
    elif isinstance(condition, All):
        for part in condition.parts:
            yield from conditions_on_traits(part)
    elif isinstance(condition, Anyone):
        yield from conditions_on_traits(condition.inner)


def test_only_disadvantages_are_held_against_a_single_trait() -> None:
    rules = load_catalog(["deluxe", "star", "steampunk", "cooks"])
    lines = [(f"{d.name}: {nr.QUERIES[m.query]}", m.when) for d in rules.defs for m in d.modifiers]
    lines += [(d.name, play.when) for d in rules.defs for play in d.plays + d.abilities]
    lines += [(program.name, op.when) for program in rules.programs for op in program.ops]
    found = [(name, condition.hurts) for name, when in lines for condition in conditions_on_traits(when)]
    assert len(found) > 15
    assert {name for name, hurts in found if hurts} == HELD_AGAINST
