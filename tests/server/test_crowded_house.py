"""Tests of a server with many tables and reconnecting clients: one limit for all, and no writes for reconnects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.fakes import ServerFixture, order, quiet, run_with_server

from kickdoor.server.live.retention import ROOM_RETENTION_S
from kickdoor.server.live.room_actor import WRITE_INTERVAL_S
from kickdoor.server.live.room_manager import MIN_LOADED_S
from kickdoor.server.protocol.refusal_codes import RequestRefused


def test_waking_counts_like_making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: ServerFixture) -> None:
        made = [await server.admission.make_table(order(), "Ann") for _ in range(4)]
        await server.crash()
        monkeypatch.setattr("kickdoor.server.live.room_manager.MAX_LOADED_ROOMS", 2)
        held = [await server.connect(code, token) for code, token in made[:2]]
        with pytest.raises(RequestRefused, match="house_full"):
            await server.tables.find(made[2][0])
        with pytest.raises(RequestRefused, match="house_full"):
            await server.admission.make_table(order(), "Bob")
        assert len(server.tables.running) == 2
        # A table that nobody is at makes room, but not at once
        client, _, running = held[0]
        await server.admission.part(running, client)
        with pytest.raises(RequestRefused, match="house_full"):
            await server.tables.find(made[2][0])
        await server.clock.go(MIN_LOADED_S + 1, 1.0)
        assert await server.tables.find(made[2][0]) is not None
        assert made[0][0] not in server.tables.codes
        assert made[1][0] in server.tables.codes
        assert len(server.tables.running) == 2

    run_with_server(tmp_path, steps)


def test_coming_and_going_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Ann")
        client, _, running = await server.connect(code, token)
        await server.admission.part(running, client)
        await quiet()
        written: list[Any] = []
        append = server.store.append

        async def watched(*arguments: Any, **more: Any) -> None:
            written.append(arguments)
            await append(*arguments, **more)

        monkeypatch.setattr(server.store, "append", watched)
        for _ in range(30):
            server.clock.time += 1.0
            client, _, running = await server.connect(code, token)
            watcher, _, _ = await server.connect(code, None)
            await server.admission.part(running, client)
            await server.admission.part(running, watcher)
        assert len(written) <= 1

    run_with_server(tmp_path, steps)


def test_a_table_that_is_only_looked_at_is_kept(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(), "Ann")
        await server.crash()
        server.clock.time += ROOM_RETENTION_S - WRITE_INTERVAL_S
        client, _, running = await server.connect(code, token)
        await server.admission.part(running, client)
        await server.crash()
        server.clock.time += ROOM_RETENTION_S - WRITE_INTERVAL_S
        await server.tables.clear_out()
        assert await server.tables.find(code) is not None

    run_with_server(tmp_path, steps)
