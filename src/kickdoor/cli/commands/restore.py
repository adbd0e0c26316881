"""`kickdoor restore`: tables replaced by a backup."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from kickdoor.cli.arguments import store_path
from kickdoor.cli.settings import add_settings, mask_password

HELP = "replaces the tables with a backup and keeps the old ones; stop the server first"
EXAMPLES = (
    "kickdoor restore tables-monday.db     # tables in PostgreSQL: pg_restore, see docs/hosting.md",
    "kickdoor restore /mnt/stick/tables.db --data /srv/kickdoor/tables.db",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a file written by `kickdoor backup`")
    add_settings(parser, "data", "store")


def run(options: argparse.Namespace) -> int:
    """Check a backup and restore it."""
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.server.storage.backups import restore

    resolve(options)
    if options.store and options.data is None:
        how = f"pg_restore --clean --if-exists --dbname={mask_password(options.store)} {options.file}"
        raise BadData(f"--store: use PostgreSQL's own restore while no server runs: {how}")
    data = store_path(options.data)
    found, kept = restore(options.file, data, time.time())
    print(f"{data}: {found} restored.")
    if kept is not None:
        print(f"The previous tables are kept in {kept}")
    return 0
