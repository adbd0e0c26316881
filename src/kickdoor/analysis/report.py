"""What an analysis has found, as plain data: for the command line, the page, and files."""

from __future__ import annotations

from msgspec import Struct


class ChartPoint(Struct, frozen=True):
    """Everybody's chance to win at one moment, in ten thousandths."""

    answers: int
    """After how many answers of the record."""
    turn: int
    begins: bool
    """Whether a turn begins here; else it is beside a turning point."""
    chances: list[int]
    errors: list[int]
    """Halves of 95 % intervals."""


class Turning(Struct, frozen=True):
    """A deed that has turned the game."""

    answers: int
    """After how many answers of the record it is done."""
    turn: int
    seat: int
    text: str
    before: list[int]
    after: list[int]


class Decision(Struct, frozen=True):
    """What somebody did, beside what `master` would have done or, where that is the same, the next best."""

    answers: int
    """After how many answers of the record it was taken."""
    turn: int
    seat: int
    did: str
    other: str
    as_master: bool
    chance: int
    """Their chance after what they did, by what they knew, in ten thousandths."""
    beside: int
    """The same after the other."""
    error: int
    """Half of the 95 % interval of the difference."""
    is_clear: bool
    text: str

    @property
    def gain(self) -> int:
        return self.chance - self.beside


class Summary(Struct, frozen=True):
    """How one player decided."""

    seat: int
    decisions: int
    as_master: int
    lost: int
    """What all decisions have cost together, in ten thousandths, those that cost something clearly."""
    worst: list[int]
    """The places of the dearest among the decisions, the dearest first."""
    best: list[int]


class Analysis(Struct, frozen=True):
    """The whole."""

    version: int
    names: list[str]
    winners: list[int]
    turns: int
    budget: int
    chart: list[ChartPoint]
    turning: list[Turning]
    decisions: list[Decision]
    summaries: list[Summary]
