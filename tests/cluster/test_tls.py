"""Tests of store and bus over TLS with verified certificates."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from tests.cluster.conftest import until_ready
from tests.cluster.failover import go_on, opened, playing, two_servers
from tests.database_servers import PASSWORD, Postgres, postgres, postgres_programs
from tests.tls_servers import has_programs, tls_redis, turn_tls_on

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.cluster.bus import prepare
from kickdoor.server.storage.postgres import connection as stored

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not has_programs("redis-server", "openssl"), reason="no Redis or openssl"),
]


def test_people_play_over_a_bus_with_tls(database: str) -> None:
    async def run(url: str) -> None:
        async with two_servers(database, url) as (one, two):
            players = await opened(one)
            async with playing([(players[0], one), (players[1], two)]):
                await go_on(players)

    with tls_redis() as bus:
        asyncio.run(run(bus.url))
        # A certificate of an unknown authority is refused, in one line without the password
        with pytest.raises(BadData, match="certificate verify failed") as refused:
            asyncio.run(prepare(bus.bare_url))
        assert PASSWORD not in str(refused.value)
        assert "\n" not in str(refused.value)
        # Who speaks without TLS hears nothing
        with pytest.raises(BadData, match="cannot be reached"):
            asyncio.run(prepare(bus.bare_url.replace("rediss", "redis")))


@pytest.mark.skipif(postgres_programs() is None, reason="no PostgreSQL; tools/servers.sh installs it")
def test_the_certificate_of_a_store_is_verified() -> None:
    async def secure(server: Postgres) -> Path:
        db = await until_ready(server)
        authority = await turn_tls_on(server, db)
        await db.close()
        return authority

    async def reach(url: str) -> bool:
        db = await stored.connect(url)
        found: bool = await db.fetchval("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        await db.close()
        return found

    async def until_secure(url: str) -> None:
        """Settings that are read again take a moment to hold."""
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(BadData):
                    assert await reach(url)
                    return
                await asyncio.sleep(0.05)

    with postgres() as server:
        bare = server.url("postgres")
        authority = asyncio.run(secure(server))
        asyncio.run(until_secure(f"{bare}?sslmode=verify-full&sslrootcert={authority}"))
        system = "/etc/ssl/certs/ca-certificates.crt"
        for url, words in (
            (f"{bare}?sslmode=verify-full&sslrootcert={system}", "certificate verify failed"),
            (f"{bare}?sslmode=disable", "lets nobody in"),
        ):
            with pytest.raises(BadData, match=words) as refused:
                asyncio.run(reach(url))
            assert PASSWORD not in str(refused.value)
