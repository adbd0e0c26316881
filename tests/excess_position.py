"""A position in which a player has too many Big Items and is prompted for the excess."""

from kickdoor.engine.rules.items.excess import ExcessChoice
from kickdoor.engine.state.state import State
from kickdoor.scenario import set_up

TEXT = """
scenario: Somebody is a Dwarf no more
sets: [deluxe]
open: true
players:
  Aric: {race: Dwarf, carried: [Tuba of Charm, Mithril Armor, Eleven-Foot Pole]}
  Suzan: {}
  Guy: {}
steps:
  - Aric: {discard: Dwarf}
"""


def overflow() -> tuple[State, ExcessChoice]:
    """Set it up; gives the question too."""
    s = set_up(TEXT).state
    frame = s.stack[-1]
    assert isinstance(frame, ExcessChoice)
    return s, frame
