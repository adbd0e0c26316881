"""`kickdoor backup`: a copy of all tables in a file, also while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from kickdoor.cli.arguments import store_path
from kickdoor.cli.settings import add_settings, mask_password

HELP = "copies all tables and records to a file, even while the server runs"
EXAMPLES = (
    "kickdoor backup tables-monday.db      # tables in PostgreSQL: pg_dump, see docs/hosting.md",
    "kickdoor backup /mnt/stick/tables.db --data /srv/kickdoor/tables.db",
    'kickdoor backup "/backups/tables-$(date +%F).db"   # every night; nothing is overwritten',
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, which must not exist yet")
    add_settings(parser, "data", "store")


def run(options: argparse.Namespace) -> int:
    """Make a backup and check it."""
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.server.storage.backups import back_up

    resolve(options)
    if options.store and options.data is None:
        how = f"pg_dump --schema=kickdoor --format=custom --file={options.file} {mask_password(options.store)}"
        raise BadData(f"--store: use PostgreSQL's own backup, which also works while servers run: {how}")
    found = back_up(store_path(options.data), options.file)
    print(f"{options.file}: {found}. It contains all their data, so keep it as safe as the tables.")
    return 0
