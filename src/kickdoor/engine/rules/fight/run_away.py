"""Running away: monster by monster, roll by roll, for the main fighter and the helper (RUN-01 to RUN-17)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import AGREE
from kickdoor.engine.ids import CardId, MonsterId, OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.prompts import (
    FLEE,
    P_ANYWAY,
    SACRIFICE,
    Question,
    Verdict,
    act_of,
    card_of,
    option,
    pick,
    target_of,
)
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import DONE, GO, WAIT, Frame, Matter, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.bargain import settle_deal
from kickdoor.engine.rules.fight.dice import RollDie, body_of, escapes_on, is_escaped, needs_no_roll
from kickdoor.engine.rules.fight.participants import clear_monsters, close_fight, forfeit
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.fight.rewards import Rewards, pay_former
from kickdoor.engine.rules.fight.run_order import Flight, RunOrder
from kickdoor.engine.rules.fight.strength import combatants, no_followers, totals
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.rules.turn.windows import CaughtWindow, EscapedWindow, ask_about_fight
from kickdoor.engine.state.fields import FLAG, NUMBER, NUMBERS, PUBLIC, SEAT, StateField
from kickdoor.engine.state.levels import lose_levels
from kickdoor.engine.state.queries import ask_body, fold
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.engine.state.triggers import queue_triggers
from kickdoor.engine.state.zones import discard_from

START: Final = 0
NEXT_RUNNER: Final = 1
CHOOSE: Final = 2
ROLL: Final = 3
ROLLED: Final = 4
ESCAPED: Final = 5
AFTER_ESCAPE: Final = 6
ORDERED: Final = 7
ALL_RAN: Final = 8
CAUGHT: Final = 9
PAID: Final = 10


class RunAway(Flight):
    """The flight after a lost fight."""

    KIND: ClassVar[str] = "run_away"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("runner", SEAT, PUBLIC, "The seat that runs; -1 before the first one does."),
        StateField("waiting", NUMBERS, PUBLIC, "The seats that have still to run."),
        StateField("todo", NUMBERS, PUBLIC, "The monsters that the runner has still to get away from."),
        StateField("body", NUMBER, PUBLIC, "The monster that the runner is running from; -1 for none."),
        StateField("undone", FLAG, PUBLIC, "Whether the last escape must be rolled for again."),
        StateField(
            "has_rolled", FLAG, PUBLIC, "Whether the runner has rolled: no follower is sacrificed then (AMB-50)."
        ),
        StateField("safe", NUMBERS, PUBLIC, "The seats that got away by a sacrifice, which nothing undoes."),
        StateField("begun", FLAG, PUBLIC, "Whether any seat has rolled."),
        StateField("struck", NUMBER, PUBLIC, "The number of monsters whose effect after the run is done."),
    )

    def __init__(self) -> None:
        super().__init__()
        self.runner = -1
        self.waiting = []
        self.todo = []
        self.body = -1
        self.undone = False
        self.has_rolled = False
        self.safe: list[int] = []
        self.begun = False
        self.struck = 0

    def step(self, s: State) -> int:
        fight = s.fight
        assert fight is not None
        pc = self.pc
        if pc == START:
            both = totals(s)
            fight.margin = both[nr.MONSTERS] - both[nr.MUNCHKINS]
            fight.lost = True
            fight.offers = []
            # Players who run from the rest get nothing for the monsters gone before (MULTI-06, AMB-102).
            forfeit(fight)
            s.phase = nr.RUN
            return self.start(s, fight)
        if pc == ORDERED:
            # Main fighter and helper have agreed, or rolled for it.
            self.waiting = [s.result, *[seat for seat in self.waiting if seat != s.result]]
            self.pc = NEXT_RUNNER
        if self.pc == NEXT_RUNNER:
            return self.next_runner(s, fight)
        if pc == CHOOSE:
            return self.choose(s, fight)
        if pc == ROLL:
            return self.roll(s)
        if pc == ROLLED:
            return self.rolled(s, fight)
        if pc == ESCAPED:
            return self.escaped(s, fight)
        if pc == CAUGHT:
            return self.bad_stuff(s)
        if pc == ALL_RAN:
            return self.all_ran(s, fight)
        if pc == PAID:
            return self.close(s, fight)
        return self.after_escape(s, fight)

    def start(self, s: State, fight: Fight) -> int:
        """Put the main fighter before the helper, unless the rule options let them agree on it (AMB-72)."""
        self.waiting = combatants(fight)
        self.pc = NEXT_RUNNER
        if fight.helper >= 0 and s.options.run_order == AGREE:
            self.pc = ORDERED
            return push_frame(s, RunOrder(fight.main, fight.helper))
        return GO

    def next_runner(self, s: State, fight: Fight) -> int:
        """Start the next runner; when all have run, continue with the effects after the run."""
        if not self.waiting:
            self.pc = ALL_RAN
            return GO
        self.runner = self.waiting[0]
        self.waiting = self.waiting[1:]
        self.todo = [b.uid for b in fight.bodies]
        self.has_rolled = False
        self.pc = CHOOSE
        return GO

    def all_ran(self, s: State, fight: Fight) -> int:
        """Resolve the effects after the run of the monsters that caught a player, one after the other."""
        while self.struck < len(fight.bodies):
            body = fight.bodies[self.struck]
            self.struck += 1
            program = s.rules.defs[body.definition].after_run
            seats = [fight.caught[i] for i in range(0, len(fight.caught), 2) if fight.caught[i + 1] == body.uid]
            if program >= 0 and seats:
                return push_frame(s, Resolve(program, body.card, seats[0], seats[0], body.uid))
        return self.finish(s, fight)

    def finish(self, s: State, fight: Fight) -> int:
        """Discard the monsters (RUN-15) and pay the former main fighters (AMB-102)."""
        self.pc = PAID
        if not fight.bodies:
            # The last monster left while they ran: only what the card that removed it pays is due.
            return push_frame(s, Rewards(False))
        clear_monsters(s, fight)
        return pay_former(s, fight)

    def close(self, s: State, fight: Fight) -> int:
        """End the flight; a deal struck "in any case" is kept even now (AMB-18)."""
        runners = combatants(fight)
        anyway = pick(P_ANYWAY) in fight.deal
        close_fight(s)
        if anyway:
            settle_deal(s, fight)
        for seat in runners:
            free = seat in fight.escaped[::2] and seat not in fight.caught[::2]
            if free and not s.seats[seat].dead:
                queue_triggers(s, nr.E_FLED, seat, 0)
        return DONE

    def choose(self, s: State, fight: Fight) -> int:
        """Let the runner choose which monster to flee next, with a roll or without one (RUN-10, AMB-127).

        A monster that needs no roll is left behind at once, unless that costs something and the order can matter.
        """
        present = [b.uid for b in fight.bodies]
        self.todo = [uid for uid in self.todo if uid in present]
        if not self.todo or s.seats[self.runner].dead:
            self.pc = NEXT_RUNNER
            return GO
        for uid in self.todo:
            if needs_no_roll(s, fight, self.runner, uid) and not self.may_come_later(s, fight, uid):
                self.body = uid
                self.pc = ESCAPED
                return GO
        return WAIT

    def may_come_later(self, s: State, fight: Fight, uid: MonsterId) -> bool:
        """Return whether the time at which an escaped monster takes its toll can matter; among twins it cannot."""
        body = body_of(s, uid)
        if body is None or not self.toll(s, uid):
            return False
        for b in fight.bodies:
            alike = b.definition == body.definition and needs_no_roll(s, fight, self.runner, b.uid)
            if b.uid in self.todo and not alike:
                return True
        return False

    def toll(self, s: State, uid: MonsterId) -> int:
        """Return the levels that not beating a monster costs the runner, escaped or not."""
        body = body_of(s, uid)
        return 0 if body is None else ask_body(s, body, nr.Q_ESCAPE_LOSS, self.runner, 0)

    def roll(self, s: State) -> int:
        body = body_of(s, self.body)
        again = self.undone
        self.undone = False
        if body is None:
            self.pc = CHOOSE
            return GO
        self.pc = ROLLED
        if is_hopeless(s, self, self.body):
            # Being caught without a roll makes no card come too late (AMB-127).
            s.result = -99
            return GO
        self.has_rolled = self.begun = True
        if s.fight is not None:
            s.fight.rolled |= 1 << self.runner
        die = RollDie(self.runner, nr.FOR_ESCAPE, self.body)
        die.again = again
        return push_frame(s, die)

    def rolled(self, s: State, fight: Fight) -> int:
        """Compare the roll (RUN-04); a caught runner suffers the Bad Stuff before the next roll (RUN-11)."""
        body = body_of(s, self.body)
        self.pc = CHOOSE
        if body is None:
            return GO
        if s.result >= escapes_on(s, self.runner, self.body) or is_escaped(fight, self.runner, self.body):
            self.pc = ESCAPED
            return GO
        self.todo.remove(self.body)
        fight.caught.extend([self.runner, self.body])
        s.emit_monster(ev.CAUGHT, self.runner, -1, self.body, body)
        if s.rules.answers_to & nr.AFTER_OTHER_CAUGHT:
            self.pc = CAUGHT
            return push_frame(s, CaughtWindow(self.runner))
        return self.bad_stuff(s)

    def bad_stuff(self, s: State) -> int:
        self.pc = CHOOSE
        body = body_of(s, self.body)
        if body is None or s.seats[self.runner].dead:
            return GO
        d = s.rules.defs[body.definition]
        if d.bad_stuff < 0:
            return GO
        return push_frame(s, Resolve(d.bad_stuff, body.card, self.runner, self.runner, self.body))

    def escaped(self, s: State, fight: Fight) -> int:
        body = body_of(s, self.body)
        if not is_escaped(fight, self.runner, self.body):
            fight.escaped.extend([self.runner, self.body])
        if body is not None:
            escaped = s.emit_monster(ev.ESCAPED, self.runner, -1, self.body, body)
            if s.events is not None:
                escaped.cause = spared_by(s, fight, self.runner, body)
        self.pc = AFTER_ESCAPE
        return GO if self.runner in self.safe else push_frame(s, EscapedWindow())

    def after_escape(self, s: State, fight: Fight) -> int:
        """Roll again if the escape was undone; otherwise lose the levels that not beating the monster costs anyway."""
        if self.undone:
            self.pc = ROLL
            return GO
        if self.body in self.todo:
            self.todo.remove(self.body)
        lose_levels(s, self.runner, self.toll(s, self.body))
        self.pc = CHOOSE
        return GO

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)
        if len(self.todo) == 1:
            q.body = self.todo[0]
            q.form = "one"

    def matter(self) -> Matter | None:
        return Matter(-1, -1, self.runner, self.body)

    def prompted_seats(self, s: State) -> int:
        return 1 << self.runner if self.pc == CHOOSE else 0

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_FLEE

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        for uid in self.todo:
            out.append(option(FLEE, -1, nr.A_MONSTER, uid))
        for card in sacrifices(s, self, seat):
            if s.fight is not None and seat == s.fight.main and s.fight.helper >= 0:
                # The main fighter decides for the helper too (SIDEKICK-12)
                out.append(option(SACRIFICE, card, nr.A_NUMBER, 0))
                out.append(option(SACRIFICE, card, nr.A_NUMBER, 1))
            else:
                out.append(option(SACRIFICE, card))

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        if act_of(code) == SACRIFICE:
            self.safe = self.safe + give_up_follower(s, seat, card_of(code), target_of(code) == 1)
        elif act_of(code) == FLEE:
            self.body = target_of(code)
            free = s.fight is not None and needs_no_roll(s, s.fight, seat, self.body)
            self.pc = ESCAPED if free else ROLL
        else:
            return False
        return True

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        if act_of(code) == SACRIFICE:
            v.deny(no.NO_FOLLOWERS if no_followers(s, seat) else no.NO_SACRIFICE)
            if card_of(code) in locked(s, seat):
                v.deny(no.PROMISED)
        elif act_of(code) == FLEE:
            v.deny(no.DEAD_RUNNER if s.seats[seat].dead else no.NOT_YOUR_FLIGHT)
        else:
            return False
        return True

    def moments(self, s: State, seat: SeatNo) -> int:
        m = open_moments(s, seat)
        if m:
            m |= nr.WHEN_LOST
            if seat == self.runner and self.pc == CHOOSE:
                m |= nr.WHEN_I_RUN
        return m

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = RunAway()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.runner = self.runner
        if self.waiting:
            c.waiting = self.waiting[:]
        if self.todo:
            c.todo = self.todo[:]
        c.body = self.body
        c.undone = self.undone
        c.has_rolled = self.has_rolled
        if self.safe:
            c.safe = self.safe[:]
        c.begun = self.begun
        c.struck = self.struck
        return c


def choices_of_runner(s: State, seat: SeatNo) -> list[int]:
    """List the monsters among which a runner chooses the next; empty while they do not choose."""
    top = s.stack[-1] if s.stack else None
    return top.todo if isinstance(top, RunAway) and top.prompted_seats(s) >> seat & 1 else []


def is_hopeless(s: State, run: RunAway, uid: MonsterId) -> bool:
    """Return whether the runner cannot get away from a monster by a roll."""
    body = body_of(s, uid)
    if s.fight is None or body is None or is_escaped(s.fight, run.runner, uid):
        return False
    return s.fight.pinned or ask_body(s, body, nr.Q_NO_ESCAPE, run.runner, 0) > 0


def spared_by(s: State, fight: Fight, seat: SeatNo, body: FightMonster) -> int:
    """Return the definition by whose words a monster does not pursue a player: its own or an enhancer's; else -1."""
    if fight.pinned:
        return -1
    words = [s.rules.defs[body.definition]]
    words += [s.cards[card] for card in played_on(fight, body)]
    for d in words:
        if fold(s, d.modifiers, body, nr.Q_NO_PURSUIT, seat, 0):
            return d.index
    return -1


