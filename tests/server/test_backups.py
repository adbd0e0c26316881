"""Backups are made while a server plays, come back whole, and never at the cost of what was there."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.server.test_store import entry, table

from kickdoor.cli import main
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.storage import backups
from kickdoor.server.storage.backups import back_up, restore
from kickdoor.server.storage.interface import RoomWrite, StoredRecord, StoredTable
from kickdoor.server.storage.sqlite_store import SqliteStore

NOW = 1_000_000.0
DAY = 24 * 3600.0


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def fill(store: SqliteStore, n: int, touched: float = NOW) -> None:
    for i in range(n):
        await store.create(table(f"t{i}", f"CODE{i:02}", touched - i))
        await store.append(
            f"t{i}", RoomWrite([entry(0), entry(1)], b"room", "playing", touched - i, StoredRecord(f"r{i}", b"{}"))
        )


def made(path: Path, n: int = 3, touched: float = NOW) -> Path:
    """Make a file with some tables."""

    async def run() -> None:
        store = SqliteStore(path)
        await fill(store, n, touched)
        await store.close()

    asyncio.run(run())
    return path


def tables_of(path: Path) -> list[StoredTable]:
    async def run() -> list[StoredTable]:
        store = SqliteStore(path)
        try:
            return await store.tables(("playing", "waiting", "over"), 1000)
        finally:
            await store.close()

    return asyncio.run(run())


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_backup_is_made_while_the_store_writes(tmp_path: Path) -> None:
    source = tmp_path / "t.db"
    target = tmp_path / "b.db"

    async def run() -> None:
        store = SqliteStore(source)
        await fill(store, 20)
        stop = asyncio.Event()

        async def play() -> int:
            seq = 2
            while not stop.is_set():
                for i in range(20):
                    await store.append(f"t{i}", RoomWrite([entry(seq)], str(seq).encode(), "playing", NOW))
                seq += 1
            return seq

        playing = asyncio.create_task(play())
        found = await asyncio.to_thread(back_up, source, target)
        stop.set()
        assert await playing > 2
        assert (found.tables, found.records) == (20, 20)
        await store.close()

    asyncio.run(run())
    assert mode(target) == 0o600
    with sqlite3.connect(target) as db:
        # Each answer is there with the room after it, or not at all
        rows = db.execute(
            "SELECT room, max(seq), count(*) FROM tables JOIN journal ON table_id=id GROUP BY id"
        ).fetchall()
    assert len(rows) == 20
    for room, last, count in rows:
        assert last == count - 1
        assert room == (b"room" if last == 1 else str(last).encode())


def test_another_process_makes_the_backup_of_tables_that_are_open(tmp_path: Path) -> None:
    source = tmp_path / "t.db"

    async def run() -> subprocess.CompletedProcess[str]:
        store = SqliteStore(source)
        await fill(store, 3)
        command = [sys.executable, "-m", "kickdoor", "backup", str(tmp_path / "b.db"), "--data", str(source)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=60)
        await store.append("t0", RoomWrite([entry(2)], b"after", "playing", NOW))
        await store.close()
        return done

    done = asyncio.run(run())
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 tables and 3 records" in done.stdout
    assert len(tables_of(tmp_path / "b.db")) == 3


def test_a_backup_overwrites_nothing_and_leaves_nothing_half_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = made(tmp_path / "t.db")
    there = tmp_path / "there.db"
    there.write_text("precious")
    assert main(["backup", str(there), "--data", str(source)]) == 2
    assert "overwrites nothing" in capsys.readouterr().err
    assert there.read_text() == "precious"
    assert main(["backup", str(tmp_path / "b.db"), "--data", str(tmp_path / "none.db")]) == 2
    assert "there are no tables here" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "no" / "b.db"), "--data", str(source)]) == 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backups, "contents_of", lambda db: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            back_up(source, tmp_path / "b.db")
    assert files_in(tmp_path) == {"t.db", "t.db.lock", "there.db"}


def test_a_backup_of_damaged_tables_is_refused(tmp_path: Path) -> None:
    source = made(tmp_path / "t.db", 30)
    damage(source)
    with pytest.raises(BadData, match="damaged"):
        back_up(source, tmp_path / "b.db")
    assert not (tmp_path / "b.db").exists()


def test_deleted_data_is_not_in_the_backup(tmp_path: Path) -> None:
    source = made(tmp_path / "t.db")

    async def run() -> None:
        store = SqliteStore(source)
        store.db.execute("PRAGMA secure_delete=OFF")
        await store.create(StoredTable("gone", "GONEXX", 1.0, 1.0, "waiting", b"a secret nobody should find" * 50))
        await store.forget(2.0, [])
        await store.close()

    asyncio.run(run())
    assert b"a secret" in source.read_bytes()
    back_up(source, tmp_path / "b.db")
    assert b"a secret" not in (tmp_path / "b.db").read_bytes()


def test_a_backup_comes_back_and_what_was_there_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = made(tmp_path / "t.db", 2)
    back_up(data, tmp_path / "b.db")
    made(tmp_path / "new.db", 5)
    os.replace(tmp_path / "new.db", data)
    assert main(["restore", str(tmp_path / "b.db"), "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert "2 tables and 2 records restored" in said
    (kept,) = tmp_path.glob("t.db.before-*")
    assert str(kept) in said
    assert mode(data) == mode(kept) == 0o600
    assert len(tables_of(data)) == 2
    assert len(tables_of(kept)) == 5
    restore(tmp_path / "b.db", data, NOW)
    restore(tmp_path / "b.db", data, NOW)
    assert len([path for path in tmp_path.glob("t.db.before-*") if not path.name.endswith(".lock")]) == 3


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files to others")
@pytest.mark.parametrize("was_there", [True, False])
def test_files_restored_by_root_belong_to_the_server(tmp_path: Path, was_there: bool) -> None:
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o700)
    data = folder / "t.db"
    back_up(made(tmp_path / "source.db"), tmp_path / "b.db")
    if was_there:
        made(data, 1)
    for path in (folder, *folder.iterdir()):
        os.chown(path, 12345, 12346)
    with pytest.raises(BadData, match="no tables"):
        restore(tmp_path / "another.db", data, NOW)
    assert {path.stat().st_uid for path in folder.iterdir()} == {12345}
    restore(tmp_path / "b.db", data, NOW)
    found = {path.name: (path.stat().st_uid, path.stat().st_gid, mode(path)) for path in folder.iterdir()}
    assert {name.partition(".before-")[0] for name in found} == {"t.db", "t.db.lock"}
    assert len(found) == 2 + was_there
    assert set(found.values()) == {(12345, 12346, 0o600)}


def test_tables_come_to_a_machine_that_has_none(tmp_path: Path) -> None:
    back_up(made(tmp_path / "t.db"), tmp_path / "b.db")
    found, kept = restore(tmp_path / "b.db", tmp_path / "elsewhere" / "t.db", NOW)
    assert (found.tables, kept) == (3, None)
    assert len(tables_of(tmp_path / "elsewhere" / "t.db")) == 3
    assert mode(tmp_path / "elsewhere") == 0o700


def test_an_old_backup_is_not_forgotten_at_the_next_start(tmp_path: Path) -> None:
    back_up(made(tmp_path / "t.db", 3, NOW), tmp_path / "b.db")
    restore(tmp_path / "b.db", tmp_path / "t.db", NOW + 90 * DAY)
    assert [row.touched - 90 * DAY for row in tables_of(tmp_path / "t.db")] == [NOW, NOW - 1, NOW - 2]
    with sqlite3.connect(tmp_path / "t.db") as db:
        assert db.execute("SELECT max(made) FROM records").fetchone() == (NOW + 90 * DAY,)


def test_nothing_is_restored_while_the_server_runs(tmp_path: Path) -> None:
    data = made(tmp_path / "t.db")
    back_up(data, tmp_path / "b.db")
    before = files_in(tmp_path)

    async def run() -> None:
        store = SqliteStore(data)
        with pytest.raises(BadData, match="another kickdoor"):
            await asyncio.to_thread(restore, tmp_path / "b.db", data, NOW)
        await store.append("t0", RoomWrite([entry(2)], b"goes on", "playing", NOW))
        await store.close()

    asyncio.run(run())
    assert files_in(tmp_path) == before
    # Versions that took the whole database for themselves
    old = sqlite3.connect(data, isolation_level=None)
    old.execute("PRAGMA locking_mode=EXCLUSIVE")
    old.execute("BEGIN IMMEDIATE")
    old.execute("COMMIT")
    outcome: list[str] = []

    def attempt() -> None:
        try:
            restore(tmp_path / "b.db", data, NOW)
        except BadData as e:
            outcome.append(str(e))

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    old.close()
    assert len(outcome) == 1
    assert "another kickdoor" in outcome[0]
    assert {name for name in files_in(tmp_path) if not name.endswith(("-wal", "-shm"))} == before


@pytest.mark.parametrize("what", ["text", "empty", "damaged", "foreign", "newer", "itself", "none"])
def test_a_bad_backup_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    data = made(tmp_path / "t.db")
    backup = tmp_path / "b.db"
    if what == "text":
        backup.write_text("no database at all " * 300)
    elif what == "empty":
        backup.write_bytes(b"")
    elif what == "damaged":
        damage(made(backup, 30))
    elif what == "foreign":
        with sqlite3.connect(backup) as db:
            db.execute("CREATE TABLE bookmarks (name)")
    elif what == "newer":
        with sqlite3.connect(made(backup)) as db:
            db.execute("PRAGMA user_version=99")
    elif what == "itself":
        backup = data
    assert main(["restore", str(backup), "--data", str(data)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "kickdoor restore" not in said, "that is what was tried"
    assert len(tables_of(data)) == 3
    assert not list(tmp_path.glob("t.db.before-*"))
    assert not list(tmp_path.glob("*.part"))


def test_damaged_tables_are_replaced_and_kept(tmp_path: Path) -> None:
    data = made(tmp_path / "t.db", 30)
    back_up(data, tmp_path / "b.db")
    damage(data)
    spoilt = data.read_bytes()
    _, kept = restore(tmp_path / "b.db", data, NOW)
    assert kept is not None
    assert kept.read_bytes() == spoilt
    assert len(tables_of(data)) == 30


def test_the_last_writes_are_kept_too(tmp_path: Path) -> None:
    """After a crash the last answers lie beside the file: they must neither be lost nor get into the other one."""
    data = made(tmp_path / "t.db", 1)
    back_up(data, tmp_path / "b.db")
    script = (
        "import sqlite3, os\n"
        f"db = sqlite3.connect({str(data)!r}, isolation_level=None)\n"
        "db.execute(\"UPDATE tables SET room='last words'\")\n"
        "os._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", script], timeout=30)
    assert (tmp_path / "t.db-wal").stat().st_size
    _, kept = restore(tmp_path / "b.db", data, NOW)
    assert kept is not None
    assert [row.room for row in tables_of(data)] == [b"room"]
    with sqlite3.connect(kept) as db:
        assert db.execute("SELECT room FROM tables").fetchall() == [("last words",)]


def damage(path: Path) -> None:
    """Spoils a page in the middle of a file, as a failing disk does."""
    body = bytearray(path.read_bytes())
    middle = len(body) // 8192 * 4096
    body[middle : middle + 4096] = os.urandom(4096)
    path.write_bytes(body)


@pytest.mark.parametrize("how", ["page", "index", "cut", "text", "emptied"])
def test_a_damaged_file_is_not_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("kickdoor.server.run_server.serve", lambda store, *more, **others: store.jobs.put(None))
    data = made(tmp_path / "t.db", 30)
    if how == "page":
        damage(data)
    elif how == "index":
        with sqlite3.connect(data) as db:
            db.execute("PRAGMA writable_schema=ON")
            other = db.execute("SELECT rootpage FROM sqlite_master WHERE name='tables_by_touch'").fetchone()
            db.execute("UPDATE sqlite_master SET rootpage=? WHERE name='tables_by_code'", other)
    elif how == "cut":
        data.write_bytes(data.read_bytes()[: 4096 * 3])
    elif how == "text":
        data.write_text("a letter to grandmother " * 1000)
    else:
        data.write_bytes(b"")
        (tmp_path / "t.db-wal").write_bytes(b"what was written last")
    spoilt = data.read_bytes()
    assert main(["serve", "--data", str(data), "--port", "0", "--no-browser"]) == 2
    said = capsys.readouterr()
    assert "damaged" in said.err
    assert "kickdoor restore" in said.err
    assert said.err.count("\n") == 1
    assert "The table is open" not in said.out
    assert data.read_bytes() == spoilt


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "places.sqlite"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE bookmarks (name)")
    before = other.read_bytes()
    with pytest.raises(BadData, match="not one of kickdoor's"):
        SqliteStore(other)
    assert other.read_bytes() == before


def test_other_users_cannot_read_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = os.umask(0o000)
    try:
        data = tmp_path / "deep" / "t.db"
        data.parent.mkdir(0o755)
        data.touch(0o644)
        fresh = tmp_path / "state" / "kickdoor" / "tables.db"
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

        async def run() -> None:
            from kickdoor.cli.arguments import store_path

            for path in (data, store_path(None)):
                store = SqliteStore(path)
                await fill(store, 1)
                assert (path.parent / (path.name + "-wal")).exists()
                for file in path.parent.glob(path.name + "*"):
                    assert mode(file) == 0o600, file
                await store.close()

        asyncio.run(run())
        assert mode(fresh.parent) == 0o700
        # A folder that is not ours to begin with is left as it is
        assert mode(data.parent) == 0o755
        fresh.parent.chmod(0o755)
        from kickdoor.cli.terminal.saves import folder

        assert mode(folder()) == 0o700
    finally:
        os.umask(old)
