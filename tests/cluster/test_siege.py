"""Test of an attack on one of three servers while a table with clients of all three plays."""

from __future__ import annotations

import asyncio
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.attacks.attacks import ATTACKS, army
from tests.attacks.target_server import Stronghold
from tests.attacks.victim_table import besiege
from tests.database_servers import Redis

SERVERS = 3


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "darwin", reason="the loopback has one address there")
@pytest.mark.parametrize("name", [name for name, attack in ATTACKS.items() if attack.stock is None])
def test_a_table_keeps_playing_during_an_attack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], database: str, redis_server: Redis, name: str
) -> None:
    with ExitStack() as stack:
        servers = []
        for number in range(SERVERS):
            folder = tmp_path / str(number)
            folder.mkdir()
            server = Stronghold(folder, store=(database, redis_server.url), files=ATTACKS[name].files)
            stack.callback(server.stop)
            servers.append(server)
        # The table is run by the server that is attacked
        with army(name, servers[0]) as attackers:
            report = asyncio.run(besiege(servers[0], name, attackers, [one.address for one in servers]))
    with capsys.disabled():
        report.judge()
