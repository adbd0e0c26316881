"""Why a card comes at the wrong moment: each kind of play has reasons of its own for that."""

from typing import Final

from kickdoor.engine import numbers as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.turn.moments import Untimely

CLASS_VERBS = (nr.V_CLASS, nr.V_RACE, nr.V_SECOND_CLASS, nr.V_SECOND_RACE)
FOR_ITEM: Final = Untimely(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT)
FOR_CLASS: Final = Untimely(no.CLASS_NOT_YOUR_TURN, no.CLASS_NOT_YOUR_TURN, no.NO_FIGHT)
FOR_RIDER: Final = Untimely(no.ATTACH_NOT_YOUR_TURN, no.ATTACH_IN_COMBAT, no.NO_FIGHT)
FOR_ABILITY: Final = Untimely(no.ABILITY_NOT_NOW, no.ABILITY_IN_COMBAT, no.NO_FIGHT_FOR_POWER)
FOR_JOINING: Final = Untimely(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT_TO_JOIN)
FOR_ONESHOT: Final = Untimely(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT_FOR_ONESHOT)
FOR_ENHANCER: Final = Untimely(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT_FOR_ENHANCER)


def untimely(play: Play) -> Untimely:
    """Gives the reasons for which a play may come at the wrong moment."""
    if play.verb in CLASS_VERBS:
        return FOR_CLASS
    if play.verb == nr.V_ATTACH:
        return FOR_RIDER
    if play.verb == nr.V_ABILITY:
        return FOR_ABILITY
    if play.needs_second or play.verb == nr.V_JOIN:
        return FOR_JOINING
    if play.verb == nr.V_SIDE_BONUS:
        return FOR_ONESHOT
    return FOR_ENHANCER if play.aim == nr.A_BODY else FOR_ITEM
