"""The document of the table names every address, every message, and everything a view holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tests.server.fakes import InlineBotPool

from kickdoor.server.http.app import ServerApp
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode, RefusalCode
from kickdoor.server.room.reaction_window import LATENCY_ALLOWANCE_S, TIME_CONTROLS
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.sqlite_store import SqliteStore

TEXT = (Path(__file__).parents[2] / "docs/table.md").read_text(encoding="utf-8")
ANYTHING = "{path:path}"


def test_every_address_is_named(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "docs.db")
    web = ServerApp(RoomManager(store, WallClock(), InlineBotPool()), [], None, "", InlineBotPool())
    paths = {route.path.rstrip("/") or "/" for route in web.routes() if ANYTHING not in route.path}
    store.jobs.put(None)
    store.thread.join()
    assert {"/api/tutorial", "/api/records/{record}/log", "/tv/{code}"} <= paths
    for path in paths | {"/ws"}:
        assert any(f"{before}{path}{after}" in TEXT for before in "` " for after in "`?"), path


@pytest.mark.parametrize("message", [*get_args(wire.ClientMessage), *get_args(wire.ServerMessage)])
def test_every_message_is_named(message: type) -> None:
    info = msgspec.inspect.type_info(message)
    assert isinstance(info, msgspec.inspect.StructType)
    found = [row for row in TEXT.splitlines() if f"`{info.tag}`" in row or f"`{info.tag} {{" in row]
    assert found, info.tag
    if message in get_args(wire.ClientMessage) and message is not wire.Hello:
        # With all that it carries, but for the name of the command
        fields = [field.name for field in info.fields if field.name != "cmd"]
        wanted = f"`{info.tag} {{{', '.join(fields)}}}`" if fields else f"`{info.tag}`"
        assert wanted in TEXT


def test_everything_a_view_holds_is_named() -> None:
    for field in wire.View.__struct_fields__:
        assert f"`{field}`" in TEXT, field


def test_every_refusal_is_listed() -> None:
    rows = re.findall(r"^\| `[\w.]+` \| \d{3} \| .*$", TEXT, re.M)
    ends = {why: "" if why.closing == CloseCode.TRY_AGAIN else f"{why.closing:d}" for why in RefusalCode}
    assert rows == [f"| `{why}` | {why.status} | {ends[why]} | {why.text} |" for why in RefusalCode]


def test_every_end_of_a_connection_is_listed() -> None:
    assert ", ".join(f"{code:d} ({code.meaning})" for code in CloseCode) in TEXT


def test_times_are_those_that_hold() -> None:
    assert f"{LATENCY_ALLOWANCE_S} s" in TEXT
    for pace in TIME_CONTROLS.values():
        if pace.close > 0:
            assert f"{pace.floor:g} s / {pace.close:g} s | {pace.bank:g} s + {pace.turn:g} s" in TEXT
