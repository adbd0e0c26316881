"""`kickdoor simulate`: many games between bots, with statistics."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

from kickdoor.cli.arguments import add_bot, add_bots, add_budget, add_json, add_seats, add_sets, bots_of, count, seed
from kickdoor.cli.rule_options import add_options, read_options

if TYPE_CHECKING:
    from kickdoor.sim.simulate import Plan, Report

HELP = "plays many games between bots and reports what happened"
EXAMPLES = (
    "kickdoor simulate --games 100",
    "kickdoor simulate --seats 3 --bots normal,random,random --games 200 --jobs 2",
    "kickdoor simulate --bots random --games 50 --seed lucky --json",
    "kickdoor simulate --bot my_bot.py:Eager --games 20         # your own bot against three normal ones",
    "kickdoor simulate --bot my_bot.py:Eager --bots Eager,nasty,random,random",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_sets(parser)
    add_seats(parser)
    parser.add_argument("--games", type=count, default=100, metavar="N", help="how many games (default: 100)")
    add_bot(parser, "which plays in the first seats unless you give --bots")
    add_bots(parser, "the bots by seat, repeated around the table if fewer than seats")
    add_budget(parser)
    parser.add_argument("--traceback", action="store_true", help="if your own bot fails, print the full traceback")
    parser.add_argument(
        "--seed", type=seed, default="1", help="any word; the same seed gives the same games (default: 1)"
    )
    parser.add_argument(
        "--turns", type=count, default=200, metavar="N", help="a game is cut after N turns (default: 200)"
    )
    parser.add_argument(
        "--fixed",
        action="store_true",
        help="keep all bots in their seats instead of moving them one seat after each game",
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="K", help="processes to use (default: 1)")
    add_options(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Play and print the results."""
    from kickdoor.bots.custom_bots import BotFault

    try:
        # The output of a custom bot is not part of the result
        with contextlib.redirect_stdout(sys.stderr):
            data = played(plan_of(options), options.jobs).as_data()
    except BotFault as e:
        if options.traceback:
            print(e.trace, file=sys.stderr)
        raise
    print(json.dumps(data, indent=2) if options.json else text_of(data))
    return 0


def plan_of(options: argparse.Namespace) -> Plan:
    """Return the plan from the arguments."""
    from kickdoor.engine.state.codec import options_to_dict
    from kickdoor.sim.simulate import Plan, make_plan

    known, bots = bots_of(options, options.seats)
    asked = Plan(
        sets=tuple(options.sets),
        seats=options.seats,
        bots=tuple(bots),
        games=options.games,
        seed=options.seed,
        max_turns=options.turns,
        folders=tuple(str(folder) for folder in options.folder),
        options=options_to_dict(read_options(options.table)),
        rotate=not options.fixed,
        outside=tuple(known.own.values()),
        budget=options.budget,
    )
    return make_plan(asked)


def played(plan: Plan, jobs: int) -> Report:
    """Play with a progress bar on a terminal."""
    from kickdoor.sim.simulate import simulate

    if not sys.stderr.isatty():
        return simulate(plan, jobs)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=plan.games)
        return simulate(plan, jobs, lambda games: progress.advance(task, games))


def text_of(data: dict[str, Any]) -> str:
    """Write the results as a short table."""
    games: int = data["games"]
    lines = [f"{games} {'game' if games == 1 else 'games'}, {data['cut']} of them cut, seed {data['seed']}"]
    word = "place" if data["rotate"] else "seat"
    wide = max(8, *map(len, data["bots"]))
    for place, (bot, won) in enumerate(zip(data["bots"], data["wins_by_place"], strict=True)):
        lines.append(f"  {word} {place}  {bot:<{wide}} won {won:>5}  {won / games:>6.1%}")
    if sum(data["wins_by_place"]) > games:
        lines.append("  A game won by several together counts for each of them.")
    for name in ("turns", "rounds", "decisions"):
        figure = data[name]
        spread = f"{figure['least']} to {figure['most']}"
        lines.append(f"{name:<10} {figure['mean']:>8} a game, median {figure['median']}, {spread}")
    fights = data["fights"]
    each = (fights["won"] + fights["lost"] + fights["ended"]) / games
    outcome = f"{fights['won']} won, {fights['lost']} lost, {fights['ended']} ended otherwise"
    outcome += f"; {fights['helped']} with a helper"
    lines.append(f"fights     {each:>8.2f} a game: {outcome}")
    lines.append(f"deaths     {data['deaths']:>8}")
    lines.append(f"digest     {data['digest']}")
    return "\n".join(lines)
