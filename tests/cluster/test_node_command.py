"""Tests of `kickdoor serve --store … --bus …`: missing requirements are one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from tests.database_servers import PASSWORD, Redis
from tests.processes import started

COMMAND = [sys.executable, "-m", "kickdoor", "serve", "--no-browser", "--port", "0"]


@pytest.mark.thorough
def test_a_server_with_shared_tables_opens_and_closes(database: str, redis_server: Redis, tmp_path: Path) -> None:
    named = {"KICKDOOR_STORE": database, "KICKDOOR_BUS": redis_server.url, "XDG_STATE_HOME": str(tmp_path)}
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": os.environ | named}
    with started([*COMMAND, "--log-level", "debug"], **how) as process:
        assert process.stdout is not None
        link = next(line.split()[5] for line in process.stdout if "The table is open at" in line)
        with urllib.request.urlopen(link + "readyz", timeout=30) as answer:
            assert json.load(answer) == {"status": "ready"}
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Games continue when you open it again." in out
    assert "Traceback" not in err
    assert PASSWORD not in out + err
    # Nothing is kept on this machine
    assert list(tmp_path.rglob("*.db")) == []


@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("asyncpg", ["serve", "--no-browser", "--port", "0", "--store", "postgresql://127.0.0.1:1/x"]),
        ("redis", ["bot-worker", "--bus", "redis://127.0.0.1:1/0"]),
    ],
)
def test_missing_packages_are_named(package: str, arguments: list[str]) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None; from kickdoor.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert package in done.stderr
    assert "make setup" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("url", ["tables.db", "mysql://127.0.0.1/x", "postgresql:/one-slash"])
def test_an_invalid_store_url_is_refused(url: str) -> None:
    done = subprocess.run([*COMMAND, "--store", url], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "postgresql://USER@HOST/DATABASE" in done.stderr
    assert done.stderr.count("\n") == 1


def test_store_and_data_cannot_be_combined(tmp_path: Path) -> None:
    both = ["--store", "postgresql://127.0.0.1:1/x", "--data", str(tmp_path / "t.db")]
    done = subprocess.run([*COMMAND, *both], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "cannot be combined" in done.stderr
