"""The game a scenario is played on: finds cards by name, gives answers, and passes for those who can only pass."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import (
    CHOOSE,
    CHOOSE_MANY,
    FORM_BIT,
    PASS,
    Answer,
    Verdict,
    act_of,
    option,
)
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.rules.turn.windows import FightWindow, Window
from kickdoor.engine.state.state import FightMonster, State
from kickdoor.scenario.parsing.card_names import Name, Names
from kickdoor.scenario.steps.automatic_answers import PASSED, AutomaticAnswers

MAX_PASSES: Final = 1000
DECLARED: Final = ("claim", "give up")
NO: Final = option(CHOOSE, -1, nr.A_NUMBER, 0)
YES: Final = option(CHOOSE, -1, nr.A_NUMBER, 1)


class Interpretation:
    """One way to do what a step says: an option with its picks."""

    def __init__(self, seat: int, code: int, picks: list[int] | None = None) -> None:
        self.seat = seat
        self.code = code
        self.picks: list[int] = [] if picks is None else picks


class PendingChoice:
    """What a step has named already for a question that its card asks later, maybe when others have passed."""

    def __init__(self, seat: int, card: int, values: list[object]) -> None:
        self.seat = seat
        self.card = card
        self.values = values
        self.victim = -1
        """Whom the card is aimed at where the step names only what is theirs."""

    def copy(self) -> "PendingChoice":
        c = PendingChoice(self.seat, self.card, self.values)
        c.victim = self.victim
        return c


class ScenarioGame:
    """A state with the names a scenario uses for what is on it."""

    def __init__(self, s: State, names: Names, placed: dict[int, list[int]]) -> None:
        self.s = s
        self.names = names
        self.placed = placed
        self.events: list[Event] = []
        """What has happened since the last act of a player."""
        self.settled = AutomaticAnswers()
        self.last = ""
        """The verb of the last step a player took."""
        self.last_window = -1
        """The window in which the last step passed; -1 if it did something else."""
        self.said: list[PendingChoice] = []
        self.ordinals: dict[int, int] = {}
        self.number_bodies()

    def copy(self) -> "ScenarioGame":
        """Make another table in the same position, on which a step is done to its end or not at all."""
        c = ScenarioGame(self.s.copy(), self.names, self.placed)
        c.events = self.events[:]
        c.settled = self.settled.copy()
        c.last = self.last
        c.last_window = self.last_window
        c.said = [one.copy() for one in self.said]
        c.ordinals = self.ordinals.copy()
        return c

    def adopt(self, trial: "ScenarioGame") -> None:
        """Take over the position of another table, on which a step was done."""
        self.__dict__.update(trial.__dict__)

    # Finding things by name

    def who(self, seat: int) -> str:
        return self.names.players[seat]

    def find(self, text: object, pools: list[list[int]], taken: list[int] | None = None) -> int:
        """Find a card by name in the first pool that has it; -1 if none has."""
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
        """List the cards a name may mean, likeliest first: equal ones in the first pool that has any."""
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
        """List where to look for a card a player names: their hand, their table, the others', and all the rest."""
        p = self.s.seats[seat]
        others = [c for other in self.s.seats if other is not p for c in other.play]
        return [p.hand, p.play, self.s.aside, others, self.anywhere()]

    def find_all(self, texts: list[str], pools: list[list[int]]) -> list[int]:
        """Find several cards, each name a different one."""
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

    def body(self, text: object) -> FightMonster | None:
        """Find a monster of the fight by name."""
        found = self.bodies(text)
        return found[0] if found else None

    def bodies(self, text: object) -> list[FightMonster]:
        """List the monsters of the fight that a name may mean."""
        name = self.names.card(str(text))
        fight = self.s.fight
        if fight is None or name is None:
            return []
        found = [b for b in fight.bodies if name.fits(self.s.rules.defs[b.definition])]
        if name.number:
            return [b for b in found if self.ordinals.get(b.uid, 0) & 0xFFFF == name.number]
        return found or [b for b in fight.bodies if name.fits(self.s.cards[b.card])]

    # Acting

    def is_offered(self, attempt: Interpretation) -> bool:
        """Return whether a player may do something now, whatever picks it takes."""
        return bool(self.s.stack) and attempt.code in runtime.legal_options(self.s, attempt.seat)

    def is_legal(self, attempt: Interpretation) -> bool:
        """Return whether an attempt would be accepted."""
        s = self.s
        if not self.is_offered(attempt):
            return False
        if attempt.code & FORM_BIT:
            return runtime.form(s, attempt.seat, attempt.code).check(s, attempt.picks, Verdict(False))
        return not attempt.picks

    def begin(self, verb: str) -> None:
        """Start what a player does: what was settled before it may not be named any more."""
        self.events = []
        self.last_window = self.window() if verb == "pass" else -1
        self.settled.begin(self.last_window)
        self.last = verb

    def apply(self, attempt: Interpretation) -> None:
        """Give an answer and notes what happened."""
        events: list[Event] = []
        picked = self.s.picked
        self.s.events = events
        try:
            runtime.apply(self.s, Answer(attempt.seat, attempt.code, attempt.picks))
        finally:
            self.s.events = None
        self.settled.note(self.s, events, attempt.code, attempt.picks)
        if self.s.picked is not picked and act_of(attempt.code) not in (CHOOSE, CHOOSE_MANY):
            self.settled.note_picks(self.s.picked, events)
        self.note(events)
        self.number_bodies()

    def note(self, events: list[Event]) -> None:
        """Note what happened; the bodies of a new fight are numbered from 1."""
        self.events += events
        if any(event.kind == ev.FIGHT_BEGUN for event in events):
            self.ordinals = {}

    def asked(self) -> list[int]:
        mask = runtime.prompted_seats(self.s)
        return [p.index for p in self.s.seats if mask >> p.index & 1]

    def settle(self) -> None:
        """Pass for every seat that can only pass."""
        for _ in range(MAX_PASSES):
            idle = [seat for seat in self.asked() if runtime.legal_options(self.s, seat) == [PASS]]
            if not idle:
                return
            window = self.window()
            self.apply(Interpretation(idle[0], PASS))
            self.settled.found.append((idle[0], PASSED, window))

    def window(self) -> int:
        """Return the number of the open window, or of the one just closed by a pass; -1 for none.

        The window of a declaration that has closed by itself is number 0.
        """
        top = self.s.stack[-1] if self.s.stack else None
        if isinstance(top, Window):
            return top.uid
        return 0 if self.last in DECLARED else self.last_window

    def pass_all(self) -> None:
        """Pass for all still asked until the window closes, also where it starts afresh.

        Right after `claim` or `give up` that declaration's own window is meant, also if it has closed by itself.
        """
        closed = self.last in DECLARED and not isinstance(self.s.stack[-1] if self.s.stack else None, FightWindow)
        if not self.s.stack or closed:
            self.last_window = self.window()
            self.last = "pass"
            return
        window = self.s.stack[-1].uid
        for i in range(MAX_PASSES):
            open_now = self.s.stack and self.s.stack[-1].uid == window
            waiting = [seat for seat in self.asked() if PASS in runtime.legal_options(self.s, seat)] if open_now else []
            if not waiting:
                return
            if i == 0:
                self.begin("pass")
            self.apply(Interpretation(waiting[0], PASS))

    def is_under_way(self, card: int) -> bool:
        """Return whether a card is still being resolved."""
        return any(getattr(frame, "card", -1) == card for frame in self.s.stack)

    def asks_for(self, card: int) -> bool:
        """Return whether the question that waits is one of this card's own."""
        return any(isinstance(frame, Resolve) and frame.card == card for frame in self.s.stack)

    def waiting(self) -> str:
        """Return whom the game waits for, and for what."""
        if self.s.phase == nr.OVER:
            return "the game is over"
        parts = [f"{self.who(seat)} ({runtime.prompt(self.s, seat).word})" for seat in self.asked()]
        return "the game waits for " + (", ".join(parts) or "nobody")
