"""`kickdoor simulate`: many games between bots, and what happened in them."""

from __future__ import annotations

import argparse
import json
import sys

from kickdoor.cli.arguments import add_json, add_seats, add_sets, count, names

HELP = "plays many games between bots and reports what happened"
EXAMPLES = (
    "kickdoor simulate --games 100",
    "kickdoor simulate --seats 3 --bots normal,random,random --games 200 --jobs 2",
    "kickdoor simulate --bots random --games 50 --seed lucky --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    add_sets(parser)
    add_seats(parser)
    parser.add_argument("--games", type=count, default=100, metavar="N", help="how many games (default: 100)")
    parser.add_argument(
        "--bots",
        type=names,
        default=["normal"],
        metavar="BOT,…",
        help="who sits where, dealt round the table if fewer than seats: normal, random (default: normal)",
    )
    parser.add_argument("--seed", default="1", help="any word; the same seed gives the same games (default: 1)")
    parser.add_argument("--turns", type=count, default=200, metavar="N", help="a game is cut after N turns (default: 200)")
    parser.add_argument("--jobs", type=count, default=1, metavar="K", help="processes to use (default: 1)")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Plays and prints."""
    from kickdoor.sim.simulate import make_plan, simulate

    plan = make_plan(
        options.sets, options.seats, options.bots, options.games, options.seed, options.turns, options.folder
    )
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("games", total=plan.games)
            report = simulate(plan, options.jobs, lambda games: progress.advance(task, games))
    else:
        report = simulate(plan, options.jobs)
    data = report.as_data()
    print(json.dumps(data, indent=2) if options.json else text_of(data))
    return 0


def text_of(data: dict[str, object]) -> str:
    """Writes the results as a short table."""
    bots, wins, games = data["bots"], data["wins_by_seat"], data["games"]
    fights, turns, rounds, decisions = data["fights"], data["turns"], data["rounds"], data["decisions"]
    assert isinstance(bots, list) and isinstance(wins, list) and isinstance(games, int)
    assert isinstance(fights, dict) and isinstance(turns, dict)
    assert isinstance(rounds, dict) and isinstance(decisions, dict)
    lines = [f"{games} games, {data['cut']} of them cut, seed {data['seed']}"]
    for seat, (bot, won) in enumerate(zip(bots, wins, strict=True)):
        lines.append(f"  seat {seat}  {bot:<8} won {won:>5}  {won / games:>6.1%}")
    for name, figure in (("turns", turns), ("rounds", rounds), ("decisions", decisions)):
        spread = f"{figure['least']} to {figure['most']}"
        lines.append(f"{name:<10} {figure['mean']:>8} a game, median {figure['median']}, {spread}")
    fought = fights["won"] + fights["lost"]
    lines.append(f"fights     {fought / games:>8.2f} a game: {fights['won']} won, {fights['lost']} lost; {fights['helped']} with a helper")
    lines.append(f"deaths     {data['deaths']}")
    return "\n".join(lines)
