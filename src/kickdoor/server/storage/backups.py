"""Backups of the tables, made while a server plays at them, and brought back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.storage.sqlite_database import (
    BESIDE,
    Damaged,
    beside,
    check,
    explained,
    keep_private,
    make_private,
    make_up,
    migrate,
    own,
    version_of,
)

WAITING = 10.0
"""Seconds a backup waits for a server that is just opening or closing its tables."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How much there is in a file of tables."""

    tables: int
    records: int

    def __str__(self) -> str:
        return f"{counted(self.tables, 'table')} and {counted(self.records, 'record')}"


def counted(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that is there; what goes wrong is said in one line about it."""
    if not path.is_file():
        raise BadData(f"{path}: there are no tables here")
    try:
        db = sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=WAITING, isolation_level=None)
        try:
            yield db
        finally:
            db.close()
    except (sqlite3.Error, BadData) as e:
        raise explained(path, e) from None


def copied(source: Path, target: Path) -> Contents:
    """Copy tables as they are at one moment; nobody who writes to them waits.

    What was forgotten is not copied, though it may still lie about in the file. The copy appears all at once.
    """
    part = beside(target, ".part")
    if not make_private(part):
        raise BadData(f"{part}: is in the way; another backup may be at work. If not, remove it")
    try:
        with opened(source) as db:
            check(db, source)
            if not version_of(db):
                raise BadData(f"{source}: there are no tables in it")
            db.execute("VACUUM INTO ?", (str(part),))
        with opened(part) as db:
            check(db, part)
            found = contents_of(db)
        to_disk(part)
        os.replace(part, target)
        to_disk(target.parent)
        return found
    finally:
        part.unlink(missing_ok=True)


def contents_of(db: sqlite3.Connection) -> Contents:
    counts = [int(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in ("tables", "records")]
    return Contents(*counts)


def back_up(source: Path, target: Path) -> Contents:
    """Write a backup to a file that is not there yet."""
    if not source.is_file():
        raise BadData(f"{source}: there are no tables here")
    if not make_private(target):
        raise BadData(f"{target}: is there already; a backup overwrites nothing")
    try:
        return copied(source, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def restore(backup: Path, path: Path, now: float) -> tuple[Contents, Path | None]:
    """Put a backup in the place of the tables; gives what is in it, and where those that were there before are kept.

    Refused while a server has them. Nothing is touched before the backup has been looked through.
    """
    if path.exists() and backup.exists() and path.samefile(backup):
        raise BadData(f"{backup}: these are the tables themselves")
    lock = own(path)
    try:
        hand_over([beside(path, ".lock")], path)
        refuse_if_locked(path)
        fresh = beside(path, ".restored")
        fresh.unlink(missing_ok=True)
        try:
            try:
                found = copied(backup, fresh)
            except Damaged as e:
                raise BadData(f"{backup}: is no sound backup ({e.finding}). The tables are as they were") from None
            make_young(fresh, now)
            kept = kept_aside(path, now)
            hand_over([fresh, *([kept, beside(kept, "-wal")] if kept else [])], path)
            # What lies beside belongs to the file that goes, and would spoil the one that comes
            for ending in BESIDE[1:]:
                beside(path, ending).unlink(missing_ok=True)
            os.replace(fresh, path)
            to_disk(path.parent)
        finally:
            fresh.unlink(missing_ok=True)
        keep_private(path)
    finally:
        lock.close()
    return found, kept


def hand_over(files: list[Path], path: Path) -> None:
    """Give files to whom the tables belong, or their folder: root brings them back for an account of the server's own.

    Nobody but root can, and nobody else needs to.
    """
    if not hasattr(os, "chown"):
        return
    owner = (path if path.exists() else path.parent).stat()
    for file in files:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            os.chown(file, owner.st_uid, owner.st_gid)


def refuse_if_locked(path: Path) -> None:
    """Object to tables that a server of an older version has open, which locks the database itself."""
    if not path.is_file():
        return
    with contextlib.closing(sqlite3.connect(path, timeout=0.0, isolation_level=None)) as db:
        try:
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
        except sqlite3.Error as e:
            # Damaged tables are what a backup is for
            if "locked" in str(e):
                raise explained(path, e) from None


def make_young(path: Path, now: float) -> None:
    """Give tables and records the time they still had when the backup was made: else old ones would go at once."""
    with opened(path) as db:
        migrate(db)
        db.execute("BEGIN")
        make_up(db, now)
        db.execute("COMMIT")


def kept_aside(path: Path, now: float) -> Path | None:
    """Copy the tables, sound or not, with what lies beside them; only whoever runs the server throws them away."""
    if not path.is_file():
        return None
    stem = ".before-" + time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    kept = beside(path, stem)
    number = 2
    while not make_private(kept):
        kept = beside(path, f"{stem}-{number}")
        number += 1
    for ending in ("", "-wal"):
        if beside(path, ending).is_file():
            make_private(beside(kept, ending))
            shutil.copyfile(beside(path, ending), beside(kept, ending))
            to_disk(beside(kept, ending))
    return kept


def to_disk(path: Path) -> None:
    """Wait until a file or folder is on the disk itself, where the system can do that."""
    try:
        number = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        with contextlib.suppress(OSError):
            os.fsync(number)
    finally:
        os.close(number)
