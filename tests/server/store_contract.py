"""The contract of a store. Each store runs `StoreContract` with a fixture of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kickdoor.server.storage.interface import (
    BASE,
    NEWEST,
    QUIET,
    Conflict,
    JournalEntry,
    RecoveryData,
    RoomWrite,
    Store,
    StoredRecord,
    StoredSnapshot,
    StoredTable,
    StoreFault,
)

Steps = Callable[[Store], Awaitable[None]]
FIRST = (
    "INSERT INTO {schema}tables (id, code, made, touched, status, room) "
    "VALUES ('t1', 'BCDFGH', 1.0, 5.0, 'playing', {room})",
    "INSERT INTO {schema}{journal} (table_id, seq, at, kind, body) VALUES ('t1', 0, 2.5, 'answer', {body})",
)
"""Rows that the first version of every store could have written."""


def table(id: str = "t1", code: str = "BCDFGH", touched: float = 5.0, status: str = "waiting") -> StoredTable:
    return StoredTable(id, code, 1.0, touched, status, b"room of " + id.encode())


def entry(seq: int, body: bytes = b"[]") -> JournalEntry:
    return JournalEntry(seq, 2.5 + seq, "answer", body)


async def loaded(store: Store) -> RecoveryData:
    found = await store.load("t1")
    assert found is not None
    return found


class StoreContract:
    """Tests of every store. `run_steps` runs steps with a new store, `run_steps_again` with the same one reopened."""

    def run_steps(self, steps: Steps) -> None:
        raise NotImplementedError

    def run_steps_again(self, steps: Steps) -> None:
        raise NotImplementedError

    def lay_down(self) -> None:
        """Make a store of the first version with the rows of `FIRST`, which are `table()` and `entry(0)`."""
        raise NotImplementedError

    def test_tables_of_the_first_version_continue(self) -> None:
        self.lay_down()

        async def go_on(store: Store) -> None:
            found = await loaded(store)
            assert (found.table.code, found.table.status, found.table.room) == ("BCDFGH", "playing", b"room of t1")
            assert found.deeds == [entry(0)]
            await store.append("t1", RoomWrite([entry(1)], b"after", "playing", 9.0))

        async def read(store: Store) -> None:
            assert (await loaded(store)).deeds == [entry(0), entry(1)]

        self.run_steps_again(go_on)
        self.run_steps_again(read)

    def test_written_data_is_read_after_reopening(self) -> None:
        async def write(store: Store) -> None:
            await store.create(table())
            await store.append("t1", RoomWrite([entry(0, b"\x00\xff"), entry(1)], b"after two", "playing", 9.0))
            await store.append("t1", RoomWrite([entry(2)], b"after three", "over", 10.0, StoredRecord("rec", b"{}")))

        async def read(store: Store) -> None:
            found = await store.load("t1")
            assert found is not None
            stored = found.table
            assert stored == StoredTable("t1", "BCDFGH", 1.0, 10.0, "over", b"after three")
            assert found.deeds == [entry(0, b"\x00\xff"), entry(1), entry(2)]
            assert await store.story("t1") == (found.deeds, None)
            assert await store.find("BCDFGH") == stored
            assert await store.record("rec") == b"{}"

        self.run_steps(write)
        self.run_steps_again(read)

    def test_only_the_deeds_since_the_last_snapshot_between_turns_are_read(self) -> None:
        async def write(store: Store) -> None:
            await store.create(table())
            await store.append(
                "t1",
                RoomWrite([entry(i) for i in range(4)], b"", "playing", 9.0, None, [StoredSnapshot(NEWEST, 0, b"a")]),
            )
            assert [one.seq for one in (await loaded(store)).deeds] == [0, 1, 2, 3]
            await store.append("t1", RoomWrite([entry(4)], b"", "playing", 9.0, None, [StoredSnapshot(QUIET, 4, b"b")]))
            await store.append(
                "t1", RoomWrite([entry(5), entry(6)], b"", "playing", 9.0, None, [StoredSnapshot(BASE, 2, b"c")])
            )
            found = await loaded(store)
            assert found.snapshots == [StoredSnapshot(QUIET, 4, b"b")]
            assert [one.seq for one in found.deeds] == [4, 5, 6]
            await store.append(
                "t1", RoomWrite([entry(7)], b"", "playing", 9.0, None, [StoredSnapshot(NEWEST, 8, b"d")])
            )

        async def read(store: Store) -> None:
            found = await loaded(store)
            assert found.snapshots == [StoredSnapshot(NEWEST, 8, b"d"), StoredSnapshot(QUIET, 4, b"b")]
            assert [one.seq for one in found.deeds] == [4, 5, 6, 7]
            assert await store.story("t1") == ([entry(i) for i in range(8)], StoredSnapshot(BASE, 2, b"c"))
            # Written with the deeds or not at all
            with pytest.raises(Conflict):
                await store.append(
                    "t1", RoomWrite([entry(7)], b"", "playing", 9.0, None, [StoredSnapshot(NEWEST, 9, b"e")])
                )
            assert (await loaded(store)).snapshots == found.snapshots
            # Gone with its table
            assert await store.forget(50.0, []) == 1
            await store.create(table())
            assert (await loaded(store)).snapshots == []

        self.run_steps(write)
        self.run_steps_again(read)

    def test_missing_rooms_are_not_found(self) -> None:
        async def steps(store: Store) -> None:
            assert await store.load("t1") is None
            assert await store.find("BCDFGH") is None
            assert await store.record("rec") is None
            assert await store.tables(("waiting", "playing", "over"), 10) == []

        self.run_steps(steps)

    def test_ids_and_codes_are_taken_once(self) -> None:
        async def steps(store: Store) -> None:
            await store.create(table())
            with pytest.raises(Conflict):
                await store.create(table(code="CDFGHJ"))
            with pytest.raises(Conflict):
                await store.create(table(id="t2"))
            assert await store.load("t2") is None

        self.run_steps(steps)

    def test_a_number_is_taken_once_and_then_nothing_is_written(self) -> None:
        async def steps(store: Store) -> None:
            await store.create(table())
            await store.append("t1", RoomWrite([entry(0)], b"one", "playing", 9.0))
            with pytest.raises(Conflict):
                await store.append(
                    "t1", RoomWrite([entry(1), entry(0)], b"two", "over", 10.0, StoredRecord("rec", b"{}"))
                )
            found = await store.load("t1")
            assert found is not None
            assert (found.table.room, found.table.status, found.deeds) == (b"one", "playing", [entry(0)])
            assert await store.record("rec") is None

        self.run_steps(steps)

    def test_a_table_that_is_gone_cannot_be_written(self) -> None:
        async def steps(store: Store) -> None:
            for deeds in ([], [entry(0)]):
                with pytest.raises(Conflict):
                    await store.append("none", RoomWrite(deeds, b"", "playing", 1.0))

        self.run_steps(steps)

    def test_racing_writers_lose_exactly_once(self) -> None:
        async def steps(store: Store) -> None:
            await store.create(table())
            tries = [store.append("t1", RoomWrite([entry(0)], str(i).encode(), "playing", 9.0)) for i in range(8)]
            outcomes = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(e) for e in outcomes if e is not None] == [Conflict] * 7
            found = await store.load("t1")
            assert found is not None
            assert len(found.deeds) == 1

        self.run_steps(steps)

    def test_one_that_fails_does_not_hurt_the_others(self) -> None:
        async def steps(store: Store) -> None:
            for i in range(20):
                await store.create(table(f"t{i}", "BCDFG" + "BCDFGHJKLMNPQRSTVWXZ"[i]))
            writes = [store.append(f"t{i}", RoomWrite([entry(0)], b"done", "playing", 9.0)) for i in range(20)]
            outcomes = await asyncio.gather(*writes, store.create(table("t3")), return_exceptions=True)
            assert [type(e) for e in outcomes if e is not None] == [Conflict]
            assert len(await store.tables(("playing",), 100)) == 20

        self.run_steps(steps)

    def test_tables_are_listed_by_status_and_touch(self) -> None:
        async def steps(store: Store) -> None:
            await store.create(table("a", "BBBBBB", 1.0))
            await store.create(table("b", "CCCCCC", 3.0))
            await store.create(table("c", "DDDDDD", 2.0, "over"))
            assert [t.id for t in await store.tables(("waiting", "over"), 10)] == ["b", "c", "a"]
            assert [t.id for t in await store.tables(("waiting",), 1)] == ["b"]

        self.run_steps(steps)

    def test_inactive_rooms_are_deleted_and_their_codes_are_free(self) -> None:
        async def steps(store: Store) -> None:
            await store.create(table("old", "BBBBBB", 1.0))
            await store.append("old", RoomWrite([entry(0)], b"", "over", 2.0, StoredRecord("rec", b"{}")))
            await store.create(table("kept", "CCCCCC", 1.0))
            await store.create(table("new", "DDDDDD", 90.0))
            with pytest.raises(Conflict):
                await store.create(table("again", "BBBBBB"))
            assert await store.forget(50.0, ["kept"]) == 1
            assert await store.load("old") is None
            assert await store.record("rec") == b"{}"
            assert {t.id for t in await store.tables(("waiting",), 10)} == {"kept", "new"}
            await store.create(table("again", "BBBBBB"))
            found = await store.load("again")
            assert found is not None
            assert found.deeds == []

        self.run_steps(steps)

    def test_a_deletion_takes_effect_at_once(self) -> None:
        async def steps(store: Store) -> None:
            for id, code in (("t1", "BCDFGH"), ("t2", "CDFGHJ")):
                await store.create(table(id, code))
                snapshot = StoredSnapshot(NEWEST, 1, b"{}")
                await store.append(
                    id, RoomWrite([entry(0)], b"room", "over", 9.0, StoredRecord(f"r-{id}", b"{}"), [snapshot])
                )
            assert await store.delete("t1")
            assert not await store.delete("t1")
            assert await store.find("BCDFGH") is None
            assert await store.story("t1") == ([], None)
            with pytest.raises(Conflict):
                await store.append("t1", RoomWrite([entry(1)], b"room", "over", 9.0))
            await store.create(table("t3", "BCDFGH"))
            assert await store.record("r-t1") == b"{}"
            assert await store.delete_record("r-t1")
            assert not await store.delete_record("r-t1")
            assert not await store.delete_record("no\0name")
            assert await store.record("r-t1") is None
            assert (await store.find("CDFGHJ"), await store.record("r-t2")) != (None, None)

        self.run_steps(steps)

    def test_records_are_kept_for_a_while(self) -> None:
        async def steps(store: Store) -> None:
            await store.put_record(StoredRecord("a", b"1"), 1.0)
            await store.put_record(StoredRecord("a", b"1"), 2.0)
            await store.put_record(StoredRecord("b", b"2"), 9.0)
            assert await store.forget_records(5.0) == 1
            assert (await store.record("a"), await store.record("b")) == (None, b"2")

        self.run_steps(steps)

    def test_a_check_leaves_nothing_behind(self) -> None:
        async def steps(store: Store) -> None:
            await store.create(table())
            for _ in range(3):
                await store.check()
            assert await store.forget_records(1e9) == 0
            assert [found.id for found in await store.tables(("waiting",), 10)] == ["t1"]

        self.run_steps(steps)

    def test_a_closed_store_takes_nothing_more(self) -> None:
        async def steps(store: Store) -> None:
            writes = [
                asyncio.ensure_future(store.create(table(f"t{i}", "BCDF" + "BCDFGHJKLM"[i] * 2))) for i in range(9)
            ]
            await asyncio.sleep(0)
            await store.close()
            await asyncio.gather(*writes)
            with pytest.raises(StoreFault):
                await store.find("BCDFGH")
            await store.close()

        self.run_steps(steps)

    def test_the_oldest_records_of_some_names_make_space(self) -> None:
        async def steps(store: Store) -> None:
            for n, id in enumerate(("a-1", "a%2", "a_3", "b-4")):
                await store.put_record(StoredRecord(id, b"x" * 5000), float(n))
            await store.put_record(StoredRecord("a-small", b"x"), 9.0)
            assert await store.make_space("c*", 0) == 0
            assert await store.make_space("a_?", 0) == 1
            assert await store.record("a_3") is None
            # A small one counts as a few thousand bytes: beside it there is room for one of the others
            assert await store.make_space("a*", 9100) == 1
            assert (await store.record("a-1"), await store.record("a%2")) == (None, b"x" * 5000)
            assert await store.make_space("*", 0) == 3

        self.run_steps(steps)

    def test_rooms_do_not_age_while_the_server_is_down(self) -> None:
        async def steps(store: Store) -> None:
            await store.open_up(1000.0)
            await store.create(table("a", "BBBBBB", 900.0))
            await store.put_record(StoredRecord("a", b"1"), 950.0)
            await store.stay_open(1010.0)
            await store.open_up(9010.0)
            (found,) = await store.tables(("waiting",), 10)
            assert found.touched == 8900.0
            assert await store.forget_records(8949.0) == 0
            assert await store.forget_records(8951.0) == 1

        self.run_steps(steps)

    def test_names_that_cannot_be_are_not_found(self) -> None:
        async def steps(store: Store) -> None:
            await store.create(table())
            for name in ("BCDFG\0", "\0", "'; --", "ÄÖÜẞ😀x", ""):
                assert await store.find(name) is None
                assert await store.record(name) is None

        self.run_steps(steps)
