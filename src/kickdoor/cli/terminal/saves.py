"""Storage of terminal games."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from kickdoor.engine.machine.errors import BadData
from kickdoor.replay import Record, load, save

UNFINISHED = "play.json"
PREVIOUS = "previous.json"
LAST = "last-game.json"
OWNER_ONLY = 0o700
"""Permissions of the folder: only its owner may read it, since saved games contain hands."""


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players of a saved game: a person in the first seat, bots in the others."""

    names: list[str]
    bots: list[str]


def folder() -> Path:
    """Return the data folder and create it if needed."""
    base = os.environ.get("XDG_STATE_HOME", "")
    home = Path(base) if base.startswith("/") else Path.home() / ".local" / "state"
    path = home / "kickdoor"
    path.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
    with contextlib.suppress(PermissionError):
        path.chmod(OWNER_ONLY)
    return path


def people_of(path: Path) -> Path:
    """Return the path of the file beside a record that names its players."""
    return path.with_suffix(".people.json")


def keep(record: Record, people: People, path: Path) -> None:
    """Save a game and its players."""
    people_of(path).write_bytes(msgspec.json.encode(people))
    save(record, path)


def unfinished(path: Path | None = None, folders: list[Path] | None = None) -> tuple[Record, People]:
    """Read the unfinished game, or one that was set aside; `folders` hold its custom sets."""
    if path is None:
        path = folder() / UNFINISHED
        if not path.exists():
            raise BadData("there is no unfinished game to resume; start one with: kickdoor play --terminal")
    record = load(path, folders)
    try:
        people = msgspec.json.decode(people_of(path).read_bytes(), type=People)
    except msgspec.DecodeError as e:
        raise BadData(f"{people_of(path)}: {e}") from None
    if len(people.names) != record.seats or len(people.bots) != record.seats - 1:
        raise BadData(f"{people_of(path)}: does not fit the game of {record.seats} seats")
    return record, people


def set_aside() -> bool:
    """Rename an unfinished game before a new one begins; return whether there was one."""
    path = folder() / UNFINISHED
    if not path.exists():
        return False
    os.replace(path, folder() / PREVIOUS)
    if people_of(path).exists():
        os.replace(people_of(path), people_of(folder() / PREVIOUS))
    return True


def finish(record: Record, people: People) -> Path:
    """Save a finished game with all names as the last one and delete the unfinished one."""
    from kickdoor.server.records.table_record import TableRecord

    path = folder() / LAST
    save(TableRecord(people.names, ["human", *people.bots], None, record), path)
    for old in (folder() / UNFINISHED, people_of(folder() / UNFINISHED)):
        old.unlink(missing_ok=True)
    return path
