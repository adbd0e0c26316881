"""What is committed goes into the database beside the thread that writes, and the log stays short."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path

import pytest
from tests.server.store_contract import entry, table

from kickdoor.server.storage.interface import RoomWrite
from kickdoor.server.storage.sqlite_store import SqliteStore
from kickdoor.server.storage.wal_checkpoints import JOBS, MAX_WAL_PAGES, Checkpoints

PAGE = 4096
FRAME = PAGE + 24


def in_the_file_alone(path: Path) -> int:
    """Count the deeds in the database without what is only in the log."""
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    with contextlib.closing(sqlite3.connect(copy)) as db:
        return int(db.execute("SELECT count(*) FROM journal").fetchone()[0])


def test_a_commit_leaves_the_moving_to_others(tmp_path: Path) -> None:
    path = tmp_path / "t.db"

    async def steps() -> None:
        store = SqliteStore(path)
        assert store.db.execute("PRAGMA wal_autocheckpoint").fetchone() == (MAX_WAL_PAGES,)
        await store.create(table())
        assert store.checkpoints.move()
        for seq in range(JOBS - 2):
            await store.append("t1", RoomWrite([entry(seq)], b"", "playing", 1.0))
        assert in_the_file_alone(path) == 0
        assert store.checkpoints.move()
        assert in_the_file_alone(path) == JOBS - 2
        await store.close()

    asyncio.run(steps())


def test_it_is_done_after_some_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.db"

    async def steps() -> threading.Thread:
        store = SqliteStore(path)
        moved = threading.Event()
        move = store.checkpoints.move

        def move_and_tell() -> bool:
            try:
                return move()
            finally:
                moved.set()

        monkeypatch.setattr(store.checkpoints, "move", move_and_tell)
        await store.create(table())
        for seq in range(JOBS):
            await store.append("t1", RoomWrite([entry(seq)], b"", "playing", 1.0))
        await asyncio.to_thread(moved.wait)
        assert in_the_file_alone(path) > 0
        await store.close()
        return store.checkpoints.thread

    thread = asyncio.run(steps())
    assert in_the_file_alone(path) == JOBS
    assert not thread.is_alive()


def test_a_moved_log_is_restarted(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    rounds, some = 10, JOBS // 2

    async def steps() -> None:
        store = SqliteStore(path)
        await store.create(table())
        pages: list[int] = []
        for seq in range(rounds * some):
            await store.append("t1", RoomWrite([entry(seq)], b"x" * PAGE, "playing", 1.0))
            if seq % some == some - 1:
                assert store.checkpoints.move()
                pages.append(path.with_name("t.db-wal").stat().st_size // FRAME)
        # A room of a page is written with each deed: the log would hold all of them
        assert pages[-1] < 2 * pages[0]
        found = await store.load("t1")
        assert found is not None
        assert len(found.deeds) == rounds * some
        await store.close()

    asyncio.run(steps())


def test_a_fault_of_the_disk_does_not_end_the_thread(tmp_path: Path) -> None:
    writer = sqlite3.connect(tmp_path / "t.db")
    checkpoints = Checkpoints(tmp_path / "t.db", writer)
    whole = checkpoints.db
    checkpoints.db = sqlite3.connect(":memory:", check_same_thread=False)
    checkpoints.db.close()
    checkpoints.count(JOBS)
    while checkpoints.due.is_set():
        pass
    assert checkpoints.thread.is_alive()
    checkpoints.db = whole
    checkpoints.close()
    assert not checkpoints.thread.is_alive()
    writer.close()
