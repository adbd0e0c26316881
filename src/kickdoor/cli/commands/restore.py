"""`kickdoor restore`: puts a backup in the place of the tables."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from kickdoor.cli.arguments import add_data, data_of

HELP = "puts a backup in the place of the tables, which are kept; not while the server runs"
EXAMPLES = (
    "kickdoor restore tables-monday.db",
    "kickdoor restore /mnt/stick/tables.db --data /srv/kickdoor/tables.db",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what `kickdoor backup` has written")
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Brings a backup back after looking through it."""
    from kickdoor.table.store.backups import restore

    data = data_of(options.data)
    found, kept = restore(options.file, data, time.time())
    print(f"{data}: {found} are back.")
    if kept is not None:
        print(f"What was there before is kept in {kept}")
    return 0
