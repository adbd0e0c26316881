"""Driver of a game: the order of answers, interjections and forced passes. Each policy sees what its seat may know."""

from collections.abc import Callable

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import FORM_BIT, Answer
from kickdoor.engine.rules.turn.windows import answering_order, first_asked, last_actor
from kickdoor.engine.state.state import State
from kickdoor.policies.grudges import RELEVANT_EVENTS, visible_numbers
from kickdoor.policies.play_limits import MAX_ANSWERS, MAX_TURNS, endless
from kickdoor.policies.policy import Policy
from kickdoor.view.determinization import fixed_determinization


class Driver:
    """Driver of one game. The caller answers for seats without a policy."""

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
        """A function that applies answers instead of the engine and returns the events, such as that of a recorder."""
        self.max_turns = max_turns
        """Turns after which the game is cut off; 0 means never."""
        self.honest = honest
        """Whether each seat sees a determinization of what it may know. This is not needed in a sampled game: there
        policies read the game itself and are trusted not to use hidden information."""
        self.listeners = [
            seat for seat, policy in enumerate(policies) if policy is not None and honest and policy.wants_events()
        ]
        """Seats whose policies receive events; none in a sampled game."""
        self.decisions = 0
        self.forced = 0
        self.polled = 0
        """Seats that were polled for an interjection since the last visible change."""
        self.position_key = -1
        self.turn = -1
        self.answers = 0
        """Answers of policies in this turn."""

    @property
    def is_over(self) -> bool:
        """Whether a player has won or the game is cut off."""
        s = self.state
        return len(s.winners) > 0 or (self.max_turns > 0 and s.turns > self.max_turns)

    def play(self) -> None:
        """Play until the game is over; every seat must have a policy."""
        while not self.is_over:
            self.step()

    def step(self) -> None:
        """Apply the next answer."""
        answer = self.next_answer()
        if answer is None:
            raise EngineError("the next seat to answer has no bot")
        self.give(answer)

    def next_answer(self) -> Answer | None:
        """Return the next answer: an interjection, a forced pass, or an answer to a prompt.

        None means that a seat without a policy must answer; `waits_for` returns that seat.
        """
        s = self.state
        asked = runtime.prompted_seats(s)
        if not asked:
            raise EngineError(f"no seat has a prompt in {s.stack[-1].KIND}")
        interjection = self.poll(asked)
        if interjection is not None:
            return interjection
        seat = self.waits_for()
        codes = runtime.legal_options(s, seat)
        if len(codes) == 1 and not codes[0] & FORM_BIT:
            self.forced += 1
            return Answer(seat, codes[0], None, -1, "driver")
        policy = self.policies[seat]
        if policy is None:
            return None
        self.decisions += 1
        code, picks = policy.decide(self.observed_state(seat), seat)
        return Answer(seat, code, picks, runtime.prompt_id(s, s.stack[-1]))

    def observed_state(self, seat: int) -> State:
        """Return the state that the policy of a seat sees."""
        if not self.honest:
            return self.state
        sample = fixed_determinization(self.state, seat)
        runtime.same_listing(self.state, sample)
        return sample

    def waits_for(self) -> int:
        """Find the seat that answers next, in AMB-07's order."""
        s = self.state
        return first_asked(s, runtime.prompted_seats(s), last_actor(s))

    def poll(self, asked: int) -> Answer | None:
        """Poll every seat without a prompt for an interjection, once after each visible change."""
        s = self.state
        monsters = 0 if s.fight is None else len(s.fight.bodies)
        position_key = (s.turns << 4 | s.phase) << 4 | monsters
        if position_key != self.position_key:
            self.position_key = position_key
            self.polled = 0
        done = asked | self.polled
        if done + 1 == 1 << len(s.seats):
            return None
        for seat in answering_order(s, -1):
            policy = self.policies[seat]
            if policy is None or done >> seat & 1:
                continue
            if s.stack[-1].moments(s, seat) and policy.may_interject(s, seat) and runtime.legal_options(s, seat):
                choice = policy.interject(self.observed_state(seat), seat)
                if choice is not None:
                    self.decisions += 1
                    return Answer(seat, choice[0], choice[1])
            self.polled |= 1 << seat
        return None

    def give(self, answer: Answer) -> None:
        """Apply an answer of a policy or of the caller."""
        s = self.state
        if s.turns != self.turn or self.policies[answer.seat] is None:
            self.turn = s.turns
            self.answers = 0
        self.answers += 1
        if self.answers > MAX_ANSWERS:
            raise endless(s)
        if self.apply is not None:
            self.notify(self.apply(answer) or [])
        elif self.listeners:
            self.apply_and_notify(answer)
        else:
            runtime.apply(s, answer)

    def apply_and_notify(self, answer: Answer) -> None:
        """Apply an answer and send the events to the listeners. An event list of the caller is filled as well."""
        s = self.state
        caller_events = s.events
        events: list[Event] = []
        s.events = events
        try:
            runtime.apply(s, answer)
        finally:
            s.events = caller_events
        if caller_events is not None:
            caller_events.extend(events)
        self.notify(events)

    def notify(self, events: list[Event]) -> None:
        """Send each listener the events that its seat saw."""
        for seat in self.listeners:
            policy = self.policies[seat]
            assert policy is not None
            for event in events:
                if RELEVANT_EVENTS >> event.kind & 1:
                    policy.on_event(visible_numbers(event, seat), seat, self.state.rules)

    def copy(self) -> "Driver":
        """Copy the game with the state of the driver: last actor, polled seats and the memory of each policy."""
        policies = [None if policy is None else policy.copy() for policy in self.policies]
        c = Driver(self.state.copy(), policies, self.max_turns, None, self.honest)
        c.decisions = self.decisions
        c.forced = self.forced
        c.polled = self.polled
        c.position_key = self.position_key
        c.turn = self.turn
        c.answers = self.answers
        return c
