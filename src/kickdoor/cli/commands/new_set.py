"""`kickdoor new-set`: writes a small card set to begin one's own with."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from kickdoor.cli.arguments import folder
from kickdoor.engine.machine.errors import BadData

HELP = "writes a small example of a card set of your own"
EXAMPLES = (
    "kickdoor new-set my_set",
    "kickdoor cards --check my_set",
    "kickdoor play --set-dir my_set",
)
PLACEHOLDER = "SET_NAME"
"""Stands in the example for the name of the set."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command understands."""
    parser.add_argument("dir", type=folder, metavar="DIR", help="a new folder; its name becomes the id of the set")


def run(options: argparse.Namespace) -> int:
    """Write the example and says what can be done with it."""
    path: Path = options.dir
    check(path)
    write_whole(path)
    print(f"{path}: a set with comments on every line")
    shown = os.path.relpath(path)
    for line in (
        f"kickdoor cards --check {shown}",
        f"kickdoor scenario {shown}/scenarios --set-dir {shown}",
        f"kickdoor play --set-dir {shown}",
    ):
        print(f"  {line}")
    return 0


def check(path: Path) -> None:
    """Object to a name no set can have, and to a place where something is already."""
    from kickdoor.catalog.loader import known_sets
    from kickdoor.catalog.set_folder import check_name, shown

    name = check_name(path)
    if name in known_sets():
        raise BadData(f"{shown(path)}: a set called '{name}' comes with kickdoor; take another name")
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise BadData(f"{shown(path)}: is there already, and is no folder")
    if path.exists() and any(path.iterdir()):
        raise BadData(f"{shown(path)}: the folder is not empty; name a new one")
    if not path.parent.is_dir():
        raise BadData(f"{shown(path.parent)}: there is no such folder to make {name} in")


def write_whole(path: Path) -> None:
    """Write the example beside its place and moves it there, so that there is all of it or nothing."""
    try:
        part = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
        try:
            copy(files("kickdoor.cli").joinpath("example_set"), part, path.name)
            part.chmod(0o777 & ~mask())
            # Takes the place of an empty folder, too, except on systems where nothing may be there
            if os.name == "nt" and path.exists():
                path.rmdir()
            part.rename(path)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
    except OSError as e:
        raise BadData(f"{path}: cannot be written: {e.strerror}") from None


def copy(source: Traversable, target: Path, name: str) -> None:
    """Copy a folder of texts with the name of the set filled in."""
    for entry in source.iterdir():
        place = target / entry.name
        if entry.is_dir():
            if not entry.name.startswith(("_", ".")):
                place.mkdir()
                copy(entry, place, name)
        else:
            place.write_text(entry.read_text(encoding="utf-8").replace(PLACEHOLDER, name), encoding="utf-8")


def mask() -> int:
    """Return the rights that new folders do not have; a temporary folder is made for its owner alone."""
    found = os.umask(0)
    os.umask(found)
    return found
