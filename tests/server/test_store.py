"""The embedded store keeps the contract, in a file of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.server.store_contract import FIRST, Steps, StoreContract, entry, table

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.ops.metrics import COMMITS
from kickdoor.server.storage.interface import Conflict, RoomWrite, Store, StoreFault
from kickdoor.server.storage.sqlite_database import scripts
from kickdoor.server.storage.sqlite_store import SqliteStore


class TestSqliteStore(StoreContract):
    """The embedded store keeps the contract."""

    @pytest.fixture(autouse=True)
    def file(self, tmp_path: Path) -> Path:
        self.path = tmp_path / "deep" / "tables.db"
        return self.path

    def run_steps(self, steps: Steps) -> None:
        async def run() -> None:
            store = SqliteStore(self.path)
            try:
                await steps(store)
            finally:
                await store.close()

        asyncio.run(run())

    def run_steps_again(self, steps: Steps) -> None:
        self.run_steps(steps)

    def lay_down(self) -> None:
        self.path.parent.mkdir()
        with contextlib.closing(sqlite3.connect(self.path)) as db:
            db.executescript(scripts()[0] + "PRAGMA user_version=1;")
            for line in FIRST:
                db.execute(
                    line.format(
                        schema="", journal="deeds", room="CAST('room of t1' AS BLOB)", body="CAST('[]' AS BLOB)"
                    )
                )
            db.commit()

    def test_a_commit_survives_a_power_cut(self) -> None:
        async def steps(store: Store) -> None:
            assert isinstance(store, SqliteStore)
            assert store.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert store.db.execute("PRAGMA synchronous").fetchone() == (2,)

        self.run_steps(steps)

    def test_a_disk_error_is_raised_for_waiting_writers(self) -> None:
        async def steps(store: Store) -> None:
            assert isinstance(store, SqliteStore)
            await store.create(table())
            store.db.execute("PRAGMA query_only=ON")
            with pytest.raises(StoreFault):
                await store.append("t1", RoomWrite([entry(0)], b"", "playing", 1.0))
            store.db.execute("PRAGMA query_only=OFF")
            size = store.db.execute("PRAGMA page_count").fetchone()[0]
            store.db.execute(f"PRAGMA max_page_count={size}")
            with pytest.raises(StoreFault, match="full"):
                await store.append("t1", RoomWrite([entry(0, b"x" * 100_000)], b"", "playing", 1.0))
            found = await store.load("t1")
            assert found is not None
            assert found.deeds == []
            store.db.execute("PRAGMA max_page_count=1000000")
            await store.append("t1", RoomWrite([entry(0)], b"", "playing", 1.0))

        self.run_steps(steps)

    def test_writes_of_many_tables_share_a_transaction(self) -> None:
        async def steps(store: Store) -> None:
            assert isinstance(store, SqliteStore)
            store.gather = 0.05
            names = [f"t{n}" for n in range(5)]
            for name in names:
                await store.create(table(name, f"CODE{name}"))
            began = COMMITS.counts[:]
            news = {name: RoomWrite([entry(0), entry(1)], name.encode(), "playing", 1.0) for name in names}
            await asyncio.gather(*[store.append(name, one) for name, one in news.items()])
            assert sum(COMMITS.counts) - sum(began) == 1
            for name in names:
                found = await store.load(name)
                assert found is not None
                assert (found.table.room, [d.seq for d in found.deeds]) == (name.encode(), [0, 1])

        self.run_steps(steps)

    def test_a_table_that_is_not_there_keeps_no_other_from_being_written(self) -> None:
        async def steps(store: Store) -> None:
            assert isinstance(store, SqliteStore)
            await store.create(table())
            news = RoomWrite([entry(0)], b"room", "playing", 1.0)
            lost, kept, again = await asyncio.gather(
                store.append("nowhere", news),
                store.append("t1", news),
                store.append("t1", news),
                return_exceptions=True,
            )
            # The third has a deed of a number that is taken
            assert (type(lost), kept, type(again)) == (Conflict, None, Conflict)
            found = await store.load("t1")
            assert found is not None
            assert [d.seq for d in found.deeds] == [0]

        self.run_steps(steps)

    def test_a_loop_that_ends_in_the_midst_holds_up_no_other(self) -> None:
        store = SqliteStore(self.path, gather=60.0)

        async def first() -> None:
            await store.create(table())
            # Waits for the next commit, which this loop does not live to see
            store.append("t1", RoomWrite([entry(0)], b"", "playing", 1.0))

        async def second() -> None:
            store.not_before = 0.0
            found = await store.load("t1")
            assert found is not None
            assert [d.seq for d in found.deeds] == [0]
            await store.close()

        asyncio.run(first())
        asyncio.run(second())

    def test_a_file_of_a_newer_version_or_of_something_else_is_refused(self) -> None:
        async def nothing(store: Store) -> None: ...

        self.run_steps(nothing)
        with sqlite3.connect(self.path) as db:
            db.execute("PRAGMA user_version=99")
        with pytest.raises(BadData, match="newer"):
            SqliteStore(self.path)
        other = self.path.with_name("other.db")
        other.write_bytes(b"this is no database at all" * 100)
        with pytest.raises(BadData, match="cannot be opened"):
            SqliteStore(other)

    def test_deleted_data_is_removed_from_the_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = b"said in confidence"
        real = sqlite3.connect

        def careless(*place: Any, **how: Any) -> sqlite3.Connection:
            """Connect as builds of SQLite do that only forget where things are."""
            db: sqlite3.Connection = real(*place, **how)
            db.execute("PRAGMA secure_delete=OFF")
            return db

        async def write(store: Store) -> None:
            await store.create(table())
            await store.append("t1", RoomWrite([entry(0, said * 500)], b"room", "playing", 1.0))

        async def delete(store: Store) -> None:
            assert await store.delete("t1")

        monkeypatch.setattr(sqlite3, "connect", careless)
        self.run_steps(write)
        assert said in self.path.read_bytes()
        self.run_steps(delete)
        assert said not in self.path.read_bytes()

    def test_two_servers_cannot_share_a_file(self) -> None:
        async def steps(store: Store) -> None:
            with pytest.raises(BadData, match="another kickdoor"):
                SqliteStore(self.path)

        self.run_steps(steps)
