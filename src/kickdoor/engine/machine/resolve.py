"""The frame that runs a card's program, one op after the other."""

from typing import ClassVar

from kickdoor.engine.cards.rule_citations import BEFORE_FIGHT, card_grounds
from kickdoor.engine.ids import CardId, MonsterId, ProgramId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.runtime import DONE, GO, Frame
from kickdoor.engine.state.state import State


class Resolve(Frame):
    """A card's program in progress. Its position is data, so a card may prompt and wait anywhere."""

    KIND: ClassVar[str] = "resolve"
    FIELDS: ClassVar[tuple[str, ...]] = (
        "program", "op", "part", "card", "player", "victim", "body", "target", "n", "found", "acted", "memo",
    )  # fmt: skip

    def __init__(
        self, program: ProgramId = 0, card: CardId = -1, player: SeatNo = -1, victim: SeatNo = -1, body: MonsterId = -1
    ) -> None:
        super().__init__()
        self.program = program
        self.op = 0
        self.part = 0
        """Progress within the current op, which runs again after each of its prompts."""
        self.card = card
        self.player = player
        """The seat that plays the card or uses the ability; "you" of most cards in hand."""
        self.victim = victim
        """The seat that the effect applies to."""
        self.body = body
        """The monster that the effect is about."""
        self.target = -1
        """The card that the effect is aimed at."""
        self.n = 0
        """The number of cards paid, or the face of a die."""
        self.found = True
        """Whether the last op had anything to do."""
        self.acted = False
        """Whether any op had anything to do."""
        self.memo: list[int] = []

    def subject(self, s: State) -> str:
        return s.rules.programs[self.program].name

    def choice_rules(self, s: State) -> list[str]:
        if self.card >= 0 and self.program in (s.cards[self.card].on_reveal, s.cards[self.card].on_spare):
            return BEFORE_FIGHT
        return card_grounds(s, self.card)

    def step(self, s: State) -> int:
        ops = s.rules.programs[self.program].ops
        if self.op >= len(ops) or s.winners:
            if not self.acted and self.card >= 0 and s.cards[self.card].on_land == self.program:
                # A curse that finds nothing to take is ignored (CURSE-10)
                s.emit(ev.CURSE_NO_EFFECT, self.victim, -1, 0, self.card)
            return DONE
        op = ops[self.op]
        if self.part == 0:
            if (op.instead and self.found) or (op.then and not self.found):
                self.op += 1
                return GO
            guarded = op.when is not None and not op.when.holds(s, self.victim, self.body, self.n)
            if guarded or not op.possible(s, self):
                self.found = False
                self.op += 1
                return GO
            self.found = True
            self.acted = True
        if op.run(s, self):
            self.op += 1
            self.part = 0
            self.memo = []
        else:
            self.part += 1
        return GO

    def copy(self) -> Frame:
        c = Resolve(self.program, self.card, self.player, self.victim, self.body)
        c.stamp(self)
        c.op = self.op
        c.part = self.part
        c.target = self.target
        c.n = self.n
        c.found = self.found
        c.acted = self.acted
        c.memo = self.memo[:]
        return c
