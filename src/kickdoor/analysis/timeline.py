"""The course of a finished game: how it stood after each answer, and what each of them brought about."""

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
"""What tables call the cause of an answer that a bot has thought of; any other cause is that nobody has."""
MAX_ANSWERS = 5000
"""Answers of a game that is analysed; every position of it is held in memory."""


class Unfinished(BadData):
    """A game goes on: who knew what bots think of it could play by that."""

    def __init__(self) -> None:
        super().__init__("the game is not finished; only finished games are analysed")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


@dataclass(frozen=True, slots=True)
class Ply:
    """One answer: what was answered, what came of it, and how the game stood before."""

    number: int
    """Which answer of the record it is; the first is 1."""
    step: Step
    before: State
    events: list[Event]

    @property
    def choice(self) -> Choice:
        """The answer as policies give it."""
        return parse(self.step.key), self.step.picks[:]

    @property
    def turn(self) -> int:
        """The number of the turn in which it was given."""
        return self.before.turns

    @property
    def is_asked(self) -> bool:
        """Return whether the seat was asked; else it spoke up."""
        return bool(runtime.prompted_seats(self.before) >> self.step.seat & 1)

    @property
    def is_free(self) -> bool:
        """Return whether somebody made up their mind: they could have done something else, and answered themselves."""
        if self.step.cause not in ("", BOT):
            return False
        codes = runtime.legal_options(self.before, self.step.seat)
        return not self.is_asked or len(codes) > 1 or bool(codes and codes[0] & FORM_BIT)


@dataclass(frozen=True, slots=True)
class GameTimeline:
    """A finished game from the first position to the last."""

    deeds: list[Ply]
    end: State
    key: str
    """Tells the game apart from every other: dice and worlds of its analysis are drawn by it."""

    @property
    def seats(self) -> int:
        return len(self.end.seats)

    def after(self, number: int) -> State:
        """Return the game as it was after so many answers of the record."""
        return self.deeds[number].before if number < len(self.deeds) else self.end

    def turn_starts(self) -> list[int]:
        """List after how many answers turns began."""
        return [deed.number for deed in self.deeds if any(e.kind == ev.TURN_BEGUN for e in deed.events)]


def check_finished(record: Record) -> None:
    """Object to a game that goes on, to one in which nothing happens, and to one too long to be held in memory."""
    if not record.result.winners:
        raise Unfinished
    if not record.answers:
        # A record may begin where a game was upgraded, and that may be its very end
        raise BadData("nothing was played in it: the record begins where the game is already won")
    if len(record.answers) > MAX_ANSWERS:
        raise BadData(f"the game has {len(record.answers)} answers; at most {MAX_ANSWERS} are analysed")


def build_timeline(record: Record, rules: RuleSet) -> GameTimeline:
    """Play a finished game again, checking that it comes out as recorded."""
    check_finished(record)
    replayer = Replayer(record, rules)
    deeds: list[Ply] = []
    for step in record.answers:
        before = replayer.game.state.copy()
        deeds.append(Ply(replayer.done + 1, step, before, replayer.step()))
    end = replayer.finish().state.copy()
    if not end.winners:
        raise Unfinished
    return GameTimeline(deeds, end, f"{record.seed}:{record.dealt}:{len(record.answers)}:{record.answers[-1].outcome}")
