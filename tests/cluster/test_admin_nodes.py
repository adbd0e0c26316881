"""Tests of admin commands in a cluster: they take effect at all servers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.database_servers import Redis
from tests.processes import started
from websockets.sync.client import connect

from kickdoor.catalog.defaults import default_sets
from kickdoor.cli import main
from kickdoor.server.records.table_record import load_record

pytestmark = pytest.mark.thorough


def ask(link: str, path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(link + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def status(link: str, path: str) -> int:
    try:
        ask(link, path)
    except urllib.error.HTTPError as e:
        return e.code
    return 200


def begin(link: str, made: dict[str, Any]) -> None:
    """Start the game of a table, wherever that is run."""
    with connect(link.replace("http", "ws") + "ws") as ws:
        ws.send(json.dumps({"t": "hello", "code": made["code"], "token": made["token"]}))
        ws.send(json.dumps({"t": "start", "cmd": "a"}))
        while json.loads(ws.recv(30))["t"] != "done":
            pass


class Pair:
    """Two servers that share all, and orders to the second."""

    def __init__(self, links: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.links = links
        self.folder = folder
        self.capsys = capsys

    def admin(self, *arguments: str) -> str:
        status = main(["admin", *arguments, "--admin", str(self.folder / "orders")])
        said = self.capsys.readouterr()
        assert status == 0, said.err
        return said.out


@pytest.fixture
def pair(database: str, redis_server: Redis, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Pair]:
    around = os.environ | {"KICKDOOR_STORE": database, "KICKDOOR_BUS": redis_server.url}
    command = [sys.executable, "-m", "kickdoor", "serve", "--no-browser", "--port", "0", "--workers", "1"]
    with ExitStack() as stack:
        links = []
        # The first has no admin socket
        for more in ([], ["--admin", str(tmp_path / "orders")]):
            how = {"stdout": subprocess.PIPE, "text": True, "env": around}
            process = stack.enter_context(started([*command, *more], **how))
            assert process.stdout is not None
            links.append(next(line.split()[5] for line in process.stdout if "The table is open at" in line))
        yield Pair(links, tmp_path, capsys)


def test_admin_commands_reach_the_owner_of_the_table(pair: Pair, database: str, tmp_path: Path) -> None:
    made = ask(pair.links[0], "api/tables", {"name": "Ann", "sets": list(default_sets()), "bots": "easy"})
    code = made["code"]
    begin(pair.links[1], made)
    assert pair.admin("list").startswith(code)
    assert "Ann" in pair.admin("show", code)
    # The game is the same whichever way it is saved
    files = [tmp_path / "by-order.json", tmp_path / "from-the-store.json"]
    assert "under rules" in pair.admin("export", code, str(files[0]))
    assert main(["export", code, str(files[1]), "--store", database]) == 0
    saved = [load_record(file) for file in files]
    assert saved[0].game.seed == saved[1].game.seed
    assert saved[0].names == saved[1].names
    assert saved[0].names[0] == "Ann"
    pair.capsys.readouterr()
    assert "deleted" in pair.admin("end", code)
    assert pair.admin("list") == "There are no tables.\n"
    assert [status(link, f"api/tables/{code}") for link in pair.links] == [404, 404]


def test_a_ban_applies_to_every_server(pair: Pair) -> None:
    assert [status(link, "version") for link in pair.links] == [200, 200]
    assert "127.0.0.1 is banned" in pair.admin("ban", "127.0.0.1", "--for", "1h")
    assert [status(link, "version") for link in pair.links] == [403, 403]
    assert "is no longer banned" in pair.admin("ban", "127.0.0.1", "--for", "0")
    assert [status(link, "version") for link in pair.links] == [200, 200]
