"""Tests of the PostgreSQL store, which has the same contract as the SQLite store."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest
from tests.database_servers import PASSWORD, Postgres, free_port
from tests.server.store_contract import FIRST, Steps, StoreContract, entry, table

from kickdoor.cli import BAD_INPUT, TRY_AGAIN, main
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.storage.interface import RoomWrite, Store, StoreFault
from kickdoor.server.storage.postgres.batch_writer import Appends
from kickdoor.server.storage.postgres.connection import prepare, scripts
from kickdoor.server.storage.postgres.postgres_store import PostgresStore

pytestmark = pytest.mark.thorough


async def run(url: str, steps: Steps) -> None:
    await prepare(url)
    store = PostgresStore(url)
    try:
        await steps(store)
    finally:
        await store.close()


async def asked(url: str, question: str) -> Any:
    db = await asyncpg.connect(url)
    try:
        return await db.fetchval(question)
    finally:
        await db.close()


class TestPostgresStore(StoreContract):
    """PostgreSQL keeps the contract."""

    @pytest.fixture(autouse=True)
    def fresh(self, database: str) -> None:
        self.url = database

    def run_steps(self, steps: Steps) -> None:
        asyncio.run(run(self.url, steps))

    def run_steps_again(self, steps: Steps) -> None:
        self.run_steps(steps)

    def lay_down(self) -> None:
        async def make() -> None:
            db = await asyncpg.connect(self.url)
            await db.execute("CREATE SCHEMA kickdoor; SET search_path = kickdoor")
            await db.execute(scripts()[0])
            await db.execute("CREATE TABLE shape (version integer PRIMARY KEY); INSERT INTO shape VALUES (1)")
            for line in FIRST:
                await db.execute(
                    line.format(schema="kickdoor.", journal="journal", room="'room of t1'::bytea", body="'[]'::bytea")
                )
            await db.close()

        asyncio.run(make())

    def test_a_commit_survives_a_power_cut_although_the_server_does_otherwise_by_default(self) -> None:
        async def check(store: Store) -> None:
            assert isinstance(store, PostgresStore)
            assert await store.ask(lambda db: db.fetchval("SHOW synchronous_commit")) == "on"
            assert await store.ask(lambda db: db.fetchval("SHOW fsync")) == "on"

        self.run_steps(check)
        assert asyncio.run(asked(self.url, "SHOW synchronous_commit")) == "off"

    def test_two_servers_write_to_one_database(self) -> None:
        async def check(store: Store) -> None:
            async def other(second: Store) -> None:
                await second.create(table("t2", "CDFGHJ"))
                assert await second.find("BCDFGH") == table()

            await store.create(table())
            await run(self.url, other)
            assert await store.find("CDFGHJ") == table("t2", "CDFGHJ")

        self.run_steps(check)

    def test_a_short_outage_of_the_database_is_no_fault_of_a_table(self) -> None:
        async def check(store: Store) -> None:
            assert isinstance(store, PostgresStore)
            await store.create(table())

            async def cut(db: Any) -> None:
                await db.execute("SELECT pg_terminate_backend(pg_backend_pid())")

            with pytest.raises(StoreFault):
                await store.ask(cut)
            await store.append("t1", RoomWrite([entry(0)], b"after", "playing", 9.0))

        self.run_steps(check)

    def test_migrations_are_applied_in_order_and_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        newest = scripts()

        async def check(store: Store) -> None:
            await store.create(table())

        self.run_steps(check)
        asyncio.run(prepare(self.url))
        assert asyncio.run(asked(self.url, "SELECT count(*) FROM kickdoor.shape")) == len(newest)
        more = [*newest, "ALTER TABLE tables ADD COLUMN more text DEFAULT 'yes'"]
        monkeypatch.setattr("kickdoor.server.storage.postgres.connection.scripts", lambda: more)

        async def both() -> None:
            await asyncio.gather(prepare(self.url), prepare(self.url))

        asyncio.run(both())
        assert asyncio.run(asked(self.url, "SELECT more FROM kickdoor.tables")) == "yes"
        monkeypatch.setattr("kickdoor.server.storage.postgres.connection.scripts", lambda: newest)
        with pytest.raises(BadData, match="newer"):
            asyncio.run(prepare(self.url))


def test_a_foreign_schema_is_not_changed(database: str) -> None:
    asyncio.run(asked(database, "CREATE SCHEMA kickdoor CREATE TABLE tables (mine int)"))
    with pytest.raises(BadData, match="somebody else's"):
        asyncio.run(prepare(database))
    assert asyncio.run(asked(database, "SELECT count(*) FROM kickdoor.tables")) == 0


@pytest.mark.parametrize(
    ("change", "said", "status"),
    [
        (("127.0.0.1:{port}", "127.0.0.1:{free}"), "cannot be reached", TRY_AGAIN),
        ((PASSWORD, "wrong-word"), "password", BAD_INPUT),
        (("/postgres", "/nowhere"), "createdb", BAD_INPUT),
        (("postgresql://", "mysql://"), "postgresql://", BAD_INPUT),
    ],
)
def test_an_unusable_database_is_reported_in_one_line(
    postgres_server: Postgres, capsys: pytest.CaptureFixture[str], change: tuple[str, str], said: str, status: int
) -> None:
    ports = {"port": postgres_server.port, "free": free_port()}
    url = postgres_server.url("postgres").replace(change[0].format(**ports), change[1].format(**ports))
    assert main(["serve", "--no-browser", "--port", "0", "--store", url]) == status
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert PASSWORD not in err
    assert "wrong-word" not in err


def test_writes_soon_after_a_commit_share_the_next() -> None:
    commits: list[int] = []

    class Database:
        async def executemany(self, statement: str, rows: list[Any]) -> None:
            commits.append(len(rows))

    async def use(work: Any) -> Any:
        return await work(Database())

    async def check() -> None:
        appends = Appends(use, gather=1000.0)
        await appends.put(("t0",))
        waiting = [appends.put((f"t{i}",)) for i in range(20)]
        await asyncio.sleep(0.01)
        assert commits == [1]
        # The time is over
        appends.gather = appends.not_before = 0.0
        for task in list(appends.writers):
            task.cancel()
        await asyncio.sleep(0)
        waiting.append(appends.put(("t20",)))
        await asyncio.gather(*waiting)
        assert commits == [1, 21]

    asyncio.run(check())
