"""Measure in games of bots how well the win chances of an analysis fit, and fit the calibration table.

    python tools/calibrate.py --games 600 --jobs 2 --rows build/calibration.jsonl

Writes `analysis/calibration.json` and the plot in docs, and prints the numbers that docs/analysis.md quotes. Positions
are saved game by game, so the same command resumes an interrupted run. Remove the file and run again after a change
of how bots play or evaluate.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path

from calibration_plot import Bin, plot

from kickdoor.analysis.calibration import calibrated
from kickdoor.analysis.win_chances import raw_chances, rng_for
from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import bot_maker
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.position_value import CERTAIN
from kickdoor.rng import Rng
from kickdoor.sim.process_pool import run_unordered

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "src" / "kickdoor" / "analysis" / "calibration.json"
PLOT = ROOT / "docs" / "calibration.svg"
SEATS = (4, 3, 4, 5, 4, 6)
"""Number of players, game by game."""
BOTS = ("normal", "nasty")
MOMENTS = 6
"""Number of positions evaluated per game, one from each sixth of it."""
STEPS = 20
PRIOR = 600
"""Weight, in positions, of the identity at each knot of the table, so that a few positions do not bend it."""
Z = 1.96


@dataclass(frozen=True, slots=True)
class Row:
    """One position of a game: the predicted chance of each seat, and the result."""

    game: int
    part: int
    raw: list[int]
    won: list[int]


def play_one(playouts: int, seed: str, game: int) -> list[Row]:
    """Play a game and evaluate some of its positions; return none if the game is cut."""
    rng = rng_for("calibration", seed, game)
    sets = known_sets()
    seats = SEATS[game % len(SEATS)]
    state = new_state(load_catalog([sets[game % len(sets)]]), RuleOptions(), f"{seed}:{game}", seats, [])
    bots = [bot_maker(BOTS[rng.below(len(BOTS))])(seat, Rng(f"{seed}:{game}:{seat}")) for seat in range(seats)]
    states: list[State] = []

    def apply(answer: Answer) -> None:
        states.append(state.copy())
        runtime.apply(state, answer)

    drive(state, bots, apply=apply).play()
    if not state.winners:
        return []
    won = [CERTAIN // len(state.winners) if seat in state.winners else 0 for seat in range(seats)]
    rows = []
    for part in range(MOMENTS):
        first, last = len(states) * part // MOMENTS, len(states) * (part + 1) // MOMENTS
        moment = states[first + rng.below(max(1, last - first))]
        rows.append(Row(game, part, raw_chances(moment, rng, playouts), won))
    return rows


def measured(games: int, playouts: int, seed: str, jobs: int, kept: Path) -> list[Row]:
    """Return the positions of all games, playing those that are not saved yet."""
    found: dict[int, list[Row]] = {}
    if kept.exists():
        for line in kept.read_text().splitlines():
            data = json.loads(line)
            found[data["game"]] = [Row(data["game"], *row) for row in data["rows"]]
    left = [game for game in range(games) if game not in found]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a") as file:
        work = partial(numbered, playouts, seed)
        for game, rows in run_unordered(work, left, jobs):
            file.write(json.dumps({"game": game, "rows": [[row.part, row.raw, row.won] for row in rows]}) + "\n")
            file.flush()
            found[game] = rows
    return [row for game in range(games) for row in found[game]]


def numbered(playouts: int, seed: str, game: int) -> tuple[int, list[Row]]:
    return game, play_one(playouts, seed, game)


def fitted(rows: list[Row]) -> list[int]:
    """Fit a monotone table: straight lines between knots by least squares, then pool adjacent violators."""
    step = CERTAIN // STEPS
    # Each position counts for the knots to its left and right; pseudo-positions pull every knot towards the identity.
    middle = [float(PRIOR)] * (STEPS + 1)
    beside = [0.0] * STEPS
    wanted = [float(PRIOR * knot * step) for knot in range(STEPS + 1)]
    for raw, won in [pair for row in rows for pair in zip(row.raw, row.won, strict=True)]:
        left = min(raw // step, STEPS - 1)
        right_share = (raw - left * step) / step
        for knot, share in ((left, 1 - right_share), (left + 1, right_share)):
            middle[knot] += share * share
            wanted[knot] += share * won
        beside[left] += right_share * (1 - right_share)
    values = solved(middle, beside, wanted)
    rising: list[tuple[float, float, int]] = []
    for value, weight in zip(values, middle, strict=True):
        rising.append((value, weight, 1))
        while len(rising) > 1 and rising[-2][0] > rising[-1][0]:
            (a, m, i), (b, n, j) = rising[-2:]
            rising[-2:] = [((a * m + b * n) / (m + n), m + n, i + j)]
    table = [max(0, min(CERTAIN, round(value))) for value, _, count in rising for _ in range(count)]
    return [0, *table[1:-1], CERTAIN]


def solved(middle: list[float], beside: list[float], wanted: list[float]) -> list[float]:
    """Solve a tridiagonal system of equations (Thomas algorithm)."""
    middle, wanted = middle[:], wanted[:]
    for i in range(1, len(middle)):
        share = beside[i - 1] / middle[i - 1]
        middle[i] -= share * beside[i - 1]
        wanted[i] -= share * wanted[i - 1]
    out = [wanted[-1] / middle[-1]]
    for i in range(len(middle) - 2, -1, -1):
        out.append((wanted[i] - beside[i] * out[-1]) / middle[i])
    return out[::-1]


def crossed(rows: list[Row]) -> list[list[int]]:
    """Calibrate each half of the games with the table of the other half, so that no game is tested on itself."""
    tables = [fitted([row for row in rows if row.game // len(SEATS) % 2 != half]) for half in (0, 1)]
    return [calibrated(row.raw, tables[row.game // len(SEATS) % 2]) for row in rows]


def brier(chances: list[int], won: list[int]) -> float:
    """Return the mean squared error over the seats; a shared win counts as a fraction."""
    return sum((a - b) ** 2 for a, b in zip(chances, won, strict=True)) / len(won) / CERTAIN**2


def mean_by_game(values: list[tuple[int, float]]) -> tuple[float, float]:
    """Return the mean of values grouped by game and half of its 95 % interval; positions of a game are correlated."""
    games: dict[int, list[float]] = {}
    for game, value in values:
        games.setdefault(game, []).append(value)
    means = [sum(one) / len(one) for one in games.values()]
    mean = sum(means) / len(means)
    return mean, Z * sqrt(sum((one - mean) ** 2 for one in means) / max(1, len(means) - 1) / len(means))


def bins(rows: list[Row], chances: list[list[int]]) -> list[Bin]:
    """Group predictions into bins, each with the frequency of wins."""
    out = []
    pairs = [pair for row, found in zip(rows, chances, strict=True) for pair in zip(found, row.won, strict=True)]
    for place in range(10):
        near = [pair for pair in pairs if min(9, pair[0] * 10 // CERTAIN) == place]
        if near:
            called, came = (sum(pair[i] for pair in near) / len(near) / CERTAIN for i in (0, 1))
            out.append(Bin(called, came, len(near)))
    return out


def report(rows: list[Row], right: list[list[int]]) -> str:
    """Return the numbers for docs: Brier scores by part of the game, constant, raw and calibrated."""
    lines = ["| part of the game | positions | 1/seats | raw | calibrated | improvement |", "|---|---|---|---|---|---|"]
    scored = []
    for row, found in zip(rows, right, strict=True):
        even = [CERTAIN // len(row.won)] * len(row.won)
        scored.append((row, [brier(one, row.won) for one in (even, row.raw, found)]))
    for part in [*range(MOMENTS), -1]:
        some = [(row.game, scores) for row, scores in scored if part in (row.part, -1)]
        cells = " | ".join(f"{mean_by_game([(game, scores[i]) for game, scores in some])[0]:.4f}" for i in range(3))
        gain, error = mean_by_game([(game, scores[0] - scores[2]) for game, scores in some])
        name = "all" if part < 0 else f"{part + 1} of {MOMENTS}"
        lines.append(f"| {name} | {len(some):,} | {cells} | {gain:.4f} ± {error:.4f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--playouts", type=int, default=64, help="for each moment")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", type=Path, default=ROOT / "build" / "calibration.jsonl")
    options = parser.parse_args()
    rows = measured(options.games, options.playouts, options.seed, options.jobs, options.rows)
    right = crossed(rows)
    print(report(rows, right))
    games = len({row.game for row in rows})
    for name, found in (("raw", [row.raw for row in rows]), ("calibrated", right)):
        print(name, *[f"{one.called:.0%}→{one.came:.0%} ({one.count})" for one in bins(rows, found)])
    table = {"games": games, "moments": len(rows), "playouts": options.playouts, "knots": fitted(rows)}
    TABLE.write_text(json.dumps(table) + "\n")
    PLOT.write_text(plot([("raw", bins(rows, [row.raw for row in rows])), ("calibrated", bins(rows, right))], games))


if __name__ == "__main__":
    main()
