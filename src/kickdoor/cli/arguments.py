"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kickdoor.bots.registry import BotRegistry

ALL = "all"


def one_line(text: str) -> str:
    """Put a text on one line; names are untrusted and must not move the cursor or colour the screen."""
    return "".join(character if character.isprintable() else "?" for character in " ".join(text.split()))


def names(text: str, separator: str = ",") -> list[str]:
    """Split a list of names at commas, or at another sign."""
    parts = [name.strip() for name in text.split(separator)]
    if not any(parts):
        raise argparse.ArgumentTypeError("expected at least one name, separated by commas")
    if not all(parts):
        raise argparse.ArgumentTypeError(f"'{text}': a name is missing next to '{separator}'")
    return parts


def check_distinct(names: list[str]) -> list[str]:
    """Return the set names if none is listed twice."""
    for name in names:
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"the set '{name}' is listed twice")
    return names


def set_names(text: str) -> list[str]:
    """Read names of sets; `all` stands for every set that comes with the package."""
    from kickdoor.catalog.loader import known_sets

    sets: list[str] = []
    for name in check_distinct(names(text)):
        sets += known_sets() if name == ALL else [name]
    return list(dict.fromkeys(sets))


def folder(text: str) -> Path:
    """Read the path of a folder and make it independent of the working directory."""
    from kickdoor.catalog.set_folder import absolute

    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("expected the path of a folder")
    return absolute(Path(text))


def file(text: str) -> Path:
    """Read the path of an output file; an empty path would mean the working directory."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("expected the path of a file")
    return Path(text)


def count(text: str) -> int:
    """Read a whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got '{text}'")
    return int(text)


def seed(text: str) -> str:
    """Read the seed of the games."""
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
    add_folders(parser, "a folder with your own card set, which joins the mix; may be given several times")


def add_only_sets(parser: argparse.ArgumentParser, what: str) -> None:
    """Add a filter by card set; without it all sets are included."""
    parser.add_argument("--sets", type=set_names, metavar="SET,…", help=f"{what} (default: all)")


def check_sets(sets: list[str] | None, folders: list[Path]) -> None:
    """Raise `BadData` for the name of an unknown set."""
    from kickdoor.catalog.loader import known_sets, unknown_set
    from kickdoor.engine.machine.errors import BadData

    known = [*known_sets(), *(path.name for path in folders)]
    for name in sets or []:
        if name not in known:
            raise BadData(unknown_set(name, known))


def add_folders(
    parser: argparse.ArgumentParser, help: str = "a folder with your own card set; may be given several times"
) -> None:
    """Add folders with custom sets."""
    parser.add_argument("--set-dir", type=folder, action="append", default=[], metavar="DIR", dest="folder", help=help)


def store_path(path: Path | None) -> Path:
    """Return the file that stores the tables."""
    from kickdoor.cli.terminal.saves import folder

    return folder() / "tables.db" if path is None else path


def admin_path(options: argparse.Namespace) -> Path | None:
    """Return the admin socket of a server; a server with a database has none by default."""
    if options.admin is not None or options.store:
        path: Path | None = options.admin
        return path
    data = store_path(options.data)
    return data.with_name(data.name + ".admin")


def add_seats(parser: argparse.ArgumentParser) -> None:
    """Add the number of players."""
    parser.add_argument("--seats", type=count, default=4, metavar="N", help="players at the table, 3 to 6 (default: 4)")


def add_bot(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Add bots from files; only the command line may name a file."""
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="FILE.py:CLASS",
        help=f"your own bot, {purpose}; may be given several times. The file runs with your permissions: use only "
        "files that you trust",
    )


def add_bots(parser: argparse.ArgumentParser, subject: str) -> None:
    """Add the choice of players."""
    parser.add_argument(
        "--bots",
        type=names,
        metavar="BOT,…",
        help=f"{subject}: random, easy, normal, nasty, master ({personality_help()}), and your own bots by name or as "
        "FILE.py:CLASS (default: those of --bot, then normal)",
    )


def personality_help() -> str:
    """Return the help text about personalities, with their names."""
    from kickdoor.policies.personalities import BY_NAME

    return f"all but random can have a personality, such as nasty@gruff; there are {', '.join(BY_NAME)}"


def bots_of(options: argparse.Namespace, seats: int) -> tuple[BotRegistry, list[str]]:
    """Return the available bots and the names of the players; without named bots, those of `--bot` sit first."""
    from kickdoor.bots.custom_bots import is_custom
    from kickdoor.bots.registry import FALLBACK_BOT, BotRegistry
    from kickdoor.engine.rules.turn.new_game import MAX_SEATS

    registry = BotRegistry(options.bot, options.budget)
    if options.bots is None:
        return registry, [*registry.own, *[FALLBACK_BOT] * (min(seats, MAX_SEATS) - len(registry.own))]
    return registry, [registry.add(name) if is_custom(name) else name for name in options.bots]


def budget(text: str) -> int:
    """Read how many playouts searching bots may spend on a decision."""
    from kickdoor.bots.master import MAX_BUDGET

    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:9]) <= MAX_BUDGET:
        raise argparse.ArgumentTypeError(f"expected a number of playouts from 1 to {MAX_BUDGET}, got '{text[:20]}'")
    return int(text[:9])


def interactive_budget() -> int:
    """Return the search budget of bots where a person waits: a smaller one if the engine is not compiled."""
    from kickdoor.policies.search.search_policy import BUDGET, PURE_BUDGET
    from kickdoor.sim.footprint import is_compiled

    return BUDGET if is_compiled() else PURE_BUDGET


def add_budget(parser: argparse.ArgumentParser, more: str = "", usual: int = 0) -> None:
    """Add the search budget of bots."""
    from kickdoor.policies.search.search_policy import BUDGET

    usual = usual or BUDGET
    parser.add_argument(
        "--budget",
        type=budget,
        default=usual,
        metavar="N",
        help=f"playouts master may spend on a decision; more make it stronger but slower{more} (default: {usual})",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add JSON output."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
