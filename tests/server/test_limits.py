"""Limits: who counts as the same stranger, who comes in at all, and how much of it is logged."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.test_http import app_of

from kickdoor.cli import main
from kickdoor.server.limits.connection_limiter import ConnectionLimiter
from kickdoor.server.limits.rate_limits import GuessLimiter, Limits, client_key
from kickdoor.server.logs.throttled_handler import ThrottleFilter


class Connection:
    """Waits for a request, until it is cut."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.address = address
        self.is_cut = False

    def cut(self) -> None:
        self.is_cut = True


def test_all_addresses_of_one_line_are_one_stranger() -> None:
    assert client_key("192.0.2.7") == "192.0.2.7"
    assert client_key("2001:db8:1:2:aaaa::1") == client_key("2001:db8:1:2:bbbb::2") != client_key("2001:db8:1:3::1")
    assert client_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert client_key("no:address") == "no:address"


def test_guessing_at_one_table_is_no_matter_of_another() -> None:
    guesses = GuessLimiter((3, 0.0), lambda: 0.0)
    for _ in range(5):
        guesses.miss("a", "BCDFGH")
    assert guesses.is_guessing("a", "BCDFGH")
    assert not guesses.is_guessing("a")
    assert not guesses.is_guessing("a", "HGFDCB")
    assert not guesses.is_guessing("b", "BCDFGH")


def test_one_address_opens_so_many_connections_and_so_many_a_second() -> None:
    time = [0.0]
    door = ConnectionLimiter(Limits(open=3, arrivals=(5, 1.0)), clock=lambda: time[0])
    found = [door.enter(f"2001:db8::{n}") for n in range(4)]
    assert found == [True, True, True, False]
    assert door.enter("192.0.2.1")
    for n in range(4):
        door.leave(f"2001:db8::{n}")
    assert [door.enter("2001:db8::9") for _ in range(3)] == [True, True, False]
    time[0] = 10.0
    door.leave("2001:db8::9")
    assert door.enter("2001:db8::9")


def test_connections_of_a_trusted_proxy_are_those_of_many() -> None:
    door = ConnectionLimiter(Limits(open=1, arrivals=(1, 0.0)), trusted=["10.0.0.0/24"])
    assert [door.enter("10.0.0.5") for _ in range(5)] == [True] * 5
    assert [door.enter("10.0.1.5") for _ in range(2)] == [True, False]


def test_the_longest_idle_connection_is_closed_first() -> None:
    door = ConnectionLimiter(Limits(), most=4)
    waiting = [Connection() for _ in range(3)]
    for connection in waiting:
        assert door.enter("192.0.2.1")
        door.waits(connection)
    assert [connection.is_cut for connection in waiting] == [True, False, False]
    door.works(waiting[1])
    assert [door.enter("192.0.2.2") for _ in range(3)] == [True, True, False]
    assert [connection.is_cut for connection in waiting] == [True, False, True]


def test_a_message_is_not_logged_without_end() -> None:
    time = [0.0]
    seen: list[str] = []
    logger = logging.getLogger("kickdoor.test.quiet")
    logger.propagate = False
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    logger.addFilter(ThrottleFilter(lambda: time[0]))

    def complain(who: int) -> None:
        logger.warning("a complaint of %s", who)

    for n in range(1000):
        complain(n)
    assert len(seen) == 5
    time[0] = 60.0
    complain(7)
    assert seen[-1] == "a complaint of 7 (and 995 more like it)"


def test_requests_of_whatever_kind_are_counted(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path, Limits(requests=(5, 0.0)))) as web:
        paths = ["/", "/api/rules", "/api/cards", "/static/nothing.js", "/nowhere", "/api/rules", "/"]
        found = [web.get(path) for path in paths]
    assert [answer.status_code == 429 for answer in found] == [False] * 5 + [True] * 2
    assert found[-1].headers["connection"] == "close"


@pytest.mark.parametrize("path", ["/api/rules", "/api/cards", "/api/openapi.json"])
def test_rarely_changed_data_is_sent_once(tmp_path: Path, path: str) -> None:
    with TestClient(app_of(tmp_path)) as web:
        first = web.get(path)
        again = web.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    assert (again.status_code, again.content) == (304, b"")


def test_a_proxy_is_named_by_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--trust-proxy", "proxy.example"]) != 0
    assert "--trust-proxy" in capsys.readouterr().err
