"""Ops about dice and escaping."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op, Quantity
from kickdoor.engine.cards.field_specs import BOOL, QUANTITY, WHO, WORD, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import VICTIM, seats_of
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.fight.dice import add_to_roll, roll_again, roll_for_card, rolled_against, set_die
from kickdoor.engine.rules.fight.run_away import has_rolled, let_escape, runs_from, undo_escape
from kickdoor.engine.state.state import State

NOTHING_TO_FLEE = Reason("nothing_to_flee", ["RUN-07", "RUN-11", "TREASURE-12"])
FACES = [1, 2, 3, 4, 5, 6]
FROM = {
    "target": "The monster that the effect is about.",
    "rolled": "The monster just rolled against.",
    "choice": "A monster of the player's choice.",
    "all": "All monsters of the fight.",
}


class Roll(Op):
    DOC: ClassVar[str] = "A player rolls a die; the ops after this one read the face."
    FIELDS: ClassVar[list[Field]] = [Field("who", WHO, "who rolls", VICTIM)]

    def __init__(self) -> None:
        self.who = VICTIM

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(seats_of(s, fx, self.who)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            roll_for_card(s, seats_of(s, fx, self.who)[0])
            return False
        fx.n = s.result
        return True

    def text(self) -> Message:
        return Message("op.roll", {"who": Message("who." + self.who)})


class SetDie(Op):
    DOC: ClassVar[str] = "The player turns the die just rolled to a face of their choice."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_CHOICE, nr.A_NUMBER, FACES))
            return False
        set_die(s, s.picked[0])
        return True

    def text(self) -> Message:
        return Message("op.set_die")


class AddToRoll(Op):
    DOC: ClassVar[str] = "An amount is added to the die just rolled."
    FIELDS: ClassVar[list[Field]] = [Field("n", QUANTITY, "how much")]

    def __init__(self) -> None:
        self.n: Quantity = Plain(0)

    def run(self, s: State, fx: Resolve) -> bool:
        add_to_roll(s, self.n.value(s, fx.player, fx.body, fx.n))
        return True

    def text(self) -> Message:
        return Message("op.add_to_roll", {"n": self.n.text()})


class RollAgain(Op):
    DOC: ClassVar[str] = "The die just rolled is rolled again."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        roll_again(s)
        return True

    def text(self) -> Message:
        return Message("op.roll_again")


class Escape(Op):
    DOC: ClassVar[str] = (
        "A player escapes without a roll: from the monster aimed at, the one just rolled against, or all."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("from", WORD, "which monsters", "target", FROM),
        Field("who", WHO, "who escapes", VICTIM),
        Field("before_rolling", BOOL, "only while none of them has rolled to run away", False),
    ]

    def __init__(self) -> None:
        self.from_ = "target"
        self.who = VICTIM
        self.before_rolling = False

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.fugitives(s, fx)) > 0

    def fugitives(self, s: State, fx: Resolve) -> list[int]:
        """List the players who would escape; none after the first roll where it must come before rolling (AMB-50)."""
        seats = seats_of(s, fx, self.who)
        if self.before_rolling and [seat for seat in seats if has_rolled(s, seat)]:
            return []
        return seats

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return NOTHING_TO_FLEE if self.from_ == "choice" and not runs_from(s, victim) else None

    def run(self, s: State, fx: Resolve) -> bool:
        body = fx.body
        if self.from_ == "choice":
            if fx.part == 0:
                push_frame(s, ChoiceFrame(fx.player, nr.ASK_CHOICE, nr.A_MONSTER, runs_from(s, fx.victim)))
                return False
            body = s.picked[0]
        if self.from_ == "rolled":
            body = rolled_against(s)
        for seat in self.fugitives(s, fx):
            let_escape(s, seat, -1 if self.from_ == "all" else body)
        return True

    def text(self) -> Message:
        return Message(
            "op.escape_" + self.from_, {"who": Message("who." + self.who), "monster": Message("who.monster")}
        )


class ForceCatch(Op):
    DOC: ClassVar[str] = "All fighters are caught by all monsters without a roll; only a sacrifice still saves."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None:
            s.fight.pinned = True
        return True

    def text(self) -> Message:
        return Message("op.force_catch")


class UndoEscape(Op):
    DOC: ClassVar[str] = "The escape just made must be rolled for again."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        undo_escape(s)
        return True

    def text(self) -> Message:
        return Message("op.undo_escape")
