"""The rules behind a card's own text, cited where an action is refused because of that text."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId
from kickdoor.engine.state.state import State

ABILITIES: Final = ["CHAR-26", "CONFLICT-01"]
BEFORE_FIGHT: Final = ["COMBAT-32", "COMBAT-12", "COMBAT-13", "AMB-107", "CONFLICT-01"]
"""The rules for choices that a monster offers before it is fought, or instead."""
BAD_STUFF: Final = ["RUN-07", "MONSTER-11", "AMB-73", "CONFLICT-01"]
TREASURES: Final = ["TREASURE-12", "TREASURE-07", "CONFLICT-01"]
OTHERS: Final = ["CONFLICT-01"]
GROUNDS: Final = {
    nr.MONSTER: BAD_STUFF,
    nr.CURSE: ["CURSE-09", "CURSE-04", "AMB-36", "CONFLICT-01"],
    nr.ENHANCER: ["ENHANCER-01", "CONFLICT-01"],
    nr.CLASS: ABILITIES,
    nr.RACE: ABILITIES,
    nr.CHEAT: ["AMB-24", "CONFLICT-01"],
    nr.ITEM: TREASURES,
    nr.ONESHOT: TREASURES,
    nr.GOUP: TREASURES,
    nr.OTHER_TREASURE: TREASURES,
    nr.FOLLOWER: ["SIDEKICK-06", "CONFLICT-01"],
}

POWERS: Final = {
    nr.MONSTER: ["COMBAT-15", "MULTI-03", "CONFLICT-01", "CHAR-26"],
    nr.ITEM: [*GROUNDS[nr.ITEM], "CHAR-26"],
    nr.FOLLOWER: [*GROUNDS[nr.FOLLOWER], "CHAR-26"],
}
"""The rules for powers that belong neither to a Class nor to a Race; as with those, their timing is on the card."""


def card_grounds(s: State, card: CardId) -> list[str]:
    """Return the rules for a card; a monster's ability has no card of its own."""
    return GROUNDS.get(nr.MONSTER if card < 0 else s.cards[card].kind, OTHERS)
