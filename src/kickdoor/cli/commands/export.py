"""`kickdoor export`: the game of one table as a record, even if it cannot be continued."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import store_path
from kickdoor.cli.settings import add_settings

if TYPE_CHECKING:
    from kickdoor.server.storage.record_export import Export

HELP = "saves the game of one table as a record, even while the server runs or if the game cannot continue"
EXAMPLES = (
    "kickdoor export KRTVDN game.json",
    "kickdoor export KRTVDN game.json --before   # including the answers that an upgrade set aside",
    "kickdoor export KRTVDN game.json --store postgresql://kickdoor@db.example/kickdoor",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("code", metavar="CODE", help="the code of the table")
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, which must not exist yet")
    parser.add_argument(
        "--before", action="store_true", help="save the game as it was before it continued under other rules or cards"
    )
    add_settings(parser, "data", "store")


def export_stored(url: str, code: str, file: Path, before: bool) -> Export:
    """Save a game from a database, even while servers use it."""
    import asyncio

    from kickdoor.server.cluster.backends import check_store
    from kickdoor.server.storage.record_export import game_in, save

    check_store(url)
    from kickdoor.server.storage.postgres.connection import connect, named
    from kickdoor.server.storage.postgres.postgres_store import PostgresStore

    async def work() -> Export:
        # Report any connection error in one line
        await (await connect(url)).close()
        store = PostgresStore(url)
        try:
            source = f"--store {named(url)}"
            return save(await game_in(store, source, code), source, file, before)
        finally:
            await store.close()

    return asyncio.run(work())


def run(options: argparse.Namespace) -> int:
    """Save the stored game without replaying it."""
    from kickdoor.cli.config_sources import resolve
    from kickdoor.server.storage.record_export import export

    resolve(options)
    if options.store and options.data is None:
        found = export_stored(options.store, options.code, options.file, options.before)
    else:
        found = export(store_path(options.data), options.code, options.file, options.before)
    print(f"{options.file}: {found.answers} answers under rules {found.rules}. It shows all hands.")
    if found.aside and not options.before:
        print(f"{found.aside} answers were set aside when the game continued; --before includes them")
    return 0
