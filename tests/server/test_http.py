"""The HTTP side: strict bodies, guarded doors, headers on every answer, nothing but the files that are meant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.fakes import InlineBotPool

from kickdoor import rulebook
from kickdoor.catalog.defaults import default_sets
from kickdoor.cli import main
from kickdoor.server.http.app import ServerApp
from kickdoor.server.http.catalog_api import cards_json, lobby_json
from kickdoor.server.http.middleware import HEADERS
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.run_server import WallClock
from kickdoor.server.storage.sqlite_store import SqliteStore

ORDER = {"name": "Ann", "sets": list(default_sets()), "bots": "easy"}
HOSTS = ["testserver", "127.0.0.1"]


def app_of(path: Path, limits: Limits | None = None) -> Any:
    manager = RoomManager(SqliteStore(path / "web.db"), WallClock(), InlineBotPool())
    return ServerApp(manager, HOSTS, limits, "http://192.0.2.7:8642", InlineBotPool()).app()


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(app_of(tmp_path)) as client:
        yield client


def make(web: TestClient, **fields: Any) -> dict[str, Any]:
    answer = web.post("/api/tables", json=ORDER | fields)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    "path",
    ["/", "/api/tables", "/api/tables/BCDFGH", "/api/nothing", "/static/nothing.js", "/nowhere", "/api/openapi.json"],
)
def test_every_answer_has_the_headers(web: TestClient, path: str) -> None:
    for host in ("testserver", "evil.example"):
        answer = web.get(path, headers={"host": host})
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "cache-control" in answer.headers
    assert web.get(path, headers={"host": "evil.example"}).status_code == 400


def test_a_fault_of_our_own_has_the_headers_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kickdoor.server.http.app.rules_json", lambda: 1 / 0)
    with TestClient(app_of(tmp_path), raise_server_exceptions=False) as web:
        answer = web.get("/api/rules")
    assert answer.status_code == 500
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    assert "ZeroDivision" not in answer.text


def test_a_table_is_made_found_and_joined(web: TestClient) -> None:
    made = make(web, bots=None, seats=3)
    assert set(made) == {"code", "token", "knocking"}
    shown = web.get(f"/api/tables/{made['code']}").json()
    assert (shown["seats"], shown["taken"], len(shown["commitment"])) == (3, 1, 64)
    assert web.get("/api/tables").json() == []
    for name in ("Bob", "Ann"):
        assert web.post(f"/api/tables/{made['code']}/seats", json={"name": name}).status_code == 201
    assert web.get(f"/api/tables/{made['code']}").json()["names"] == ["Ann", "Bob", "Ann 2"]
    assert web.get(f"/api/tables/{made['code']}").json()["kinds"] == ["human"] * 3
    full = web.post(f"/api/tables/{made['code']}/seats", json={"name": "Late"})
    assert (full.status_code, full.json()["code"]) == (409, "table_full")
    assert made["token"] not in web.get(f"/api/tables/{made['code']}").text


def test_passwords_and_guessing(web: TestClient) -> None:
    made = make(web, bots=None, password="open sesame")
    path = f"/api/tables/{made['code']}/seats"
    assert web.post(path, json={"name": "Bob"}).json()["code"] == "bad_password"
    assert web.post(path, json={"name": "Bob", "password": "open sesame"}).status_code == 201
    found = [web.get("/api/tables/ZZZZZZ").status_code for _ in range(14)]
    assert 404 in found
    assert found[-1] == 429
    assert web.get(f"/api/tables/{made['code']}").status_code == 429


def test_a_seat_moves_by_a_code(web: TestClient) -> None:
    made = make(web)
    path = f"/api/tables/{made['code']}"
    moved = web.post(f"{path}/move", json={"token": made["token"]}).json()
    assert moved["link"].endswith(f"/t/{made['code']}#move={moved['move']}")
    assert moved["svg"].startswith("<svg")
    claimed = web.post(f"{path}/claim", json={"move": moved["move"]})
    assert claimed.status_code == 201
    assert claimed.json()["token"] != made["token"]
    assert web.post(f"{path}/claim", json={"move": moved["move"]}).json()["code"] == "bad_code"
    assert web.post(f"{path}/move", json={"token": made["token"]}).json()["code"] == "bad_token"


def test_the_way_for_a_phone_is_not_the_loopback(web: TestClient) -> None:
    made = make(web)
    assert web.get(f"/api/tables/{made['code']}/qr.svg").headers["content-type"].startswith("image/svg")
    assert web.get("/api/lobby", headers={"host": "127.0.0.1:8642"}).json()["address"] == "http://192.0.2.7:8642"
    assert web.get("/api/lobby").json()["address"] == "http://testserver"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{", b"null", b'{"name": 1}', b'{"name": "Ann"}', b"\xff\xfe", b"[" * 5000,
        json.dumps(ORDER | {"seats": 2}).encode(), json.dumps(ORDER | {"seats": 7}).encode(),
        json.dumps(ORDER | {"more": 1}).encode(), json.dumps(ORDER | {"sets": ["none"]}).encode(),
        json.dumps(ORDER | {"sets": ["../deluxe"]}).encode(), json.dumps(ORDER | {"sets": []}).encode(),
        json.dumps(ORDER | {"options": {"winning_level": "x"}}).encode(),
        json.dumps(ORDER | {"options": {"nothing": True}}).encode(), json.dumps(ORDER | {"name": "x" * 25}).encode(),
        json.dumps(ORDER | {"salt": "told-openly-and-too-soon"}).encode(),
    ],
)  # fmt: skip
def test_bad_bodies_are_refused(web: TestClient, body: bytes) -> None:
    answer = web.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert set(answer.json()) == {"code", "text"}
    assert "Traceback" not in answer.text


def test_large_foreign_and_plain_posts_are_refused(web: TestClient) -> None:
    json_type = {"content-type": "application/json"}
    assert web.post("/api/tables", content=b" " * 10_000, headers=json_type).status_code == 413
    assert web.post("/api/tables", content=json.dumps(ORDER)).status_code == 400
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = web.post("/api/tables", json=ORDER, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    assert web.post("/api/tables", json=ORDER, headers={"origin": "http://testserver"}).status_code == 201


def test_tables_are_not_made_without_end(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path, Limits(makings=(3, 0.0)))) as web:
        found = [web.post("/api/tables", json=ORDER).status_code for _ in range(5)]
    assert found == [201, 201, 201, 429, 429]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../web.py", "/static/%2e%2e/web.py", "/static/..%2fweb.py",
        "/static/%2e%2e%2fmigrations/001_tables.sql", "/static//etc/passwd",
        "/static/....//web.py", "/static/art/../../house.py", "/static/%00", "/static/",
        "/static/..\\web.py",
    ],
)  # fmt: skip
def test_only_the_files_that_are_meant(web: TestClient, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code in (404, 405)
    assert "import" not in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/t/BCDFGH/more", "/favicon.ico", "/apiary", "/rules/COMBAT-01"])
def test_an_unknown_path_gets_the_error_page(web: TestClient, path: str) -> None:
    lost = web.get(path)
    assert (lost.status_code, lost.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert lost.text == web.get("/").text
    assert lost.headers["cache-control"] == "no-store"
    assert web.post(path).status_code == 405
    assert web.get("/rules/").status_code == web.get("/t/BCDFGH/").status_code == 200


def test_calls_that_are_none_are_refused_as_calls_are(web: TestClient) -> None:
    for path in ("/api", "/api/", "/api/nothing", "/api/tables/BCDFGH/nothing", "/api/records", "/api/../api/x"):
        answer = web.get(path)
        assert answer.status_code in ((405,) if path == "/api/records" else (404,)), path
        assert path == "/api" or set(answer.json()) == {"code", "text"}
    for method, path, allowed in (
        ("DELETE", "/api/tables", "GET, HEAD, POST"), ("POST", "/api/lobby", "GET, HEAD"),
        ("GET", "/api/tables/BCDFGH/seats", "POST"), ("PUT", "/api/tables/BCDFGH", "GET, HEAD"),
    ):  # fmt: skip
        refused = web.request(method, path)
        assert (refused.status_code, refused.json()["code"]) == (405, "bad_method")
        assert refused.headers["allow"] == allowed
    assert web.post("/api/nothing").json()["code"] == "no_address"


def test_the_pages_receive_what_they_need(web: TestClient) -> None:
    sets = ",".join(default_sets())
    cards = web.get(f"/api/cards?sets={sets}").json()
    assert len(cards["cards"]) > 100
    assert web.get("/api/cards?sets=none").status_code == 400
    book = web.get("/api/rules").json()
    assert {"id", "chapter", "sets", "title", "text", "also"} == set(book[0])
    texts = {row["id"]: row["text"] for row in book}
    assert len(texts) == len(book) == len(rulebook.rules()) + len(rulebook.rulings())
    # Whatever a refusal may name can be looked up
    assert texts == {id: rulebook.sentence(id) for id in [*rulebook.rules(), *rulebook.rulings()]}
    assert all(row["text"] and bool(row["title"]) == (row["chapter"] == "AMB") for row in book)
    assert all(row["title"][-1] in ".?" for row in book if row["title"])
    assert "openapi" in web.get("/api/openapi.json").json()
    assert web.get("/api/records/none").status_code == 404


def test_below_a_path_everything_is_found_whether_the_proxy_takes_it_off_or_not(tmp_path: Path) -> None:
    manager = RoomManager(SqliteStore(tmp_path / "web.db"), WallClock(), InlineBotPool())
    web = ServerApp(manager, HOSTS, None, "", InlineBotPool())
    web.path = "/games"
    with TestClient(web.app()) as client:
        code = client.post("/games/api/tables", json=ORDER).json()["code"]
        for before in ("/games", ""):
            assert client.get(f"{before}/api/lobby").json()["address"] == "http://testserver/games"
            assert client.get(f"{before}/api/tables/{code}").json()["code"] == code
            assert client.get(f"{before}/static/icon.svg").status_code == 200
            assert client.get(f"{before}/readyz", headers={"host": "10.0.0.1"}).status_code == 200
        for address in ("/games", "/games/", "/games/t/BCDFGH", "/t/BCDFGH"):
            page = client.get(address)
            assert page.status_code == 200
            assert '<html data-base="/games"' in page.text
            assert '="/static/' not in page.text
            assert 'src="/games/static/app/table.js"' in page.text
        assert client.get("/gamesters").status_code == 404


@pytest.mark.parametrize("path", ["games", "/a b", '/"x', "/a//b", "/<p>", "/.."])
def test_a_path_that_cannot_stand_in_a_page_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--no-browser", "--path", path])
    assert ended.value.code == 2
    assert "expected a path such as /games" in capsys.readouterr().err


def test_the_server_listens_on_this_machine_only() -> None:
    from kickdoor.cli.listeners import open_port

    listener = open_port("127.0.0.1", 0)
    assert listener.getsockname()[0] == "127.0.0.1"
    listener.close()


def test_a_custom_set_is_in_the_game_and_has_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    assert main(["new-set", str(folder)]) == 0
    lobby = json.loads(lobby_json([folder], ""))
    assert lobby["default_sets"] == [*default_sets(), "night"]
    name = lobby["names"]["night"]
    assert name != "night"
    assert json.loads(cards_json((), [folder]))["names"] == {"night": name}
