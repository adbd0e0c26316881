"""`kickdoor soak`: very many random games with invariant checks."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kickdoor.cli.arguments import add_json, add_sets, count, file, seed
from kickdoor.cli.rule_options import add_options, read_options

if TYPE_CHECKING:
    from kickdoor.sim.soak import Progress

HELP = "plays very many random games and checks every one throughout"
EXAMPLES = (
    "kickdoor soak --games 1000",
    "kickdoor soak --games 100000 --jobs 8 --resume soak.json",
    "kickdoor soak --sets all --mixes --games 30000   # every mix of the sets in turn",
    "kickdoor soak --games 1 --first 4711 --seed night",
)
FAULTS_FOUND = 1


def table_sizes(text: str) -> list[int]:
    """Read numbers of players: `4`, `3-6` or `3,5`."""
    sizes: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()) or len(part) > 9:
            raise argparse.ArgumentTypeError(f"expected numbers of players such as 4 or 3-6, got '{text}'")
        found = range(int(first), int(last if dash else first) + 1)
        if not 0 < len(found) <= 10:
            raise argparse.ArgumentTypeError(f"expected numbers of players such as 4 or 3-6, got '{text}'")
        sizes.extend(found)
    return sizes


def number(text: str) -> int:
    """Read the number of a game."""
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"expected the number of a game, got '{text}'")
    return int(text)


def cores() -> int:
    """Count the processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_sets(parser)
    parser.add_argument("--games", type=count, default=100, metavar="N", help="how many games (default: 100)")
    parser.add_argument(
        "--seats", type=table_sizes, default=[3, 4, 5, 6], metavar="N-M", help="table sizes, in turn (default: 3-6)"
    )
    parser.add_argument("--mixes", action="store_true", help="every mix of the sets that can be played, in turn")
    parser.add_argument("--jobs", type=count, default=cores(), metavar="K", help="processes (default: all cores)")
    parser.add_argument(
        "--seed", type=seed, default="1", help="any word; the same seed gives the same games (default: 1)"
    )
    parser.add_argument("--first", type=number, default=0, metavar="N", help="number of the first game (default: 0)")
    parser.add_argument(
        "--resume",
        type=file,
        metavar="FILE|DIR",
        help="save the progress and the faults here; if the file exists, continue from it",
    )
    add_options(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Play, check and print the report; return 1 if any fault was found."""
    from kickdoor.cli.terminal.saves import folder
    from kickdoor.sim.soak import Progress, SoakOrder, make_plan, report
    from kickdoor.sim.soak_checkpoint import SoakCheckpoint

    order = SoakOrder(
        sets=options.sets,
        folders=options.folder,
        seats=options.seats,
        seed=options.seed,
        first=options.first,
        options=read_options(options.table),
        mixes=options.mixes,
    )
    plan = make_plan(order)
    if options.resume is not None:
        checkpoint = SoakCheckpoint(options.resume)
        progress = checkpoint.begin(plan)
    else:
        checkpoint = SoakCheckpoint(folder() / "soak")
        progress = Progress(plan)

    def save(progress: Progress) -> None:
        if options.resume is not None:
            checkpoint.keep(progress)
        else:
            checkpoint.keep_faults(progress)

    play_remaining(progress, options.games, options.jobs, save)
    data = report(progress)
    print(json.dumps(data, ensure_ascii=False, indent=2) if options.json else text_of(data))
    return FAULTS_FOUND if progress.faults else 0


def play_remaining(progress: Progress, games: int, jobs: int, save: Callable[[Progress], None]) -> None:
    """Play the remaining games, with a progress bar on a terminal."""
    from kickdoor.sim.soak import soak

    if not sys.stderr.isatty():
        soak(progress, games, jobs, save)
        return
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TimeRemainingColumn

    with Bar(*Bar.get_default_columns(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("games", total=games, completed=progress.games)

        def on_progress(progress: Progress) -> None:
            save(progress)
            bar.update(task, completed=progress.games, description=f"games, {len(progress.faults)} faults")

        soak(progress, games, jobs, on_progress)


def text_of(data: dict[str, Any]) -> str:
    """Write the results as text; cards are left out if there are too few games to judge them."""
    from kickdoor.sim.soak import MIN_ACTIVE_GAMES

    lines = [
        f"{data['games']:,} {'game' if data['games'] == 1 else 'games'}, {data['cut']:,} of them cut; "
        f"{data['decisions']:,} decisions, {data['forced']:,} forced answers; seed {data['seed']}",
        f"{len(data['faults'])} faults",
    ]
    if data["left_out"]:
        count = len(data["left_out"])
        lines.insert(0, f"{count} of {count + data['mixes']} mixes cannot be played and were left out")
        lines[1:1] = [f"  {mix}: {reason}" for mix, reason in data["left_out"].items()]
    for fault in data["faults"]:
        place = f"game {fault['game']}, seed {fault['seed']}, {fault['seats']} seats, step {fault['step']}"
        lines.append(f"  {place}: {fault['what']} ({fault['file']})")
    if data["games"] < MIN_ACTIVE_GAMES:
        return "\n".join(lines)
    lines.append(f"{len(data['seldom'])} cards did something in fewer than 20 games")
    lines += [f"  {row['games']:>3}  {row['card']}" for row in data["seldom"]]
    lines.append(f"{len(data['seldom_ways'])} ways to use other cards were seen in fewer than 20 games")
    lines += [f"  {row['games']:>3}  {row['card']}: {row['way']}" for row in data["seldom_ways"]]
    return "\n".join(lines)
