"""Copies of a set that comes with the package, to be changed: what an upgrade may do to card files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import HOME

NAME = "twin"
NEW = """[aardvark]
name = "Aardvark"
kind = "monster"
level = 1
treasures = 1
static = [{ query = "run", add = 1 }]
bad_stuff = [{ op = "lose_levels", n = 1 }]

[[aardvark.ability]]
name = "Feed"
at = "my_fight"
cost = { least = 1, most = 1 }
once = "fight"
do = [{ op = "monster_leaves" }]

"""


def copy_of_set(folder: Path) -> Path:
    """Copy the default set under another name."""
    return Path(shutil.copytree(HOME / default_sets()[0], folder / NAME))


def rewrite(path: Path, pattern: str, new: str, most: int = 0) -> None:
    """Change what is written in a file."""
    text = path.read_text(encoding="utf-8")
    changed = re.sub(pattern, new, text, count=most, flags=re.MULTILINE)
    assert changed != text
    path.write_text(changed, encoding="utf-8")


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.toml"))


def add_comments(folder: Path) -> None:
    """Write comments and empty lines everywhere, and spaces where they mean nothing."""
    for path in files(folder):
        rewrite(path, r"^(\w+) = ", r"# a remark\n\n\1   =   ")


def turn_keys_round(folder: Path) -> None:
    """Report the kind of every card before its name."""
    for path in files(folder):
        if path.name != "set.toml":
            rewrite(path, r"^(name = .*)\n(kind = .*)\n", r"\2\n\1\n")


def change_words(folder: Path) -> None:
    """Give every card, and the set, another name."""
    for path in files(folder):
        rewrite(path, r'^name = "(?!Feed)([^"]*)"\n(?=kind|\Z|uses|tags)', r'name = "New \1"\n')


def add_card(folder: Path) -> None:
    """Add a card before all others, with an ability and a modifier."""
    path = folder / "door" / "aaa.toml"
    path.write_text(NEW, encoding="utf-8")


def change_numbers(folder: Path) -> None:
    """Make every monster of Level 1 to 9 ten Levels stronger."""
    rewrite(folder / "door" / "monsters.toml", r"^level = (\d)$", r"level = 1\1")


def remove_card(folder: Path) -> None:
    """Take a card out of its file."""
    rewrite(folder / "treasure" / "items.toml", r"\A\[\w+\]\n(?:(?!\[).*\n)*", "", 1)
