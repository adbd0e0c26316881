"""Plays many games between normal bots for each set and all of them mixed, and writes docs/balance.md.

    python tools/balance.py --games 2000 --jobs 2 --state build/balance.json

Results are kept in the state file after each set, so that the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from kickdoor.catalog.load import known_sets
from kickdoor.sim.simulate import Plan, simulate

TARGET = Path(__file__).parents[1] / "docs" / "balance.md"
SEATS = 4
MOST_ROUNDS = 60
HEAD = """# Balance

Games between four `normal` bots, made by `python tools/balance.py --games {games}` with seed {seed}. The bots are
greedy and bargain; people play longer and meaner. A round is one turn of everybody.

| | {names} |
|---|{bars}|
"""


def play(sets: list[str], games: int, jobs: int, seed: str) -> dict[str, Any]:
    """Plays the games of one mix."""
    plan = Plan(tuple(sets), SEATS, ("normal",) * SEATS, games, seed, MOST_ROUNDS * SEATS)
    report = simulate(plan, jobs)
    data = report.as_data()
    data["rounds_each"] = [-(-game.turns // SEATS) for game in report.games]
    data["ends"] = [len(game.winners) > 0 for game in report.games]
    return data


def rows(runs: dict[str, dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Makes the lines of the table."""
    cells: dict[str, list[str]] = {}
    for data in runs.values():
        games = data["games"]
        fights = data["fights"]
        fought = fights["won"] + fights["lost"] + fights["ended"]
        flights = data["escapes"]["escaped"] + data["escapes"]["caught"]
        rounds = sorted(data["rounds_each"])
        figures = {
            "games": f"{games:,}",
            f"over within {MOST_ROUNDS} rounds": f"{sum(data['ends']) / games:.1%}",
            "rounds to the win, median": f"{rounds[games // 2]}",
            "… eight games of ten": f"{rounds[games // 10]} to {rounds[games * 9 // 10]}",
            "won by seat": " / ".join(f"{won / games:.1%}" for won in data["wins_by_seat"]),
            "fights a game": f"{fought / games:.1f}",
            "… won": f"{fights['won'] / fought:.0%}",
            "… with a helper": f"{fights['helped'] / fought:.0%}",
            "… lost": f"{fights['lost'] / fought:.0%}",
            "flights that got away": f"{data['escapes']['escaped'] / max(flights, 1):.0%}",
            "deaths a game": f"{data['deaths'] / games:.2f}",
            "digest": f"`{data['digest']}`",
        }
        for name, figure in figures.items():
            cells.setdefault(name, []).append(figure)
    return list(cells.items())


def page(runs: dict[str, dict[str, Any]], games: int, seed: str, notes: str) -> str:
    """Makes the page; what stands below the table is kept."""
    head = HEAD.format(games=games, seed=seed, names=" | ".join(runs), bars="---|" * (len(runs) - 1) + "---")
    body = "\n".join(f"| {name} | {' | '.join(figures)} |" for name, figures in rows(runs))
    return f"{head}{body}\n{notes}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--state", type=Path, default=Path("build/balance.json"))
    options = parser.parse_args()
    runs: dict[str, dict[str, Any]] = json.loads(options.state.read_text()) if options.state.exists() else {}
    mixes = {name: [name] for name in known_sets()} | {"all mixed": known_sets()}
    for name, sets in mixes.items():
        if name not in runs or runs[name]["games"] != options.games:
            # Of its own for each: with the same one the same seats would begin, and be lucky, in all of them
            runs[name] = play(sets, options.games, options.jobs, f"{options.seed}:{name}")
            options.state.parent.mkdir(parents=True, exist_ok=True)
            options.state.write_text(json.dumps(runs))
            print(f"{name}: done")
    old = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
    notes = "\n" + old[old.index("## ") :] if "## " in old else ""
    TARGET.write_text(page({name: runs[name] for name in mixes}, options.games, options.seed, notes), encoding="utf-8")


if __name__ == "__main__":
    main()
