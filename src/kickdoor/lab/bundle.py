"""Bundles of the files of a plan: custom sets, changed cards, bots. They are sent to the workers.

Sets and cards are data and are stored with the rows. A bot is code: it comes from the command line only
and is never stored.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path, PurePosixPath

import msgspec

from kickdoor.bots.custom_bots import file_of
from kickdoor.catalog.set_folder import HEAD, SetFolder, absolute, check_name
from kickdoor.engine import constants as nr
from kickdoor.engine.machine.errors import BadData

BOTS = "bots"


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files by path, with their location on the machine that packed them."""

    files: dict[str, bytes] = {}
    outside: dict[str, str] = {}
    """Names of custom bots, with their files and classes on this machine."""
    here: str = ""

    def digests(self) -> dict[str, str]:
        """Return the digests of the sets and cards by file."""
        return {path: digest(data) for path, data in sorted(self.files.items()) if not path.startswith(f"{BOTS}/")}

    def root(self) -> Path:
        """Return a folder with the files."""
        if self.here or not self.files:
            return Path(self.here)
        return unpacked(msgspec.msgpack.encode(self.files))

    def bots(self, root: Path) -> Iterator[str]:
        """Yield the custom bots with their paths on this machine."""
        for number, spec in enumerate(self.outside.values()):
            path = root / bot_path(number, spec)
            yield f"{path}:{spec.rpartition(':')[2]}" if path.is_file() else spec


def bot_path(number: int, spec: str) -> str:
    """Return the path of a bot's file in the bundle."""
    return f"{BOTS}/{number}/{file_of(spec).name}"


def digest(data: bytes) -> str:
    """Return a digest of the contents of a file."""
    return blake2b(data, digest_size=8).hexdigest()


@cache
def unpacked(files: bytes) -> Path:
    """Write files into a folder that is deleted when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="kickdoor-lab-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    unpack(msgspec.msgpack.decode(files, type=dict[str, bytes]), folder)
    return folder


def unpack(files: dict[str, bytes], folder: Path) -> None:
    """Write files into a folder, never outside it."""
    for name, data in files.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise BadData(f"{name}: a file of a plan is outside its folder")
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def pack_set(folder: Path) -> dict[str, bytes]:
    """Read the files of a custom set, by paths relative to the parent of its folder."""
    path = absolute(folder)
    name = check_name(path)
    reader = SetFolder(path, True)
    reader.check()
    found = {f"{name}/{HEAD}": reader.read(path / HEAD)}
    for deck in nr.DECKS:
        for file in reader.card_files(deck):
            found[f"{name}/{deck}/{file.name}"] = reader.read(file)
    return found


def pack_file(path: Path) -> bytes:
    """Read a file with changed cards."""
    return SetFolder(absolute(path).parent, True).read(absolute(path))
