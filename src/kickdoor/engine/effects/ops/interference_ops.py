"""Ops that interfere: stopping one-shots, changing escapes, freezing fights, adding monsters."""

from typing import ClassVar

from kickdoor.engine.cards.definitions import Message, Op, Quantity
from kickdoor.engine.cards.field_specs import BOOL, INT, QUANTITY, WORD, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine.places import HAND
from kickdoor.engine.machine.prompts import Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.rules.fight.participants import add_mate, add_monster, commit, drop_helper
from kickdoor.engine.rules.fight.rewards import take_reward
from kickdoor.engine.rules.plays.execution import cancel_oneshot, oneshot_in_fight
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import detach, leave_hand

TARGET = "target"
MUNCHKINS = "munchkins"
NOT_IN_FIGHT = Reason("not_in_fight", ["CHAR-26", "CONFLICT-01"])


def stay_in_fight(s: State, fx: Resolve) -> None:
    """Leave the card in the fight if it is played into one."""
    if s.fight is not None and fx.card in s.aside:
        commit(s, s.fight, fx.card)


class CancelOneshot(Op):
    DOC: ClassVar[str] = "The one-shot just played is stopped and discarded without effect."
    FIELDS: ClassVar[list[Field]] = [Field("in_fight", BOOL, "only one that was played into a fight", False)]

    def __init__(self) -> None:
        self.in_fight = False

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return NOT_IN_FIGHT if self.in_fight and not oneshot_in_fight(s) else None

    def run(self, s: State, fx: Resolve) -> bool:
        cancel_oneshot(s)
        return True

    def text(self) -> Message:
        return Message("op.cancel_oneshot")


ROLLS = {TARGET: "The rolls of the player aimed at.", MUNCHKINS: "The rolls of all players."}


class RunBonus(Op):
    DOC: ClassVar[str] = "The rolls to run away of one player, or of all, change in this fight."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how much"),
        Field("to", WORD, "whose rolls", TARGET, ROLLS),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(0)
        self.to = TARGET

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None:
            seat = fx.victim if self.to == TARGET else -1
            s.fight.runs.extend([seat, self.n.value(s, fx.victim, fx.body, fx.n)])
            stay_in_fight(s, fx)
        return True

    def text(self) -> Message:
        return Message("op.run_bonus_" + self.to, {"n": self.n.text(), "who": Message("who.victim")})


class FreezeFight(Op):
    DOC: ClassVar[str] = "From now on, no cards can be played into the fight and no abilities used in it."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None:
            s.fight.frozen = True
            stay_in_fight(s, fx)
        return True

    def text(self) -> Message:
        return Message("op.freeze_fight")


class JoinFight(Op):
    DOC: ClassVar[str] = "The monster from hand that was played with the card joins the fight."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None and fx.target in s.seats[fx.player].hand:
            leave_hand(s, fx.player, fx.target)
            stay_in_fight(s, fx)
            add_monster(s, s.fight, fx.target, HAND | fx.player)
        return True

    def text(self) -> Message:
        return Message("op.join_fight")


class AddTwin(Op):
    DOC: ClassVar[str] = "A second monster just like the one aimed at joins the fight, represented by the card."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None and fx.card in s.aside and [b for b in s.fight.bodies if b.uid == fx.body]:
            # As a monster the card is no longer an Item. What improved it waits for the end of the fight.
            for card in [fx.card, *detach(s, fx.card)]:
                s.aside.remove(card)
                if card != fx.card:
                    s.fight.played.append(card)
            add_mate(s, s.fight, fx.body, fx.card)
        return True

    def text(self) -> Message:
        return Message("op.add_twin", {"monster": Message("who.monster")})


class LeaveFight(Op):
    DOC: ClassVar[str] = "The helper leaves the fight: no roll, no Bad Stuff, and no share."
    FIELDS: ClassVar[list[Field]] = []

    def possible(self, s: State, fx: Resolve) -> bool:
        return s.fight is not None and s.fight.helper >= 0

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None:
            drop_helper(s, s.fight)
        return True

    def text(self) -> Message:
        return Message("op.leave_fight")


class TakeReward(Op):
    DOC: ClassVar[str] = "The player draws Treasures of another player's reward in their place, face-down."
    FIELDS: ClassVar[list[Field]] = [Field("n", INT, "how many", 1, least=1)]

    def __init__(self) -> None:
        self.n = 1

    def run(self, s: State, fx: Resolve) -> bool:
        take_reward(s, fx.player, self.n)
        return True

    def text(self) -> Message:
        return Message("op.take_reward", {"n": self.n})
