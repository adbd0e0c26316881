"""`kickdoor`, `kickdoor serve` and `kickdoor play` open the table; what they bind to, and what they say of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from tests.layers import thorough
from tests.processes import started

from kickdoor.cli import main
from kickdoor.server.loadtest.load_runner import LoadPlan, figures_of, run_load
from kickdoor.server.logs.throttled_handler import LogOptions
from kickdoor.server.run_server import ServerConfig
from kickdoor.server.storage.sqlite_store import SqliteStore


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[dict[str, Any]]:
    """Note what would be served instead of serving it."""
    calls: list[dict[str, Any]] = []

    def serve(store: Any, listener: Any, hosting: ServerConfig) -> None:
        calls.append({"bound": listener.getsockname(), **vars(hosting)})
        listener.close()
        store.jobs.put(None)
        store.thread.join()

    monkeypatch.setattr("kickdoor.server.run_server.serve", serve)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return calls


@pytest.mark.parametrize("arguments", [[], ["serve"], ["play"]])
def test_the_table_is_open_to_this_machine_only(
    served: list[dict[str, Any]], capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 0
    (call,) = served
    assert call["bound"][0] == "127.0.0.1"
    assert call["open_browser"].startswith("http://127.0.0.1:")
    assert call["address"] == ""
    assert call["proxies"] == []
    said = capsys.readouterr().out
    assert f"http://127.0.0.1:{call['bound'][1]}/" in said
    assert "Only this machine can reach it" in said


@pytest.mark.parametrize(
    ("more", "terminal", "shown"), [(["--lan"], True, True), (["--lan"], False, False), ([], True, False)]
)
def test_a_picture_of_the_address_is_for_those_in_the_room(
    served: list[dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    more: list[str],
    terminal: bool,
    shown: bool,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert main(["serve", "--no-browser", "--port", "0", *more]) == 0
    said = capsys.readouterr().out
    assert "The table is open at" in said
    assert ("▄▄▄▄▄" in said) == shown


def test_lan_is_asked_for_and_said(served: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--lan", "--port", "0", "--no-browser", "--host", "table.example"]) == 0
    (call,) = served
    assert call["bound"][0] == "0.0.0.0"
    assert call["open_browser"] == ""
    assert "table.example" in call["hosts"]
    assert "0.0.0.0" not in call["hosts"]
    assert "Everyone on this network sees the lobby" in capsys.readouterr().out


def test_no_lan_hint_behind_a_proxy(served: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--no-browser", "--host", "table.example"]) == 0
    said = capsys.readouterr().out
    assert "clients of a proxy that serves it as table.example" in said
    assert "--lan" not in said


def test_the_log_is_as_it_was_asked_for(served: list[dict[str, Any]]) -> None:
    assert main(["serve", "--port", "0", "--no-browser"]) == 0
    wanted = ["--log-format", "json", "--log-level", "info", "--log-addresses"]
    assert main(["play", "--port", "0", "--no-browser", *wanted]) == 0
    assert [call["log"] for call in served] == [LogOptions("text", "warning", False), LogOptions("json", "info", True)]
    # A game in the terminal has no log
    assert main(["play", "--terminal", *wanted]) == 2


@pytest.mark.parametrize("command", ["serve", "play"])
def test_custom_bots_are_offered(served: list[dict[str, Any]], tmp_path: Path, command: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import kickdoor\n\n\nclass Mine(kickdoor.Bot):\n    choose = lambda self, view: view.options[0]\n")
    assert main([command, "--port", "0", "--no-browser"]) == 0
    assert main([command, "--port", "0", "--no-browser", "--bot", f"{file}:Mine"]) == 0
    assert [call["bots"].own for call in served] == [{}, {"Mine": f"{file}:Mine"}]


def test_a_port_that_is_taken(served: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    from kickdoor.cli.listeners import open_port

    taken = open_port("127.0.0.1", 0)
    port = str(taken.getsockname()[1])
    assert main(["serve", "--port", port]) == 2
    assert "is in use" in capsys.readouterr().err
    taken.close()


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_real_server_answers_and_closes_on_a_signal(tmp_path: Path, told: signal.Signals) -> None:
    data = tmp_path / "t.db"
    command = [sys.executable, "-m", "kickdoor", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        link = next(line.split()[5] for line in process.stdout if "The table is open at" in line)
        with urllib.request.urlopen(link + "api/lobby", timeout=30) as answer:
            assert json.load(answer)["address"] == link.rstrip("/")
        sign = tmp_path / "t.db.address"
        assert sign.read_text() == link
        assert sign.stat().st_mode & 0o777 == 0o600
        process.send_signal(told)
        out, err = process.communicate(timeout=30)
    assert "Traceback" not in err
    assert ("Games continue when you open it again." in out) == (told is not signal.SIGHUP)
    assert process.returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"t.db", "t.db.lock"}


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_a_server_terminated_during_its_start_leaves_nothing(
    served: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: signal.Signals
) -> None:
    monkeypatch.setattr("kickdoor.cli.commands.serve.print_address", lambda *where: signal.raise_signal(told))
    monkeypatch.setattr("sys.stdout", sys.stdout)
    handlers = [signal.getsignal(told) for told in (signal.SIGTERM, signal.SIGHUP)]
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "t.db")]) == 0
    assert served == []
    assert not (tmp_path / "t.db.address").exists()
    assert [signal.getsignal(told) for told in (signal.SIGTERM, signal.SIGHUP)] == handlers


def test_a_second_call_goes_to_the_table_that_is_open(
    served: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    data = tmp_path / "t.db"
    store = SqliteStore(data)
    sign = tmp_path / "t.db.address"
    try:
        assert main(["serve", "--data", str(data), "--port", "0"]) == 2
        assert "another kickdoor has these tables open" in capsys.readouterr().err
        sign.write_text("http://127.0.0.1:9/", encoding="utf-8")
        assert main(["serve", "--data", str(data), "--port", "0"]) == 0
        assert "already open at http://127.0.0.1:9/" in capsys.readouterr().out
        assert opened == ["http://127.0.0.1:9/"]
        assert main(["serve", "--data", str(data), "--port", "0", "--no-browser"]) == 0
        assert opened == ["http://127.0.0.1:9/"]
        assert served == []
    finally:
        store.jobs.put(None)
        store.thread.join()
    assert main(["serve", "--data", str(data), "--port", "0"]) == 0
    assert not sign.exists()


@thorough
def test_a_small_load_is_measured() -> None:
    seen: list[tuple[int, float]] = []
    figures = figures_of(run_load(LoadPlan(2, 4, 4), lambda tables, seconds: seen.append((tables, seconds))))
    assert figures["tables"] == 2
    assert int(figures["answers"]) > 2
    assert figures["connections_lost"] == 0
    assert seen[-1][0] == 2


@thorough
def test_answers_are_measured_beside_bots_of_each_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kickdoor.server.loadtest.load_runner.WARM_UP", 1.0)
    monkeypatch.setattr("kickdoor.server.loadtest.load_runner.ROUNDS", 1)
    plan = LoadPlan(4, 8, 4, bot_tables=1, bots=("random", "nasty"))
    figures = figures_of(run_load(plan, lambda tables, seconds: None))
    assert list(figures["beside"]) == ["random", "nasty"]
    for one in figures["beside"].values():
        assert one["answers"] > 0
        assert one["moves_of_bots_per_second"] > 0
    assert figures["answers"] == sum(one["answers"] for one in figures["beside"].values())
    assert len(figures["p99_against_the_first"]) == len(figures["usual_p99_against_the_first"]) == 1
    assert figures["connections_lost"] == 0


def test_a_load_of_bots_that_are_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["loadtest", "--bot-tables", "2", "--bots", "random,mister"]) == 2
    assert "there is no bot 'mister'" in capsys.readouterr().err
