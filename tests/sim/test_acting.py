"""What counts as an act of a curse, and of what keeps one off."""

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.load import load_catalog
from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.events import EVERYONE, Event
from kickdoor.sim.acting import LANDED, SHIELDED, Acting
from kickdoor.sim.policy import deal

LAND, FIZZLE, CANCEL, DOOR = ev.CURSE_LANDED, ev.CURSE_NO_EFFECT, ev.CURSE_CANCELLED, ev.DOOR_KICKED


@pytest.mark.parametrize(
    ("kinds", "landed", "shielded"),
    [
        ([DOOR, LAND], True, False),
        ([DOOR, LAND, FIZZLE], False, False),
        ([DOOR, FIZZLE], False, True),
        ([CANCEL, LAND], True, False),
        ([DOOR, LAND, DOOR, FIZZLE], True, True),
    ],
)
def test_a_curse_acts_if_it_lands_and_finds_something(kinds: list[int], landed: bool, shielded: bool) -> None:
    s = deal(load_catalog(list(default_sets())), 3, "acting")
    shields = [any(m.query == w.Q_DOOR_CURSE_SHIELD for m in d.modifiers) for d in s.cards]
    shield = shields.index(True)
    curse = next(i for i, d in enumerate(s.cards) if d.kind == w.CURSE)
    s.seats[0].play.append(shield)
    s.seats[0].equipped.append(shield)
    acting = Acting(s)
    acting.watch([Event(kind, 0, -1, 0, [curse], [s.cards[curse].index], EVERYONE) for kind in kinds])
    found = acting.result()
    assert (LANDED in found.get(s.cards[curse].key, [])) is landed
    assert (SHIELDED in found.get(s.cards[shield].key, [])) is shielded
