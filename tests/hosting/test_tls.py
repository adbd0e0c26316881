"""Store and bus over TLS: servers use them like any others, and trust nobody whose certificate they do not know."""

from __future__ import annotations

import asyncio
import shutil

import pytest
from tests.hosting.failover import go_on, opened, playing, two_servers
from tests.servers import PASSWORD, postgres, postgres_programs, tls_redis

from kickdoor.engine.machine.errors import BadData
from kickdoor.table.nodes.bus import prepare
from kickdoor.table.store.postgres import database as stored

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not shutil.which("redis-server") or not shutil.which("openssl"), reason="no Redis or openssl"),
]


def test_people_play_over_a_bus_with_tls(database: str) -> None:
    async def run(url: str) -> None:
        async with two_servers(database, url) as (one, two):
            players = await opened(one)
            async with playing([(players[0], one), (players[1], two)]):
                await go_on(players)

    with tls_redis() as bus:
        asyncio.run(run(bus.url))
        # A certificate that nobody known has signed is refused, in one line that tells no password
        with pytest.raises(BadData, match="certificate verify failed") as refused:
            asyncio.run(prepare(bus.bare_url))
        assert PASSWORD not in str(refused.value)
        assert "\n" not in str(refused.value)
        # Who speaks without TLS hears nothing
        with pytest.raises(BadData, match="cannot be reached"):
            asyncio.run(prepare(bus.bare_url.replace("rediss", "redis")))


@pytest.mark.skipif(postgres_programs() is None, reason="no PostgreSQL; tools/servers.sh installs it")
def test_a_store_over_tls_is_known_by_its_certificate() -> None:
    async def run(url: str) -> None:
        db = await stored.connect(url)
        assert await db.fetchval("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        await db.close()

    with postgres(tls=True) as server:
        bare = server.url("postgres")
        asyncio.run(run(f"{bare}?sslmode=verify-full&sslrootcert={server.authority}"))
        for url, words in (
            (f"{bare}?sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt", "certificate verify failed"),
            (f"{bare}?sslmode=disable", "lets nobody in"),
        ):
            with pytest.raises(BadData, match=words) as refused:
                asyncio.run(run(url))
            assert PASSWORD not in str(refused.value)
