"""A recorder, which plays a game and stores every answer with its fingerprint."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import metadata

from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Answer, key
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.codec import options_to_dict, state_from_json
from kickdoor.engine.state.state import State
from kickdoor.event import Event as Told
from kickdoor.game import Game
from kickdoor.option import Option, Pick
from kickdoor.replay.fingerprints import Chain, Outcomes, RunningHash, deal_of, result_of
from kickdoor.replay.record import FORMAT, Begun, Record, Step

Player = Callable[[Game], "Answer | None"]
"""A function that returns the next answer to a game, or None to stop."""


class Recorder:
    """A game and the record of its answers. Answers must be applied through the recorder."""

    def __init__(
        self,
        rules: RuleSet,
        seats: int = 4,
        seed: str = "0",
        options: RuleOptions | None = None,
        sexes: list[int] | None = None,
    ) -> None:
        self.options = RuleOptions() if options is None else options
        self.sexes = [] if sexes is None else sexes[:]
        self.seed = seed
        self.game = Game(new_state(rules, self.options, seed, seats, self.sexes))
        self.dealt = deal_of(self.game.state)
        """A fingerprint of the deal."""
        self.answers: list[Step] = []
        self.earlier = 0
        """The number of answers before the recorded ones."""
        self.begun: Begun | None = None
        self.outcomes: Outcomes = Chain(rules)

    @property
    def count(self) -> int:
        """The number of answers given."""
        return self.earlier + len(self.answers)

    def begin_at(self, state: State) -> None:
        """Start from a state other than the deal."""
        self.game.state = state
        self.dealt = deal_of(state)

    def go_on_from(self, state: State, answers: int, link: str) -> None:
        """Continue a game after a number of answers."""
        self.game.state = state
        self.answers = []
        self.earlier = answers
        self.outcomes = Chain(state.rules, link)

    def begin_as(self, record: Record) -> None:
        """Start where a record starts, with its kind of fingerprints."""
        if record.format == 1:
            self.outcomes = RunningHash()
        self.begun = record.begun
        if record.begun is not None:
            rules = self.game.state.rules
            state = state_from_json(record.begun.state, rules, same_cards=False)
            self.go_on_from(state, record.begun.answers, record.begun.link)

    def forget(self) -> None:
        """Drop all answers but the last, which the caller stores."""
        self.earlier += len(self.answers[:-1])
        del self.answers[:-1]

    def apply(self, answer: Answer) -> list[Event]:
        """Apply an answer and record it. A refused answer is not recorded."""
        events = self.game.apply(answer)
        outcome = self.outcomes.after(events)
        self.answers.append(Step(answer.seat, key(answer.code), answer.picks[:], answer.cause, outcome))
        return events

    def do(
        self, option: Option | str, picks: Iterable[int | Pick] | None = None, seat: int | None = None
    ) -> list[Told]:
        """Take an option, as `Game.do` does."""
        return self.game.tell(self.apply(self.game.answer_to(option, picks, seat)))

    def record(self) -> Record:
        """Return the record of the game so far."""
        rules = self.game.state.rules
        return Record(
            format=1 if isinstance(self.outcomes, RunningHash) else FORMAT,
            kickdoor=version(),
            catalog=rules.digest,
            sets=rules.sets[:],
            options=options_to_dict(self.options),
            seats=self.game.seats,
            sexes=self.sexes[:],
            seed=self.seed,
            answers=self.answers[:],
            result=result_of(self.game.state),
            rules=VERSION,
            dealt=self.dealt,
            begun=self.begun,
        )


def version() -> str:
    """Return the installed version; empty if kickdoor is not installed."""
    try:
        return metadata.version("kickdoor")
    except metadata.PackageNotFoundError:
        return ""


def record_game(recorder: Recorder, player: Player) -> Record:
    """Play until the game is over or the player returns None, and return the record."""
    while not recorder.game.is_over:
        answer = player(recorder.game)
        if answer is None:
            break
        recorder.apply(answer)
    return recorder.record()
