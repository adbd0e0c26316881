"""The op for delayed effects, which do not need a card in play."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Modifier, Op, Quantity
from kickdoor.engine.cards.field_specs import QUANTITY, WHO, WORD, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import VICTIM, seats_of
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.rules.fight.dice import body_of
from kickdoor.engine.state.state import State


class Aftermath(Op):
    DOC: ClassVar[str] = (
        "A value changes for a player later: in their next combat, on a next turn, or until they have won a fight."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("query", WORD, "the value that changes", None, nr.QUERY_DOCS),
        Field("add", QUANTITY, "the amount that is added", 1),
        Field("until", WORD, "when, and for how long", None, {word: nr.UNTIL_DOCS[word] for word in nr.UNTIL[1:]}),
        Field("who", WHO, "for whom", VICTIM),
    ]

    def __init__(self) -> None:
        self.query = nr.QUERIES[0]
        self.add: Quantity = Plain(1)
        self.until = nr.UNTIL[nr.UNTIL_NEXT_COMBAT]
        self.who = VICTIM
        self.modifier: Modifier | None = None

    def run(self, s: State, fx: Resolve) -> bool:
        if self.modifier is not None:
            # Without a fight there is no end of a fight to wait for.
            waits = self.modifier.until != nr.UNTIL_WON and not (
                self.modifier.until == nr.UNTIL_NEXT_COMBAT and s.fight is None
            )
            for seat in seats_of(s, fx, self.who):
                s.seats[seat].after.extend([self.modifier.index, 0 if waits else 1])
                s.seats[seat].stale = True
                body = body_of(s, fx.body)
                if body is not None and body.card == fx.card:
                    s.emit_monster(ev.AFTERMATH, seat, -1, 0, body)
                else:
                    s.emit(ev.AFTERMATH, seat, -1, 0, fx.card)
        return True

    def text(self) -> Message:
        who = Message("who." + self.who)
        change = Message("aftermath." + self.query, {"n": self.add.text(), "who": who})
        return Message("op.aftermath_" + self.until, {"change": change, "who": who})
