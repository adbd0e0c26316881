"""The frame that runs a card's program, one op after the other."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.rule_citations import BEFORE_FIGHT, card_grounds
from kickdoor.engine.ids import CardId, MonsterId, ProgramId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.prompts import Question
from kickdoor.engine.machine.runtime import DONE, GO, Frame, Matter
from kickdoor.engine.state.fields import CARD, FLAG, INDEX, NUMBER, NUMBERS, PROGRAM, PUBLIC, SEAT, StateField
from kickdoor.engine.state.state import State


class Resolve(Frame):
    """A card's program in progress. Its position is data, so a card may prompt and wait anywhere."""

    KIND: ClassVar[str] = "resolve"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("program", PROGRAM, PUBLIC, "The name of the program."),
        StateField("op", INDEX, PUBLIC, "The index of the current op."),
        StateField("part", NUMBER, PUBLIC, "The progress within the current op, which runs again after each prompt."),
        StateField("card", CARD, PUBLIC, "The card; -1 for none."),
        StateField("player", SEAT, PUBLIC, "The seat that plays the card or uses the ability; 'you' of most cards."),
        StateField("victim", SEAT, PUBLIC, "The seat that the effect applies to."),
        StateField("body", NUMBER, PUBLIC, "The monster that the effect is about."),
        StateField("target", NUMBER, PUBLIC, "The card that the effect is aimed at."),
        StateField("n", NUMBER, PUBLIC, "The number of cards paid for the effect, or the face of a die."),
        StateField("found", FLAG, PUBLIC, "Whether the last op had anything to do."),
        StateField("acted", FLAG, PUBLIC, "Whether any op had anything to do."),
        StateField("memo", NUMBERS, PUBLIC, "The data that the current op has to remember."),
    )

    def __init__(
        self, program: ProgramId = 0, card: CardId = -1, player: SeatNo = -1, victim: SeatNo = -1, body: MonsterId = -1
    ) -> None:
        super().__init__()
        self.program = program
        self.op = 0
        self.part = 0
        self.card = card
        self.player = player
        self.victim = victim
        self.body = body
        self.target = -1
        self.n = 0
        self.found = True
        self.acted = False
        self.memo: list[int] = []

    def subject(self, s: State) -> str:
        return s.rules.programs[self.program].name

    def credit(self, s: State, event: ev.Event) -> bool:
        # A program that has not begun is on top of the one that pushed it.
        if self.card < 0 or not self.acted:
            return False
        event.cause = s.cards[self.card].index
        event.source = self.player
        # A Mate resolves the texts of its twin.
        for body in s.fight.bodies if s.fight is not None else []:
            if body.uid == self.body and body.card == self.card:
                event.cause = body.definition
        return True

    def choice_rules(self, s: State) -> list[str]:
        if self.card >= 0 and self.program in (s.cards[self.card].on_reveal, s.cards[self.card].on_spare):
            return BEFORE_FIGHT
        return card_grounds(s, self.card)

    def ask_choice(self, s: State, choice: Frame, cards: list[int], q: Question) -> None:
        if self.card < 0:
            return
        seat = choice.choosing_seat()
        purpose = choice.purpose(s, seat)
        q.card = self.card
        q.form = "card"
        if purpose == nr.ASK_YES_OR_NO:
            q.program = self.program
            q.op = self.op
        elif purpose == nr.ASK_LOSE and self.victim == seat:
            if s.cards[self.card].on_land == self.program and self.player not in (seat, -1):
                q.who = self.player
                q.form = "cursed"
        elif purpose == nr.ASK_LOSE and self.victim >= 0 and [c for c in cards if c in s.seats[self.victim].play]:
            q.who = self.victim
            q.form = "other"

    def draws_in_turn(self, seat: SeatNo) -> tuple[int, int]:
        drawers = self.memo[::2]
        return drawers[: self.part].count(seat), drawers.count(seat)

    def matter(self) -> Matter | None:
        return Matter(self.card, self.player, self.victim)

    def hand_chosen_from(self, chooser: SeatNo) -> SeatNo:
        return self.victim

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

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Resolve()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.program = self.program
        c.op = self.op
        c.part = self.part
        c.card = self.card
        c.player = self.player
        c.victim = self.victim
        c.body = self.body
        c.target = self.target
        c.n = self.n
        c.found = self.found
        c.acted = self.acted
        if self.memo:
            c.memo = self.memo[:]
        return c


def programs_running(s: State) -> list[Resolve]:
    """List the programs in progress, the innermost last."""
    return [frame for frame in s.stack if isinstance(frame, Resolve)]


def program_asking(s: State) -> Resolve | None:
    """Return the program that has asked for the current prompt, if a program has."""
    below = s.stack[-2] if len(s.stack) > 1 else None
    return below if isinstance(below, Resolve) else None
