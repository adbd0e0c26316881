"""The instruction for what follows later, without a card that lies there."""

from typing import ClassVar

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.cards import Modifier, Msg, Op, Quantity
from kickdoor.core.fields import QUANTITY, WHO, WORD, Field
from kickdoor.core.resolve import Resolve
from kickdoor.core.state import State
from kickdoor.effects.quantities import Plain
from kickdoor.effects.selectors import VICTIM, seats_of


class Aftermath(Op):
    """Changes something for somebody later on: in his next combat, on his next turn, until he has won a fight."""

    FIELDS: ClassVar[list[Field]] = [
        Field("query", WORD, "what is changed", None, w.QUERIES),
        Field("add", QUANTITY, "how much is added", 1),
        Field("until", WORD, "when, and for how long", None, w.UNTIL[1:]),
        Field("who", WHO, "for whom", VICTIM),
    ]

    def __init__(self) -> None:
        self.query = w.QUERIES[0]
        self.add: Quantity = Plain(1)
        self.until = w.UNTIL[w.UNTIL_NEXT_COMBAT]
        self.who = VICTIM
        self.modifier: Modifier | None = None

    def run(self, s: State, fx: Resolve) -> bool:
        if self.modifier is not None:
            # Without a fight there is none to wait the end of
            waits = self.modifier.until != w.UNTIL_WON and not (
                self.modifier.until == w.UNTIL_NEXT_COMBAT and s.fight is None
            )
            for seat in seats_of(s, fx, self.who):
                s.seats[seat].after.extend([self.modifier.index, 0 if waits else 1])
                s.seats[seat].stale = True
                s.tell(ev.AFTERMATH, seat, -1, 0, fx.card)
        return True

    def text(self) -> Msg:
        change = Msg("aftermath." + self.query, {"n": self.add.text()})
        return Msg("op.aftermath_" + self.until, {"change": change, "who": Msg("who." + self.who)})
