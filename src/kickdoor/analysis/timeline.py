"""The timeline of a finished game: the state after each answer and the events of each answer."""

from __future__ import annotations

from dataclasses import dataclass

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import FORM_BIT, parse
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice
from kickdoor.replay.record import Record, Step
from kickdoor.replay.replayer import Replayer

BOT = "bot"
"""The cause of an answer that a bot decided; other causes mean that no one decided it."""
MAX_ANSWERS = 5000
"""Maximum number of answers of an analysed game, since every position is held in memory."""


class Unfinished(BadData):
    """A game that is still in progress, in which an analysis would help its players."""

    def __init__(self) -> None:
        super().__init__("the game is not finished; only finished games are analysed")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


@dataclass(frozen=True, slots=True)
class Ply:
    """One answer, its events, and the state before it."""

    number: int
    """The number of the answer in the record; the first is 1."""
    step: Step
    before: State
    events: list[Event]

    @property
    def choice(self) -> Choice:
        """The answer as a choice of a policy."""
        return parse(self.step.key), self.step.picks[:]

    @property
    def turn(self) -> int:
        """The number of the turn in which it was given."""
        return self.before.turns

    @property
    def is_prompted(self) -> bool:
        """Whether the seat had a prompt; otherwise it interjected."""
        return bool(runtime.prompted_seats(self.before) >> self.step.seat & 1)

    @property
    def is_free(self) -> bool:
        """Whether the player decided: there was another option, and the player answered in person."""
        if self.step.cause not in ("", BOT):
            return False
        codes = runtime.legal_options(self.before, self.step.seat)
        return not self.is_prompted or len(codes) > 1 or bool(codes and codes[0] & FORM_BIT)


@dataclass(frozen=True, slots=True)
class GameTimeline:
    """A finished game from the first position to the last."""

    plies: list[Ply]
    end: State
    key: str
    """A unique key of the game, which seeds the dice and samples of its analysis."""

    @property
    def seats(self) -> int:
        return len(self.end.seats)

    def after(self, number: int) -> State:
        """Return the state after a number of answers of the record."""
        return self.plies[number].before if number < len(self.plies) else self.end

    def turn_starts(self) -> list[int]:
        """List the numbers of answers after which turns began."""
        return [ply.number for ply in self.plies if any(e.kind == ev.TURN_BEGUN for e in ply.events)]


def check_finished(record: Record) -> None:
    """Raise BadData for a game that is in progress, that has no answers, or that is too long for the memory."""
    if not record.result.winners:
        raise Unfinished
    if not record.answers:
        # A record may begin where a game was upgraded, even after its last answer.
        raise BadData("the record has no answers: it begins where the game is already won")
    if len(record.answers) > MAX_ANSWERS:
        raise BadData(f"the game has {len(record.answers)} answers; at most {MAX_ANSWERS} are analysed")


def build_timeline(record: Record, rules: RuleSet) -> GameTimeline:
    """Replay a finished game and check that it matches the record."""
    check_finished(record)
    replayer = Replayer(record, rules)
    plies: list[Ply] = []
    for step in record.answers:
        before = replayer.game.state.copy()
        plies.append(Ply(replayer.done + 1, step, before, replayer.step()))
    end = replayer.finish().state.copy()
    if not end.winners:
        raise Unfinished
    return GameTimeline(plies, end, f"{record.seed}:{record.dealt}:{len(record.answers)}:{record.answers[-1].outcome}")
