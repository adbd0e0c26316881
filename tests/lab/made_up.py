"""Studies with generated rows, whose truth is known and which need no games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from kickdoor.lab.chunk_worker import Done
from kickdoor.lab.columns import BY_NAME, FLAG, PART, TEXT, WORD
from kickdoor.lab.plan_reader import PlanOverrides, Study, read_plan
from kickdoor.lab.rows import parquet
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import Chunk

PLAN = """
title = "Made up"
sets = ["deluxe"]
seats = {seats}
bots = [{bots}]
games = {games}
chunk = {chunk}
seed = 1
{more}
"""
EMPTY: dict[str, object] = {TEXT: "", WORD: "", FLAG: False, PART: 0.0}
Row = dict[str, Any]


def row_of(table: str, values: Row) -> tuple[object, ...]:
    """Make a row of a table; missing values are 0."""
    return tuple(values.get(one.name, EMPTY.get(one.sort, 0)) for one in BY_NAME[table].columns)


@dataclass
class MadeUp:
    """A study with generated rows, whose truth is known."""

    seats: int = 4
    games: int = 400
    chunk: int = 200
    bots: Sequence[str] = ("normal",)
    more: str = ""
    seed: int = 1
    cards: Sequence[str] = ()
    """Cards of which a random seat has one each."""
    gain: dict[str, float] = field(default_factory=dict)
    """How much more often than others a seat with a card wins, as a factor of its weight."""
    favour: Sequence[float] = ()
    """The same factor by seat."""
    change: Callable[[str, Row], None] | None = None
    """A change of each row before it is written."""
    shift: float = 0.0
    """Additional rounds of games of a variant."""

    def study(self, folder: Path) -> Study:
        """Read the plan."""
        path = folder / "made_up.toml"
        bots = ", ".join(f'"{bot}"' for bot in self.bots)
        path.write_text(
            PLAN.format(seats=self.seats, bots=bots, games=self.games, chunk=self.chunk, more=self.more),
            encoding="utf-8",
        )
        return read_plan(str(path), PlanOverrides())

    def write(self, folder: Path, games: int | None = None) -> LabFolder:
        """Write all of it, or some games."""
        study = self.study(folder)
        out = LabFolder(folder / "out")
        with out.locked():
            out.begin(study.plan, study.bundle)
            for number, cell in enumerate(study.plan.cells):
                # The same random numbers for all variants, as with the same seeds
                rng = Random(f"{self.seed} {cell.setting}")
                for first in range(0, games or self.games, self.chunk):
                    last = min(first + self.chunk, games or self.games)
                    rows = self.rows(rng, range(first, last), cell.variant == study.plan.base)
                    key = {"variant": cell.variant, "setting": cell.setting}
                    tables = {table.name: self.table(table.name, rows, key) for table in study.plan.tables}
                    out.store(Done(Chunk(number, first, last), tables))
        return out

    def table(self, name: str, rows: dict[str, list[Row]], key: Row) -> bytes:
        """Return the file of a table."""
        for row in rows[name]:
            row |= key
            if self.change is not None:
                self.change(name, row)
        return parquet(BY_NAME[name], [row_of(name, row) for row in rows[name]])

    def rows(self, rng: Random, games: Iterable[int], is_base: bool) -> dict[str, list[Row]]:
        """Generate the rows of some games."""
        found: dict[str, list[Row]] = {name: [] for name in ("games", "seats", "fights", "monsters", "cards", "turns")}
        for game in games:
            has = {card: rng.randrange(self.seats) for card in self.cards}
            weights = list(self.favour) or [1.0] * self.seats
            for card, seat in has.items():
                weights[seat] *= self.gain.get(card, 1.0)
            winner = rng.choices(range(self.seats), weights)[0]
            # Drawn before anything depends on the variant
            rounds = rng.randrange(6, 12)
            longer = rng.gauss(self.shift, 1) if self.shift else 0
            rounds += 0 if is_base else round(longer)
            found["games"].append({"game": game, "winners": 1, "turns": rounds * self.seats, "rounds": rounds,
                                   "digest": f"{game} {rounds} {winner}", "seats": self.seats})  # fmt: skip
            for seat in range(self.seats):
                won = seat == winner
                found["seats"].append({"game": game, "seat": seat, "place": (seat - game) % self.seats, "won": won,
                                       "share": float(won), "bot": self.bots[0]})  # fmt: skip
            found["cards"] += [
                {"game": game, "seat": seat, "card": card, "drawn": 1, "played": 1, "owned": 1}
                for card, seat in sorted(has.items(), key=lambda one: (one[1], one[0]))
            ]
            found["turns"] += [
                {"game": game, "turn": turn + 1, "round": turn // self.seats + 1, "seat": turn % self.seats,
                 "level": 1 + (2 if turn % self.seats == winner else 1) * (turn // self.seats) // 2, "leader": winner}
                for turn in range(rounds * self.seats)
            ]  # fmt: skip
            found["fights"] += [self.fight(rng, game, number) for number in range(6)]
        return found

    def fight(self, rng: Random, game: int, number: int) -> Row:
        """Make up a fight: one monster is hard, one is easy, and a helper gets one Treasure of two."""
        monster, chance = rng.choice([("deluxe/hard", 0.2), ("deluxe/plain", 0.6), ("deluxe/easy", 0.9)])
        won, helped = rng.random() < chance, rng.random() < 0.3
        return {"game": game, "fight": number, "main": 0, "helper": 1 if helped else -1, "level": rng.randrange(1, 10),
                "monster": monster, "ended": "won" if won else "lost", "asked": 2, "refused": 1,
                "promised": int(helped), "treasures": 2 if won else 0,
                "helper_treasures": int(won and helped)}  # fmt: skip
