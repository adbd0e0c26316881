"""Fight statistics: endings by monster, and the price of help."""

from __future__ import annotations

from math import sqrt
from typing import Any

from kickdoor.lab.report.batches import Array, Batch, Words, numpy
from kickdoor.lab.report.length_stats import add_counts
from kickdoor.lab.row_recorder import DIED, GONE, LOST, WON
from kickdoor.sim.ladder.ratings import Z
from kickdoor.sim.ladder.shares import share_of
from kickdoor.sim.ladder.standings import percent

ENDS = ("won alone", "won with help", "gone", "got away", "caught", "death")
END_TEXTS = {
    "won alone": "won alone",
    "won with help": "won with a helper",
    "gone": "no monster was left",
    "got away": "ran, and all got away",
    "caught": "ran, and a player was caught",
    "death": "a player died",
}
MAX_LEVEL = 100
"""The highest winning Level of any table."""
MAX_NUMBER = 10_000


class Fights:
    """Counts of fight endings by first monster."""

    def __init__(self) -> None:
        self.counts = numpy().zeros(0, dtype=numpy().int64)
        self.words = Words()

    def add(self, batch: Batch) -> None:
        """Take in the fights of a batch."""
        np = numpy()
        self.words = batch.words["monster"]
        ends = ends_of(batch)
        known = ends >= 0
        monster = batch.tables["fights"]["monster"]
        self.counts = add_counts(self.counts, np.bincount(monster[known] * len(ENDS) + ends[known]))

    def data(self) -> dict[str, Any]:
        """Return the endings of all fights, and those by monster with the share beaten."""
        np = numpy()
        size = -(-max(len(self.counts), 1) // len(ENDS)) * len(ENDS)
        table = add_counts(self.counts, np.zeros(size, dtype=np.int64)).reshape(-1, len(ENDS))
        found = {}
        for key, row in zip(self.words.all, table, strict=False):
            if row.sum():
                won = percent(share_of(float(row[0] + row[1]), int(row.sum())))
                found[key] = {"fights": int(row.sum()), "won": won, "ends": row.tolist()}
        return {"ends": table.sum(axis=0).tolist(), "by_monster": found}


def ends_of(batch: Batch) -> Array:
    """Return the ending of every fight; -1 where the game ended first."""
    np = numpy()
    fights, words = batch.tables["fights"], batch.words["ended"].number
    ended = fights["ended"]
    helped, deaths, caught = fights["helper"] >= 0, fights["deaths"] > 0, fights["caught"] > 0
    won, lost = ended == words.get(WON, -1), ended == words.get(LOST, -1)
    cases = [
        ((ended == words.get(DIED, -1)) | (lost & deaths), "death"),
        (won & ~helped, "won alone"),
        (won & helped, "won with help"),
        (ended == words.get(GONE, -1), "gone"),
        (lost & caught, "caught"),
        (lost, "got away"),
    ]
    return np.select([case for case, _ in cases], [ENDS.index(name) for _, name in cases], default=-1)


class Help:
    """Sums of the helpers' rewards and of refusals, by the Level of the main fighter."""

    def __init__(self) -> None:
        np = numpy()
        zeros = np.zeros(0)
        self.fights = self.paid = self.part = self.squares = zeros
        """By Level: fights won with help and Treasures, Treasures paid, parts of all Treasures, and their squares."""
        self.asked = self.refused = zeros
        self.promised = zeros
        self.levels = self.items = 0

    def add(self, batch: Batch) -> None:
        """Take in the fights of a batch."""
        np = numpy()
        fights = batch.tables["fights"]
        level = batch.within("fights", "level", 0, MAX_LEVEL)
        treasures = batch.within("fights", "treasures", 0, MAX_NUMBER)
        helper = batch.within("fights", "helper_treasures", 0, MAX_NUMBER)
        promised = batch.within("fights", "promised", 0, MAX_NUMBER)
        won = (fights["ended"] == batch.words["ended"].number.get(WON, -1)) & (fights["helper"] >= 0)
        paid = won & (treasures > 0)
        share = np.minimum(helper[paid] / treasures[paid], 1.0)
        self.fights = add_counts(self.fights, np.bincount(level[paid]))
        self.paid = add_counts(self.paid, np.bincount(level[paid], weights=helper[paid]))
        self.part = add_counts(self.part, np.bincount(level[paid], weights=share))
        self.squares = add_counts(self.squares, np.bincount(level[paid], weights=share * share))
        for name in ("asked", "refused"):
            counts = np.bincount(level, weights=np.minimum(fights[name], MAX_NUMBER))
            setattr(self, name, add_counts(getattr(self, name), counts))
        self.promised = add_counts(self.promised, np.bincount(np.minimum(promised[won], 10)))
        self.levels += int((won & (fights["helper_levels"] > 0)).sum())
        self.items += int((won & (fights["items_promised"] > 0)).sum())

    def data(self) -> dict[str, Any]:
        """Return the prices, all together and by Level."""
        by_level = []
        for level in range(len(self.fights)):
            if self.fights[level] >= 2:
                by_level.append({"level": level, **price(self, slice(level, level + 1))})
        won = int(self.promised.sum())
        return {
            **(price(self, slice(None)) if self.fights.sum() >= 2 else {"fights": int(self.fights.sum())}),
            "won_with_help": won,
            "promised": [int(count) for count in self.promised],
            "with_items": self.items,
            "helper_gained_a_level": self.levels,
            "by_level": by_level,
        }


def price(help: Help, levels: slice) -> dict[str, Any]:
    """Return the part of the Treasures that a helper gets, with its interval, and how often help is refused."""
    fights, share_sum = float(help.fights[levels].sum()), float(help.part[levels].sum())
    mean = share_sum / fights
    spread = max(float(help.squares[levels].sum()) / fights - mean * mean, 0.0)
    margin = Z * sqrt(spread / fights)
    asked, refused = float(help.asked[levels].sum()), float(help.refused[levels].sum())
    found = {
        "fights": int(fights),
        "treasures": round(float(help.paid[levels].sum()) / fights, 3),
        "part": round(100 * mean, 2),
        "part_low": round(100 * max(mean - margin, 0.0), 2),
        "part_high": round(100 * min(mean + margin, 1.0), 2),
        "asked": int(asked),
    }
    return found | ({"refused": percent(share_of(min(refused, asked), int(asked)))} if asked else {})
