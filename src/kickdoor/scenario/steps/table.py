"""The game a scenario is played on: finds cards by name, gives answers, and passes for those who can only pass."""

from typing import Final

from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import (
    CHOOSE,
    DONE,
    FLEE,
    FORM_BIT,
    PASS,
    REFUSE,
    TAKE,
    Answer,
    Verdict,
    act_of,
    option,
)
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.rules.fight.bargain import Delivery
from kickdoor.engine.rules.fight.escape import RunAway, is_hopeless
from kickdoor.engine.rules.fight.tokens import OneSeatWindow
from kickdoor.engine.rules.turn.door import FaceUp
from kickdoor.engine.rules.turn.windows import FightWindow, Window
from kickdoor.engine.state.state import Body, State
from kickdoor.scenario.reading.names import Name, Names

MOST_PASSES: Final = 1000
NO: Final = option(CHOOSE, -1, nr.A_NUMBER, 0)
YES: Final = option(CHOOSE, -1, nr.A_NUMBER, 1)


class Attempt:
    """One way to do what a step says: an option with its picks."""

    def __init__(self, seat: int, code: int, picks: list[int] | None = None) -> None:
        self.seat = seat
        self.code = code
        self.picks: list[int] = [] if picks is None else picks


class Said:
    """What a step has said already about a question that its card has not asked yet."""

    def __init__(self, seat: int, card: int, values: list[object], binding: bool) -> None:
        self.seat = seat
        self.card = card
        self.values = values
        self.binding = binding
        """The card must take it: a step that names something else is not legal."""
        self.victim = -1
        """Whom the card is aimed at where the step names only what is theirs."""
        self.aimless = False
        """The card is aimed at nothing: what the step names is for a question."""

    def copy(self) -> "Said":
        c = Said(self.seat, self.card, self.values, self.binding)
        c.victim = self.victim
        c.aimless = self.aimless
        return c


