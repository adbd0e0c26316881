"""`kickdoor backup`: copies all tables to a file, also while they are played at."""

from __future__ import annotations

import argparse
from pathlib import Path

from kickdoor.cli.arguments import data_of
from kickdoor.cli.settings import add_settings, masked

HELP = "copies all tables and records to a file, also while the server runs"
EXAMPLES = (
    "kickdoor backup tables-monday.db      # tables in PostgreSQL: pg_dump, see docs/hosting.md",
    "kickdoor backup /mnt/stick/tables.db --data /srv/kickdoor/tables.db",
    'kickdoor backup "/backups/tables-$(date +%F).db"   # every night; nothing is overwritten',
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command understands."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write; must not be there yet")
    add_settings(parser, "data", "store")


def run(options: argparse.Namespace) -> int:
    """Make a backup and checks it."""
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.server.storage.backups import back_up

    resolve(options)
    if options.store and options.data is None:
        how = f"pg_dump --schema=kickdoor --format=custom --file={options.file} {masked(options.store)}"
        raise BadData(f"--store: PostgreSQL makes backups itself, also while servers run: {how}")
    found = back_up(data_of(options.data), options.file)
    print(f"{options.file}: {found}. It holds everything of them: keep it as safe as the tables.")
    return 0
