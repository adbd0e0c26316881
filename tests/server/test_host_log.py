"""The log of whoever runs a server: every line has its head, none can be forged, none tells what opens a door."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import logging
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.fakes import ServerFixture, order, run_with_server
from tests.server.test_http import app_of, make

import kickdoor.server
from kickdoor.server.bot_workers.worker_process import WorkerCrashed, WorkerPool
from kickdoor.server.logs import request_ids, throttled_handler
from kickdoor.server.logs.formatter import MAX_MESSAGE_CHARS, MAX_TRACE_LINES
from kickdoor.server.logs.throttled_handler import CHATTY_PACE, PACE, LogHandler, LogOptions, logging_configured
from kickdoor.server.protocol import client_messages as wire

HEAD = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARNING|ERROR) [a-z._]+ (\[[0-9a-f]{8}( [^\]]+)?\] )?\S"
)
table = logging.getLogger("kickdoor.server")


def logged(work: Callable[[], object], **options: Any) -> list[str]:
    """Return the lines that are logged while something is done; no time passes meanwhile, however long it takes."""
    out = io.StringIO()
    with logging_configured(LogOptions(**options), out) as handler:
        handler.quiet.clock = lambda: 0.0
        work()
    return out.getvalue().split("\n")[:-1]


def fail(words: str) -> None:
    try:
        raise ValueError(words)
    except ValueError:
        table.exception("it failed: %s", words)


# One line


def test_every_line_has_time_level_and_logger() -> None:
    lines = logged(lambda: fail("no reason"))
    assert len(lines) > 3
    assert [line for line in lines if not HEAD.match(line)] == []
    assert lines[0].endswith("Z ERROR kickdoor.server it failed: no reason")
    assert lines[-1].endswith("Z ERROR kickdoor.server | ValueError: no reason")


def test_a_line_for_programs_is_one_object() -> None:
    (line,) = logged(lambda: fail("no\nreason"), form="json")
    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"]) == ("ERROR", "kickdoor.server", r"it failed: no\nreason")
    assert found["traceback"][-2:] == ["ValueError: no", "reason"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", found["time"])


@pytest.mark.parametrize("form", ["text", "json"])
def test_nothing_that_strangers_say_begins_a_line_or_paints_it(form: str) -> None:
    forged = "x\n2030-01-01T00:00:00.000Z ERROR kickdoor.server all is lost\r\x1b[31m\u202e\u2028\x00\udc80\x85"
    lines = logged(lambda: fail(forged), form=form)
    assert not [line for line in lines if line.startswith("2030") or not line.isprintable()]
    assert all(HEAD.match(line) if form == "text" else isinstance(json.loads(line), dict) for line in lines)
    if form == "text":
        # Also what a traceback repeats stands behind a head and a bar
        assert [line for line in lines if "| 2030-01-01" in line]


@pytest.mark.parametrize(
    "address",
    ["192.0.2.7", "192.0.2.7:51234", "('192.0.2.7', 51234)", "2001:db8::7", "[2001:db8::7]:443",
     "2001:db8:1:2:3:4:5:6:51234", "::ffff:192.0.2.7", "fe80::7%eth0", "laddr=('192.0.2.7', 0)", "192.0.2.7.",
     "2001:db8::7: refused"],
)  # fmt: skip
def test_addresses_are_written_only_where_they_were_asked_for(address: str) -> None:
    for form in ("text", "json"):
        without = "".join(logged(lambda: fail(f"from {address}"), form=form))
        assert not {"192.0.2.7", "db8", "fe80"} & set(re.findall(r"192\.0\.2\.7|db8|fe80", without))
        assert "[address]" in without
        plain_words = "".join(logged(lambda: fail(f"from {address}"), form=form, addresses=True))
        assert address in plain_words


def test_times_and_versions_are_no_addresses() -> None:
    words = "at 12:30:00 with 1.2.3, a.b:c, x::y-z and 3::"
    assert logged(lambda: table.error(words))[0].endswith("with 1.2.3, a.b:c, x::y-z and [address]")


def test_a_line_is_not_endless() -> None:
    lines = logged(lambda: fail("a" * 1_000_000))
    assert max(len(line) for line in lines) < MAX_MESSAGE_CHARS + 200
    lines = logged(lambda: fail("a\n" * 100_000))
    assert len(lines) <= MAX_TRACE_LINES + 2


def test_words_that_do_not_fit_are_logged_as_they_are() -> None:
    assert logged(lambda: table.error("%s and %s", "one"))[0].endswith("%s and %s")


def test_libraries_say_nothing_below_a_warning() -> None:
    def talk() -> None:
        for name in ("uvicorn.error", "uvicorn.access", "websockets.server", "asyncio", "anything"):
            logging.getLogger(name).debug("< TEXT token")
            logging.getLogger(name).info("127.0.0.1 GET /api/tables/KRTVDN")
            logging.getLogger(name).warning("a warning")
        table.debug("our own")

    lines = logged(talk, level="debug")
    assert [line for line in lines if "token" in line or "KRTVDN" in line] == []
    assert len([line for line in lines if "a warning" in line]) == 5
    assert lines[-1].endswith("DEBUG kickdoor.server our own")
    assert [line for line in logged(talk, level="error") if line] == []


def test_the_end_of_a_thread_is_logged_like_all_else() -> None:
    def end() -> None:
        thread = threading.Thread(target=fail_at_once)
        thread.start()
        thread.join()

    lines = logged(end)
    assert lines[0].endswith("a thread has ended")
    assert [line for line in lines if not HEAD.match(line)] == []


def fail_at_once() -> None:
    raise RuntimeError("at once")


def test_all_is_as_before_when_the_log_ends() -> None:
    root = logging.getLogger()
    before = (root.handlers[:], root.level, table.parent.level if table.parent else 0, threading.excepthook)
    logged(lambda: None, level="debug")
    assert before == (root.handlers[:], root.level, table.parent.level if table.parent else 0, threading.excepthook)


# Many lines


def test_a_flood_of_whatever_logger_is_counted_and_not_written() -> None:
    names = ["kickdoor.server", "uvicorn.error", "websockets.server", "asyncio", "some.library"]

    def flood() -> None:
        for name in names:
            for n in range(2000):
                logging.getLogger(name).warning("nonsense from somebody, number %s", n)

    lines = logged(flood)
    assert len(lines) == len(names) * (PACE[0] + 1)
    rest = [line for line in lines if "more like it" in line]
    assert len(rest) == len(names)
    assert all(line.endswith(f"number 1999 (and {2000 - PACE[0] - 1:.0f} more like it)") for line in rest)


def test_lines_that_were_asked_for_come_faster_but_not_without_end() -> None:
    def flood() -> None:
        for n in range(2000):
            table.info("GET /, number %s", n)

    assert len(logged(flood, level="info")) == CHATTY_PACE[0] + 1


def test_suppressed_lines_are_summarized(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttled_handler, "SUMMARY_DELAY_S", 0.0)
    out = io.StringIO()
    time = [0.0]
    handler = LogHandler(LogOptions(), out, lambda: time[0])

    def say() -> None:
        handler.handle(logging.LogRecord("kickdoor.server", logging.WARNING, "here.py", 1, "again", (), None))

    for _ in range(int(PACE[0])):
        say()
    assert handler.timer is None
    say()
    waited = handler.timer
    if waited is not None:
        waited.join()
    lines = out.getvalue().splitlines()
    assert len(lines) == PACE[0] + 1
    assert lines[-1].endswith("again")
    # Nothing is told twice
    handler.close()
    assert len(out.getvalue().splitlines()) == len(lines)


# What a request is called


def test_a_fault_names_the_request_and_the_log_has_it_under_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kickdoor.server.http.app.rules_json", lambda: 1 / 0)
    out = io.StringIO()
    with logging_configured(LogOptions(), out), TestClient(app_of(tmp_path)) as web:
        answers = [web.get("/api/rules") for _ in range(2)]
    names = [answer.json()["request"] for answer in answers]
    assert len(set(names)) == 2
    for answer, name in zip(answers, names, strict=True):
        assert (answer.status_code, answer.json()["code"]) == (500, "server")
        assert answer.headers["x-request-id"] == name
        assert name in answer.json()["text"]
        lines = [line for line in out.getvalue().splitlines() if f"[{name}]" in line]
        assert lines[0].endswith("a fault at GET /api/rules")
        assert lines[-1].endswith("| ZeroDivisionError: division by zero")


def test_a_fault_behind_the_pages_names_the_request_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("no such thing")

    monkeypatch.setattr("starlette.staticfiles.StaticFiles.get_response", broken)
    out = io.StringIO()
    with logging_configured(LogOptions(), out), TestClient(app_of(tmp_path)) as web:
        answer = web.get("/static/index.html")
    assert answer.status_code == 500
    assert f"[{answer.json()['request']}] a fault at GET /static" in out.getvalue()


def test_no_name_from_outside_is_taken(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path)) as web:
        answer = web.get("/api/tables", headers={"x-request-id": "forged"})
    assert re.fullmatch("[0-9a-f]{8}", answer.headers["x-request-id"])


def test_requests_are_logged_by_kind_without_codes(tmp_path: Path) -> None:
    out = io.StringIO()
    with logging_configured(LogOptions(level="info"), out), TestClient(app_of(tmp_path)) as web:
        made = make(web, password="open sesame")
        web.get(f"/api/tables/{made['code']}?secret=word")
        web.post(f"/api/tables/{made['code']}/seats", json={"name": "Bob", "password": "open sesame"})
        web.get(f"/t/{made['code']}")
        web.get(f"/{made['token']}")
        web.get(f"/api/{made['token']}")
        web.get("/healthz")
    said = out.getvalue()
    for secret in (made["code"], made["token"], "sesame", "word", "testclient", "healthz"):
        assert secret not in said
    kinds = [line.partition("] ")[2].rpartition(",")[0] for line in said.splitlines()]
    assert kinds == [
        "POST /api/tables 201", "GET /api/tables/{code} 200", "POST /api/tables/{code}/seats 201", "GET /t/{code} 200",
        "GET /{path:path} 404", "GET /api/{path:path} 404",
    ]  # fmt: skip


def test_client_addresses_are_logged_on_request(tmp_path: Path) -> None:
    for form, wanted in (("text", r"\[[0-9a-f]{8} testclient\] GET"), ("json", '"address": "testclient"')):
        out = io.StringIO()
        options = LogOptions(form, "info", addresses=True)
        with logging_configured(options, out), TestClient(app_of(tmp_path)) as web:
            web.get("/api/tables")
        assert re.search(wanted, out.getvalue())


def test_a_fault_of_a_table_names_who_asked_last_and_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()

    async def steps(server: ServerFixture) -> None:
        request_ids.begin("192.0.2.1")
        code, token = await server.admission.make_table(order(), "Ann", "")
        host, _, running = await server.connect(code, token)
        asker = request_ids.begin("192.0.2.2")
        monkeypatch.setattr("kickdoor.server.live.room_service.handle", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await server.admission.command(running, host, wire.Say(cmd="c", text="hello"))
        lines = out.getvalue().splitlines()
        assert lines[0].endswith(f"[{asker.id}] table {running.room.data.id[:8]}")
        assert code not in out.getvalue()
        assert token not in out.getvalue()

    with logging_configured(LogOptions(), out):
        run_with_server(tmp_path, steps)


def test_an_automatic_action_names_no_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()

    async def steps(server: ServerFixture) -> None:
        request_ids.begin("192.0.2.1")
        code, token = await server.admission.make_table(order(), "Ann", "")
        _, _, running = await server.connect(code, token)
        running.room.data.status = "playing"
        monkeypatch.setattr("kickdoor.server.live.room_manager.advance", lambda *_: 1 / 0)
        monkeypatch.setattr("kickdoor.server.live.timers.next_deadline", lambda room: 0.0)
        await server.clock.go(2 * 3600.0, 3600.0)
        assert re.search(r"ERROR kickdoor\.server table [0-9a-f]{8}", out.getvalue())

    with logging_configured(LogOptions(), out):
        run_with_server(tmp_path, steps)


# What may be said at all


def test_no_line_is_made_of_what_opens_something() -> None:
    found = 0
    for path in sorted(Path(kickdoor.server.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log.")):
                continue
            found += 1
            for argument in node.args[1:]:
                said = ast.unparse(argument)
                assert not re.search(
                    r"\.code|token|password|salt|secret|address|\.room\b(?!\.(data\.id|match))", said
                ), said
    assert found >= 10


def break_down() -> None:
    raise SystemExit("a worker's last words")


def test_a_worker_writes_nothing_past_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    async def steps() -> None:
        worker = WorkerPool(1)
        with pytest.raises(WorkerCrashed):
            await worker.run("table", break_down)
        worker.close()

    asyncio.run(steps())
    assert capfd.readouterr().err == ""
