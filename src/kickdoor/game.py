"""The facade: make a game, read prompts, apply answers, look at it, copy, save, load."""

from kickdoor.engine import numbers as nr
from kickdoor.engine.cards.ruleset import Options, RuleSet
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.errors import IllegalAnswer
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Answer, Form, Prompt, Verdict, parse
from kickdoor.engine.rules.turn.start import new_state
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.state import State
from kickdoor.view.observe import Observation, observe


class Game:
    """One game. Every change comes in as an answer and goes out as events."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.state.seats)

    @property
    def phase(self) -> str:
        """The rulebook's word for the phase."""
        return nr.PHASES[self.state.phase]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.state.turn

    @property
    def winners(self) -> list[int]:
        """Seats that have won; empty while the game goes on."""
        return self.state.winners[:]

    @property
    def is_over(self) -> bool:
        return self.state.phase == nr.OVER

    def prompts(self) -> list[Prompt]:
        """Lists the questions the game waits for, one for each seat asked."""
        asked = machine.asked(self.state)
        return [machine.prompt(self.state, seat) for seat in range(self.seats) if asked >> seat & 1]

    def prompt(self, seat: int) -> Prompt:
        """Gives what a seat is asked or, if nothing, may do at any time."""
        return machine.prompt(self.state, seat)

    def form(self, seat: int, key: str) -> Form:
        """Gives the form behind an option whose key ends in an asterisk."""
        return machine.form(self.state, seat, parse(key))

    def apply(self, answer: Answer) -> list[Event]:
        """Takes an answer and tells what happened. Raises `Refused` and changes nothing if it is not legal."""
        events: list[Event] = []
        self.state.events = events
        try:
            machine.apply(self.state, answer)
        finally:
            self.state.events = None
        return events

    def answer(self, seat: int, key: str, picks: list[int] | None = None, prompt: int = -1) -> list[Event]:
        """Answers by key."""
        code = parse(key)
        if code < 0:
            raise IllegalAnswer("bad_key", [], f"'{key}' is no option")
        return self.apply(Answer(seat, code, picks, prompt))

    def why_not(self, seat: int, key: str, picks: list[int] | None = None) -> Verdict:
        """Gathers every objection to an act; none means that it is legal."""
        v = Verdict(True)
        answer = Answer(seat, parse(key), picks)
        try:
            machine.check(self.state, answer)
        except ValueError:
            machine.explain(self.state, seat, answer.code, answer.picks, v)
        return v

    def observe(self, seat: int) -> Observation:
        """Shows what a seat may know; seat -1 is a spectator."""
        return observe(self.state, seat)

    def copy(self) -> "Game":
        """Copies the game; the copy may be played on freely."""
        return Game(self.state.copy())

    def save(self) -> str:
        """Writes the whole game as canonical JSON."""
        return state_to_json(self.state)

    @classmethod
    def load(cls, text: str, rules: RuleSet) -> "Game":
        """Reads a saved game of the same rule set."""
        return cls(state_from_json(text, rules))


def new_game(
    rules: RuleSet, seats: int = 4, seed: str = "0", options: Options | None = None, sexes: list[int] | None = None
) -> Game:
    """Makes a game that waits for the plays of the starting hands."""
    return Game(
        new_state(rules, Options() if options is None else options, seed, seats, [] if sexes is None else sexes)
    )
