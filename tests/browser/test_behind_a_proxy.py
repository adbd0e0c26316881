"""Behind a real Caddy, with the files of deploy/: people play over wss, at the root of a site and below a path."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser
from tests.browser.browser_player import DESKTOP, Person
from tests.browser.playing import Player
from tests.database_servers import free_port
from tests.processes import started
from tests.tls_servers import caddy

DEPLOY = Path(__file__).parents[2] / "deploy"
ENOUGH = 6
"""Answers of Ann and the bots that show that play goes on."""
CLICKS = 4
"""Of Ann; some only open a card."""
MAX_STEPS = 2000


class Proxied:
    """A server behind Caddy, as a house of the browser tests."""

    def __init__(self, url: str, path: str, figures: str, errors: Path) -> None:
        self.url = url
        self.path = path
        self.figures = figures
        self.errors = errors

    def complaints(self) -> list[str]:
        return self.errors.read_text().splitlines()

    def counted(self, name: str) -> float:
        with urllib.request.urlopen(f"http://{self.figures}/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return next((float(line.split()[1]) for line in lines if line.split()[0] == name), 0.0)


@contextlib.contextmanager
def proxied(folder: Path, path: str) -> Iterator[Proxied]:
    """Start a server as the docs say, and Caddy with the file for it."""
    port, figures, errors = free_port(), f"127.0.0.1:{free_port()}", folder / "errors"
    command = [sys.executable, "-m", "kickdoor", "serve", "--no-browser", "--trust-proxy", "127.0.0.1"]
    command += ["--port", str(port), "--metrics", figures, "--data", str(folder / "t.db")]
    command += ["--path", path] if path else []
    site = (DEPLOY / ("Caddyfile.path" if path else "Caddyfile")).read_text()
    with errors.open("w") as log, started(command, stdout=subprocess.PIPE, stderr=log, text=True) as process:
        assert process.stdout is not None
        assert next((line for line in process.stdout if "The table is open at" in line), ""), errors.read_text()
        with caddy(site, {"127.0.0.1:8642": f"127.0.0.1:{port}"}) as front:
            yield Proxied(front.url + path, path, figures, errors)


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy; tools/servers.sh installs it")
@pytest.mark.parametrize("path", ["", "/games"], ids=["root", "sub-path"])
def test_people_play_over_wss(browser: Browser, tmp_path: Path, path: str) -> None:
    with proxied(tmp_path, path) as server:
        ann = Person(browser, server, "Ann", DESKTOP)  # type: ignore[arg-type]
        try:
            ann.open("/")
            ann.press("Play now with bots")
            ann.at_table()
            assert urlsplit(ann.page.url).path == f"{path}/t/{ann.code}"
            sockets = ann.page.evaluate("window.sockets.map(one => one.url)")
            assert set(sockets) == {f"wss://{urlsplit(server.url).netloc}{path}/ws"}
            player = Player(ann)
            for _ in range(MAX_STEPS):
                if player.clicks >= CLICKS and server.counted("kickdoor_answers_total") >= ENOUGH:
                    break
                if not player.step():
                    ann.page.wait_for_timeout(50)
            assert player.clicks >= CLICKS
            assert server.counted("kickdoor_answers_total") >= ENOUGH
            assert server.counted("kickdoor_websockets") == 1
            # An address that others are given leads to the same table, and so does loading the page again
            lobby = ann.context.request.get(f"{server.url}/api/lobby")
            assert json.loads(lobby.text())["address"] == server.url
            ann.page.reload()
            ann.at_table()
            ann.open("/cards")
            ann.see("main img")
            ann.page.wait_for_load_state("networkidle")
        finally:
            ann.context.close()
        assert ann.faults == []
        assert server.complaints() == []
