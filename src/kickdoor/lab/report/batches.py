"""Batches of the rows of a study as arrays of some thousand games, so that memory does not grow with the study."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kickdoor.engine.machine.errors import BadData
from kickdoor.install_hints import to_install
from kickdoor.lab.columns import BY_NAME, WORD
from kickdoor.lab.row_files import chunks_of, read_table
from kickdoor.lab.rows import arrow
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import Cell, Chunk, LabPlan

Array = Any
"""A numpy array."""
GAMES_AT_ONCE = 1_000
MAX_LABELS = 20_000
"""The maximum number of different cards or monsters."""
MAX_ROUND = 10_000
READ = {
    "games": ("game", "winners", "rounds", "turns"),
    "seats": ("game", "seat", "share", "won"),
    "fights": (
        "game", "level", "monster", "ended", "helper", "asked", "refused", "treasures", "helper_treasures",
        "helper_levels", "items_promised", "promised", "caught", "deaths",
    ),
    "cards": ("game", "seat", "card", "since", "drawn", "owned", "played"),
    "turns": ("game", "turn", "round", "seat", "level", "leader"),
}  # fmt: skip
"""The columns that a report uses."""
Tell = Callable[[int, int], None]
"""A callback for the number of games read and the total."""


def numpy() -> Any:
    """Import numpy, or raise `BadData` with the install command."""
    try:
        import numpy
    except ImportError:
        raise BadData(f"a report is reckoned with numpy: {to_install('lab')}") from None
    return numpy


class Words:
    """Numbers for words, in order of appearance."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.number)

    @property
    def all(self) -> list[str]:
        """List the words by their numbers."""
        return list(self.number)

    def codes(self, words: list[str]) -> Array:
        """Return the number of each of some words."""
        for word in words:
            self.number.setdefault(word, len(self.number))
        if len(self.number) > MAX_LABELS:
            raise BadData(f"the rows name more than {MAX_LABELS:,} cards, more than any study has")
        return numpy().array([self.number[word] for word in words], dtype=numpy().int64)


@dataclass
class Batch:
    """The rows of some games of a cell, by table and column."""

    cell: Cell
    tables: dict[str, dict[str, Array]]
    words: dict[str, Words]

    @cached_property
    def games(self) -> Array:
        """The numbers of the games, in order."""
        return numpy().sort(self.tables["games"]["game"])

    @cached_property
    def shares(self) -> Array:
        """The share of the win by game and seat."""
        return self.by_seat("share")

    @cached_property
    def won(self) -> Array:
        """The winners by game and seat."""
        return self.by_seat("won") > 0

    def by_seat(self, name: str) -> Array:
        """Return a column of the seats table by game and seat."""
        np = numpy()
        seats = self.tables["seats"]
        at, seat = self.at("seats"), self.seat("seats")
        if len(at) != len(self.games) * self.cell.seats or len(np.unique(at * self.cell.seats + seat)) != len(at):
            raise BadData(f"the seats of {self.cell.setting!r} are not those of its games")
        found = np.zeros((len(self.games), self.cell.seats))
        found[at, seat] = seats[name]
        return found

    def at(self, table: str) -> Array:
        """Return for every row the index of its game in the batch."""
        np = numpy()
        game = self.tables[table]["game"].astype(np.int64)
        found = np.minimum(np.searchsorted(self.games, game), max(len(self.games) - 1, 0))
        if len(game) and (not len(self.games) or (self.games[found] != game).any()):
            raise BadData(f"the table '{table}' of {self.cell.setting!r} has rows of games that are not there")
        return found

    def seat(self, table: str, name: str = "seat") -> Array:
        """Return the seat of every row."""
        return self.within(table, name, 0, self.cell.seats - 1)

    def within(self, table: str, name: str, low: int, high: int) -> Array:
        """Return a column after a check that its numbers are within bounds."""
        found = self.tables[table][name].astype(numpy().int64)
        if len(found) and (found.min() < low or found.max() > high):
            raise BadData(f"the column '{name}' of the table '{table}' has numbers that cannot be")
        return found


def batches(folder: LabFolder, plan: LabPlan, tell: Tell | None = None) -> Iterator[Batch]:
    """Yield all stored rows of the games in the plan."""
    tables = [name for name in READ if name in [table.name for table in plan.tables]]
    words: dict[str, Words] = {}
    some: list[Chunk] = []
    chunks = [chunk for chunk in chunks_of(folder) if chunk.cell < len(plan.cells) and chunk.first < plan.games]
    of = sum(chunk.last - chunk.first for chunk in chunks)
    there = 0
    for chunk in chunks:
        if some and (some[0].cell != chunk.cell or sum(one.last - one.first for one in some) >= GAMES_AT_ONCE):
            yield batch(folder, plan, some, tables, words)
            some = []
        some.append(chunk)
        there += chunk.last - chunk.first
        if tell is not None:
            tell(there, of)
    if some:
        yield batch(folder, plan, some, tables, words)


def batch(folder: LabFolder, plan: LabPlan, some: list[Chunk], tables: list[str], words: dict[str, Words]) -> Batch:
    """Read some chunks of a cell."""
    pa = arrow()
    found: dict[str, dict[str, Array]] = {}
    for name in tables:
        parts = []
        for chunk in some:
            part = read_table(folder.rows / chunk.name / f"{name}.parquet", name, READ[name])
            check_games(part.column("game").to_numpy(), chunk)
            parts.append(part)
        whole = pa.concat_tables(parts).unify_dictionaries().combine_chunks()
        kept = whole.column("game").to_numpy() < plan.games
        found[name] = {}
        for column in BY_NAME[name].columns:
            if column.name in READ[name]:
                values = whole.column(column.name).combine_chunks()
                if values.null_count:
                    raise BadData(f"the column '{column.name}' of the table '{name}' has gaps")
                if column.sort == WORD:
                    values = coded(values, words.setdefault(column.name, Words()))
                else:
                    values = values.to_numpy(zero_copy_only=False)
                found[name][column.name] = values if kept.all() else values[kept]
    return Batch(plan.cells[some[0].cell], found, words)


def check_games(games: Array, chunk: Chunk) -> None:
    """Raise `BadData` for rows of games outside the chunk."""
    if len(games) and (games.min() < chunk.first or games.max() >= chunk.last):
        raise BadData(f"the chunk {chunk.name} has rows of other games")


def coded(values: Any, words: Words) -> Array:
    """Return the numbers of the words in a column."""
    pa = arrow()
    if isinstance(values, pa.ChunkedArray):
        values = values.chunk(0) if values.num_chunks else pa.array([], values.type)
    if len(values.dictionary) > MAX_LABELS:
        raise BadData(f"the rows name more than {MAX_LABELS:,} cards, more than any study has")
    codes = words.codes([word or "" for word in values.dictionary.to_pylist()])
    indices = values.indices.to_numpy(zero_copy_only=False)
    return codes[indices] if len(codes) else indices.astype("int64")
