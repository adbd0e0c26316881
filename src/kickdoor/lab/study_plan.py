"""Study plans: everything that determines the games, identified by a key."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Annotated

import msgspec

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.lab.columns import ALWAYS, SOAK, Table
from kickdoor.lab.columns import BY_NAME as TABLES
from kickdoor.sim import simulate
from kickdoor.sim.ladder.line_ups import LineUp
from kickdoor.sim.soak import SoakPlan

MAX_GAMES = 10_000_000
MAX_CHUNK_GAMES = 10_000


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One variant in one setting: games that differ only in their numbers."""

    variant: str
    setting: str
    """The setting; its name is equal in all variants, regardless of their changes."""
    seed: str
    """The seed of the setting, so that equal game numbers of all variants have equal seeds."""
    mix: list[str]
    """All sets of the cell, including custom ones."""
    seats: int
    line_up: str
    bots: list[str]
    """One bot name per place; in the first game the places are the seats."""
    shuffles: bool
    """Whether the order around the table changes with each heat, as in a ladder's mixed line-ups."""
    options: dict[str, bool | int | str]
    turns: int
    budget: int
    folders: list[str]
    """The paths of custom sets in the bundle of the plan."""
    cards: dict[str, str]
    """The paths of files with changed cards in the bundle, by set."""
    digest: str
    """The digest of the cards."""

    def rules(self, root: Path) -> RuleSet:
        """Load the cards."""
        own = [root / folder for folder in self.folders]
        inside = [name for name in self.mix if name not in [folder.name for folder in own]]
        return load_catalog(inside, own, {name: root / path for name, path in self.cards.items()})

    def game(self, number: int, outside: tuple[str, ...]) -> simulate.Plan:
        """Return the simulation plan that contains the game with this number."""
        line_up = LineUp(tuple(self.bots), not self.shuffles)
        return simulate.Plan(
            sets=tuple(self.mix),
            seats=self.seats,
            bots=line_up.in_order(number // self.seats),
            games=number + 1,
            seed=self.seed,
            max_turns=self.turns,
            options=self.options,
            outside=outside,
            budget=self.budget,
        )


class LabPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole study."""

    name: str
    title: str
    about: str
    games: Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)]
    """The number of games per cell, or of all in a soak. More may be played later."""
    chunk: Annotated[int, msgspec.Meta(ge=0, le=MAX_CHUNK_GAMES)]
    """The number of games per chunk; 0 chooses a suitable number."""
    form: int
    count: list[str]
    """The tables written in addition to games and seats."""
    base: str
    """The variant with which all others are compared."""
    cells: list[Cell]
    line_ups: str
    """The kind of line-ups, as in a ladder; empty without line-ups."""
    soak: SoakPlan | None
    bots: dict[str, str]
    """Digests of the files of custom bots."""
    files: dict[str, str]
    """Digests of the plan's files."""
    version: str
    rules: int
    code: str

    @property
    def key(self) -> str:
        """Return a digest of everything that determines the rows of a game."""
        bare = msgspec.structs.replace(self, name="", title="", about="", games=0, chunk=0)
        return blake2b(msgspec.json.encode(bare, order="sorted"), digest_size=8).hexdigest()

    @property
    def tables(self) -> list[Table]:
        """List the tables that are written."""
        return list(SOAK) if self.soak is not None else [*ALWAYS, *[TABLES[name] for name in self.count]]

    @property
    def variants(self) -> list[str]:
        """List the variants, starting with the base."""
        return list(dict.fromkeys(cell.variant for cell in self.cells))

    @property
    def all_games(self) -> int:
        """Count the games."""
        return self.games if self.soak is not None else self.games * len(self.cells)

    def chunk_size(self, cell: int) -> int:
        """Return the number of games per chunk of a cell, chosen to take some seconds with any bots."""
        if self.chunk:
            return self.chunk
        if self.soak is not None:
            return 20
        bots = {bot.partition("@")[0] for bot in self.cells[cell].bots}
        return 2 if "master" in bots or not bots <= QUICK.keys() else min(QUICK[bot] for bot in bots)


QUICK = {"random": 40, "easy": 20, "normal": 20, "nasty": 20}
"""The number of games that take some seconds, by bot."""


class Chunk(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """A range of games of a cell that are played and stored together."""

    cell: int
    first: int
    last: int
    """The first game after the chunk."""

    @property
    def name(self) -> str:
        """Name the folder with its rows.

        >>> Chunk(3, 20, 40).name
        '0003-00000020-00000040'
        """
        return f"{self.cell:04}-{self.first:08}-{self.last:08}"


def chunks_left(plan: LabPlan, done: dict[int, list[Chunk]]) -> list[Chunk]:
    """List the missing chunks, interleaved by cell, so that a stopped study is nearly balanced."""
    cells = range(1 if plan.soak is not None else len(plan.cells))
    left = [chunk for cell in cells for chunk in gaps(plan, cell, done.get(cell, []))]
    return sorted(left, key=lambda chunk: (chunk.first, chunk.cell))


def gaps(plan: LabPlan, cell: int, done: list[Chunk]) -> Iterator[Chunk]:
    """Split the missing games of a cell into chunks."""
    size, at = plan.chunk_size(cell), 0
    for chunk in [*sorted(done), Chunk(cell, plan.games, plan.games)]:
        while at < min(chunk.first, plan.games):
            # End where a chunk of an uninterrupted run would, so that the files are the same after any stop
            last = min((at // size + 1) * size, chunk.first, plan.games)
            yield Chunk(cell, at, last)
            at = last
        at = max(at, chunk.last)
