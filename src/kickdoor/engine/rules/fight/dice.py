"""Rolling a die: the roll, the window for cards that change it, and its total."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import MonsterId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.prompts import Question
from kickdoor.engine.machine.runtime import DONE, GO, Frame, Matter, push_frame
from kickdoor.engine.rules.fight.strength import no_followers
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state.fields import FLAG, NUMBER, NUMBERS, PUBLIC, SEAT, USES, StateField
from kickdoor.engine.state.queries import ask_body, ask_seat, may_use
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.engine.state.triggers import queue_triggers

ESCAPES_ON: Final = 5
FACES: Final = 6


def run_bonus(s: State, seat: SeatNo, body: FightMonster) -> int:
    """Return the bonus to a run-away roll from the runner's cards (RUN-05) and from this monster (RUN-06)."""
    p = s.seats[seat]
    bonus = ask_seat(s, seat, nr.Q_RUN, 0)
    for card in p.play:
        d = s.cards[card]
        if d.kind == nr.FOLLOWER and no_followers(s, seat):
            continue
        if d.run and (d.kind != nr.ITEM or (card in p.equipped and may_use(s, p, card))):
            bonus += d.run
    if s.fight is not None:
        bonus += fight_run(s.fight, seat)
    theirs = ask_body(s, body, nr.Q_RUN, seat, s.rules.defs[body.definition].run)
    if theirs < 0 and ask_seat(s, seat, nr.Q_SURE_FOOTED, 0):
        theirs = 0
    return bonus + theirs


def fight_run(fight: Fight, seat: SeatNo) -> int:
    """Return the bonus to a player's run-away rolls from what has been played in this fight."""
    bonus = 0
    for i in range(0, len(fight.runs), 2):
        if fight.runs[i] in (-1, seat):
            bonus += fight.runs[i + 1]
    return bonus


def body_of(s: State, uid: MonsterId) -> FightMonster | None:
    if s.fight is not None:
        for body in s.fight.bodies:
            if body.uid == uid:
                return body
    return None


def escapes_on(s: State, seat: SeatNo, uid: MonsterId) -> int:
    """Return the number a player must reach to escape a monster: 5, unless the monster says otherwise (RUN-04)."""
    body = body_of(s, uid)
    return ESCAPES_ON if body is None else ask_body(s, body, nr.Q_ESCAPE_NUMBER, seat, ESCAPES_ON)


def is_escaped(fight: Fight, seat: SeatNo, uid: MonsterId) -> bool:
    """Return whether a player has escaped from a monster."""
    for i in range(0, len(fight.escaped), 2):
        if fight.escaped[i] == seat and fight.escaped[i + 1] == uid:
            return True
    return False


def pursues(s: State, seat: SeatNo, uid: MonsterId) -> bool:
    """Return whether a player must still roll against a monster (AMB-83)."""
    body = body_of(s, uid)
    fight = s.fight
    if body is None or fight is None or is_escaped(fight, seat, uid):
        return False
    return ask_body(s, body, nr.Q_NO_PURSUIT, seat, 0) == 0


def needs_no_roll(s: State, fight: Fight, seat: SeatNo, uid: MonsterId) -> bool:
    """Return whether a player leaves a monster behind without a roll."""
    return is_escaped(fight, seat, uid) or (not fight.pinned and not pursues(s, seat, uid))


def face_needed(s: State, seat: SeatNo, body: FightMonster) -> int:
    """Return the lowest face that gets a player away from a monster; more than 6 if none does.

    The runner's cards and the monster change the roll (RUN-05, RUN-06); what changes every roll counts too.
    """
    need = escapes_on(s, seat, body.uid) - run_bonus(s, seat, body)
    for face in range(1, FACES + 1):
        if ask_seat(s, seat, nr.Q_DIE, face) >= need:
            return face
    return max(FACES + 1, need - ask_seat(s, seat, nr.Q_DIE, 0))