def played_on(fight: Fight, body: FightMonster) -> list[int]:
    """List the enhancers of a monster."""
    pairs = fight.enhancers
    return [pairs[i + 1] for i in range(0, len(pairs), 2) if pairs[i] == body.group]


def someone_rolled(s: State) -> bool:
    """Return whether any player has rolled to run away yet."""
    for frame in reversed(s.stack):
        if isinstance(frame, RunAway):
            return frame.begun
    return False


def has_rolled(s: State, seat: SeatNo) -> bool:
    """Return whether a player has rolled to run away from any monster of the fight."""
    return s.fight is not None and s.fight.rolled >> seat & 1 != 0


def runs_from(s: State, seat: SeatNo) -> list[int]:
    """List the monsters that a player must still escape from, where a card could still help."""
    fight = s.fight
    for frame in reversed(s.stack):
        if isinstance(frame, RunAway) and fight is not None:
            left = [b.uid for b in fight.bodies] if seat in frame.waiting else []
            return [uid for uid in (frame.todo if seat == frame.runner else left) if not is_escaped(fight, seat, uid)]
    return []


def sacrifices(s: State, run: RunAway, seat: SeatNo) -> list[int]:
    """List the followers a runner may give up instead of rolling (SIDEKICK-09)."""
    fight = s.fight
    ahead = [] if fight is None else [uid for uid in run.todo if not needs_no_roll(s, fight, seat, uid)]
    if run.has_rolled or not ahead or no_followers(s, seat):
        return []
    promised = locked(s, seat)
    return [c for c in s.seats[seat].play if s.cards[c].sacrifice and c not in promised]


