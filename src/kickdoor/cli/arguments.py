"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kickdoor.bots.registry import BotRegistry

ALL = "all"


def one_line(text: str) -> str:
    """Make one line of a text; names come from outside: nothing in them may move the cursor or colour the screen."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


def names(text: str, sign: str = ",") -> list[str]:
    """Split a list of names at commas, or at another sign."""
    found = [name.strip() for name in text.split(sign)]
    if not any(found):
        raise argparse.ArgumentTypeError("names at least one, separated by commas")
    if not all(found):
        raise argparse.ArgumentTypeError(f"'{text}': a name is missing beside '{sign}'; leave the sign out")
    return found


def different(found: list[str]) -> list[str]:
    """Return names of sets back if none is there twice."""
    for name in found:
        if found.count(name) > 1:
            raise argparse.ArgumentTypeError(f"the set '{name}' is named twice")
    return found


def set_names(text: str) -> list[str]:
    """Read names of sets; `all` stands for every set that comes with the package."""
    from kickdoor.catalog.loader import known_sets

    found: list[str] = []
    for name in different(names(text)):
        found += known_sets() if name == ALL else [name]
    return list(dict.fromkeys(found))


def folder(text: str) -> Path:
    """Read the path of a folder; where it lies does not hang on the working directory from then on."""
    from kickdoor.catalog.set_folder import absolute

    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("names a folder")
    return absolute(Path(text))


def file(text: str) -> Path:
    """Read the path of a file that is written; an empty one would be the working directory."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("names a file")
    return Path(text)


def count(text: str) -> int:
    """Read a number of at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of at least 1")
    return int(text)


def seed(text: str) -> str:
    """Read the word by which games are drawn."""
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.rng import normalize_seed

    try:
        return normalize_seed(text)
    except BadData as e:
        raise argparse.ArgumentTypeError(str(e)) from None


def add_sets(parser: argparse.ArgumentParser) -> None:
    """Add the choice of card sets for a game."""
    from kickdoor.catalog.defaults import default_sets

    parser.add_argument(
        "--sets",
        type=set_names,
        default=list(default_sets()),
        metavar="SET,…",
        help=f"card sets to mix, or all (default: {','.join(default_sets())})",
    )
    add_folders(parser, "a folder with a card set of your own, which joins the mix; may be given several times")


def add_only_sets(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the choice of card sets to look at; without it nothing is left out."""
    parser.add_argument("--sets", type=set_names, metavar="SET,…", help=f"{what} (default: all)")


def check_sets(sets: list[str] | None, folders: list[Path]) -> None:
    """Object to the name of a set that there is not."""
    from kickdoor.catalog.loader import known_sets, unknown_set
    from kickdoor.engine.machine.errors import BadData

    known = [*known_sets(), *(path.name for path in folders)]
    for name in sets or []:
        if name not in known:
            raise BadData(unknown_set(name, known))


def add_folders(
    parser: argparse.ArgumentParser, help: str = "a folder with a card set of your own; may be given several times"
) -> None:
    """Add folders with sets of one's own."""
    parser.add_argument("--set-dir", type=folder, action="append", default=[], metavar="DIR", dest="folder", help=help)


def data_of(given: Path | None) -> Path:
    """Return the file tables are kept in."""
    from kickdoor.cli.terminal.saves import folder

    return folder() / "tables.db" if given is None else given


def admin_of(options: argparse.Namespace) -> Path | None:
    """Return the socket by which a server takes orders; one with tables in a database has none of itself."""
    if options.admin is not None or options.store:
        named: Path | None = options.admin
        return named
    data = data_of(options.data)
    return data.with_name(data.name + ".admin")


def add_seats(parser: argparse.ArgumentParser) -> None:
    """Add the number of players."""
    parser.add_argument("--seats", type=count, default=4, metavar="N", help="players at the table, 3 to 6 (default: 4)")


def add_bot(parser: argparse.ArgumentParser, use: str) -> None:
    """Add bots from files; nothing but the command line names a file."""
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="FILE.py:CLASS",
        help=f"a bot of your own, {use}; may be given several times. The file runs with your rights: bring none along "
        "that you would not run yourself",
    )


def add_bots(parser: argparse.ArgumentParser, who: str) -> None:
    """Add who plays."""
    parser.add_argument(
        "--bots",
        type=names,
        metavar="BOT,…",
        help=f"{who}: random, easy, normal, nasty, master, {character_help()}, and bots of your own by name or as "
        "FILE.py:CLASS (default: those of --bot, then normal)",
    )


def character_help() -> str:
    """Return how a bot gets a character, and which there are."""
    from kickdoor.policies.personalities import BY_NAME

    return f"all but random also with a character, as nasty@gruff ({', '.join(BY_NAME)})"


def bots_of(options: argparse.Namespace, seats: int) -> tuple[BotRegistry, list[str]]:
    """Return the bots that may be named and the names of those who play; where none were named, `--bot` sits first."""
    from kickdoor.bots.custom_bots import is_outside
    from kickdoor.bots.registry import FALLBACK_BOT, BotRegistry
    from kickdoor.engine.rules.turn.new_game import MAX_SEATS

    known = BotRegistry(options.bot, options.budget)
    if options.bots is None:
        return known, [*known.own, *[FALLBACK_BOT] * (min(seats, MAX_SEATS) - len(known.own))]
    return known, [known.add(name) if is_outside(name) else name for name in options.bots]


def budget(text: str) -> int:
    """Read how many playouts bots that search may spend on a decision."""
    from kickdoor.bots.master import MAX_BUDGET

    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:9]) <= MAX_BUDGET:
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is no number of playouts from 1 to {MAX_BUDGET}")
    return int(text[:9])


def add_budget(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Add how hard bots think that search."""
    from kickdoor.policies.search.search_policy import BUDGET

    parser.add_argument(
        "--budget",
        type=budget,
        default=BUDGET,
        metavar="N",
        help=f"playouts master may spend on a decision; more make it stronger and slower{more} (default: {BUDGET})",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add output for machines."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
