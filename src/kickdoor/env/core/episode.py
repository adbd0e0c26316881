"""One game for learners that act in tokens; it advances by itself until a learner has a choice.

A single legal action is applied automatically, bots answer for their seats, and free actions are left out for a seat
that has taken enough of them since the last phase step, since a game might never end otherwise.
"""

from typing import Final

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.machine.prompts import FORM_BIT, Answer
from kickdoor.engine.rules.turn.windows import answering_order, first_asked, last_actor
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.env.core.action_builder import NO_ACTION, ActionBuilder
from kickdoor.env.core.action_vocabulary import Vocabulary
from kickdoor.policies.driver import Driver
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK, MAX_ANSWERS, MAX_TURNS, without_free_actions
from kickdoor.policies.policy import Policy
from kickdoor.view.determinization import Determinizer

NOBODY: Final = -1
NO_LIMIT: Final = -1
MAX_FREE_ACTIONS: Final = 6
"""The default limit: enough to ask all players at the largest table for help, and to reconsider once."""


class EpisodeConfig:
    """Limits of a table of learners beside the rules."""

    __slots__ = ("idle", "polls", "turns")

    def __init__(self, polls: bool = False, idle: int = MAX_FREE_ACTIONS, turns: int = MAX_TURNS) -> None:
        self.polls = polls
        """Whether seats without a prompt may interject after each new visible event."""
        self.idle = idle
        """The number of free actions a seat may take between two phase steps; -1 for no limit."""
        self.turns = turns
        """The number of turns after which a game is cut; 0 for no limit."""


