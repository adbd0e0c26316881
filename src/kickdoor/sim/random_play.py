"""Random play, policy 1: the same games everywhere for the same seed. A change would get another number.

1. At each wait, with probability 1/8, a random seat of those that may act out of turn chooses uniformly
   between nothing and its any-time options; no other options are listed.
2. Otherwise the first blocking seat in AMB-07's order answers uniformly; a form counts as one option and is drawn
   by its own sampler. If a seat has one option, that is taken without a draw and counted apart.
3. Free actions are left out for a seat that has taken two since the last phase step.
4. A game is cut at 200 turns.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import EngineError
from kickdoor.engine.machine.prompts import FORM_BIT, Answer
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.rules.turn.windows import first_asked, last_actor
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.play_limits import (
    FREE_ACTIONS_MASK,
    MAX_ANSWERS,
    MAX_FREE_ACTIONS,
    MAX_TURNS,
    endless,
    without_free_actions,
)

POLICY: Final = 1
OUT_OF_TURN: Final = 8
"""One in this many waits goes to a seat without a prompt."""
ANY_TIME: Final = 21
"""The index at which decisions out of turn are counted, after the prompt kinds."""


class RandomPlay:
    """One game of random play with counts of its answers."""

    __slots__ = ("answers", "decisions", "forced", "free_actions", "phase_key", "purposes", "rng", "state")

    def __init__(self, state: State, rng: LehmerRng) -> None:
        self.state = state
        self.rng = rng
        self.decisions = 0
        """Answers where at least two options, or a form, existed."""
        self.forced = 0
        """Answers where only one option existed."""
        self.purposes: list[int] = [0] * (ANY_TIME + 1)
        """Decisions by prompt kind."""
        self.phase_key = -1
        """The turn and phase in which free actions are counted."""
        self.free_actions: list[int] = []
        """Free actions by seat since the last phase step."""
        self.answers = 0
        """Steps in that phase."""

    def play(self) -> None:
        """Play until a player has won or the game is cut."""
        while self.step():
            pass

    def step(self) -> bool:
        """Make one draw and usually apply one answer; return False once the game is over or cut."""
        s = self.state
        if s.winners or s.turns > MAX_TURNS:
            return False
        frame = s.stack[-1]
        asked = frame.prompted_seats(s)
        if not asked:
            raise EngineError(f"no seat is prompted in {frame.KIND}")
        phase_key = s.turns << 4 | s.phase
        if phase_key != self.phase_key:
            self.phase_key = phase_key
            self.free_actions = [0] * len(s.seats)
            self.answers = 0
        self.answers += 1
        if self.answers > MAX_ANSWERS:
            raise endless(s)
        if self.rng.below(OUT_OF_TURN) == 0:
            seat = self.draw_interjecting_seat(frame, asked)
            if seat >= 0:
                self.interject(seat)
                return True
        seat = first_asked(s, asked, last_actor(s))
        codes = runtime.legal_options(s, seat)
        if len(codes) == 1 and not codes[0] & FORM_BIT:
            self.forced += 1
            self.apply_answer(seat, codes[0])
            return True
        if not codes:
            raise EngineError(f"seat {seat} has no option in {frame.KIND}")
        self.decisions += 1
        self.purposes[frame.purpose(s, seat)] += 1
        if self.free_actions[seat] >= MAX_FREE_ACTIONS:
            codes = without_free_actions(codes) or codes
        self.apply_answer(seat, codes[self.rng.below(len(codes))])
        return True

    def draw_interjecting_seat(self, frame: runtime.Frame, asked: int) -> int:
        """Draw one of the seats that may act out of turn; -1 if none may."""
        s = self.state
        free: list[int] = []
        for seat in range(len(s.seats)):
            if not asked >> seat & 1 and frame.moments(s, seat):
                free.append(seat)
        return free[self.rng.below(len(free))] if free else -1

    def interject(self, seat: int) -> None:
        """Let a seat choose between nothing and its interjections."""
        codes = runtime.legal_options(self.state, seat)
        if self.free_actions[seat] >= MAX_FREE_ACTIONS:
            codes = without_free_actions(codes)
        drawn = self.rng.below(len(codes) + 1)
        if drawn:
            self.decisions += 1
            self.purposes[ANY_TIME] += 1
            self.apply_answer(seat, codes[drawn - 1])

    def apply_answer(self, seat: int, code: int) -> None:
        """Apply an answer with a random fill of its form."""
        s = self.state
        picks: list[int] | None = None
        if code & FORM_BIT:
            picks = runtime.form(s, seat, code).sample(s, self.rng)
        if FREE_ACTIONS_MASK >> (code & 63) & 1:
            self.free_actions[seat] += 1
        runtime.apply(s, Answer(seat, code, picks))


def deal(rules: RuleSet, seats: int, seed: str, options: RuleOptions | None = None) -> State:
    """Deal a game as benchmarks do: default options unless given, every second seat female."""
    sexes = [nr.MALE if seat % 2 == 0 else nr.FEMALE for seat in range(seats)]
    return new_state(rules, RuleOptions() if options is None else options, seed, seats, sexes)


def random_play(rules: RuleSet, seats: int, seed: str, options: RuleOptions | None = None) -> RandomPlay:
    """Set up a game of random play; the seed determines the game and the choices."""
    return RandomPlay(deal(rules, seats, seed, options), LehmerRng(seed))
