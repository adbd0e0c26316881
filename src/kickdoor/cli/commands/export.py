"""`kickdoor export`: saves the game of one table, also of one that cannot go on."""

from __future__ import annotations

import argparse
from pathlib import Path

from kickdoor.cli.arguments import add_data, data_of

HELP = "saves the game of one table as a record, also of one that cannot go on, and while the server runs"
EXAMPLES = (
    "kickdoor export KRTVDN game.json",
    "kickdoor export KRTVDN game.json --before   # with the answers that an upgrade has set aside",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    parser.add_argument("code", metavar="CODE", help="the code of the table")
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write; must not be there yet")
    parser.add_argument("--before", action="store_true", help="as it was before it went on under other rules or cards")
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Saves what is stored of a game, without playing it again."""
    from kickdoor.table.store.exporting import export

    found = export(data_of(options.data), options.code, options.file, options.before)
    print(f"{options.file}: {found.answers} answers under rules {found.rules}. It shows all hands.")
    if found.aside and not options.before:
        print(f"{found.aside} answers were set aside when the game went on; --before saves it with them")
    return 0
