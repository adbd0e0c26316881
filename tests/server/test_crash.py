"""`kill -9` at random moments: afterwards every table is the game of the answers that were given, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.layers import thorough
from tests.server.crash import run
from tests.server.crash_compared import compare

from kickdoor.server.storage.interface import JournalEntry, StoredTable
from kickdoor.server.storage.sqlite_store import SqliteStore


def stored(path: Path, code: str) -> tuple[StoredTable, list[JournalEntry]]:
    async def read() -> tuple[StoredTable, list[JournalEntry]]:
        store = SqliteStore(path)
        try:
            found = await store.find(code)
            assert found is not None
            return found, (await store.story(found.id))[0]
        finally:
            await store.close()

    return asyncio.run(read())


def torment(folder: Path, kills: int, tables: int, seed: int) -> int:
    server, players = run(folder, kills, tables, seed)
    assert server.kills == kills + 1
    total = 0
    for player in players:
        assert player.problems == []
        total += compare(*stored(folder / "crash.db", player.code), player)
    assert total > 4 * kills
    return total


@thorough
def test_a_few_crashes(tmp_path: Path) -> None:
    torment(tmp_path, 2, 2, 1)


@pytest.mark.slow
def test_fifty_crashes(tmp_path: Path) -> None:
    torment(tmp_path, 50, 4, 2)
