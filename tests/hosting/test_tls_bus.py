"""A bus over TLS: servers speak over it like over any other, and trust nobody whose certificate they do not know."""

from __future__ import annotations

import asyncio
import shutil

import pytest
from tests.hosting.failover import go_on, opened, playing, two_servers
from tests.servers import PASSWORD, tls_redis

from kickdoor.engine.machine.errors import BadData
from kickdoor.table.nodes.bus import prepare

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
