"""Many tables share a commit, what is to be seen is made ready meanwhile, and nobody hears of anything before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.fakes import ServerFixture, order, quiet, run_with_server

from kickdoor.server.live.room_actor import Mailbox
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.storage.interface import JournalEntry, RoomWrite, StoredTable
from kickdoor.server.storage.sqlite_store import SqliteStore
from kickdoor.server.websocket.handler import Connection

TABLES = 20


def news(seq: int) -> RoomWrite:
    return RoomWrite([JournalEntry(seq, 1.0, "answer", b"[]")], b"room", "playing", 1.0)


def test_writes_soon_after_a_commit_share_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later: list[tuple[float, Callable[[], None]]] = []

    async def steps() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        for i in range(TABLES):
            await store.create(StoredTable(f"t{i}", f"CODE{i}", 1.0, 1.0, "playing", b""))
        said: list[str] = []
        store.db.set_trace_callback(said.append)
        store.gather = 1000.0
        await store.append("t0", news(0))
        with monkeypatch.context() as patched:
            patched.setattr(asyncio.get_running_loop(), "call_later", lambda wait, do: later.append((wait, do)))
            # The next has to wait, and all others come meanwhile
            written = [asyncio.ensure_future(store.append(f"t{i}", news(1))) for i in range(TABLES)]
            while not later:
                await asyncio.sleep(0)
        assert not any(one.done() for one in written)
        [(wait, hand_over)] = later
        assert 0 < wait <= 1000
        hand_over()
        await asyncio.gather(*written)
        assert said.count("COMMIT") == 2
        store.not_before = 0.0
        assert [deed.seq for deed in (await store.story("t0"))[0]] == [0, 1]
        await store.close()

    asyncio.run(steps())


def test_a_store_that_ends_does_not_wait(tmp_path: Path) -> None:
    async def steps() -> None:
        store = SqliteStore(tmp_path / "tables.db", gather=1000.0)
        await store.create(StoredTable("t", "CODE", 1.0, 1.0, "playing", b""))
        await store.close()

    asyncio.run(steps())


def test_nothing_is_said_before_it_is_written_but_all_is_ready(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Anna")
        client, box, running = await server.connect(code, token)
        held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        begun: list[str] = []
        append = server.store.append

        def slow(table_id: str, what: RoomWrite) -> Any:
            begun.append(table_id)
            written = append(table_id, what)

            async def later() -> None:
                await written
                await held

            return later()

        server.store.append = slow  # type: ignore[method-assign]
        before = len(box.messages)
        command = asyncio.ensure_future(server.admission.command(running, client, wire.Ready(cmd="r", on=True)))
        await quiet()
        assert begun
        assert [message for _, message in running.room.outbox if isinstance(message, wire.RoomInfo)]
        assert len(box.messages) == before
        assert not command.done()
        held.set_result(None)
        await command
        assert box.last(wire.RoomInfo).seats[0].ready
        assert box.last(wire.Done).cmd == "r"

    run_with_server(tmp_path, steps)


def test_a_room_actor_sleeps_until_there_is_work() -> None:
    async def steps() -> None:
        jobs = Mailbox()
        sleeping = asyncio.ensure_future(jobs.sleep())
        await asyncio.sleep(0)
        assert not sleeping.done()
        jobs.put("one")  # type: ignore[arg-type]
        jobs.put("two")  # type: ignore[arg-type]
        await sleeping
        # Nobody sleeps any more, and an alarm that comes too late wakes nobody
        jobs.wake()
        assert [jobs.take(), jobs.take(), jobs.take()] == ["one", "two", None]

    asyncio.run(steps())


class Wire:
    """A way to a client that can be blocked."""

    def __init__(self) -> None:
        self.open = True
        self.sent: list[bytes] = []

    def send_now(self, text: bytes) -> bool:
        if self.open:
            self.sent.append(text)
        return self.open


def test_waiting_messages_keep_their_order() -> None:
    direct = Wire()
    connection = Connection(None, wire=direct)  # type: ignore[arg-type]
    connection.post_written(b"1")
    direct.open = False
    connection.post_written(b"2")
    direct.open = True
    connection.post_written(b"3")
    assert direct.sent == [b"1"]
    assert [connection.next(), connection.next()] == [b"2", b"3"]
    assert connection.outgoing.bytes == 0
    connection.post_written(b"4")
    assert direct.sent == [b"1", b"4"]
    connection.end(1000)
    connection.post_written(b"5")
    assert direct.sent == [b"1", b"4"]
