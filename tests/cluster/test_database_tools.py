"""Tests of backups with PostgreSQL's own tools, and of exports from a database."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.database_servers import PASSWORD, postgres_programs
from tests.server.store_contract import entry, table

from kickdoor.cli import main
from kickdoor.server.storage.interface import RoomWrite, StoredRecord
from kickdoor.server.storage.postgres.connection import prepare
from kickdoor.server.storage.postgres.postgres_store import PostgresStore


def fill(url: str) -> None:
    async def work() -> None:
        await prepare(url)
        store = PostgresStore(url)
        await store.create(table())
        await store.append("t1", RoomWrite([entry(0, b"\x00\xff")], b"a room", "over", 9.0, StoredRecord("rec", b"{}")))
        await store.close()

    asyncio.run(work())


def contents(url: str) -> tuple[object, object]:
    async def work() -> tuple[object, object]:
        store = PostgresStore(url)
        try:
            return await store.load("t1"), await store.record("rec")
        finally:
            await store.close()

    return asyncio.run(work())


def run_as_told(said: str) -> None:
    """Run the command that a line names, with the password where the tools look for it."""
    command = said[said.index("pg_") :].replace(":***@", "@")
    programs = postgres_programs()
    assert programs is not None
    name, *rest = command.split()
    subprocess.run(
        [shutil.which(name) or str(programs / name), *rest], check=True, env=os.environ | {"PGPASSWORD": PASSWORD}
    )


@pytest.mark.thorough
def test_the_printed_commands_back_up_and_restore(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(database)
    before = contents(database)
    file = str(tmp_path / "tables.dump")
    assert main(["backup", file, "--store", database]) == 2
    said = capsys.readouterr().err
    assert PASSWORD not in said
    assert said.count("\n") == 1
    run_as_told(said)

    async def lose() -> None:
        store = PostgresStore(database)
        await store.delete("t1")
        await store.delete_record("rec")
        await store.close()

    asyncio.run(lose())
    assert contents(database) == (None, None)
    assert main(["restore", file, "--store", database]) == 2
    run_as_told(capsys.readouterr().err)
    assert contents(database) == before


@pytest.mark.thorough
def test_a_game_is_exported_from_a_database(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(prepare(database))
    assert main(["export", "BCDFGH", str(tmp_path / "game.json"), "--store", database]) == 2
    said = capsys.readouterr().err
    assert "there is no table 'BCDFGH'" in said
    assert PASSWORD not in said
    assert main(["export", "BCDFGH", str(tmp_path / "game.json"), "--store", "postgresql://127.0.0.1:1/x"]) == 75
    assert "cannot be reached" in capsys.readouterr().err
