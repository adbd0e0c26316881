"""`kickdoor bench`: speed of the engine or its environments at random play, alone or against others."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from kickdoor.cli.arguments import add_json, add_seats, add_sets, count, names

ProgressCallback = Callable[[str], None]

HELP = "measures speed, alone or against another engine"
EXAMPLES = (
    "kickdoor bench",
    "kickdoor bench --seats 6 --seconds 10 --repeats 5",
    "kickdoor bench --against catanatron --json",
    "kickdoor bench --env --sets all --seats 6",
)


def seconds(text: str) -> float:
    """Read a number of seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got '{text}'")
    return value


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_sets(parser)
    add_seats(parser)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=seconds, metavar="S", help="CPU seconds per repeat (default: 3)")
    limit.add_argument("--games", type=count, metavar="N", help="games per repeat, instead of a time")
    parser.add_argument("--repeats", type=count, default=3, metavar="N", help="interleaved repeats (default: 3)")
    parser.add_argument(
        "--against",
        type=names,
        default=[],
        metavar="PEER,…",
        help="engines to compare with, if installed: catanatron, rlcard, open_spiel, pettingzoo",
    )
    parser.add_argument(
        "--env",
        action="store_true",
        help="measure the environments for learners instead, and those of other projects if installed",
    )
    parser.add_argument("--seed", type=int, default=1, help="a number (default: 1)")
    parser.add_argument("--speed-only", action="store_true", help="skip copies, views, memory and loading")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Measure and print the figures."""
    from kickdoor.engine.machine.errors import BadData

    if options.env and options.against:
        raise BadData("--against and --env cannot be combined; give one of them")
    on_progress = show_progress if sys.stderr.isatty() else None
    data = environments(options, on_progress) if options.env else engine(options, on_progress)
    if on_progress is not None:
        print(file=sys.stderr, end="\r\033[K")
    print(json.dumps(data, indent=2) if options.json else text_of(data))
    return 0


def limit_of(options: argparse.Namespace) -> float | None:
    """Return the seconds per repeat, or None if games are counted."""
    limit: float | None = options.seconds if options.seconds or options.games else 3.0
    return limit


def engine(options: argparse.Namespace, on_progress: ProgressCallback | None) -> dict[str, object]:
    """Measure the engine."""
    from kickdoor.catalog.loader import load_catalog
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.sim.bench_suite import Order, measure
    from kickdoor.sim.peers import peer

    try:
        peers = [peer(name) for name in options.against]
    except ValueError as e:
        raise BadData(str(e)) from None
    rules = load_catalog(options.sets, options.folder)
    limits = (options.games, limit_of(options), options.repeats)
    return measure(Order(rules, options.seats, *limits, peers, options.seed, options.speed_only), on_progress)


def environments(options: argparse.Namespace, on_progress: ProgressCallback | None) -> dict[str, object]:
    """Measure the environments."""
    from kickdoor.sim.env_bench import env_order, measure_environments
    from kickdoor.sim.env_contenders import OwnGame

    own = OwnGame(options.sets, options.seats, options.folder)
    limits = (options.games, limit_of(options), options.repeats)
    return measure_environments(env_order(own, *limits, options.seed), on_progress)


def show_progress(task: str) -> None:
    """Show on one line what is being measured."""
    print(f"\r\033[K{task} …", end="", file=sys.stderr, flush=True)


def text_of(data: dict[str, object]) -> str:
    """Write the figures as a table."""
    from kickdoor.cli.commands.bench_env_text import env_lines
    from kickdoor.cli.commands.bench_text import bench_lines

    return "\n".join(env_lines(data) if "ours" in data else bench_lines(data))
