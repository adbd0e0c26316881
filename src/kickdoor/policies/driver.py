"""Lets a game go on: who is asked first, who may speak up, who can only pass. Each policy sees what its seat may."""

from collections.abc import Callable

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import FORM_BIT, Answer
from kickdoor.engine.rules.turn.windows import answering_order, first_asked, last_actor
from kickdoor.engine.state.state import State
from kickdoor.policies.grudges import TELLING, heard
from kickdoor.policies.play_limits import MAX_ANSWERS, MAX_TURNS, endless
from kickdoor.policies.policy import Policy
from kickdoor.view.determinization import fixed_determinization


class Driver:
    """Drives one game. Seats without a policy are somebody else's to answer."""

    def __init__(
        self,
        state: State,
        policies: list[Policy | None],
        max_turns: int = MAX_TURNS,
        apply: Callable[[Answer], list[Event] | None] | None = None,
        honest: bool = True,
    ) -> None:
        self.state = state
        self.policies = policies
        self.apply = apply
        """Takes the answers instead of the bare machine and says what happened: a recorder does."""
        self.max_turns = max_turns
        """A game is cut after so many turns; 0 is never."""
        self.honest = honest
        """Shows each seat a world dealt from what it may know. In a world that is imagined anyway that may be spared:
        then policies look at the game itself, and are trusted not to look at what is hidden."""
        self.listeners = [
            seat for seat, policy in enumerate(policies) if policy is not None and honest and policy.wants_events()
        ]
        """Seats whose policies want to be told what happens. In a world that is imagined nobody is."""
        self.decisions = 0
        self.forced = 0
        self.polled = 0
        """Seats that have been asked whether they want to speak up since something new could be seen."""
        self.sight = -1
        self.turn = -1
        self.answers = 0
        """Answers of policies in this turn."""

    @property
    def is_over(self) -> bool:
        """Return whether somebody has won or the game is cut."""
        s = self.state
        return len(s.winners) > 0 or (self.max_turns > 0 and s.turns > self.max_turns)

    def play(self) -> None:
        """Play until the game is over; every seat must have a policy."""
        while not self.is_over:
            self.go_on()

    def go_on(self) -> None:
        """Have the next answer given."""
        answer = self.next_answer()
        if answer is None:
            raise EngineError("a seat without a bot must answer")
        self.give(answer)

    def next_answer(self) -> Answer | None:
        """Return what comes next: somebody speaks up, a seat that can only pass passes, or one answers its question.

        None means that it is up to somebody without a policy; `waits_for` tells who.
        """
        s = self.state
        asked = runtime.prompted_seats(s)
        if not asked:
            raise EngineError(f"nobody is asked in {s.stack[-1].KIND}")
        spoken = self.poll(asked)
        if spoken is not None:
            return spoken
        seat = self.waits_for()
        codes = runtime.legal_options(s, seat)
        if len(codes) == 1 and not codes[0] & FORM_BIT:
            self.forced += 1
            return Answer(seat, codes[0], None, -1, "driver")
        policy = self.policies[seat]
        if policy is None:
            return None
        self.decisions += 1
        code, picks = policy.decide(self.shown(seat), seat)
        return Answer(seat, code, picks, runtime.prompt_id(s, s.stack[-1]))

    def shown(self, seat: int) -> State:
        """Return the game as a seat may look at it."""
        if not self.honest:
            return self.state
        world = fixed_determinization(self.state, seat)
        runtime.same_listing(self.state, world)
        return world

    def waits_for(self) -> int:
        """Find the seat that answers next, in AMB-07's order."""
        s = self.state
        return first_asked(s, runtime.prompted_seats(s), last_actor(s))

    def poll(self, asked: int) -> Answer | None:
        """Ask everybody who is not asked anything, once after each thing new to see, whether they want to speak up."""
        s = self.state
        bodies = 0 if s.fight is None else len(s.fight.bodies)
        sight = (s.turns << 4 | s.phase) << 4 | bodies
        if sight != self.sight:
            self.sight = sight
            self.polled = 0
        done = asked | self.polled
        if done + 1 == 1 << len(s.seats):
            return None
        for seat in answering_order(s, -1):
            policy = self.policies[seat]
            if policy is None or done >> seat & 1:
                continue
            if s.stack[-1].moments(s, seat) and policy.may_interject(s, seat) and runtime.legal_options(s, seat):
                choice = policy.interject(self.shown(seat), seat)
                if choice is not None:
                    self.decisions += 1
                    return Answer(seat, choice[0], choice[1])
            self.polled |= 1 << seat
        return None

    def give(self, answer: Answer) -> None:
        """Apply an answer, a policy's or another's."""
        s = self.state
        if s.turns != self.turn or self.policies[answer.seat] is None:
            self.turn = s.turns
            self.answers = 0
        self.answers += 1
        if self.answers > MAX_ANSWERS:
            raise endless(s)
        if self.apply is not None:
            self.tell(self.apply(answer) or [])
        elif self.listeners:
            self.give_and_tell(answer)
        else:
            runtime.apply(s, answer)

    def give_and_tell(self, answer: Answer) -> None:
        """Apply an answer and tells the listeners what came of it; somebody else may collect that too."""
        s = self.state
        collected = s.events
        told: list[Event] = []
        s.events = told
        try:
            runtime.apply(s, answer)
        finally:
            s.events = collected
        if collected is not None:
            collected.extend(told)
        self.tell(told)

    def tell(self, events: list[Event]) -> None:
        """Report each listener what their seat saw of what happened."""
        for seat in self.listeners:
            policy = self.policies[seat]
            assert policy is not None
            for event in events:
                if TELLING >> event.kind & 1:
                    policy.on_event(heard(event, seat), seat, self.state.rules)

    def copy(self) -> "Driver":
        """Copy the game with all that drives it: who acted last, who was polled, what each policy remembers."""
        policies = [None if policy is None else policy.copy() for policy in self.policies]
        c = Driver(self.state.copy(), policies, self.max_turns, None, self.honest)
        c.decisions = self.decisions
        c.forced = self.forced
        c.polled = self.polled
        c.sight = self.sight
        c.turn = self.turn
        c.answers = self.answers
        return c