class Episode:
    """One game. Once begun, `seat` acts next, one token at a time, until the game is over or cut."""

    __slots__ = (
        "answers", "customs", "decisions", "driver", "idle", "is_cut", "mark", "polled", "seat", "sentence",
        "sight", "state", "unasked", "vocabulary",
    )  # fmt: skip

    def __init__(
        self, vocabulary: Vocabulary, state: State, customs: EpisodeConfig, policies: list[Policy | None] | None = None
    ) -> None:
        self.vocabulary = vocabulary
        self.state = state
        self.customs = customs
        self.driver: Driver | None = None if policies is None else Driver(state, policies, customs.turns)
        """The driver of the bots, if there are any."""
        self.seat = NOBODY
        self.unasked = False
        """Whether the acting seat has no prompt and may pass instead of interjecting."""
        self.sentence: ActionBuilder | None = None
        """The unfinished action."""
        self.is_cut = False
        self.decisions = 0
        """The number of complete actions that had a choice."""
        self.idle: list[int] = [0] * len(state.seats)
        """Free actions by seat since the last phase step."""
        self.mark = -1
        self.answers = 0
        """Answers since the last phase step."""
        self.polled = 0
        """Seats that had a chance to interject since the last new visible event."""
        self.sight = -1

    @property
    def is_over(self) -> bool:
        """Return whether a player has won or the game was cut."""
        return self.seat == NOBODY

    @property
    def legal_actions(self) -> list[int]:
        """The legal next tokens."""
        return [] if self.sentence is None else self.sentence.tokens

    def step(self, token: int) -> bool:
        """Apply one token for the acting seat; return False and change nothing if it is illegal."""
        sentence = self.sentence
        if sentence is None or token not in sentence.tokens:
            return False
        sentence.push(token)
        if sentence.is_complete:
            self.decisions += 1
            self.end_sentence(sentence)
            self.go_on()
        return True

    def end_sentence(self, sentence: ActionBuilder) -> None:
        """Apply a complete action."""
        if sentence.code == NO_ACTION:
            self.polled |= 1 << sentence.seat
        else:
            self.give(sentence.seat, sentence.code, sentence.picks)

    def begin(self) -> "Episode":
        """Advance to the first choice and return self."""
        self.go_on()
        return self

    def go_on(self) -> None:
        """Advance the game until a learner has a choice."""
        s = self.state
        self.sentence = None
        while not s.winners and (not self.customs.turns or s.turns <= self.customs.turns):
            mark = s.turns << 4 | s.phase
            if mark != self.mark:
                self.mark = mark
                self.answers = 0
                self.idle = [0] * len(s.seats)
            self.answers += 1
            if self.answers > MAX_ANSWERS:
                break
            if self.go_one_step():
                return
        self.is_cut = not s.winners
        self.seat = NOBODY

    def go_one_step(self) -> bool:
        """Apply one automatic answer; return True if a learner must choose instead."""
        s = self.state
        frame = s.stack[-1]
        asked = frame.prompted_seats(s)
        if not asked:
            raise EngineError(f"no seat is prompted in {frame.KIND}")
        if self.customs.polls and self.poll(asked):
            return True
        driver = self.driver
        if driver is not None:
            answer = driver.next_answer()
            if answer is not None:
                driver.give(answer)
                return False
            return self.ask(driver.waits_for(), False)
        return self.ask(first_asked(s, asked, last_actor(s)), False)

    def ask(self, seat: int, unasked: bool) -> bool:
        """Let a seat act; return False if it had no choice and was answered for."""
        codes = runtime.legal_options(self.state, seat)
        if 0 <= self.customs.idle <= self.idle[seat]:
            left = without_free_actions(codes)
            codes = left if left or unasked else codes
        if unasked:
            codes = [*codes, NO_ACTION]
        elif len(codes) == 1 and not codes[0] & FORM_BIT:
            self.give(seat, codes[0], [])
            return False
        sentence = ActionBuilder(self.vocabulary, self.state, seat, codes)
        if sentence.is_complete:
            self.end_sentence(sentence)
            return False
        self.seat = seat
        self.unasked = unasked
        self.sentence = sentence
        return True

    def poll(self, asked: int) -> bool:
        """Let one learner without a prompt interject, each once after each new visible event."""
        s = self.state
        bodies = 0 if s.fight is None else len(s.fight.bodies)
        sight = (s.turns << 4 | s.phase) << 4 | bodies
        if sight != self.sight:
            self.sight = sight
            self.polled = 0
        done = asked | self.polled
        if done + 1 == 1 << len(s.seats):
            return False
        for seat in answering_order(s, -1):
            if done >> seat & 1 or (self.driver is not None and self.driver.policies[seat] is not None):
                continue
            if s.stack[-1].moments(s, seat) and self.ask(seat, True):
                return True
            self.polled |= 1 << seat
        return False

    def give(self, seat: int, code: int, picks: list[int]) -> None:
        """Answer for a seat; an answer built from tokens is known to be legal."""
        self.idle[seat] += FREE_ACTIONS_MASK >> (code & 63) & 1
        s = self.state
        if self.driver is not None:
            self.driver.give(Answer(seat, code, picks))
            return
        runtime.apply_unchecked(s, seat, code, picks)

    def idle_left(self, seat: int) -> int:
        """Return how many free actions a seat may still take in this phase; -1 for no limit."""
        return NO_LIMIT if self.customs.idle < 0 else max(0, self.customs.idle - self.idle[seat])

    def copy(self) -> "Episode":
        """Return a copy of the game and its driver state, including an unfinished action."""
        driver = None if self.driver is None else self.driver.copy()
        c = self.onto(self.state.copy() if driver is None else driver.state)
        c.driver = driver
        c.sentence = None if self.sentence is None else self.sentence.copy(c.state)
        return c

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.copy()

    def onto(self, state: State) -> "Episode":
        """Return an episode of another state with the same driver state, no unfinished action and no bots."""
        c = Episode(self.vocabulary, state, self.customs)
        c.seat = self.seat
        c.unasked = self.unasked
        c.is_cut = self.is_cut
        c.decisions = self.decisions
        c.idle = self.idle[:]
        c.mark = self.mark
        c.answers = self.answers
        c.polled = self.polled
        c.sight = self.sight
        return c

    def world(self, rng: LehmerRng) -> "Episode":
        """Return a determinization for the acting seat with the same tokens chosen and different dice."""
        c = self.onto(Determinizer(self.state, self.seat).deal(rng))
        c.repeat([] if self.sentence is None else self.sentence.chosen)
        return c

    def repeat(self, tokens: list[int]) -> None:
        """Restart the action of the acting seat and apply some tokens."""
        self.ask(self.seat, self.unasked)
        for token in tokens:
            if self.sentence is None or token not in self.sentence.tokens:
                raise EngineError(f"seat {self.seat} cannot repeat {self.vocabulary.words[token]}")
            self.sentence.push(token)

    def notes(self) -> list[list[int]]:
        """Return the driver state as plain numbers; with the state and the config it restores the episode."""
        sentence = self.sentence
        rest = [self.seat, self.unasked, self.is_cut, self.decisions, self.mark, self.answers, self.state.actor]
        return [[*rest, self.polled, self.sight], self.idle[:], [] if sentence is None else sentence.chosen[:]]

    def take_up(self, notes: list[list[int]]) -> "Episode":
        """Restore the driver state from `notes` and return self."""
        seat, unasked, is_cut, self.decisions, self.mark, self.answers, actor, self.polled, self.sight = notes[0]
        self.state.actor = actor
        self.seat = seat
        self.unasked = unasked == 1
        self.is_cut = is_cut == 1
        self.idle = notes[1][:]
        if seat != NOBODY:
            self.repeat(notes[2])
        return self


def returns(s: State) -> list[float]:
    """Return the outcome for each seat: a sole win is 1, and all outcomes add up to zero.

    Joint winners share the win; a game that was cut is worth nothing to any seat.
    """
    n = len(s.seats)
    if not s.winners:
        return [0.0] * n
    share = n / len(s.winners)
    return [((share if seat in s.winners else 0.0) - 1.0) / (n - 1) for seat in range(n)]
