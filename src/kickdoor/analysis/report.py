"""The results of an analysis as plain data, for the command line, the page and files."""

from __future__ import annotations

from msgspec import Struct


class ChartPoint(Struct, frozen=True):
    """The win chances of all players at one position, in ten-thousandths."""

    answers: int
    """The number of answers of the record before the position."""
    turn: int
    begins: bool
    """Whether a turn begins here; otherwise the position is next to a turning point."""
    chances: list[int]
    errors: list[int]
    """Halves of the 95 % confidence intervals."""


class Turning(Struct, frozen=True):
    """A turning point of the game."""

    answers: int
    """The number of answers of the record up to and including the ply."""
    turn: int
    seat: int
    text: str
    before: list[int]
    after: list[int]


class Decision(Struct, frozen=True):
    """The choice of a player, compared with that of `master` or, if that is the same, with the next best."""

    answers: int
    """The number of answers of the record before the decision."""
    turn: int
    seat: int
    did: str
    other: str
    as_master: bool
    chance: int
    """The win chance after the choice, by what the player knew, in ten-thousandths."""
    beside: int
    """The win chance after the compared choice."""
    error: int
    """Half of the 95 % confidence interval of the difference."""
    is_clear: bool
    text: str

    @property
    def gain(self) -> int:
        return self.chance - self.beside


class Summary(Struct, frozen=True):
    """A summary of the decisions of one player."""

    seat: int
    decisions: int
    as_master: int
    lost: int
    """The total cost of all decisions that clearly cost something, in ten-thousandths."""
    worst: list[int]
    """The indices of the costliest decisions, the costliest first."""
    best: list[int]


class Analysis(Struct, frozen=True):
    """The complete analysis."""

    version: int
    names: list[str]
    winners: list[int]
    turns: int
    budget: int
    chart: list[ChartPoint]
    turning: list[Turning]
    decisions: list[Decision]
    summaries: list[Summary]
