"""A reader of set folders: only regular files of limited size and number, and none outside the folder."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from kickdoor.engine.machine.errors import BadData

MAX_BYTES = 1_000_000
"""The maximum size of one file, and of all files of a set together."""
MAX_FILES = 100
SET_ID = re.compile("[a-z][a-z0-9_]{0,39}")
RESERVED = ("all",)
"""Names that no set may have, because they have another meaning where sets are named."""
HEAD = "set.toml"


def absolute(path: Path) -> Path:
    """Return the path without `.` and `..`, so that its last part is the folder's name. Links are not resolved."""
    return Path(os.path.abspath(path))


def shown(path: Path) -> str:
    """Format a path for a message; characters that a terminal would not show are escaped."""
    text = str(path)
    return text if text.isprintable() else repr(text)


def check_name(path: Path) -> str:
    """Return the id of the set in a folder, which is the folder's name."""
    name = path.name
    if name in RESERVED:
        raise BadData(f"{shown(path)}: no set can be called '{name}', which means every set; rename the folder")
    if not SET_ID.fullmatch(name):
        better = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")[:40]
        hint = f", such as '{better}'" if SET_ID.fullmatch(better) else ""
        raise BadData(
            f"{shown(path)}: the folder's name is the id of its set: lower case, digits and underscores{hint}"
        )
    return name


class SetFolder:
    """The folder of one set. A set of the package may be a link; a custom set may not."""

    def __init__(self, path: Path, own: bool) -> None:
        self.path = path
        self.own = own
        self.left = MAX_BYTES
        self.files = 0

    def check(self) -> None:
        """Raise an error for a path that does not lead to a set."""
        if not self.path.is_dir():
            raise BadData(f"{shown(self.path)}: there is no such folder")
        if not (self.path / HEAD).exists():
            raise BadData(f"{shown(self.path)}: not a card set, because {HEAD} is missing; kickdoor new-set writes one")

    def card_files(self, deck: str) -> list[Path]:
        """List the card files of a deck in a fixed order. Hidden files, such as an editor's, are left out."""
        folder = self.path / deck
        try:
            if self.own and not stat.S_ISDIR(folder.lstat().st_mode):
                raise BadData(f"{self.path.name}/{deck}: expected a folder, found something else")
            found: list[Path] = []
            for entry in os.scandir(folder):
                if entry.name.endswith(".toml") and not entry.name.startswith("."):
                    self.count(entry.name)
                    found.append(folder / entry.name)
        except FileNotFoundError:
            return []
        except OSError as e:
            raise BadData(f"{shown(folder)}: cannot be read: {e.strerror}") from None
        return sorted(found)

    def count(self, name: str) -> None:
        self.files += 1
        if self.files > MAX_FILES:
            raise BadData(f"{self.path.name}: more than {MAX_FILES} card files")
        if not name.isprintable() or len(name) > 100:
            raise BadData(f"{self.path.name}: no card file can be called {name[:40]!r}")

    def read(self, path: Path) -> bytes:
        """Read one file. Never block on a pipe or device."""
        where = f"{self.path.name}/{path.name}"
        try:
            with open(path, "rb", opener=self.open) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise BadData(f"{where}: expected a regular file, found something else")
                data = file.read(MAX_BYTES + 1)
        except OSError as e:
            if path.is_symlink() and self.own:
                raise BadData(f"{where}: expected a regular file, found a link") from None
            raise BadData(f"{shown(path)}: cannot be read: {e.strerror}") from None
        if len(data) > MAX_BYTES:
            raise BadData(f"{where}: larger than {MAX_BYTES} bytes")
        self.left -= len(data)
        if self.left < 0:
            raise BadData(f"{self.path.name}: its files are larger than {MAX_BYTES} bytes together")
        return data

    def open(self, path: str, flags: int) -> int:
        # Some systems lack these flags. There a link is followed, and a pipe is detected by the check afterwards.
        extra = getattr(os, "O_NONBLOCK", 0) | (getattr(os, "O_NOFOLLOW", 0) if self.own else 0)
        return os.open(path, flags | extra)


def folders_of(sets: list[str], folders: list[Path]) -> list[Path]:
    """Return the folders of the wanted sets, because the loader mixes in all it is given."""
    return [folder for folder in folders if folder.name in sets]
