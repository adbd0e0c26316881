"""Policies: whoever answers for a seat, given a game to look at. Bots think by them, and searches play games out."""

from collections.abc import Callable

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK, MAX_FREE_ACTIONS, without_free_actions


class Policy:
    """Plays a seat. The game it is shown is its own to look at, not to change; what it remembers is copied with it."""

    def decide(self, s: State, seat: int) -> Choice:
        """Answer the question that the seat is asked."""
        raise NotImplementedError

    def interject(self, s: State, seat: int) -> Choice | None:
        """Do something unasked, or nothing."""
        return None

    def may_interject(self, s: State, seat: int) -> bool:
        """Return quickly, by what the seat sees, whether there may be anything to do unasked; else nobody asks."""
        return True

    def wants_events(self) -> bool:
        """Return whether it wants to be told what happens; where nobody does, nothing is told."""
        return False

    def on_event(self, told: list[int], seat: int, rules: RuleSet) -> None:
        """Take in what its seat saw happen, as `grudges.heard` gives it."""

    def memory(self) -> list[list[int]]:
        """Return what it remembers of what its seat saw, as plain numbers: it can travel and be kept."""
        return []

    def restore_memory(self, memory: list[list[int]]) -> None:
        """Take over what one like it remembered; nothing is what one remembers who has just sat down."""

    def copy(self) -> "Policy":
        """Copy it with what it remembers."""
        raise NotImplementedError


class CallbackPolicy(Policy):
    """Asks somebody else: a function that gets the game, the seat, and whether the seat is not asked anything.

    Whoever is asked may have a mind of another policy, which hears and remembers for them.
    """

    def __init__(self, answer: Callable[[State, int, bool], Choice | None], mind: Policy | None = None) -> None:
        self.answer = answer
        self.mind = Policy() if mind is None else mind

    def decide(self, s: State, seat: int) -> Choice:
        choice = self.answer(s, seat, False)
        assert choice is not None
        return choice

    def interject(self, s: State, seat: int) -> Choice | None:
        return self.answer(s, seat, True)

    def wants_events(self) -> bool:
        return self.mind.wants_events()

    def on_event(self, told: list[int], seat: int, rules: RuleSet) -> None:
        self.mind.on_event(told, seat, rules)

    def memory(self) -> list[list[int]]:
        return self.mind.memory()

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.mind.restore_memory(memory)

    def copy(self) -> Policy:
        return self


class RandomChooser:
    """Draws options by lot; of those that use nothing up only some between two phase steps, or it would never end."""

    def __init__(self, rng: LehmerRng) -> None:
        self.rng = rng
        self.idle = 0
        self.mark = -1

    def is_tired(self, s: State) -> bool:
        """Return whether it has done enough idle acts since the last phase step."""
        mark = s.turns << 4 | s.phase
        if mark != self.mark:
            self.mark = mark
            self.idle = 0
        return self.idle >= MAX_FREE_ACTIONS

    def draw(self, s: State, seat: int, codes: list[int]) -> Choice:
        """Draw one of some options; a form counts as one."""
        if self.is_tired(s):
            codes = without_free_actions(codes) or codes
        return self.fill(s, seat, codes[self.rng.below(len(codes))])

    def fill(self, s: State, seat: int, code: int) -> Choice:
        """Make a choice complete."""
        self.idle += FREE_ACTIONS_MASK >> (code & 63) & 1
        return code, runtime.form(s, seat, code).sample(s, self.rng) if code & FORM_BIT else []

    def memory(self) -> list[int]:
        """Return what it has drawn and done."""
        return [self.rng.x, self.idle, self.mark]

    def recall(self, memory: list[int]) -> None:
        """Go on from there."""
        self.rng.x, self.idle, self.mark = memory[0], memory[1], memory[2]

    def copy(self) -> "RandomChooser":
        c = RandomChooser(LehmerRng.at(self.rng.x))
        c.idle = self.idle
        c.mark = self.mark
        return c