class RollDie(Window):
    """A die roll in progress; the frame returns the total as the state's result."""

    KIND: ClassVar[str] = "roll_die"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *Window.FIELDS,
        StateField("seat", SEAT, PUBLIC, "The seat that rolled."),
        StateField("reason", NUMBER, PUBLIC, "0 for a card, 1 to run away, 2 for an order."),
        StateField("face", NUMBER, PUBLIC, "The face; 0 before the roll."),
        StateField("added", NUMBER, PUBLIC, "The amount added to the face."),
        StateField("body", NUMBER, PUBLIC, "The monster that is run away from; -1 for none."),
        StateField(
            "again", FLAG, PUBLIC, "Whether this repeats a roll: a card for the first one is too late (AMB-111)."
        ),
        StateField(
            "spent",
            USES,
            PUBLIC,
            "Keys of abilities limited per roll, once for each card paid (AMB-121).",
            optional=True,
        ),
    )

    def __init__(self, seat: SeatNo = 0, reason: int = nr.FOR_CARD, body: MonsterId = -1) -> None:
        super().__init__()
        self.seat = seat
        self.reason = reason
        self.body = body
        self.face = 0
        self.added = 0
        self.again = False
        self.spent: list[int] = []

    def step(self, s: State) -> int:
        if self.pc == 0:
            self.face = s.rng.die()
            rolled = s.emit(ev.DIE_ROLLED, self.seat, self.reason, self.face)
            if s.events is not None and self.reason == nr.FOR_ESCAPE:
                self.note_need(s, rolled)
            self.pc = 1
        outcome = self.wait(s)
        if outcome == DONE:
            s.result = self.total(s)
            queue_triggers(s, nr.E_ROLLED, self.seat, self.face)
        return outcome

    def note_need(self, s: State, rolled: ev.Event) -> None:
        """Note the monster of a roll to run away, and the face that gets away from it."""
        body = body_of(s, self.body)
        if body is not None:
            rolled.monster = self.body
            rolled.need = face_needed(s, self.seat, body)

    def total(self, s: State) -> int:
        """Return the face plus everything that is added to it."""
        total = ask_seat(s, self.seat, nr.Q_DIE, self.face + self.added)
        if self.reason == nr.FOR_ESCAPE:
            body = body_of(s, self.body)
            if body is not None:
                total += run_bonus(s, self.seat, body)
        return total

    def failing(self, s: State) -> bool:
        return self.reason == nr.FOR_ESCAPE and self.total(s) < escapes_on(s, self.seat, self.body)

    def settled(self, s: State) -> bool:
        # During the window the monster may have left, or a card may have let the runner escape.
        if self.reason != nr.FOR_ESCAPE or s.fight is None:
            return False
        return body_of(s, self.body) is None or is_escaped(s.fight, self.seat, self.body)

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.who = self.seat
        q.n = self.face
        q.m = self.total(s)
        q.need = escapes_on(s, self.seat, self.body)
        if self.body >= 0:
            q.form = "to_escape" if q.n == q.m else "modified"

    def matter(self) -> Matter | None:
        about = Matter(-1, self.seat, -1, self.body)
        about.face = self.face
        return about

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_DIE

    def moments(self, s: State, seat: SeatNo) -> int:
        # The first player is rolled for before the game, so no card is played on that roll.
        if self.pc == 0 or s.seats[seat].dead or s.phase == nr.SETUP:
            return 0
        m = nr.AFTER_ANY_ROLL
        if self.reason == nr.FOR_ESCAPE:
            m |= nr.AFTER_ANY_ESCAPE_ROLL
            if self.failing(s):
                m |= nr.AFTER_ANY_FAILED_ESCAPE
        if seat == self.seat:
            m |= nr.AFTER_MY_ROLL
            if self.reason == nr.FOR_ESCAPE:
                m |= nr.AFTER_MY_ESCAPE_ROLL
                if m & nr.AFTER_ANY_FAILED_ESCAPE:
                    m |= nr.AFTER_MY_FAILED_ESCAPE
        return m

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = RollDie()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.seat = self.seat
        c.reason = self.reason
        c.face = self.face
        c.added = self.added
        c.body = self.body
        c.again = self.again
        if self.spent:
            c.spent = self.spent[:]
        return c


