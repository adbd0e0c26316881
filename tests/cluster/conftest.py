"""PostgreSQL and Redis for the cluster tests: one of each for all, and a separate database for each test."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
import pytest
from tests.database_servers import Postgres, Redis, postgres, postgres_programs, redis


@contextmanager
def a_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL, if there is one."""
    if postgres_programs() is None:
        pytest.skip("no PostgreSQL; tools/servers.sh installs it")
    with postgres() as server:
        yield server


@contextmanager
def a_redis() -> Iterator[Redis]:
    """Run a Redis, if there is one."""
    if shutil.which("redis-server") is None:
        pytest.skip("no Redis; tools/servers.sh installs it")
    with redis() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with a_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with a_redis() as server:
        yield server


@pytest.fixture
def database(postgres_server: Postgres, request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the URL of an empty database."""
    name = f"t{abs(hash(request.node.nodeid))}"
    yield asyncio.run(new_database(postgres_server, name))
    asyncio.run(tell(postgres_server, f"DROP DATABASE {name} WITH (FORCE)"))


async def new_database(server: Postgres, name: str) -> str:
    """Make an empty database; gives its URL."""
    await tell(server, f"CREATE DATABASE {name}")
    return server.url(name)


async def tell(server: Postgres, statement: str) -> None:
    db = await until_ready(server)
    await db.execute(statement)
    await db.close()


async def until_ready(server: Postgres) -> asyncpg.Connection:
    """Connects; a server that has just started says that it is not ready yet."""
    while True:
        try:
            return await asyncpg.connect(server.url("postgres"))
        except asyncpg.CannotConnectNowError:
            await asyncio.sleep(0.05)
