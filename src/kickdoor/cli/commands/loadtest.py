"""`kickdoor loadtest`: many tables at once, played by clients over real sockets on this machine."""

from __future__ import annotations

import argparse

from kickdoor.advice import to_install
from kickdoor.cli.arguments import add_budget, add_json, count, names

HELP = "measures the table's server with many tables played over real sockets"
EXAMPLES = (
    "kickdoor loadtest",
    "kickdoor loadtest --tables 200 --seconds 30",
    "kickdoor loadtest --tables 50 --rate 4 --json",
    "kickdoor loadtest --bot-tables 20 --seconds 60                  # do bots that think hard hold others up?",
    "kickdoor loadtest --bot-tables 20 --bots random,nasty,master",
)
MOST_TABLES = 1000
MOST_SECONDS = 600
BOTS = ("random", "master")
"""Those who think least and most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    parser.add_argument("--tables", type=count, default=50, metavar="N", help="tables of 4 seats (default: 50)")
    parser.add_argument("--seconds", type=count, default=20, metavar="S", help="how long to play (default: 20)")
    parser.add_argument("--rate", type=count, default=1, metavar="N", help="answers a second and table (default: 1)")
    parser.add_argument(
        "--bot-tables",
        type=count,
        default=0,
        metavar="N",
        help="tables of a person and three bots beside those measured",
    )
    parser.add_argument(
        "--bots",
        type=names,
        default=list(BOTS),
        metavar="BOT,…",
        help="who sits there: each sort has its turn several times, and the answers of the other tables meanwhile are "
        f"told for each (default: {','.join(BOTS)})",
    )
    add_budget(parser, "; less while much waits")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Runs the test and prints the figures."""
    import json

    from rich.console import Console
    from rich.progress import Progress

    from kickdoor.engine.machine.errors import BadData

    try:
        from kickdoor.table.loadtest import LoadPlan, figures_of, run_load
    except ImportError as e:
        raise BadData(f"the table needs more than is installed ({e.name}): {to_install('table')}") from None
    if options.tables + options.bot_tables * len(options.bots) > MOST_TABLES or options.seconds > MOST_SECONDS:
        raise BadData(f"at most {MOST_TABLES} tables and {MOST_SECONDS} seconds")
    with Progress(console=Console(stderr=True), transient=True) as bar:
        setting = bar.add_task("setting up", total=options.tables)
        playing = bar.add_task("playing", total=options.seconds)

        def progress(tables: int, seconds: float) -> None:
            bar.update(setting, completed=tables)
            bar.update(playing, completed=seconds)

        bots = tuple(options.bots) if options.bot_tables else ()
        plan = LoadPlan(options.tables, options.seconds, options.rate, options.bot_tables, bots, options.budget)
        outcome = run_load(plan, progress)
    figures = figures_of(outcome)
    if options.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        if isinstance(value, dict):
            for bots, part in value.items():
                words = ", ".join(f"{figure.replace('_', ' ')} {number}" for figure, number in part.items())
                print(f"{name} {bots:<{27 - len(name)}}{words}")
        else:
            print(f"{name.replace('_', ' '):<28}{value}")
    return 0
