"""Who is kept out of a table: by its password, by its host, and by guessing too often."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.fakes import FakeClient, ServerFixture, order, run_with_server
from tests.server.test_http import app_of, make
from tests.server.test_newcomers import open_table
from tests.server.test_sockets import FREE, OWN, end_of, hello, until

from kickdoor.server.limits.rate_limits import GuessLimiter, Limits
from kickdoor.server.logs.throttled_handler import PACE, LogOptions, logging_configured
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode, RequestRefused
from kickdoor.server.room import passwords
from kickdoor.server.room.commands import JOIN_RETRY_S
from kickdoor.server.room.passwords import is_password, is_plain_hash, kept_password
from kickdoor.server.room.room import Client
from kickdoor.server.room.room_data import read_room, token_hash

WORD = "open sesame"


def watch(made: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"t": "hello", "code": made["code"]} | fields)


def answer_to(web: TestClient, message: str) -> int:
    """Return something to a new socket and gives the code it is closed with; 0 if it is let in."""
    with web.websocket_connect("/ws", headers=OWN) as ws:
        ws.send_text(message)
        try:
            ws.receive_text()
        except WebSocketDisconnect as e:
            return e.code
    return 0


# Passwords


def test_equal_passwords_are_kept_differently_and_cost_time(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [kept_password(WORD) for _ in range(2)]
    assert kept[0] != kept[1]
    for one in kept:
        assert WORD not in one
        assert token_hash(WORD) not in one
        assert is_password(WORD, one)
        assert not is_password("open barley", one)
        assert not is_password("", one)
    assert passwords.COST >= 1 << 14


def test_a_password_of_an_older_version_is_good_and_kept_better_from_then_on(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        data = order()
        code, _ = await server.admission.make_table(data, "Ann")
        running = await server.tables.find(code)
        assert running is not None

        def as_before(room: Any) -> None:
            room.data.password = token_hash(WORD)
            room.unwritten = True

        await server.tables.do(running, as_before)
        with pytest.raises(RequestRefused, match="bad_password"):
            await server.admission.check_password(running, "open barley")
        assert is_plain_hash(running.room.data.password)
        await server.admission.check_password(running, WORD)
        stored = await server.store.find(code)
        assert stored is not None
        kept = read_room(stored.room).password
        assert not is_plain_hash(kept)
        assert is_password(WORD, kept)
        await server.admission.check_password(running, WORD)

    run_with_server(tmp_path, steps)


def test_one_password_at_a_time_is_checked_off_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_work = most = 0

    def slow(word: str, kept: str) -> bool:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        asyncio.run(asyncio.sleep(0.01))
        at_work -= 1
        return word == WORD

    async def steps(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(), "Ann", WORD)
        running = await server.tables.find(code)
        assert running is not None
        monkeypatch.setattr("kickdoor.server.live.room_service.is_password", slow)
        checks = [server.admission.check_password(running, word) for word in (WORD, "x", WORD, "", "y")]
        outcomes = await asyncio.gather(*checks, return_exceptions=True)
        assert [outcome is None for outcome in outcomes] == [True, False, True, False, False]
        assert most == 1

    run_with_server(tmp_path, steps)


def test_spectators_need_the_password(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path, Limits(misses=FREE, lookups=FREE))) as web:
        made = make(web, password=WORD)
        assert answer_to(web, watch(made)) == CloseCode.BAD_PASSWORD
        assert answer_to(web, watch(made, password="open barley")) == CloseCode.BAD_PASSWORD
        with web.websocket_connect("/ws", headers=OWN) as ws:
            ws.send_text(watch(made, password=WORD))
            assert until(ws, "room")["you"] == -1
        with web.websocket_connect("/ws", headers=OWN) as ws:
            ws.send_text(hello(made))
            assert until(ws, "room")["you"] == 0


def test_guessing_the_password_of_a_table_to_watch_is_slow(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path)) as web:
        made = make(web, password=WORD)
        # Not to have said one is no guess
        assert [answer_to(web, watch(made)) for _ in range(12)] == [CloseCode.BAD_PASSWORD] * 12
        found = [answer_to(web, watch(made, password=f"word {n}")) for n in range(12)]
        assert found[0] == CloseCode.BAD_PASSWORD
        assert found[-1] == CloseCode.TOO_MANY


def test_many_wrong_guesses_at_the_same_moment_are_no_more_than_one_after_the_other(tmp_path: Path) -> None:
    limits = Limits(misses=(10, 1e-6), lookups=FREE)
    with TestClient(app_of(tmp_path, limits)) as web, ThreadPoolExecutor(40) as threads:
        made = make(web, password=WORD)

        def guess(n: int) -> str:
            answer = web.post(f"/api/tables/{made['code']}/seats", json={"name": "Eve", "password": f"word {n}"})
            return str(answer.json()["code"])

        heard = Counter(threads.map(guess, range(40)))
        assert heard == {"bad_password": 10, "too_many": 30}
        codes = Counter(threads.map(lambda n: web.get(f"/api/tables/{'BCDFGH'[n % 6] * 6}").status_code, range(40)))
        assert codes == {404: 10, 429: 30}


def test_many_right_ones_at_the_same_moment_are_all_let_in(tmp_path: Path) -> None:
    async def story() -> None:
        guesses = GuessLimiter((2, 0.0), lambda: 5.0)
        held: list[int] = []

        async def come(right: bool) -> None:
            async with guesses.attempt("a"):
                held.append(guesses.pending["a "])
                await asyncio.sleep(0.001)
                if not right:
                    guesses.miss("a")

        await asyncio.gather(*[come(True) for _ in range(20)])
        assert (len(held), max(held)) == (20, 2)
        outcomes = await asyncio.gather(*[come(False) for _ in range(5)], return_exceptions=True)
        assert [isinstance(outcome, RequestRefused) for outcome in outcomes] == [False, False, True, True, True]
        assert (guesses.pending, guesses.waiting) == (Counter(), {})

    asyncio.run(story())


def test_a_right_password_is_checked_slowly_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def counted(word: str, kept: str) -> bool:
        checked.append(word)
        return is_password(word, kept)

    async def story(server: ServerFixture) -> None:
        code, _ = await server.admission.make_table(order(), "Ann", WORD)
        other, _ = await server.admission.make_table(order(), "Ann", WORD)
        monkeypatch.setattr("kickdoor.server.live.room_service.is_password", counted)
        for name in (code, other):
            running = await server.tables.find(name)
            assert running is not None
            for _ in range(30):
                await server.admission.check_password(running, WORD, "a")
            for _ in range(3):
                with pytest.raises(RequestRefused, match="bad_password"):
                    await server.admission.check_password(running, "open barley", "a")
        assert Counter(checked) == {WORD: 2, "open barley": 6}
        # Anyone who tries words at many tables keeps no processor busy
        attempts = [server.admission.check_password(running, "open wheat", "a") for _ in range(20)]
        heard = Counter(str(refused) for refused in await asyncio.gather(*attempts, return_exceptions=True))
        assert (heard["bad_password"], heard["too_many"]) == (12, 8)

    run_with_server(tmp_path, story)


# Those whom the host does not want


async def sit(
    server: ServerFixture, code: str, running: Any, name: str, address: str
) -> tuple[Client, FakeClient, str]:
    token, _ = await server.admission.sit_down(running, name, address)
    box = FakeClient()
    joined = await server.admission.join(wire.Hello(code=code, token=token), box, address)
    assert joined is not None
    return joined[1], box, token


@pytest.mark.parametrize("started", [False, True])
def test_a_kicked_player_cannot_return(tmp_path: Path, started: bool) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, host, _ = await open_table(server, start=False)
        pest, box, token = await sit(server, code, running, "Pest", "203.0.113.5")
        _, friend_box, friend = await sit(server, code, running, "Ben", "203.0.113.6")
        if started:
            await server.tables.do(running, lambda room: room.start_match() and None)
        await server.admission.command(running, host, wire.Kick(cmd="k", seat=pest.seat))
        assert box.ended == "for good"
        assert friend_box.ended == ""
        for attempt in (
            server.admission.sit_down(running, "Another", "203.0.113.5"),
            server.admission.join(wire.Hello(code=code), FakeClient(), "203.0.113.5"),
        ):
            with pytest.raises(RequestRefused, match="barred"):
                await attempt
        with pytest.raises(RequestRefused, match="bad_token"):
            await server.admission.join(wire.Hello(code=code, token=token), FakeClient(), "203.0.113.5")
        # From elsewhere they look like anybody: then the host is asked
        _, knocking = await server.admission.sit_down(running, "Pest", "198.51.100.9")
        assert knocking
        # Whoever has a seat is known by its token, wherever they are
        assert await server.admission.join(wire.Hello(code=code, token=friend), FakeClient(), "203.0.113.5") is not None
        assert b"203.0.113" not in running.room.room_bytes()

    run_with_server(tmp_path, steps)


def test_a_kick_does_not_shut_out_those_at_the_same_address(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, host, _ = await open_table(server, start=False)
        pest, box, _ = await sit(server, code, running, "Pest", "192.0.2.1")
        await sit(server, code, running, "Ben", "192.0.2.1")
        await server.admission.command(running, host, wire.Kick(cmd="k", seat=pest.seat))
        assert box.last(wire.RoomInfo).you == -1
        _, knocking = await server.admission.sit_down(running, "Cay", "192.0.2.1")
        assert knocking

    run_with_server(tmp_path, steps)


def test_join_requests_of_a_refused_player_are_limited(tmp_path: Path) -> None:
    async def steps(server: ServerFixture) -> None:
        code, running, host, box = await open_table(server, start=False, approve=True)
        _, pest_box, _ = await sit(server, code, running, "Pest", "203.0.113.5")
        knock = box.last(wire.RoomInfo).knocks[0].id
        await server.admission.command(running, host, wire.Admit(cmd="a", knock=knock, yes=False))
        assert pest_box.ended == "for good"
        with pytest.raises(RequestRefused, match="barred"):
            await server.admission.sit_down(running, "Pest", "203.0.113.5")
        await server.clock.go(JOIN_RETRY_S + 1)
        _, knocking = await server.admission.sit_down(running, "Pest", "203.0.113.5")
        assert knocking

    run_with_server(tmp_path, steps)


def test_a_refusal_is_sent_over_websocket_and_http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(app_of(tmp_path)) as web:
        made = make(web, bots=None)
        monkeypatch.setattr(
            "kickdoor.server.live.room_service.is_barred", lambda room, address, now: address == "testclient"
        )
        assert answer_to(web, watch(made)) == CloseCode.BARRED
        refused = web.post(f"/api/tables/{made['code']}/seats", json={"name": "Pest"})
        assert (refused.status_code, refused.json()["code"]) == (403, "barred")


# Guessing


@pytest.mark.parametrize("way", ["http", "socket", "password"])
def test_guessing_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture, way: str) -> None:
    with caplog.at_level(logging.WARNING, "kickdoor.server"), TestClient(app_of(tmp_path)) as web:
        made = make(web, password=WORD)
        for _ in range(14):
            if way == "http":
                web.get("/api/tables/ZZZZZZ")
            elif way == "socket":
                end_of(web, hello(made, code="ZZZZZZ"))
            else:
                web.post(f"/api/tables/{made['code']}/seats", json={"name": "Bob", "password": "x"})
    said = [record.getMessage() for record in caplog.records if "guessing" in record.getMessage()]
    assert len(said) == 1
    assert "testclient" not in said[0]


def test_many_who_guess_do_not_fill_the_log() -> None:
    guesses = GuessLimiter((2, 0.01), lambda: 5.0)
    out = io.StringIO()
    with logging_configured(LogOptions(), out):
        for n in range(500):
            for _ in range(3):
                guesses.miss(f"address {n}")
    lines = out.getvalue().splitlines()
    # So many as they come, and one at the end that counts the rest
    assert len(lines) == PACE[0] + 1
    assert lines[-1].endswith("(and 494 more like it)")
