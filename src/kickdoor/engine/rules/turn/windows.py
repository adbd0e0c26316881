"""Windows: all seats that could respond by public knowledge are prompted at once, until all pass (AMB-06 to AMB-08)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import OptionCode, SeatNo
from kickdoor.engine.machine.prompts import PASS, Question, Verdict, act_of
from kickdoor.engine.machine.runtime import DONE, WAIT, Frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.game_winning import could_win_game, must_see_to_helper
from kickdoor.engine.rules.fight.help_eligibility import may_bargain
from kickdoor.engine.rules.fight.strength import is_winning, totals
from kickdoor.engine.rules.turn.charity import expire_fresh_on_pass
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.state.fields import FLAG, NUMBER, PUBLIC, SEAT, StateField
from kickdoor.engine.state.state import State


class Window(Frame):
    """A reaction window. It restarts after every action and closes when all seats have passed."""

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("passed", NUMBER, PUBLIC, "Mask of the seats that have passed."),
        StateField("seen", NUMBER, PUBLIC, "The number of actions when the window was last restarted."),
    )

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0
        self.seen = -1

    WINDOW: ClassVar[bool] = True

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)

    def settled(self, s: State) -> bool:
        """Return whether the window no longer has a purpose."""
        return False

    def wait(self, s: State) -> int:
        """Wait for the seats still prompted; done when all have passed since the last change."""
        if self.seen < 0:
            self.seen = s.acts
        elif s.acts != self.seen:
            self.seen = s.acts
            self.passed = 0
            self.round += 1
        if self.settled(s):
            return DONE
        return WAIT if self.prompted_seats(s) else DONE

    def step(self, s: State) -> int:
        return self.wait(s)

    def prompted_seats(self, s: State) -> int:
        mask = 0
        for p in s.seats:
            if not self.passed >> p.index & 1 and not p.dead and self.could_answer(s, p.index):
                mask |= 1 << p.index
        return mask

    def could_answer(self, s: State, seat: SeatNo) -> bool:
        """Return whether a seat could respond by public knowledge, so that the wait does not reveal its hand."""
        moments = self.moments(s, seat)
        p = s.seats[seat]
        if p.hand and moments & s.rules.answers_to:
            return True
        for card in p.play:
            if s.cards[card].table_moments & moments:
                return True
        fight = s.fight
        if fight is not None and (fight.main == seat or fight.helper == seat):
            for body in fight.bodies:
                for ability in s.rules.defs[body.definition].abilities:
                    if ability.moments & moments:
                        return True
        return False

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_WINDOW

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        out.append(PASS)

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        if code != PASS:
            return False
        self.passed |= 1 << seat
        expire_fresh_on_pass(s, seat)
        return True

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        if act_of(code) == PASS:
            v.deny(no.NOT_ASKED)
        return True


class Announced(Window):
    """The window between an announcement and its effect: the one time at which it may be cancelled (AMB-08)."""

    MOMENT: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.cancelled = False

    def settled(self, s: State) -> bool:
        return self.cancelled

    def prompted_seats(self, s: State) -> int:
        return super().prompted_seats(s) if self.pc == 1 else 0

    def moments(self, s: State, seat: SeatNo) -> int:
        return self.MOMENT if self.pc == 1 and not s.seats[seat].dead else 0


OPENING: Final = 0
ALONE: Final = 1
HELPED: Final = 2


class FightWindow(Window):
    """The window before a fight is decided: after a claim (COMBAT-25) or before running (AMB-12).

    The result is 1 if all have passed, so that the declaration stands.
    """

    KIND: ClassVar[str] = "fight_window"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *Window.FIELDS,
        StateField("claim", FLAG, PUBLIC, "Whether the fight is about to be won, not given up."),
        StateField("main", SEAT, PUBLIC, "The seat that has claimed this; -1 for none yet."),
    )

    def __init__(self, claim: bool = False) -> None:
        super().__init__()
        self.claim = claim
        self.main = -1

    def step(self, s: State) -> int:
        fight = s.fight
        if self.pc == OPENING:
            # The declarer counts as having passed until something changes
            self.pc = ALONE
            if fight is not None:
                self.main = fight.main
                self.passed = 1 << self.main
                self.pc = HELPED if fight.helper >= 0 else ALONE
        elif fight is not None and fight.helper < 0:
            self.pc = ALONE
        outcome = self.wait(s)
        if outcome == DONE:
            s.result = 0 if self.settled(s) else 1
        return outcome

    def settled(self, s: State) -> bool:
        fight = s.fight
        if fight is None or not fight.bodies or fight.main != self.main or s.seats[fight.main].dead:
            return True
        if not self.claim and self.pc == ALONE and fight.helper >= 0:
            # A helper found now reopens the fight (AMB-12)
            return True
        return is_winning(s) != self.claim or must_see_to_helper(s, fight)

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)
        q.form = ("for_the_win" if could_win_game(s) else "claim") if self.claim else "give_up"

    def could_answer(self, s: State, seat: SeatNo) -> bool:
        """Return whether a seat could respond; in the last window, bargaining about help counts too (AMB-12)."""
        return super().could_answer(s, seat) or (not self.claim and may_bargain(s, seat))

    def moments(self, s: State, seat: SeatNo) -> int:
        return open_moments(s, seat)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = FightWindow()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.claim = self.claim
        c.main = self.main
        return c


class EscapedWindow(Window):
    """The window right after an escape, which some cards undo."""

    KIND: ClassVar[str] = "escaped_window"
    FIELDS: ClassVar[tuple[StateField, ...]] = Window.FIELDS

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)
        q.form = "escaped"
        run = s.stack[-2].matter() if len(s.stack) > 1 else None
        if run is not None:
            q.who = run.victim
            q.body = run.body

    def moments(self, s: State, seat: SeatNo) -> int:
        return 0 if s.seats[seat].dead else nr.AFTER_ESCAPE

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = EscapedWindow()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        return c


class CaughtWindow(Window):
    """The window right after a monster has caught a player, in which the others may react."""

    KIND: ClassVar[str] = "caught_window"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *Window.FIELDS,
        StateField("seat", SEAT, PUBLIC, "The seat that was caught."),
    )

    def __init__(self, seat: SeatNo = 0) -> None:
        super().__init__()
        self.seat = seat

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)
        q.who = self.seat
        q.form = "caught"

    def moments(self, s: State, seat: SeatNo) -> int:
        return 0 if s.seats[seat].dead or seat == self.seat else nr.AFTER_OTHER_CAUGHT

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = CaughtWindow()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.seat = self.seat
        return c


def ask_about_fight(s: State, q: Question) -> None:
    """Fill in the main fighter and both totals, if there is a fight."""
    if s.fight is not None:
        q.who = s.fight.main
        q.n, q.m = totals(s)


def declaration_open(s: State) -> FightWindow | None:
    """Return the window of a declaration about the fight, if it is open."""
    top = s.stack[-1] if s.stack else None
    return top if isinstance(top, FightWindow) else None


def last_actor(s: State) -> int:
    """Return the seat that acted last since the prompt was first shown; -1 for none (AMB-07)."""
    return s.actor if s.stack[-1].round else -1


def first_asked(s: State, asked: int, actor: SeatNo) -> int:
    """Find the first of the prompted seats to answer, from the left of the last actor or of the main fighter (AMB-07).

    Counted from the main fighter, helper and main fighter come last. The result is -1 if no seat is prompted.
    """
    n = len(s.seats)
    fight = s.fight
    if actor >= 0 or fight is None:
        start = actor if actor >= 0 else s.turn
        for i in range(start + 1, start + n + 1):
            if asked >> i % n & 1:
                return i % n
        return -1
    main = fight.main
    helper = fight.helper
    for i in range(main + 1, main + n):
        if asked >> i % n & 1 and i % n != helper:
            return i % n
    if helper >= 0 and asked >> helper & 1:
        return helper
    return main if asked >> main & 1 else -1


def answering_order(s: State, actor: SeatNo) -> list[int]:
    """Return all seats in the order in which a driver prompts them (AMB-07)."""
    out: list[int] = []
    left = (1 << len(s.seats)) - 1
    while left:
        seat = first_asked(s, left, actor)
        out.append(seat)
        left &= ~(1 << seat)
    return out
