"""The reasons against a card at the wrong time: each kind of play has its own."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.rule_citations import POWERS
from kickdoor.engine.ids import CardId
from kickdoor.engine.machine.prompts import Reason
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.rules.turn.timings import TimingReasons
from kickdoor.engine.state.state import State

CLASS_VERBS = (nr.V_CLASS, nr.V_RACE, nr.V_SECOND_CLASS, nr.V_SECOND_RACE)
FOR_ITEM: Final = TimingReasons(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT)
FOR_CLASS: Final = TimingReasons(no.CLASS_NOT_YOUR_TURN, no.CLASS_NOT_YOUR_TURN, no.NO_FIGHT)
FOR_RIDER: Final = TimingReasons(no.ATTACH_NOT_YOUR_TURN, no.ATTACH_IN_COMBAT, no.NO_FIGHT)
FOR_ABILITY: Final = TimingReasons(
    no.ABILITY_NOT_NOW, no.ABILITY_IN_COMBAT, no.NO_FIGHT_FOR_POWER, no.NOT_COMBATANT_POWER
)
FOR_JOINING: Final = TimingReasons(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT_TO_JOIN)
FOR_ONESHOT: Final = TimingReasons(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT_FOR_ONESHOT)
FOR_ENHANCER: Final = TimingReasons(no.ITEM_NOT_YOUR_TURN, no.ITEM_IN_COMBAT, no.NO_FIGHT_FOR_ENHANCER)


def for_power(grounds: list[str]) -> TimingReasons:
    """Return the reasons for a power that is not of a Class or Race, with the rules for that kind of card."""
    return TimingReasons(
        Reason(no.ABILITY_NOT_NOW.code, grounds),
        Reason(no.ABILITY_IN_COMBAT.code, grounds),
        Reason(no.NO_FIGHT.code, [*no.NO_FIGHT.rules, *grounds]),
        Reason(no.NOT_COMBATANT.code, ["AMB-10", *grounds]),
    )


FOR_POWERS: Final = {kind: for_power(grounds) for kind, grounds in POWERS.items()}
SPENT_POWERS: Final = {kind: Reason(no.USED_UP.code, [*grounds, "AMB-105"]) for kind, grounds in POWERS.items()}


def power_kind(s: State, card: CardId) -> int:
    """Return the kind of card that has a power; a monster's power has no card of its own."""
    return nr.MONSTER if card < 0 else s.cards[card].kind


def used_up(s: State, use: Use) -> Reason:
    """Return the reason why a use cannot be repeated."""
    reason = SPENT_POWERS.get(power_kind(s, use.card), no.USED_UP)
    if use.play.limit in (nr.ONCE_A_ROLL, nr.CARDS_A_ROLL):
        return Reason(reason.code, [*reason.rules, "AMB-121"])
    return reason


def untimely(s: State, use: Use) -> TimingReasons:
    """Return the reasons that apply when a play comes at the wrong time."""
    play = use.play
    if play.verb in CLASS_VERBS:
        return FOR_CLASS
    if play.verb == nr.V_ATTACH:
        return FOR_RIDER
    if play.verb == nr.V_ABILITY:
        return FOR_POWERS.get(power_kind(s, use.card), FOR_ABILITY)
    if play.needs_second or play.verb == nr.V_JOIN:
        return FOR_JOINING
    if play.verb == nr.V_SIDE_BONUS:
        return FOR_ONESHOT
    return FOR_ENHANCER if play.aim == nr.A_MONSTER else FOR_ITEM
