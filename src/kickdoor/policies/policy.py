"""The base class of policies, which decide for a seat of a given state, for bots and in playouts."""

from collections.abc import Callable

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK, MAX_FREE_ACTIONS, without_free_actions


class Policy:
    """A decision function for one seat. It may read but not change the state. A copy includes its memory."""

    def decide(self, s: State, seat: int) -> Choice:
        """Return the answer to the prompt of the seat."""
        raise NotImplementedError

    def interject(self, s: State, seat: int) -> Choice | None:
        """Return an interjection, or None."""
        return None

    def may_interject(self, s: State, seat: int) -> bool:
        """Return quickly whether an interjection is possible; if not, `interject` is not called."""
        return True

    def wants_events(self) -> bool:
        """Return whether the policy receives events; if no policy does, no events are collected."""
        return False

    def on_event(self, numbers: list[int], seat: int, rules: RuleSet) -> None:
        """Process an event that the seat saw, as returned by `grudges.heard`."""

    def memory(self) -> list[list[int]]:
        """Return the memory as plain numbers, which can be sent and stored."""
        return []

    def restore_memory(self, memory: list[list[int]]) -> None:
        """Restore the memory of a policy of the same kind; an empty list is the memory of a new policy."""

    def copy(self) -> "Policy":
        """Copy the policy with its memory."""
        raise NotImplementedError


class CallbackPolicy(Policy):
    """A policy that calls a function with the state, the seat, and whether the seat has no prompt.

    Another policy may receive the events and keep the memory for it.
    """

    def __init__(self, answer: Callable[[State, int, bool], Choice | None], delegate: Policy | None = None) -> None:
        self.answer = answer
        self.delegate = Policy() if delegate is None else delegate

    def decide(self, s: State, seat: int) -> Choice:
        choice = self.answer(s, seat, False)
        assert choice is not None
        return choice

    def interject(self, s: State, seat: int) -> Choice | None:
        return self.answer(s, seat, True)

    def wants_events(self) -> bool:
        return self.delegate.wants_events()

    def on_event(self, numbers: list[int], seat: int, rules: RuleSet) -> None:
        self.delegate.on_event(numbers, seat, rules)

    def memory(self) -> list[list[int]]:
        return self.delegate.memory()

    def restore_memory(self, memory: list[list[int]]) -> None:
        self.delegate.restore_memory(memory)

    def copy(self) -> Policy:
        return self


class RandomChooser:
    """Random choice among options. Free actions are limited between two phase steps, so that turns end."""

    def __init__(self, rng: LehmerRng) -> None:
        self.rng = rng
        self.free_actions = 0
        self.phase_key = -1

    def is_limit_reached(self, s: State) -> bool:
        """Return whether the limit of free actions since the last phase step is reached."""
        phase_key = s.turns << 4 | s.phase
        if phase_key != self.phase_key:
            self.phase_key = phase_key
            self.free_actions = 0
        return self.free_actions >= MAX_FREE_ACTIONS

    def draw(self, s: State, seat: int, codes: list[int]) -> Choice:
        """Choose a random option; a form counts as one option."""
        if self.is_limit_reached(s):
            codes = without_free_actions(codes) or codes
        return self.fill(s, seat, codes[self.rng.below(len(codes))])

    def fill(self, s: State, seat: int, code: int) -> Choice:
        """Complete a choice with random picks."""
        self.free_actions += FREE_ACTIONS_MASK >> (code & 63) & 1
        return code, runtime.form(s, seat, code).sample(s, self.rng) if code & FORM_BIT else []

    def memory(self) -> list[int]:
        """Return the random state and the counters as plain numbers."""
        return [self.rng.x, self.free_actions, self.phase_key]

    def restore_memory(self, memory: list[int]) -> None:
        """Restore the random state and the counters."""
        self.rng.x, self.free_actions, self.phase_key = memory[0], memory[1], memory[2]

    def copy(self) -> "RandomChooser":
        c = RandomChooser(LehmerRng.at(self.rng.x))
        c.free_actions = self.free_actions
        c.phase_key = self.phase_key
        return c
