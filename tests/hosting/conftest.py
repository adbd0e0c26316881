"""PostgreSQL and Redis for the tests of several machines: one of each for all, a database of its own for each test."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator

import asyncpg
import pytest
from tests.servers import Postgres, Redis, postgres, postgres_programs, redis


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    if postgres_programs() is None:
        pytest.skip("no PostgreSQL; tools/servers.sh installs it")
    with postgres() as server:
        yield server


@pytest.fixture
def database(postgres_server: Postgres, request: pytest.FixtureRequest) -> Iterator[str]:
    """Gives the URL of an empty database."""

    async def do(statement: str) -> None:
        db = await until_ready(postgres_server)
        await db.execute(statement)
        await db.close()

    name = f"t{abs(hash(request.node.nodeid))}"
    asyncio.run(do(f"CREATE DATABASE {name}"))
    yield postgres_server.url(name)
    asyncio.run(do(f"DROP DATABASE {name} WITH (FORCE)"))


async def until_ready(server: Postgres) -> asyncpg.Connection:
    """Connects; a server that has just started says that it is not ready yet."""
    while True:
        try:
            return await asyncpg.connect(server.url("postgres"))
        except asyncpg.CannotConnectNowError:
            await asyncio.sleep(0.05)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        pytest.skip("no Redis; tools/servers.sh installs it")
    with redis() as server:
        yield server
