"""Test of attackers at one address while a table at another address plays."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from tests.attacks.attacks import ATTACKS, army
from tests.attacks.target_server import Stronghold
from tests.attacks.victim_table import besiege


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "darwin", reason="the loopback has one address there")
@pytest.mark.parametrize("name", ATTACKS)
def test_a_table_keeps_playing_during_an_attack(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    stock = ATTACKS[name].stock
    tables = None if stock is None else stock(tmp_path / "siege.db")
    server = Stronghold(tmp_path, files=ATTACKS[name].files, tables=tables)
    try:
        with army(name, server) as attackers:
            report = asyncio.run(besiege(server, name, attackers))
    finally:
        server.stop()
    with capsys.disabled():
        report.judge()
