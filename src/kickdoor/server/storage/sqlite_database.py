"""The file tables are kept in: who may read it, who has it, whether it is sound, and what shape it has."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from importlib import resources
from pathlib import Path

from kickdoor.engine.machine.errors import BadData

BUSY_SECONDS = 1.0
OWNER_FILE = 0o600
OWNER_FOLDER = 0o700
BESIDE = ("", "-wal", "-shm", "-journal")
"""The file itself and what SQLite keeps beside it."""
NAMES_VERSION = 3
"""The migration that renames `deeds` to `journal` and `house` to `server_meta`."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
MAIN_CODE = 0xFF
"""The bits of a code of SQLite that say what kind of fault it is."""


class InUse(BadData):
    """Another process has the tables open."""


class Damaged(BadData):
    """The file of the tables is not as it must be; `finding` says what is wrong with it."""

    def __init__(self, path: Path, finding: str) -> None:
        super().__init__(
            f"{path}: the tables cannot be opened: the file is damaged ({finding}). Nothing was changed. "
            "Put a backup in its place with: kickdoor restore FILE; or move it away to begin without tables"
        )
        self.finding = finding


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def keep_private(path: Path) -> None:
    """See that only the owner can read the tables: hands, chat and the secrets of shuffles are in them."""
    if not path.parent.exists():
        path.parent.mkdir(mode=OWNER_FOLDER, parents=True)
    make_private(path)
    for ending in BESIDE:
        # Somebody else's file that we may write to is theirs to protect
        with contextlib.suppress(FileNotFoundError, PermissionError):
            beside(path, ending).chmod(OWNER_FILE)


def make_private(path: Path) -> bool:
    """Make an empty file that only its owner can read; False if there is one already.

    One that is there is not opened: closing it would end the locks that SQLite has on it in this process.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_FILE))
    except FileExistsError:
        return False
    return True


def own(path: Path) -> sqlite3.Connection:
    """Take the tables for this process, until what it gives is closed or the process ends; `InUse` if they are taken.

    Two servers would play the same tables against each other. The lock is on a file beside the database, so that a
    backup may read that one meanwhile; SQLite takes it, since it knows how on every system.
    """
    lock = beside(path, ".lock")
    try:
        keep_private(lock)
        db = sqlite3.connect(lock, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            db.execute("BEGIN EXCLUSIVE")
        except BaseException:
            db.close()
            raise
    except (sqlite3.Error, OSError) as e:
        raise explained(path, e) from None
    return db


def explained(path: Path, e: Exception) -> BadData:
    """Return in one line why the tables cannot be opened, and what can be done about it."""
    if isinstance(e, BadData):
        return e
    if "locked" in str(e):
        return InUse(f"{path}: another kickdoor has these tables open; close it, or give --data FILE")
    if isinstance(e, sqlite3.Error) and getattr(e, "sqlite_errorcode", 0) & MAIN_CODE in DAMAGED:
        return Damaged(path, str(e))
    return BadData(f"{path}: the tables cannot be opened: {e}")


def check(db: sqlite3.Connection, path: Path) -> None:
    """Look through the whole file; `BadData` if anything in it is not as it must be, or it is something else's."""
    log = beside(path, "-wal")
    if not path.stat().st_size and log.is_file() and log.stat().st_size:
        # SQLite would take it for new, and throw away what is beside it
        raise Damaged(path, "it is empty, but what was last written to it lies beside it")
    finding = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if finding != "ok":
        raise Damaged(path, finding.replace("*** in database main ***", "").strip())
    version = version_of(db)
    found = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    if version > len(scripts()):
        raise BadData(f"{path}: the tables were written by a newer kickdoor; update it to open them")
    if shape_of(version) - found if version else found:
        raise BadData(f"{path}: this is a database, but not one of kickdoor's tables")


def shape_of(version: int) -> set[str]:
    """Return tables that a database of a version must have."""
    return {"tables", "records", "journal" if version >= NAMES_VERSION else "deeds"}


def scripts() -> list[str]:
    """Read the numbered scripts that give the database its shape, in order."""
    folder = resources.files("kickdoor.server.storage").joinpath("migrations")
    return [entry.read_text(encoding="utf-8") for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)]


def version_of(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection) -> None:
    """Bring the database to the newest shape; each numbered script runs once."""
    done = version_of(db)
    for number, script in enumerate(scripts(), 1):
        if number > done:
            db.executescript(f"BEGIN;{script}PRAGMA user_version={number};COMMIT;")


def make_up(db: sqlite3.Connection, now: float) -> None:
    """Give tables and records the time in which the server was closed, and notes that it is open now.

    Where nobody has noted yet when it was open, as up to 0.1, what was written last tells.
    """
    noted = db.execute("SELECT 1 FROM sqlite_master WHERE name='server_meta'").fetchone()
    row = db.execute("SELECT seen FROM server_meta").fetchone() if noted else None
    last = (
        row
        or db.execute(
            "SELECT max(t) FROM (SELECT max(touched) t FROM tables UNION SELECT max(made) FROM records)"
        ).fetchone()
    )
    closed = max(0.0, now - float(last[0] or now))
    db.execute("UPDATE tables SET touched=min(touched+?, ?)", (closed, now))
    db.execute("UPDATE records SET made=min(made+?, ?)", (closed, now))
    if noted:
        db.execute("INSERT OR REPLACE INTO server_meta VALUES (1, ?)", (now,))


def connect(path: Path) -> sqlite3.Connection:
    """Open the database so that a commit survives a power cut; one that is not sound is left as it is."""
    try:
        keep_private(path)
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            check(db, path)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=ON")
            # What is deleted is gone from the file, not only out of sight; some builds of SQLite do that by themselves
            db.execute("PRAGMA secure_delete=ON")
            db.execute("BEGIN IMMEDIATE")
            db.execute("COMMIT")
            migrate(db)
        except BaseException:
            db.close()
            raise
    except (sqlite3.Error, OSError, BadData) as e:
        raise explained(path, e) from None
    return db
