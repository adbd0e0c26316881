"""`kickdoor restore`: puts a backup in the place of the tables."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from kickdoor.cli.arguments import data_of
from kickdoor.cli.settings import add_settings, masked

HELP = "puts a backup in the place of the tables, which are kept; not while the server runs"
EXAMPLES = (
    "kickdoor restore tables-monday.db     # tables in PostgreSQL: pg_restore, see docs/hosting.md",
    "kickdoor restore /mnt/stick/tables.db --data /srv/kickdoor/tables.db",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command understands."""
    parser.add_argument("file", type=Path, metavar="FILE", help="what `kickdoor backup` has written")
    add_settings(parser, "data", "store")


def run(options: argparse.Namespace) -> int:
    """Bring a backup back after looking through it."""
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.server.storage.backups import restore

    resolve(options)
    if options.store and options.data is None:
        how = f"pg_restore --clean --if-exists --dbname={masked(options.store)} {options.file}"
        raise BadData(f"--store: PostgreSQL brings backups back itself, while no server runs: {how}")
    data = data_of(options.data)
    found, kept = restore(options.file, data, time.time())
    print(f"{data}: {found} are back.")
    if kept is not None:
        print(f"What was there before is kept in {kept}")
    return 0