def give_up_follower(s: State, seat: SeatNo, card: CardId, helper_too: bool) -> list[int]:
    """Discard a follower with what it carries, so that its owner escapes everything (SIDEKICK-10, SIDEKICK-11).

    Return the seats that have escaped.
    """
    discard_from(s, seat, card)
    free = [seat]
    if helper_too and s.fight is not None and s.fight.helper >= 0:
        free.append(s.fight.helper)
    for runner in free:
        let_escape(s, runner, -1, True)
    return free


def let_escape(s: State, seat: SeatNo, uid: MonsterId, against_all: bool = False) -> None:
    """Note an escape without a roll, from one monster or, with -1, from all that do not bar it (AMB-84).

    A player whom a monster has caught does not escape from it any more.
    """
    fight = s.fight
    if fight is None or (fight.pinned and not against_all):
        return
    caught = [fight.caught[i + 1] for i in range(0, len(fight.caught), 2) if fight.caught[i] == seat]
    for body in [b for b in fight.bodies if b.uid not in caught]:
        if uid in (-1, body.uid) and (against_all or not ask_body(s, body, nr.Q_NO_ESCAPE, seat, 0)):
            if not is_escaped(fight, seat, body.uid):
                fight.escaped.extend([seat, body.uid])


def undo_escape(s: State) -> None:
    """Undo the last escape, so that it is rolled for again; others made without a roll stand."""
    fight = s.fight
    for frame in reversed(s.stack):
        if isinstance(frame, RunAway) and fight is not None:
            frame.undone = True
            for i in range(0, len(fight.escaped), 2):
                if fight.escaped[i : i + 2] == [frame.runner, frame.body]:
                    del fight.escaped[i : i + 2]
                    return
            return
