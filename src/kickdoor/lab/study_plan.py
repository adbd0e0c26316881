"""What a study is to play, with all that decides how its games go: told apart from every other by a key."""

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
    """One variant in one setting: games that differ by nothing but their numbers."""

    variant: str
    setting: str
    """Who plays with what; equal in all variants, whatever those change about it."""
    seed: str
    """Of the setting, so that equal numbers of all variants have equal seeds."""
    mix: list[str]
    """All sets that play, those of one's own too."""
    seats: int
    line_up: str
    bots: list[str]
    """One name a place; in the first game the places are the seats."""
    shuffles: bool
    """The order round the table is another for each heat, as in a ladder's mixed line-ups."""
    options: dict[str, bool | int | str]
    turns: int
    budget: int
    folders: list[str]
    """Where sets of one's own lie among the files that go with the plan."""
    cards: dict[str, str]
    """Files with changed cards, by set, likewise."""
    digest: str
    """Of the cards."""

    def rules(self, root: Path) -> RuleSet:
        """Load the cards."""
        own = [root / folder for folder in self.folders]
        inside = [name for name in self.mix if name not in [folder.name for folder in own]]
        return load_catalog(inside, own, {name: root / path for name, path in self.cards.items()})

    def game(self, number: int, outside: tuple[str, ...]) -> simulate.Plan:
        """Return a simulation of which a game is the one with its number."""
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
    """Of each cell; of all in a soak. More may be played later."""
    chunk: Annotated[int, msgspec.Meta(ge=0, le=MAX_CHUNK_GAMES)]
    """How many games go into one file; 0 is as many as seems right."""
    form: int
    count: list[str]
    """The tables that are written besides those of games and seats."""
    base: str
    """The variant that all others are compared with."""
    cells: list[Cell]
    line_ups: str
    """How the line-ups were made, as in a ladder; empty if all sit at one table."""
    soak: SoakPlan | None
    bots: dict[str, str]
    """Digests of the files of bots that do not come with kickdoor."""
    files: dict[str, str]
    """Digests of the files that go with the plan."""
    version: str
    rules: int
    code: str

    @property
    def key(self) -> str:
        """Stand for all that decides what a game's rows are."""
        bare = msgspec.structs.replace(self, name="", title="", about="", games=0, chunk=0)
        return blake2b(msgspec.json.encode(bare, order="sorted"), digest_size=8).hexdigest()

    @property
    def tables(self) -> list[Table]:
        """List the tables that are written."""
        return list(SOAK) if self.soak is not None else [*ALWAYS, *[TABLES[name] for name in self.count]]

    @property
    def variants(self) -> list[str]:
        """Name the variants, that which others are compared with first."""
        return list(dict.fromkeys(cell.variant for cell in self.cells))

    @property
    def all_games(self) -> int:
        """Count the games."""
        return self.games if self.soak is not None else self.games * len(self.cells)

    def chunk_size(self, cell: int) -> int:
        """Return how many games of a cell are played at one go: some seconds of them, whoever plays."""
        if self.chunk:
            return self.chunk
        if self.soak is not None:
            return 20
        bots = {bot.partition("@")[0] for bot in self.cells[cell].bots}
        return 2 if "master" in bots or not bots <= QUICK.keys() else min(QUICK[bot] for bot in bots)


QUICK = {"random": 40, "easy": 20, "normal": 20, "nasty": 20}
"""Bots of which so many games take seconds."""


class Chunk(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """Some games of a cell, one after the other: what is played at one go, and kept in one place."""

    cell: int
    first: int
    last: int
    """The first that is no longer of it."""

    @property
    def name(self) -> str:
        """Name the folder with its rows.

        >>> Chunk(3, 20, 40).name
        '0003-00000020-00000040'
        """
        return f"{self.cell:04}-{self.first:08}-{self.last:08}"


def chunks_left(plan: LabPlan, done: dict[int, list[Chunk]]) -> list[Chunk]:
    """List what is still to be played, all cells abreast: a study that was stopped has played nearly evenly."""
    cells = range(1 if plan.soak is not None else len(plan.cells))
    left = [chunk for cell in cells for chunk in gaps(plan, cell, done.get(cell, []))]
    return sorted(left, key=lambda chunk: (chunk.first, chunk.cell))


def gaps(plan: LabPlan, cell: int, done: list[Chunk]) -> Iterator[Chunk]:
    """Cut what is missing of a cell into chunks."""
    size, at = plan.chunk_size(cell), 0
    for chunk in [*sorted(done), Chunk(cell, plan.games, plan.games)]:
        while at < min(chunk.first, plan.games):
            # Ends where a chunk of a run from the start would: so the files are the same however it was stopped
            last = min((at // size + 1) * size, chunk.first, plan.games)
            yield Chunk(cell, at, last)
            at = last
        at = max(at, chunk.last)
