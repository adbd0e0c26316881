"""`kickdoor loadtest`: many tables at once, with clients on real sockets of this machine."""

from __future__ import annotations

import argparse
from typing import Any

from kickdoor.cli.arguments import add_budget, add_json, count, names
from kickdoor.install_hints import to_install

HELP = "measures the server with many tables played over real sockets"
EXAMPLES = (
    "kickdoor loadtest",
    "kickdoor loadtest --tables 200 --seconds 30",
    "kickdoor loadtest --tables 50 --rate 4 --json",
    "kickdoor loadtest --capacity                                        # how many tables does this machine hold?",
    "kickdoor loadtest --nodes 3 --tables 30                         # several servers, PostgreSQL and Redis",
    "kickdoor loadtest --bot-tables 20 --seconds 60                  # do bots that search slow other tables down?",
    "kickdoor loadtest --bot-tables 20 --bots random,nasty,master",
)
MAX_TABLES = 1000
MAX_DURATION_S = 600
MAX_NODES = 8
TABLES = 50
WIDTH = 40
BOTS = ("random", "master")
"""The bots that compute least and most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--tables",
        type=count,
        metavar="N",
        help=f"tables of 4 seats (default: {TABLES}); with --capacity the most to try (default: {MAX_TABLES})",
    )
    parser.add_argument(
        "--seconds", type=count, default=20, metavar="S", help="duration of the test or of each trial (default: 20)"
    )
    parser.add_argument("--rate", type=count, default=1, metavar="N", help="answers per second per table (default: 1)")
    parser.add_argument(
        "--bot-tables",
        type=count,
        default=0,
        metavar="N",
        help="extra tables with one person and three bots, beside the measured tables",
    )
    parser.add_argument(
        "--bots",
        type=names,
        default=list(BOTS),
        metavar="BOT,…",
        help="bots at the extra tables: each kind takes several turns, and the response times of the measured tables "
        f"are reported for each (default: {','.join(BOTS)})",
    )
    add_sorts(parser)
    add_budget(parser, "; fewer under load")
    add_json(parser)


def add_sorts(parser: argparse.ArgumentParser) -> None:
    """Add the other kinds of test."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--capacity",
        action="store_true",
        help="find how many tables this machine can hold with 99 of 100 answers visible within 50 ms",
    )
    how.add_argument(
        "--nodes",
        type=count,
        default=0,
        metavar="N",
        help="start PostgreSQL, Redis and N servers, and play there; first compare one server with PostgreSQL to "
        "one with a file",
    )


def run(options: argparse.Namespace) -> int:
    """Run the test and print the figures."""
    import json

    from kickdoor.engine.machine.errors import BadData

    try:
        import kickdoor.server.loadtest.load_runner  # noqa: F401
    except ImportError as e:
        raise BadData(f"the table needs more than is installed ({e.name}): {to_install('server')}") from None
    if options.bot_tables and (options.capacity or options.nodes):
        raise BadData("--bot-tables cannot be combined with --capacity or --nodes; leave it out")
    options.tables = options.tables or (MAX_TABLES if options.capacity else TABLES)
    if options.tables + options.bot_tables * len(options.bots) > MAX_TABLES or options.seconds > MAX_DURATION_S:
        raise BadData(f"at most {MAX_TABLES} tables and {MAX_DURATION_S} seconds")
    if options.nodes > MAX_NODES:
        raise BadData(f"--nodes: at most {MAX_NODES}, all of them on this machine")
    figures = found_by(options)
    if options.json:
        print(json.dumps(figures))
        return 0
    tell(figures)
    return 0


def found_by(options: argparse.Namespace) -> dict[str, Any]:
    """Run the requested test and return a summary."""
    from rich.console import Console
    from rich.progress import Progress

    from kickdoor.server.loadtest.capacity import find_knee
    from kickdoor.server.loadtest.cluster_load import run_nodes
    from kickdoor.server.loadtest.load_runner import LoadPlan, figures_of, run_load

    bots = tuple(options.bots) if options.bot_tables else ()
    plan = LoadPlan(options.tables, options.seconds, options.rate, options.bot_tables, bots, options.budget)
    console = Console(stderr=True)
    if options.capacity:
        return find_knee(plan, lambda text: console.print(text, highlight=False, soft_wrap=True)).figures()
    with Progress(console=console, transient=True) as bar:
        setting = bar.add_task("setting up", total=options.tables)
        playing = bar.add_task("playing", total=options.seconds)

        def progress(tables: int, seconds: float) -> None:
            bar.update(setting, completed=tables)
            bar.update(playing, completed=seconds)

        return run_nodes(options.nodes, plan, progress) if options.nodes else figures_of(run_load(plan, progress))


def tell(figures: dict[str, Any], before: str = "") -> None:
    """Print figures, each on a line of its own."""
    for name, value in figures.items():
        if isinstance(value, dict) and name != "beside":
            print(f"\n{name.replace('_', ' ')}")
            tell(value, "  ")
        elif isinstance(value, dict):
            for bots, part in value.items():
                words = ", ".join(f"{figure.replace('_', ' ')} {number}" for figure, number in part.items())
                print(f"{name} {bots:<{27 - len(name)}}{words}")
        elif name != "steps":
            print(f"{before}{name.replace('_', ' '):<{WIDTH}}{value}")
