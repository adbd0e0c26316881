"""`kickdoor analyse`: win chances over a finished game, and the cost of decisions."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import add_folders, add_json, count

if TYPE_CHECKING:
    from kickdoor.analysis.analyse import AnalysisOptions
    from kickdoor.analysis.report import Analysis
    from kickdoor.engine.cards.ruleset import RuleSet
    from kickdoor.replay.record import Record

HELP = "shows every player's win chance over a finished game, its turning points and costly decisions"
EXAMPLES = (
    "kickdoor analyse game.json",
    "kickdoor analyse game.json --seat Berta",
    "kickdoor analyse game.json --budget 100000 --jobs 4   # slower and more precise",
    "kickdoor analyse game.json --json > analysis.json",
)
PERCENT = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file",
        type=Path,
        metavar="RECORD",
        help="the record of a finished game, saved at the table or by the terminal game",
    )
    parser.add_argument("--seat", metavar="SEAT", help="the player to analyse, by name or number from 0 (default: all)")
    parser.add_argument(
        "--budget",
        type=count,
        default=0,
        metavar="N",
        help="playouts for the whole game; every position gets 2 to 600 and every decision 4 to 240 "
        "(default: 24000, or 3000 if the engine is not compiled)",
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="K", help="processes to use (default: 1)")
    add_json(parser)
    add_folders(parser)


def run(options: argparse.Namespace) -> int:
    """Analyse a record and print the result; a record that cannot be analysed is bad input."""
    import msgspec

    from kickdoor.analysis.analyse import AnalysisOptions
    from kickdoor.analysis.timeline import check_finished
    from kickdoor.cli.commands.analyse_text import text_of
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.replay import ReplayMismatch, catalog_of
    from kickdoor.server.records.table_record import load_record

    record = load_record(options.file)
    seats = None if options.seat is None else (seat_of(options.seat, record.names),)
    try:
        check_finished(record.game)
        rules = catalog_of(record.game, options.folder)
        analysis_options = AnalysisOptions(record.names, options.budget, seats, options.jobs, record.people)
        analysis = analyse_with_progress(record.game, rules, analysis_options)
    except ReplayMismatch as e:
        raise BadData(f"{options.file}: cannot be replayed: {e}") from None
    except BadData as e:
        raise BadData(f"{options.file}: {e}") from None
    print(msgspec.json.format(msgspec.json.encode(analysis)).decode() if options.json else text_of(analysis))
    return 0


def seat_of(player: str, names: list[str]) -> int:
    """Find a player by name or number."""
    from kickdoor.catalog.toml_reader import or_listed
    from kickdoor.engine.machine.errors import BadData

    if player in names:
        return names.index(player)
    if player.isascii() and player.isdecimal() and int(player) < len(names):
        return int(player)
    raise BadData(f"--seat {player}: no player has that name or number{or_listed(player, names)}")


def analyse_with_progress(record: Record, rules: RuleSet, analysis_options: AnalysisOptions) -> Analysis:
    """Analyse a record, with a progress bar on a terminal."""
    from kickdoor.analysis.analyse import analyse

    if not sys.stderr.isatty():
        return analyse(record, rules, analysis_options)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), "elapsed,", TimeRemainingColumn(), "left")
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("analysis", total=PERCENT)
        return analyse(record, rules, analysis_options, lambda done: bar.update(task, completed=done))