class Table:
    """A state with the names a scenario uses for what is on it."""

    def __init__(self, s: State, names: Names, placed: dict[int, list[int]]) -> None:
        self.s = s
        self.names = names
        self.placed = placed
        self.events: list[Event] = []
        """What has happened since the last step of a player."""
        self.passed_for: set[int] = set()
        """Seats the table has passed for since the last step that was not a pass."""
        self.free_escapes: list[tuple[int, int]] = []
        """Seat and monster definition of escapes without a roll, which a scenario may still name."""
        self.last = ""
        """The verb of the last step a player took."""
        self.ended = -1
        """Whose turn was over last."""
        self.said: list[Said] = []
        self.rolled = -1
        self.ordinals: dict[int, int] = {}
        self.number_bodies()

    def copy(self) -> "Table":
        """Makes another table in the same position, to try something on."""
        c = Table(self.s.copy(), self.names, self.placed)
        c.events = self.events[:]
        c.passed_for = self.passed_for.copy()
        c.free_escapes = self.free_escapes[:]
        c.last = self.last
        c.ended = self.ended
        c.said = [one.copy() for one in self.said]
        c.rolled = self.rolled
        c.ordinals = self.ordinals.copy()
        return c

    def become(self, trial: "Table") -> None:
        """Takes over the position of another table, on which something was tried."""
        self.__dict__.update(trial.__dict__)

    # Finding things by name

    def who(self, seat: int) -> str:
        return self.names.players[seat]

    def find(self, text: object, pools: list[list[int]], taken: list[int] | None = None) -> int:
        """Finds a card by name in the first pool that has it; -1 if none has."""
        name = self.names.need_card(text)
        for pool in pools:
            card = self.find_in(name, [c for c in pool if taken is None or c not in taken])
            if card >= 0:
                return card
        return -1

    def find_in(self, name: Name, pool: list[int]) -> int:
        found = [c for c in pool if name.fits(self.s.cards[c])]
        if name.owner >= 0:
            p = self.s.seats[name.owner]
            found = [c for c in found if c in p.play or c in p.hand]
        if not found:
            return -1
        number = name.number or 1
        for placed in self.placed.values():
            same = [c for c in placed if name.fits(self.s.cards[c])]
            if name.number and len(same) >= number and same[number - 1] in found:
                return same[number - 1]
        return found[number - 1] if len(found) >= number else -1

    def each(self, text: object, pools: list[list[int]]) -> list[int]:
        """Lists the cards a name may mean, likeliest first: equal ones in the first pool that has any."""
        name = self.names.need_card(text)
        for pool in pools:
            card = self.find_in(name, pool)
            if card >= 0:
                if name.number:
                    return [card]
                return [card] + [c for c in pool if c != card and self.s.cards[c] is self.s.cards[card]]
        return []

    def anywhere(self) -> list[int]:
        return list(range(len(self.s.cards)))

    def pools(self, seat: int) -> list[list[int]]:
        """The places to look for a card a player speaks of: their hand, their table, the others', and all the rest."""
        p = self.s.seats[seat]
        others = [c for other in self.s.seats if other is not p for c in other.play]
        return [p.hand, p.play, self.s.aside, others, self.anywhere()]

    def find_all(self, texts: list[str], pools: list[list[int]]) -> list[int]:
        """Finds several cards, each name a different one."""
        taken: list[int] = []
        for text in texts:
            taken.append(self.find(text, pools, taken))
        return taken

    def number_bodies(self) -> None:
        """Numbers equal monsters in the order they came, for good."""
        fight = self.s.fight
        if fight is None:
            self.ordinals = {}
            return
        for body in fight.bodies:
            if body.uid not in self.ordinals:
                same = [u for u, n in self.ordinals.items() if n >> 16 == body.definition]
                self.ordinals[body.uid] = body.definition << 16 | len(same) + 1

    def body(self, text: object) -> Body | None:
        """Finds a monster of the fight by name."""
        found = self.bodies(text)
        return found[0] if found else None

    def bodies(self, text: object) -> list[Body]:
        """Lists the monsters of the fight that a name may mean."""
        name = self.names.card(str(text))
        fight = self.s.fight
        if fight is None or name is None:
            return []
        found = [b for b in fight.bodies if name.fits(self.s.rules.defs[b.definition])]
        if name.number:
            return [b for b in found if self.ordinals.get(b.uid, 0) & 0xFFFF == name.number]
        return found or [b for b in fight.bodies if name.fits(self.s.cards[b.card])]

    # Acting

    def is_legal(self, attempt: Attempt) -> bool:
        """Tells whether an attempt would be accepted."""
        s = self.s
        if not s.stack or attempt.code not in machine.listing(s, attempt.seat):
            return False
        if attempt.code & FORM_BIT:
            return machine.form(s, attempt.seat, attempt.code).check(s, attempt.picks, Verdict(False))
        return not attempt.picks

    def apply(self, attempt: Attempt) -> None:
        """Gives an answer and notes what happened."""
        events: list[Event] = []
        turn = self.s.turn
        self.s.events = events
        try:
            machine.apply(self.s, Answer(attempt.seat, attempt.code, attempt.picks))
        finally:
            self.s.events = None
        self.events += events
        if self.s.turn != turn:
            self.ended = turn
        self.note(events)
        self.number_bodies()

    def note(self, events: list[Event]) -> None:
        """Notes who got away from whom without a roll."""
        for event in events:
            if event.kind == ev.DIE_ROLLED and event.other == nr.FOR_ESCAPE:
                self.rolled = event.seat
            elif event.kind == ev.ESCAPED:
                if self.rolled != event.seat and event.names:
                    self.free_escapes.append((event.seat, event.names[0]))
                self.rolled = -1
            elif event.kind == ev.CAUGHT:
                self.rolled = -1
            elif event.kind == ev.FIGHT_BEGUN:
                self.free_escapes = []
                self.ordinals = {}

    def asked(self) -> list[int]:
        mask = machine.asked(self.s)
        return [p.index for p in self.s.seats if mask >> p.index & 1]

    def settle(self) -> None:
        """Passes for every seat that can only pass."""
        for _ in range(MOST_PASSES):
            idle = [seat for seat in self.asked() if machine.listing(self.s, seat) == [PASS]]
            if not idle:
                return
            self.passed_for.add(idle[0])
            self.apply(Attempt(idle[0], PASS))

    def pass_all(self) -> None:
        """Passes for all still asked until the window closes."""
        if not self.s.stack or self.is_own_moment():
            return
        last, self.last = self.last, "pass"
        if last in ("claim", "give up") and self.is_announced():
            # Nobody could answer that, so its window has closed by itself; what waits now came after it
            return
        window = self.s.stack[-1].uid
        for _ in range(MOST_PASSES):
            if not self.s.stack or self.s.stack[-1].uid != window:
                return
            waiting = [seat for seat in self.asked() if PASS in machine.listing(self.s, seat)]
            if not waiting:
                return
            self.apply(Attempt(waiting[0], PASS))

    def is_own_moment(self) -> bool:
        """Tells whether the game waits for one player who may do something about their own reward."""
        return bool(self.s.stack) and isinstance(self.s.stack[-1], OneSeatWindow) and bool(self.asked())

    def is_sure_catch(self) -> bool:
        """Tells whether the game waits for somebody to run where no roll could help."""
        top = self.s.stack[-1] if self.s.stack else None
        return (
            isinstance(top, RunAway) and bool(self.asked()) and all(is_hopeless(self.s, top, uid) for uid in top.todo)
        )

    def is_window(self) -> bool:
        """Tells whether a window is open, whoever is asked in it."""
        return bool(self.s.stack) and isinstance(self.s.stack[-1], Window)

    def is_under_way(self, card: int) -> bool:
        """Tells whether a card is still being resolved."""
        return any(getattr(frame, "card", -1) == card for frame in self.s.stack)

    def asks_for(self, card: int) -> bool:
        """Tells whether the question that waits is one of this card's own."""
        return any(isinstance(frame, Resolve) and frame.card == card for frame in self.s.stack)

    def is_announced(self) -> bool:
        """Tells whether a one-shot, a curse, a die, a loss or a delivery waits for those who could still change it."""
        top = self.s.stack[-1] if self.s.stack else None
        announced = isinstance(top, Window) and not isinstance(top, FightWindow)
        return (announced or isinstance(top, Delivery)) and bool(self.asked())

    def is_last_call(self) -> bool:
        """Tells whether a fight given up waits only for those without cards, who could still help (AMB-12)."""
        top = self.s.stack[-1] if self.s.stack else None
        if not isinstance(top, FightWindow) or top.claim or not self.asked():
            return False
        return not any(Window.could_answer(top, self.s, seat) for seat in self.asked())

    def refusal(self) -> int:
        """Gives the option that does nothing where a player may do without: a no, nothing chosen, a card just taken."""
        asked = self.asked()
        if not self.s.stack or len(asked) != 1:
            return -1
        top = self.s.stack[-1]
        codes = machine.listing(self.s, asked[0])
        if isinstance(top, FaceUp):
            return next(c for c in codes if act_of(c) == TAKE)
        if self.s.phase == nr.SECOND and option(DONE) in codes:
            # The room may not be looted, and no trouble is looked for
            return option(DONE)
        code = NO if top.purpose(self.s, asked[0]) == nr.ASK_YES_OR_NO else option(CHOOSE)
        return code if code in codes else -1

    def may_go_on(self) -> bool:
        """Tells whether the game waits where a scenario need not say that nothing is done."""
        moments = self.is_own_moment() or self.is_announced() or self.is_last_call()
        return moments or self.is_sure_catch() or self.refusal() >= 0

    def go_on(self) -> None:
        """Passes or refuses for a player whose moment it is, or lets the runner be caught."""
        seat = self.asked()[0]
        refusal = self.refusal()
        if refusal >= 0:
            self.apply(Attempt(seat, refusal))
        elif not self.is_sure_catch():
            self.passed_for.add(seat)
            self.apply(Attempt(seat, PASS))
        else:
            self.apply(Attempt(seat, next(c for c in machine.listing(self.s, seat) if act_of(c) == FLEE)))
        self.settle()

    def turn_down(self) -> bool:
        """Refuses the offers, trades and gifts that are open, as who goes on without them does; tells if there were."""
        found = False
        for _ in range(MOST_PASSES):
            codes = [(seat, c) for seat in self.asked() for c in machine.listing(self.s, seat) if act_of(c) == REFUSE]
            if not codes:
                return found
            found = True
            self.apply(Attempt(*codes[0]))
            self.settle()
        return found

    def waiting(self) -> str:
        """Says whom the game waits for, and for what."""
        if self.s.phase == nr.OVER:
            return "the game is over"
        parts = [f"{self.who(seat)} ({machine.prompt(self.s, seat).word})" for seat in self.asked()]
        return "the game waits for " + (", ".join(parts) or "nobody")
