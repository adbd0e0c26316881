"""Whoever runs a server looks after it while it runs, by a socket that nobody else may open."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.processes import started
from tests.server.fakes import InlineBotPool
from tests.server.test_http import HOSTS, make
from tests.server.test_sockets import OWN, ended, sit, until

from kickdoor.cli import main
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.http.app import ServerApp
from kickdoor.server.limits.bans import Bans
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.ops import health
from kickdoor.server.ops.admin_service import SPEAKER, AdminService
from kickdoor.server.protocol.refusal_codes import CloseCode
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.interface import StoredRecord
from kickdoor.server.storage.sqlite_store import SqliteStore

ADDRESS = "192.0.2.7"
Order = Callable[..., Any]


class Served:
    """A server, a client with an address, and the admin commands of the operator."""

    def __init__(self, path: Path) -> None:
        self.store = SqliteStore(path / "web.db")
        self.web = ServerApp(RoomManager(self.store, WallClock(), InlineBotPool()), HOSTS, None, "", InlineBotPool())
        self.client = TestClient(self.web.app(), client=(ADDRESS, 50000))
        self.ends: list[bool] = []

    def order(self, do: str, **fields: Any) -> dict[str, Any]:
        async def answer() -> bytes:
            return await AdminService(self.web, lambda: self.ends.append(True)).answer(
                json.dumps({"do": do} | fields).encode()
            )

        assert self.client.portal is not None
        found: dict[str, Any] = json.loads(self.client.portal.call(answer))
        return found


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    one = Served(tmp_path)
    with one.client:
        yield one


@contextmanager
def seated(served: Served, made: dict[str, Any]) -> Iterator[Any]:
    with served.client.websocket_connect("/ws", headers=OWN) as ws:
        assert sit(ws, made)["you"] == 0
        yield ws


def test_tables_are_listed_and_shown_without_anything_that_opens_them(served: Served) -> None:
    made = make(served.client, name="Ann", password="sesame")
    other = make(served.client, name="Bob")
    with seated(served, made):
        listed = served.order("list")["found"]
        assert {one["code"] for one in listed} == {made["code"], other["code"]}
        assert next(one for one in listed if one["code"] == other["code"])["people"] == ["Bob"]
        shown = served.order("show", code=made["code"].lower())["found"]
    assert shown["connected"] == [{"seat": 0, "address": ADDRESS}]
    assert shown["seats"][0] == {"name": "Ann", "kind": "human", "bot": shown["seats"][0]["bot"], "driven": False}
    assert shown["password"] is True
    assert served.order("list", statuses=["over"])["found"] == []
    secret = served.client.portal.call(served.store.find, made["code"]).room  # type: ignore[union-attr]
    for word in (made["token"], "sesame", json.loads(secret)["secret"], json.loads(secret)["password"]):
        assert word not in json.dumps(shown)


def test_a_table_that_is_ended_is_gone_for_good(served: Served) -> None:
    made, other = make(served.client), make(served.client)
    with seated(served, made) as ws:
        assert served.order("end", code=made["code"]) == {"found": True, "error": ""}
        assert ended(ws) == CloseCode.TRY_AGAIN
    with served.client.websocket_connect("/ws", headers=OWN) as ws:
        ws.send_text(json.dumps({"t": "hello", "code": made["code"], "token": made["token"]}))
        assert ended(ws) == CloseCode.NO_TABLE
    assert served.client.get(f"/api/tables/{made['code']}").status_code == 404
    assert served.client.get(f"/api/tables/{other['code']}").status_code == 200
    assert served.order("end", code=made["code"])["error"] == f"there is no table '{made['code']}'"


def test_an_announcement_reaches_every_table(served: Served) -> None:
    with seated(served, make(served.client)) as one, seated(served, make(served.client)) as two:
        assert served.order("announce", text="We close\n at eleven.")["found"] == 2
        for ws in (one, two):
            said = until(ws, "chat")
            assert (said["seat"], said["name"], said["text"]) == (-1, SPEAKER, "We close at eleven.")
    for text in ("", " \u200b ", "x" * 201):
        assert "letters" in served.order("announce", text=text)["error"]
    # No player can be called like that
    assert served.client.post("/api/tables", json={"name": SPEAKER, "sets": ["deluxe"]}).status_code == 400


def test_a_banned_client_is_disconnected_and_refused(served: Served) -> None:
    made = make(served.client)
    with seated(served, made) as ws:
        assert served.order("ban", address="192.0.2.0/24", seconds=60)["found"] == 1
        assert ended(ws) == CloseCode.BAD_TOKEN
    assert served.client.get("/").status_code == 403
    assert served.client.get("/healthz").status_code == 403
    with pytest.raises(WebSocketDisconnect), served.client.websocket_connect("/ws", headers=OWN):
        pass
    ((network, left),) = served.order("bans")["found"]
    assert network == "192.0.2.0/24"
    assert 0 < left <= 60
    assert served.order("ban", address="192.0.2.0/24", seconds=0)["found"] == 0
    assert served.client.get(f"/api/tables/{made['code']}").status_code == 200
    assert "is no address" in served.order("ban", address="play.example", seconds=60)["error"]


def test_bans_expire_and_cover_a_network() -> None:
    now = [0.0]
    bans = Bans(["203.0.113.0/24"], lambda: now[0])
    bans.ban("2001:db8:1:2::7", 10.0)
    assert bans.holds("2001:db8:1:2:ffff::1")
    assert not bans.holds("2001:db8:1:3::7")
    assert bans.holds("::ffff:203.0.113.9")
    assert not bans.holds("?")
    now[0] = 11.0
    assert not bans.holds("2001:db8:1:2::7")
    assert bans.holds("203.0.113.9")
    with pytest.raises(BadData):
        bans.ban("nobody", 1.0)


def test_a_draining_server_accepts_no_new_client_and_closes(served: Served) -> None:
    made = make(served.client)
    assert served.order("drain", seconds=0)["found"] is True
    assert served.client.get("/readyz").json() == {"status": "not ready", "reason": health.DRAINING}
    assert served.client.post("/api/tables", json={"name": "Ann", "sets": ["deluxe"]}).status_code == 503
    # Who is there plays on to the end
    assert served.client.get(f"/api/tables/{made['code']}").status_code == 200
    assert served.client.portal is not None
    served.client.portal.call(asyncio.sleep, 0)
    assert served.ends == [True]
    assert "seconds" in served.order("drain", seconds=-1)["error"]


def test_a_game_is_exported_while_it_is_played(served: Served) -> None:
    made = make(served.client, bots="easy")
    assert "has not begun" in served.order("export", code=made["code"])["error"]
    with seated(served, made) as ws:
        ws.send_text('{"t":"start","cmd":"a"}')
        until(ws, "done")
        found = served.order("export", code=made["code"])["found"]
    record = json.loads(found["record"])
    assert record["names"][0] == "Ann"
    assert len(record["game"]["answers"]) == found["answers"]
    assert "never gone on" in served.order("export", code=made["code"], before=True)["error"]


def test_the_log_has_what_was_ordered_and_nothing_that_opens_anything(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    made = make(served.client)
    with caplog.at_level("INFO", "kickdoor.server"):
        served.order("show", code=made["code"])
        served.order("ban", address=ADDRESS, seconds=5)
    said = [record.getMessage() for record in caplog.records if "ordered" in record.getMessage()]
    assert said == ["ordered: Show", "ordered: Ban"]
    assert made["code"] not in caplog.text


def test_records_are_deleted_on_request(served: Served) -> None:
    assert served.client.portal is not None
    served.client.portal.call(served.store.put_record, StoredRecord("abc", b"{}"), 1e12)
    assert served.order("delete", record="abc")["found"] is True
    assert served.client.get("/api/records/abc").status_code == 404
    assert "there is no record" in served.order("delete", record="abc")["error"]


@pytest.mark.parametrize("body", ['{"do":"dance"}', "nonsense", '{"do":"end"}', '{"do":"list","statuses":["x"]}'])
def test_an_order_that_makes_no_sense_is_answered(served: Served, body: str) -> None:
    async def answer() -> bytes:
        return await AdminService(served.web, lambda: None).answer(body.encode())

    assert served.client.portal is not None
    assert json.loads(served.client.portal.call(answer))["error"]


def test_orders_are_given_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "t.db"
    command = [sys.executable, "-m", "kickdoor", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": os.environ}

    def admin(*arguments: str) -> tuple[int, str, str]:
        status = main(["admin", *arguments, "--data", str(data)])
        said = capsys.readouterr()
        return status, said.out, said.err

    status, _, said = admin("list")
    assert status == 2
    assert "no server listens there" in said
    with started(command, **how) as process:
        assert process.stdout is not None
        assert next(line for line in process.stdout if "The table is open at" in line)
        socket = tmp_path / "t.db.admin"
        assert socket.stat().st_mode & 0o777 == 0o600
        assert admin("list") == (0, "There are no tables.\n", "")
        assert admin("ban", "192.0.2.7", "--for", "2h")[1] == "192.0.2.7 is banned for 2 h; 0 clients disconnected.\n"
        assert "for 2 h" in admin("ban")[1]
        assert admin("ban", "192.0.2.7", "--for", "0")[1] == "192.0.2.7 is no longer banned.\n"
        assert admin("announce", "Hello.")[1] == "Shown to 0 clients.\n"
        assert json.loads(admin("list", "--json")[1]) == []
        for order in (["show", "BCDFGH"], ["end", "BCDFGH"], ["export", "BCDFGH", str(tmp_path / "x.json")]):
            status, _, said = admin(*order)
            assert status == 2
            assert "there is no table 'BCDFGH'" in said
            assert said.count("\n") == 1
        assert admin("drain", "--seconds", "0")[0] == 0
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert "Games continue when you open it again." in out
    assert {path.name for path in tmp_path.iterdir()} == {"t.db", "t.db.lock"}


def test_a_server_with_tables_in_a_database_is_named_by_its_socket(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "list", "--store", "postgresql://127.0.0.1/x"]) == 2
    assert "--admin /run/kickdoor/admin.sock" in capsys.readouterr().err
