"""Moves what is committed from SQLite's log into the database, beside the thread that writes.

By itself SQLite does that within a commit, once a thousand pages have gathered: then everybody at all tables waits
until they are on the disk in their places, a fifth of a second where much is played. Another connection may do it.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from pathlib import Path

JOBS = 60
"""What is written goes into the database after so many jobs, a few pages each: what goes to the disk in one go
holds up the commits behind it."""
TRIES = 3
"""The log is begun again once it has been moved to its end. While it is, more is written; but ever less each time."""
MAX_WAL_PAGES = 16_384
"""Pages in the log, 64 MB, at which a commit moves them after all: where the disk is slower than play."""


class Checkpoints:
    """A thread with a connection of its own."""

    def __init__(self, path: Path, writer: sqlite3.Connection) -> None:
        writer.execute(f"PRAGMA wal_autocheckpoint={MAX_WAL_PAGES}")
        self.db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.db.execute("PRAGMA synchronous=FULL")
        self.jobs = 0
        """Jobs since it was last begun."""
        self.due = threading.Event()
        self.closed = False
        self.thread = threading.Thread(target=self.work, name="kickdoor-checkpoints", daemon=True)
        self.thread.start()

    def count(self, jobs: int) -> None:
        """Hear that something was committed."""
        self.jobs += jobs
        if self.jobs >= JOBS:
            self.jobs = 0
            self.due.set()

    def work(self) -> None:
        while True:
            self.due.wait()
            self.due.clear()
            if self.closed:
                self.db.close()
                return
            # Whatever is wrong with the disk, those who write will hear of it
            with contextlib.suppress(sqlite3.Error):
                self.move()

    def move(self) -> bool:
        """Move the log into the database, and return whether all of it."""
        for _ in range(TRIES):
            _, pages, moved = self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages == moved:
                return True
        return False

    def close(self) -> None:
        self.closed = True
        self.due.set()
        self.thread.join()
