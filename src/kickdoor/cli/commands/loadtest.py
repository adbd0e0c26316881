"""`kickdoor loadtest`: many tables at once, played by clients over real sockets on this machine."""

from __future__ import annotations

import argparse

from kickdoor.advice import to_install
from kickdoor.cli.arguments import add_json, count

HELP = "measures the table's server with many tables played over real sockets"
EXAMPLES = (
    "kickdoor loadtest",
    "kickdoor loadtest --tables 200 --seconds 30",
    "kickdoor loadtest --tables 50 --rate 4 --json",
)
MOST_TABLES = 1000
MOST_SECONDS = 600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    parser.add_argument("--tables", type=count, default=50, metavar="N", help="tables of 4 seats (default: 50)")
    parser.add_argument("--seconds", type=count, default=20, metavar="S", help="how long to play (default: 20)")
    parser.add_argument("--rate", type=count, default=1, metavar="N", help="answers a second and table (default: 1)")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Runs the test and prints the figures."""
    import json

    from rich.console import Console
    from rich.progress import Progress

    from kickdoor.engine.machine.errors import BadData

    try:
        from kickdoor.table.loadtest import figures_of, run_load
    except ImportError as e:
        raise BadData(f"the table needs more than is installed ({e.name}): {to_install('table')}") from None
    if options.tables > MOST_TABLES or options.seconds > MOST_SECONDS:
        raise BadData(f"at most {MOST_TABLES} tables and {MOST_SECONDS} seconds")
    with Progress(console=Console(stderr=True), transient=True) as bar:
        setting = bar.add_task("setting up", total=options.tables)
        playing = bar.add_task("playing", total=options.seconds)

        def progress(tables: int, seconds: float) -> None:
            bar.update(setting, completed=tables)
            bar.update(playing, completed=seconds)

        outcome = run_load(options.tables, options.seconds, options.rate, progress)
    figures = figures_of(outcome)
    if options.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):<28}{value}")
    return 0
