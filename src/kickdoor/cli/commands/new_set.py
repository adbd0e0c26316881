"""`kickdoor new-set`: a small example from which to begin a custom set."""

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

HELP = "writes a small example set as a start for your own card set"
EXAMPLES = (
    "kickdoor new-set my_set",
    "kickdoor cards --check my_set",
    "kickdoor play --set-dir my_set",
)
PLACEHOLDER = "SET_NAME"
"""The placeholder for the name of the set in the example."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("dir", type=folder, metavar="DIR", help="a new folder; its name becomes the id of the set")


def run(options: argparse.Namespace) -> int:
    """Write the example and print the next steps."""
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
    """Raise `BadData` for an invalid name of a set, or if something exists at the path."""
    from kickdoor.catalog.loader import known_sets
    from kickdoor.catalog.set_folder import check_name, shown

    name = check_name(path)
    if name in known_sets():
        raise BadData(f"{shown(path)}: a set called '{name}' comes with kickdoor; choose another name")
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise BadData(f"{shown(path)}: already exists and is not a folder")
    if path.exists() and any(path.iterdir()):
        raise BadData(f"{shown(path)}: the folder is not empty; name a new one")
    if not path.parent.is_dir():
        raise BadData(f"{shown(path.parent)}: there is no such folder to create {name} in")


def write_whole(path: Path) -> None:
    """Write the example to a temporary folder and move it into place, so that it exists completely or not at all."""
    try:
        part = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
        try:
            copy(files("kickdoor.cli").joinpath("example_set"), part, path.name)
            part.chmod(0o777 & ~mask())
            # This also replaces an empty folder, except on systems where the target must not exist
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
    """Return the umask for new folders; a temporary folder is readable by its owner only."""
    found = os.umask(0)
    os.umask(found)
    return found
