"""What docs/hosting.md says is kept of people, and nothing else: a real server's file, looked through byte by byte."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import subprocess
from pathlib import Path

from tests.processes import started
from tests.server.test_hosted_server import COMMAND, PASSWORD, ask
from websockets.asyncio.client import connect

from kickdoor.cli import main
from kickdoor.server.live import retention

ROOT = Path(__file__).parents[2]
ADDRESS = "203.0.113.77"
NAME, SAID = "Wilhelmina", "said among friends"


def kept(folder: Path) -> bytes:
    """Return all that lies beside each other, the journal too."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


async def say(link: str, code: str, token: str) -> None:
    """Come to the table from an address, says something, and waits until everybody could hear it."""
    head = {"x-forwarded-for": ADDRESS}
    async with connect(link.replace("http", "ws") + "ws", additional_headers=head) as ws:
        await ws.send(json.dumps({"t": "hello", "code": code, "token": token}))
        await ws.send(json.dumps({"t": "say", "cmd": "s", "text": SAID}))
        while json.loads(await ws.recv()).get("cmd") != "s":
            pass


def test_no_address_is_kept_and_what_is_ended_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    data = ["--data", str(folder / "t.db")]
    with started([*COMMAND, *data, "--trust-proxy", "127.0.0.1"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        link = next(line.split()[5] for line in process.stdout if "The table is open at" in line)
        order = {"name": NAME, "sets": ["deluxe"], "password": PASSWORD}
        status, made = ask(link, "api/tables", order, **{"x-forwarded-for": ADDRESS})
        assert status == 201
        for code in (made["code"], "BCDFGH"):
            ask(link, f"api/tables/{code}/seats", {"name": "Bob", "password": "wrong"}, **{"x-forwarded-for": ADDRESS})
        asyncio.run(say(link, made["code"], made["token"]))
        there = kept(folder)
        assert NAME.encode() in there
        assert SAID.encode() in there
        for secret in (ADDRESS, made["token"], PASSWORD):
            assert secret.encode() not in there
        assert main(["admin", "end", made["code"], *data]) == 0
        process.terminate()
        process.communicate(timeout=30)
    gone = kept(folder)
    for word in (NAME, SAID, made["code"]):
        assert word.encode() not in gone


def test_every_column_of_the_store_is_documented() -> None:
    """Whoever gives a table of the store another column says in docs/hosting.md what is in it, and adds it here."""
    told = {
        "tables": {"id", "code", "made", "touched", "status", "room"},
        "journal": {"table_id", "seq", "at", "kind", "body"},
        "snapshots": {"table_id", "kind", "seq", "body"},
        "records": {"id", "made", "body"},
        "server_meta": {"id", "seen"},
    }
    store = ROOT / "src/kickdoor/server/storage"
    with sqlite3.connect(":memory:") as db:
        for script in sorted((store / "migrations").glob("*.sql")):
            db.executescript(script.read_text(encoding="utf-8"))
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        found = {name: {row[1] for row in db.execute(f"PRAGMA table_info({name})")} for name in names}
    assert found == told
    scripts = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((store / "postgres/migrations").glob("*.sql"))
    )
    made = {
        name: set(re.findall(r"^    ([a-z_]+) ", body, re.MULTILINE))
        for name, body in re.findall(r"^CREATE TABLE (\w+) \(\n(.*?)^\);", scripts, re.MULTILINE | re.DOTALL)
    }
    added = [*re.findall(r"ADD COLUMN (\w+)", scripts)]
    assert made == told | {"nodes": {"name", "until"}}
    assert added == ["owner", "epoch"]


def test_documented_retention_matches_the_code() -> None:
    doc = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    assert retention.ROOM_RETENTION_S == 24 * 3600
    assert "a day after the table's last touch (`--keep-tables`)" in doc
    assert f"| {retention.RECORD_RETENTION_S / 86400:g} days (`--keep-records`)" in doc
    assert f"more than {retention.MAX_RECORD_BYTES / 1e9:g} GB" in doc
    assert f"uploaded ones more than {retention.MAX_UPLOADED_RECORD_BYTES / 1e6:g} MB" in doc