def roll_in_progress(s: State) -> RollDie | None:
    """Find the roll in progress, below the card being played on it."""
    for frame in reversed(s.stack):
        if isinstance(frame, RollDie):
            return frame
    return None


END_OF_GROUP: Final = -1


class RollOff(Frame):
    """A series of rolls that orders seats, highest first; ties are rolled again among themselves (AMB-02, AMB-42).

    Seats come in groups, each ended by -1; a seat alone in a group need not roll. The frame returns the order as
    `picked`.
    """

    KIND: ClassVar[str] = "roll_off"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("queue", NUMBERS, PUBLIC, "Seats in groups, each ended by -1."),
        StateField("faces", NUMBERS, PUBLIC, "The faces that the seats of the first group have rolled so far."),
        StateField("order", NUMBERS, PUBLIC, "The seats whose place is settled."),
    )

    def __init__(self, queue: list[int] | None = None) -> None:
        super().__init__()
        self.queue: list[int] = [] if queue is None else queue
        self.faces: list[int] = []
        self.order: list[int] = []

    def step(self, s: State) -> int:
        if self.pc == 1:
            self.faces.append(s.result)
            self.pc = 0
        if not self.queue:
            s.picked = self.order
            return DONE
        group = self.queue[: self.queue.index(END_OF_GROUP)]
        if len(group) > 1 and len(self.faces) < len(group):
            self.pc = 1
            return push_frame(s, RollDie(group[len(self.faces)], nr.FOR_ORDER))
        rest = self.queue[len(group) + 1 :]
        if len(group) == 1:
            self.order.append(group[0])
        else:
            split: list[int] = []
            for face in sorted(set(self.faces), reverse=True):
                split.extend([group[i] for i in range(len(group)) if self.faces[i] == face])
                split.append(END_OF_GROUP)
            rest = split + rest
        self.queue = rest
        self.faces = []
        return GO

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = RollOff()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        if self.queue:
            c.queue = self.queue[:]
        if self.faces:
            c.faces = self.faces[:]
        if self.order:
            c.order = self.order[:]
        return c


def roll_for_card(s: State, seat: SeatNo) -> None:
    """Push a roll for a card; its frame returns the total as the state's result."""
    push_frame(s, RollDie(seat, nr.FOR_CARD))


def set_die(s: State, face: int) -> None:
    """Turn the die just rolled to a face."""
    roll = roll_in_progress(s)
    if roll is not None:
        before = roll.face
        roll.face = face
        s.emit(ev.DIE_SET, roll.seat, -1, face).changed(before, face)


def add_to_roll(s: State, n: int) -> None:
    """Add to the die just rolled."""
    roll = roll_in_progress(s)
    if roll is not None:
        roll.added += n


def roll_again(s: State) -> None:
    """Roll the die just rolled again; abilities limited to once per roll may be used again."""
    roll = roll_in_progress(s)
    if roll is not None:
        roll.spent = []
        roll.pc = 0
        roll.added = 0
        roll.again = True


def rolled_before(s: State) -> bool:
    """Return whether the roll in progress repeats an earlier one for the same purpose."""
    roll = roll_in_progress(s)
    return roll is not None and roll.again


def rolled_against(s: State) -> int:
    """Return the monster that the roll in progress is against; -1 for none."""
    roll = roll_in_progress(s)
    return -1 if roll is None else roll.body


def roller(s: State) -> int:
    """Return the seat that made the roll in progress; -1 for none."""
    roll = roll_in_progress(s)
    return -1 if roll is None else roll.seat
