"""Tests of `kickdoor loadtest --nodes`."""

from __future__ import annotations

import json
import sys

import pytest
from tests.database_servers import Postgres, Redis

from kickdoor.cli import main

pytestmark = pytest.mark.thorough


def test_the_load_test_starts_several_servers(
    postgres_server: Postgres, redis_server: Redis, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start its own; the others tell that there are any."""
    monkeypatch.setattr("kickdoor.server.loadtest.load_runner.WARM_UP", 1.0)
    assert main(["loadtest", "--nodes", "2", "--tables", "3", "--rate", "4", "--seconds", "3", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    for name in ("embedded", "node", "nodes"):
        assert figures[name]["answers"] > 0, name
        assert figures[name]["connections_lost"] == 0, name
        assert figures[name]["milliseconds_of_processor_per_answer"] > 0, name
    assert figures["nodes"]["servers"] == 2
    assert figures["node_against_embedded"] > 0
    # Only where there are databases
    assert "database_processor" in figures["node"]
    assert "database_processor" not in figures["embedded"]


@pytest.mark.parametrize(
    ("package", "module"),
    [("redis", "kickdoor.server.cluster.bus"), ("asyncpg", "kickdoor.server.storage.postgres.connection")],
)
def test_missing_requirements_are_reported_before_the_start(
    package: str, module: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kickdoor.server.cluster.local_services.postgres_programs", lambda: "here")
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["loadtest", "--nodes", "2", "--tables", "3"]) == 2
    assert f"more than is installed ({package})" in capsys.readouterr().err
