"""One game for learners that act in tokens; it advances by itself until a learner has a choice.

A single legal action is applied automatically, and bots answer for their seats. So that every game ends, a seat that
has taken enough free actions since the last phase step is offered no more of them, and a game is cut after
`MAX_ANSWERS` answers in one phase of a turn.
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
    """Limits of an episode in addition to the rules."""

    __slots__ = ("max_free_actions", "max_turns", "polls")

    def __init__(
        self, polls: bool = False, max_free_actions: int = MAX_FREE_ACTIONS, max_turns: int = MAX_TURNS
    ) -> None:
        self.polls = polls
        """Whether seats without a prompt may interject after each change of the turn, phase or number of monsters."""
        self.max_free_actions = max_free_actions
        """The number of free actions a seat may take between two phase steps; -1 for no limit."""
        self.max_turns = max_turns
        """The number of turns after which a game is cut; 0 for no limit."""


class Episode:
    """One game. Once begun, `seat` acts next, one token at a time, until the game is over or cut."""

    __slots__ = (
        "action", "answers", "config", "decisions", "driver", "free_actions", "is_cut", "is_polled", "phase_key",
        "polled", "position_key", "seat", "state", "vocabulary",
    )  # fmt: skip

    def __init__(
        self, vocabulary: Vocabulary, state: State, config: EpisodeConfig, policies: list[Policy | None] | None = None
    ) -> None:
        self.vocabulary = vocabulary
        self.state = state
        self.config = config
        self.driver: Driver | None = None if policies is None else Driver(state, policies, config.max_turns)
        """The driver of the bots, if there are any."""
        self.seat = NOBODY
        self.is_polled = False
        """Whether the acting seat has no prompt: it may interject or pass."""
        self.action: ActionBuilder | None = None
        """The unfinished action."""
        self.is_cut = False
        self.decisions = 0
        """The number of complete actions that had a choice."""
        self.free_actions: list[int] = [0] * len(state.seats)
        """Free actions by seat since the last phase step."""
        self.phase_key = -1
        """The turn and phase of the last phase step."""
        self.answers = 0
        """Answers since the last phase step."""
        self.polled = 0
        """Seats that had a chance to interject since `position_key` last changed."""
        self.position_key = -1
        """The turn, phase and number of monsters. When it changes, all seats are polled again."""

    @property
    def is_over(self) -> bool:
        """Return whether a player has won or the game was cut."""
        return self.seat == NOBODY

    @property
    def legal_actions(self) -> list[int]:
        """The legal next tokens."""
        return [] if self.action is None else self.action.tokens

    def step(self, token: int) -> bool:
        """Apply one token for the acting seat; return False and change nothing if it is illegal."""
        action = self.action
        if action is None or token not in action.tokens:
            return False
        action.push(token)
        if action.is_complete:
            self.decisions += 1
            self.apply_action(action)
            self.advance()
        return True

    def apply_action(self, action: ActionBuilder) -> None:
        """Apply a complete action."""
        if action.code == NO_ACTION:
            self.polled |= 1 << action.seat
        else:
            self.apply_answer(action.seat, action.code, action.picks)

    def begin(self) -> "Episode":
        """Advance to the first choice and return self."""
        self.advance()
        return self

    def advance(self) -> None:
        """Advance the game until a learner has a choice."""
        s = self.state
        self.action = None
        while not s.winners and (not self.config.max_turns or s.turns <= self.config.max_turns):
            phase_key = s.turns << 4 | s.phase
            if phase_key != self.phase_key:
                self.phase_key = phase_key
                self.answers = 0
                self.free_actions = [0] * len(s.seats)
            self.answers += 1
            if self.answers > MAX_ANSWERS:
                break
            if self.advance_once():
                return
        self.is_cut = not s.winners
        self.seat = NOBODY

    def advance_once(self) -> bool:
        """Apply one automatic answer; return True if a learner must choose instead."""
        s = self.state
        frame = s.stack[-1]
        asked = frame.prompted_seats(s)
        if not asked:
            raise EngineError(f"no seat is prompted in {frame.KIND}")
        if self.config.polls and self.poll(asked):
            return True
        driver = self.driver
        if driver is not None:
            answer = driver.next_answer()
            if answer is not None:
                driver.give(answer)
                return False
            return self.ask(driver.waits_for(), False)
        return self.ask(first_asked(s, asked, last_actor(s)), False)

    def ask(self, seat: int, is_polled: bool) -> bool:
        """Let a seat act; return False if it had no choice and its answer was given automatically."""
        codes = runtime.legal_options(self.state, seat)
        if 0 <= self.config.max_free_actions <= self.free_actions[seat]:
            left = without_free_actions(codes)
            codes = left if left or is_polled else codes
        if is_polled:
            codes = [*codes, NO_ACTION]
        elif len(codes) == 1 and not codes[0] & FORM_BIT:
            self.apply_answer(seat, codes[0], [])
            return False
        action = ActionBuilder(self.vocabulary, self.state, seat, codes)
        if action.is_complete:
            self.apply_action(action)
            return False
        self.seat = seat
        self.is_polled = is_polled
        self.action = action
        return True

    def poll(self, asked: int) -> bool:
        """Let a learner without a prompt interject, each once after `position_key` changes."""
        s = self.state
        monsters = 0 if s.fight is None else len(s.fight.bodies)
        position_key = (s.turns << 4 | s.phase) << 4 | monsters
        if position_key != self.position_key:
            self.position_key = position_key
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

    def apply_answer(self, seat: int, code: int, picks: list[int]) -> None:
        """Apply the answer of a seat; an answer built from tokens is known to be legal."""
        self.free_actions[seat] += FREE_ACTIONS_MASK >> (code & 63) & 1
        s = self.state
        if self.driver is not None:
            self.driver.give(Answer(seat, code, picks))
            return
        runtime.apply_unchecked(s, seat, code, picks)

    def free_actions_left(self, seat: int) -> int:
        """Return how many free actions a seat may still take before the next phase step; -1 for no limit."""
        return (
            NO_LIMIT
            if self.config.max_free_actions < 0
            else max(0, self.config.max_free_actions - self.free_actions[seat])
        )

    def copy(self) -> "Episode":
        """Return a copy of the episode, including its bots and an unfinished action."""
        driver = None if self.driver is None else self.driver.copy()
        c = self.with_state(self.state.copy() if driver is None else driver.state)
        c.driver = driver
        c.action = None if self.action is None else self.action.copy(c.state)
        return c

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.copy()

    def with_state(self, state: State) -> "Episode":
        """Return an episode of another state with the same seat and counters, no unfinished action and no bots."""
        c = Episode(self.vocabulary, state, self.config)
        c.seat = self.seat
        c.is_polled = self.is_polled
        c.is_cut = self.is_cut
        c.decisions = self.decisions
        c.free_actions = self.free_actions[:]
        c.phase_key = self.phase_key
        c.answers = self.answers
        c.polled = self.polled
        c.position_key = self.position_key
        return c

    def determinization(self, rng: LehmerRng) -> "Episode":
        """Return a determinization for the acting seat with the same tokens chosen and different dice."""
        c = self.with_state(Determinizer(self.state, self.seat).deal(rng))
        c.repeat([] if self.action is None else self.action.chosen)
        return c

    def repeat(self, tokens: list[int]) -> None:
        """Restart the action of the acting seat and apply some tokens."""
        self.ask(self.seat, self.is_polled)
        for token in tokens:
            if self.action is None or token not in self.action.tokens:
                raise EngineError(f"seat {self.seat} cannot repeat {self.vocabulary.words[token]}")
            self.action.push(token)

    def to_numbers(self) -> list[list[int]]:
        """Return the seat, counters and chosen tokens as plain numbers, which `restore` reads."""
        action = self.action
        rest = [self.seat, self.is_polled, self.is_cut, self.decisions, self.phase_key, self.answers, self.state.actor]
        return [
            [*rest, self.polled, self.position_key],
            self.free_actions[:],
            [] if action is None else action.chosen[:],
        ]

    def restore(self, numbers: list[list[int]]) -> "Episode":
        """Restore the seat, counters and chosen tokens from `to_numbers` and return self."""
        seat, is_polled, is_cut, self.decisions, self.phase_key, self.answers, actor, self.polled, self.position_key = (
            numbers[0]
        )
        self.state.actor = actor
        self.seat = seat
        self.is_polled = is_polled == 1
        self.is_cut = is_cut == 1
        self.free_actions = numbers[1][:]
        if seat != NOBODY:
            self.repeat(numbers[2])
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
