"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path


def names(text: str) -> list[str]:
    """Splits a list of names at commas."""
    found = [name.strip() for name in text.split(",") if name.strip()]
    if not found:
        raise argparse.ArgumentTypeError("names at least one, separated by commas")
    return found


def count(text: str) -> int:
    """Reads a number of at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of at least 1")
    return int(text)


def add_sets(parser: argparse.ArgumentParser) -> None:
    """Adds the choice of card sets."""
    from kickdoor.catalog.defaults import default_sets

    parser.add_argument(
        "--sets",
        type=names,
        default=list(default_sets()),
        metavar="SET,…",
        help=f"card sets to mix (default: {','.join(default_sets())})",
    )
    add_folders(parser)


def add_folders(parser: argparse.ArgumentParser) -> None:
    """Adds folders with sets of one's own."""
    parser.add_argument(
        "--folder",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="a folder with a card set of your own; may be given several times",
    )


def add_seats(parser: argparse.ArgumentParser) -> None:
    """Adds the number of players."""
    parser.add_argument("--seats", type=count, default=4, metavar="N", help="players at the table, 3 to 6 (default: 4)")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds output for machines."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
