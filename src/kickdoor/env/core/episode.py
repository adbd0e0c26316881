"""One game for those who speak in tokens: goes on by itself until one of them has something to choose.

Whoever can only do one thing does it, bots answer for their seats, and acts that use nothing up are left out for a seat
that has done enough of them since the last phase step: else a game need never end.
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
"""Enough to ask everybody at the largest table for help, and to change one's mind once."""


class EpisodeConfig:
    """What a table of learners keeps to beside the rules."""

    __slots__ = ("idle", "polls", "turns")

    def __init__(self, polls: bool = False, idle: int = MAX_FREE_ACTIONS, turns: int = MAX_TURNS) -> None:
        self.polls = polls
        """Whether seats that are not asked may do something after each thing new to see."""
        self.idle = idle
        """How many acts that use nothing up a seat may do between two phase steps; -1 for any number."""
        self.turns = turns
        """After how many turns a game is cut; 0 for never."""


class Episode:
    """One game. Once it is begun, `seat` speaks next, one token at a time; nobody when the game is over or cut."""

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
        """Answers for the bots, if there are any."""
        self.seat = NOBODY
        self.unasked = False
        """Whether whoever speaks is not asked anything, and may as well do nothing."""
        self.sentence: ActionBuilder | None = None
        """What is being said."""
        self.is_cut = False
        self.decisions = 0
        """Whole sentences in which there was something to choose."""
        self.idle: list[int] = [0] * len(state.seats)
        """Acts that use nothing up, by seat, since the last phase step."""
        self.mark = -1
        self.answers = 0
        """Answers since the last phase step."""
        self.polled = 0
        """Seats that have been given the chance to do something since something new could be seen."""
        self.sight = -1

    @property
    def is_over(self) -> bool:
        """Return whether somebody has won or the game was cut."""
        return self.seat == NOBODY

    @property
    def legal_actions(self) -> list[int]:
        """What may be said next."""
        return [] if self.sentence is None else self.sentence.tokens

    def step(self, token: int) -> bool:
        """Return one token for the seat whose turn it is to speak; False, and nothing happens, if it is not legal."""
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
        """Do what was said."""
        if sentence.code == NO_ACTION:
            self.polled |= 1 << sentence.seat
        else:
            self.give(sentence.seat, sentence.code, sentence.picks)

    def begin(self) -> "Episode":
        """Go to the first choice, and gives itself."""
        self.go_on()
        return self

    def go_on(self) -> None:
        """Let the game go on until somebody has something to choose."""
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
        """Have one answer given by whoever need not be asked; True if a learner has to be."""
        s = self.state
        frame = s.stack[-1]
        asked = frame.prompted_seats(s)
        if not asked:
            raise EngineError(f"nobody is asked in {frame.KIND}")
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
        """Let a seat speak; False if it had nothing to choose, and was answered for."""
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
        """Let one of the learners who are not asked speak, each once after each thing new to see."""
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
        """Answer for a seat; what is said in tokens is known to be legal."""
        self.idle[seat] += FREE_ACTIONS_MASK >> (code & 63) & 1
        s = self.state
        if self.driver is not None:
            self.driver.give(Answer(seat, code, picks))
            return
        runtime.apply_unchecked(s, seat, code, picks)

    def idle_left(self, seat: int) -> int:
        """Count the acts that use nothing up that a seat may still do in this phase; -1 for any number."""
        return NO_LIMIT if self.customs.idle < 0 else max(0, self.customs.idle - self.idle[seat])

    def copy(self) -> "Episode":
        """Copy the game with all that drives it, in the midst of a sentence too."""
        driver = None if self.driver is None else self.driver.copy()
        c = self.onto(self.state.copy() if driver is None else driver.state)
        c.driver = driver
        c.sentence = None if self.sentence is None else self.sentence.copy(c.state)
        return c

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.copy()

    def onto(self, state: State) -> "Episode":
        """Drive another state from where this one is, with nothing said yet and no bots."""
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
        """Deal a game that looks just like this to who speaks, who has said the same in it; the dice are others."""
        c = self.onto(Determinizer(self.state, self.seat).deal(rng))
        c.repeat([] if self.sentence is None else self.sentence.chosen)
        return c

    def repeat(self, tokens: list[int]) -> None:
        """Have the seat that speaks begin anew and say some tokens."""
        self.ask(self.seat, self.unasked)
        for token in tokens:
            if self.sentence is None or token not in self.sentence.tokens:
                raise EngineError(f"seat {self.seat} cannot say {self.vocabulary.words[token]} again")
            self.sentence.push(token)

    def notes(self) -> list[list[int]]:
        """Return all that drives the game as plain numbers: with the state and the customs they make it anew."""
        sentence = self.sentence
        rest = [self.seat, self.unasked, self.is_cut, self.decisions, self.mark, self.answers, self.state.actor]
        return [[*rest, self.polled, self.sight], self.idle[:], [] if sentence is None else sentence.chosen[:]]

    def take_up(self, notes: list[list[int]]) -> "Episode":
        """Go on from where somebody wrote such notes, and gives itself."""
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
    """Return what a game has come to for each seat: a win alone is 1, and all adds up to nought.

    Those who win together share; a game that was cut is worth nothing to anybody.
    """
    n = len(s.seats)
    if not s.winners:
        return [0.0] * n
    share = n / len(s.winners)
    return [((share if seat in s.winners else 0.0) - 1.0) / (n - 1) for seat in range(n)]
