"""A real browser and a real server: Debian's Chromium, and one house to a worker, on a clock that runs fast."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright
from tests.browser.browser_player import DESKTOP, MakePerson, Person
from tests.browser.finished import lay_down
from tests.browser.server_process import MakeServer, ServerProcess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FAST = 25.0
"""So many times as fast goes the clock where nobody is meant to come too late."""
SLOW = 1.0


def find_chromium() -> str:
    """Find the browser; empty if there is none."""
    named = os.environ.get("KICKDOOR_CHROMIUM", "")
    return named or next(filter(None, map(shutil.which, NAMES)), "") or ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip with a reason what cannot run; never silently."""
    if find_chromium():
        return
    skip = pytest.mark.skip(
        reason="no Chromium found: install it (apt-get install chromium) or name one in KICKDOOR_CHROMIUM"
    )
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(skip)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for all tests here, and no longer: while it is open no other test can run an event loop of its own."""
    with sync_playwright() as playwright:
        try:
            found = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        except Error as e:
            pytest.fail(f"{find_chromium()} does not start: {e}")
        yield found
        found.close()


@pytest.fixture(scope="session")
def make_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeServer]:
    """Start servers; all are ended at the end."""
    servers: list[ServerProcess] = []

    def make(speed: float = FAST) -> ServerProcess:
        servers.append(ServerProcess(tmp_path_factory.mktemp("server") / "tables.db", speed))
        return servers[-1]

    yield make
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def server(make_server: MakeServer) -> ServerProcess:
    """The house where time flies, for all tests of a worker."""
    return make_server()


@pytest.fixture(scope="session")
def slow_server(make_server: MakeServer) -> ServerProcess:
    """A house where time goes as it does, for all tests of a worker."""
    return make_server(SLOW)


@pytest.fixture
def own_server(make_server: MakeServer) -> Iterator[ServerProcess]:
    """A house of one's own where time goes as it does, to be killed and started again."""
    found = make_server(SLOW)
    yield found
    found.stop()


@pytest.fixture
def after_the_game(tmp_path: Path) -> Iterator[tuple[ServerProcess, str]]:
    """A house where a game has just ended, and the code of its table."""
    file = tmp_path / "tables.db"
    code = lay_down(file)
    found = ServerProcess(file, SLOW)
    try:
        yield found, code
    finally:
        found.stop()


@pytest.fixture
def person(browser: Browser) -> Iterator[MakePerson]:
    """Bring in people, each with a browser profile of their own. Whatever went wrong on a page fails the test."""
    people: list[Person] = []

    def make(server: ServerProcess, name: str = "Ann", size: tuple[int, int] = DESKTOP, moving: bool = False) -> Person:
        people.append(Person(browser, server, name, size, moving))
        return people[-1]

    yield make
    faults = [f"{one.name}: {fault}" for one in people for fault in one.faults]
    for one in people:
        one.context.close()
    faults += [f"server: {line}" for one in {person.tables for person in people} for line in one.complaints()]
    assert faults == []
