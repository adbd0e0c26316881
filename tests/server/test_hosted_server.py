"""A real server that logs all it can: what opens a seat or a table is in none of its lines, nor who came from where."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from tests.processes import started
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from kickdoor.catalog.defaults import default_sets
from kickdoor.cli import main

PASSWORD = "open sesame"
COMMAND = [sys.executable, "-m", "kickdoor", "serve", "--no-browser", "--port", "0"]


def ask(link: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, Any]:
    """Ask a server; gives the status and what it says."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(link + path, data, {"content-type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as e:
        return e.code, e.read()


async def talk(link: str, made: dict[str, Any], token: str) -> None:
    """Report hello, and something that makes no sense."""
    with contextlib.suppress(WebSocketException, OSError):
        async with connect(link.replace("http", "ws") + "ws?token=" + token) as ws:
            await ws.send(json.dumps({"t": "hello", "code": made["code"], "token": token}))
            await ws.recv()
            await ws.send("nonsense")
            await ws.recv()


def stir(link: str) -> list[str]:
    """Do everything that may be logged; gives what must not be."""
    made = ask(link, "api/tables", {"name": "Ann", "sets": list(default_sets()), "password": PASSWORD})[1]
    ask(link, f"api/tables/{made['code']}/seats", {"name": "Bob", "password": PASSWORD})
    moved = ask(link, f"api/tables/{made['code']}/move", {"token": made["token"]})[1]
    ask(link, f"api/tables/{made['code']}?token={made['token']}", origin="http://evil.example")
    for n in range(14):
        ask(link, f"api/tables/{made['code']}/seats", {"name": "Bob", "password": f"{PASSWORD} {n}"})
        ask(link, f"api/tables/{made['code']}/claim", {"move": moved["move"][::-1]})
    asyncio.run(talk(link, made, made["token"]))
    asyncio.run(talk(link, made, made["token"][::-1]))
    port = int(link.rstrip("/").rpartition(":")[2])
    for nonsense in (
        b"\x1b[31mGET\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port), 5.0) as wire:
            wire.sendall(nonsense)
            wire.recv(1000)
    return [made["code"], made["token"], made["token"][::-1], moved["move"], moved["move"][::-1], PASSWORD]


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_of_a_real_server_has_no_secrets(tmp_path: Path, form: str) -> None:
    said = tmp_path / "log"
    more = ["--data", str(tmp_path / "t.db"), "--log-level", "debug", "--log-format", form]
    how = {"stdout": subprocess.PIPE, "text": True, "env": os.environ | {"PYTHONUNBUFFERED": "1"}}
    with said.open("wb") as log, started(COMMAND + more, stderr=log, **how) as process:
        assert process.stdout is not None
        link = next(line.split()[5] for line in process.stdout if "The table is open at" in line)
        assert [ask(link, path)[0] for path in ("healthz", "readyz", "version")] == [200] * 3
        assert ask(link, "readyz", host="10.0.0.7:8642")[0] == 200
        secrets = stir(link)
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 0
    text = said.read_text()
    lines = text.splitlines()
    for words in ("/seats 403", "a socket has ended, 4429", "Invalid HTTP request", "is guessing"):
        assert words in text
    for secret in (*secrets, "127.0.0.1", "10.0.0.7", "evil.example"):
        assert secret not in text
    if form == "json":
        assert {frozenset({"time", "level", "logger", "message"}) <= json.loads(line).keys() for line in lines} == {
            True
        }
    else:
        assert [line for line in lines if line[23:24] != "Z"] == []
    assert "\x1b" not in text


def test_the_operator_chooses_the_log_level(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    for option in ("--log-format", "--log-level", "--log-addresses", "--trust-proxy 127.0.0.1"):
        assert option in said
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--log-level", "loud"])
    assert ended.value.code == 2
