"""The socket: whatever comes in, it gets a clear answer or the door, and the table goes on as if nothing had been."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.server.test_http import app_of, make

from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.http.api_types import MoveText
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import CloseCode
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.websocket.handler import MAX_QUEUED_MESSAGES, Connection

FREE = (1e9, 1e9)
OWN = {"origin": "http://testserver", "host": "testserver"}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(app_of(tmp_path, Limits(misses=FREE, lookups=FREE))) as client:
        yield client


@pytest.fixture
def free(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(
        app_of(
            tmp_path,
            Limits(misses=FREE, messages=FREE, commands=FREE, makings=FREE, lookups=FREE, connections=1000),
        )
    ) as client:
        yield client


def hello(made: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"t": "hello", "code": made["code"], "token": made["token"]} | fields)


def sit(ws: WebSocketTestSession, made: dict[str, Any]) -> Any:
    """Return hello; gives the room that is shown."""
    ws.send_text(hello(made))
    return until(ws, "room")


def until(ws: WebSocketTestSession, kind: str) -> Any:
    """Read on to a message of a kind."""
    for _ in range(200):
        message = json.loads(ws.receive_text())
        if message["t"] == kind:
            return message
    raise AssertionError(f"no {kind} came")


def ended(ws: WebSocketTestSession) -> int:
    """Read on to the end of a connection and gives the code it is closed with."""
    try:
        while True:
            ws.receive_text()
    except WebSocketDisconnect as e:
        return e.code


def end_of(web: TestClient, *messages: str | bytes) -> int:
    """Return something to a new socket and gives the code it is closed with."""
    with web.websocket_connect("/ws", headers=OWN) as ws:
        for message in messages:
            if isinstance(message, bytes):
                ws.send_bytes(message)
            else:
                ws.send_text(message)
        return ended(ws)


def test_clients_are_asked_to_retry_while_the_store_fails(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreFault("the disk is full")

    made = make(web)
    monkeypatch.setattr(RoomService, "join", full)
    assert end_of(web, hello(made)) == CloseCode.TRY_AGAIN


def test_a_client_is_shown_the_table_and_commands_are_answered(web: TestClient) -> None:
    made = make(web)
    with web.websocket_connect("/ws", headers=OWN) as ws:
        assert sit(ws, made)["you"] == 0
        ws.send_text('{"t":"ping","n":7}')
        assert until(ws, "pong")["n"] == 7
        ws.send_text('{"t":"start","cmd":"a"}')
        assert until(ws, "done")["cmd"] == "a"
        assert until(ws, "view")["game"]["seat"] == 0
        ws.send_text('{"t":"do","cmd":"b","key":"nonsense"}')
        refused = until(ws, "refused")
        assert (refused["cmd"], refused["code"]) == ("b", "bad_key")
        assert refused["text"]


def test_the_first_message_is_a_hello_with_rights(web: TestClient) -> None:
    made = make(web)
    assert end_of(web, '{"t":"ping","n":1}') == CloseCode.BAD_MESSAGE
    assert end_of(web, "nonsense") == CloseCode.BAD_MESSAGE
    assert end_of(web, b"\x00\x01") == CloseCode.BAD_MESSAGE
    assert end_of(web, "x" * 9000) == CloseCode.BAD_MESSAGE
    assert end_of(web, hello(made, code="ZZZZZZ")) == CloseCode.NO_TABLE
    assert end_of(web, hello(made, code="lower!")) == CloseCode.BAD_MESSAGE
    assert end_of(web, hello(made, token="a-token-nobody-ever-had")) == CloseCode.BAD_TOKEN
    assert end_of(web, hello(made, more=1)) == CloseCode.BAD_MESSAGE
    assert end_of(web, hello(made), hello(made)) == CloseCode.BAD_MESSAGE


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "https://testserver.evil.example"},
        {"origin": "http://testserver:81"}, {"host": "evil.example", "origin": "http://evil.example"},
    ],
)  # fmt: skip
def test_foreign_pages_do_not_get_in(web: TestClient, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), web.websocket_connect("/ws", headers=OWN | headers):
        pass


def test_a_program_without_origin_needs_a_token(web: TestClient) -> None:
    made = make(web)
    with web.websocket_connect("/ws", headers={"host": "testserver"}) as ws:
        assert sit(ws, made)["you"] == 0
    with web.websocket_connect("/ws", headers={"host": "testserver"}) as ws:
        ws.send_text(json.dumps({"t": "hello", "code": made["code"]}))
        assert ended(ws) == CloseCode.BAD_TOKEN
    with web.websocket_connect("/ws", headers=OWN) as ws:
        ws.send_text(json.dumps({"t": "hello", "code": made["code"]}))
        assert until(ws, "room")["you"] == -1


def test_guessing_codes_by_socket_is_slow(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path)) as web:
        made = make(web)
        found = [end_of(web, hello(made, code="ZZZZZZ")) for _ in range(14)]
        assert found[0] == CloseCode.NO_TABLE
        assert found[-1] == CloseCode.TOO_MANY
        assert end_of(web, json.dumps({"t": "hello", "code": made["code"]})) == CloseCode.TOO_MANY
        assert end_of(web, hello(made, token="x" * 22)) == CloseCode.TOO_MANY
        # Whoever shares the address with somebody who guesses is let in, given a seat
        with web.websocket_connect("/ws", headers=OWN) as ws:
            assert sit(ws, made)["you"] == 0


def test_wrong_tokens_at_one_table_are_no_matter_of_another(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path)) as web:
        made, other = make(web), make(web)
        found = [end_of(web, hello(made, token="x" * 22)) for _ in range(14)]
        assert (found[0], found[-1]) == (CloseCode.BAD_TOKEN, CloseCode.TOO_MANY)
        assert end_of(web, hello(other, token="x" * 22)) == CloseCode.BAD_TOKEN
        with web.websocket_connect("/ws", headers=OWN) as ws:
            ws.send_text(json.dumps({"t": "hello", "code": other["code"]}))
            assert until(ws, "room")["you"] == -1


def test_a_flood_ends_the_connection_and_chat_is_slowed_before(web: TestClient) -> None:
    made = make(web)
    with web.websocket_connect("/ws", headers=OWN) as ws:
        sit(ws, made)
        for i in range(6):
            ws.send_text(json.dumps({"t": "say", "cmd": f"s{i}", "text": "hello"}))
        assert until(ws, "refused")["code"] == "too_fast"
    with web.websocket_connect("/ws", headers=OWN) as ws:
        sit(ws, made)
        for i in range(60):
            ws.send_text(json.dumps({"t": "ping", "n": i}))
        assert ended(ws) == CloseCode.TOO_MANY


def test_too_many_connections_of_one_address(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path, Limits(connections=2))) as web:
        made = make(web)
        with web.websocket_connect("/ws", headers=OWN) as one, web.websocket_connect("/ws", headers=OWN) as two:
            sit(one, made)
            sit(two, made)
            with pytest.raises(WebSocketDisconnect), web.websocket_connect("/ws", headers=OWN):
                pass


def test_nonsense_gets_a_reason_and_then_the_door(free: TestClient) -> None:
    made = make(free)
    with free.websocket_connect("/ws", headers=OWN) as ws:
        sit(ws, made)
        for bad in ("{", '{"t":"do"}', '{"t":"say","cmd":"x","text":5}', '{"t":"none"}', "[" * 2000):
            ws.send_text(bad)
        for _ in range(4):
            refused = until(ws, "refused")
            assert refused["code"] == "bad_message"
            assert refused["text"]
        assert ended(ws) == CloseCode.TOO_MANY


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
TAGS = ["do", "hold", "undo", "watch", "say", "emote", "character", "ready", "seal", "reveal", "back", "leave", "bot",
        "kick", "lock", "admit", "hand_over", "start", "rematch", "ping", "hello", "odd"]  # fmt: skip
FIELDS = ["cmd", "key", "picks", "prompt", "text", "seat", "level", "mode", "name", "on", "salt", "hash", "n", "knock",
          "yes"]  # fmt: skip
MESSAGES = st.builds(
    lambda tag, fields: {"t": tag, **fields},
    st.sampled_from(TAGS),
    st.dictionaries(st.sampled_from([*FIELDS, "extra"]), VALUES, max_size=5),
)


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
@given(st.lists(st.one_of(MESSAGES.map(json.dumps), st.text(max_size=60)), min_size=1, max_size=4))
def test_fuzzed_messages_leave_the_table_standing(free: TestClient, messages: list[str]) -> None:
    made = make(free)
    with free.websocket_connect("/ws", headers=OWN) as ws:
        sit(ws, made)
        for message in messages:
            ws.send_text(message)
        # A second hello is an end that the socket knows by now, whatever came before
        ws.send_text(hello(made))
        assert ended(ws) in (CloseCode.BAD_MESSAGE, CloseCode.BAD_TOKEN, CloseCode.TOO_MANY)
    assert free.get(f"/api/tables/{made['code']}").status_code == 200


def test_random_answers_of_a_seat_that_may_do_little(free: TestClient) -> None:
    made = make(free)
    rng = LehmerRng("answers")
    with free.websocket_connect("/ws", headers=OWN) as ws:
        sit(ws, made)
        ws.send_text('{"t":"start","cmd":"s"}')
        until(ws, "done")
        acts = ("play", "kick", "sell", "trade", "equip", "claim", "offer", "charity", "take", "use", "choose")
        for i in range(60):
            key = f"{acts[rng.below(len(acts))]}:{rng.below(300)}>seat{rng.below(6)}{'*' * rng.below(2)}"
            picks = [rng.below(65536) for _ in range(rng.below(5))]
            ws.send_text(json.dumps({"t": "do", "cmd": f"x{i}", "key": key, "picks": picks}))
            answer = until(ws, "refused")
            assert answer["cmd"] == f"x{i}"
            assert answer["text"]


def test_a_slow_client_is_dropped_without_delaying_others() -> None:
    async def steps() -> None:
        connection = Connection(None)  # type: ignore[arg-type]
        for i in range(MAX_QUEUED_MESSAGES):
            connection.post(wire.Pong(n=i))
        assert not connection.ended
        connection.post(wire.Pong(n=0))
        assert connection.ended
        connection.post(wire.Pong(n=0))
        assert connection.waiting == []

    asyncio.run(steps())


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (wire.Token, "A" * 22), (wire.Code, "BCDFGH"), (wire.Command, "c1"), (wire.Salt, "A" * 22),
        (wire.Hash, "a" * 64), (MoveText, "A" * 12),
    ],
)  # fmt: skip
def test_no_line_feed_may_follow_what_a_pattern_describes(kind: Any, text: str) -> None:
    assert msgspec.convert(text, kind) == text
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text + "\n", kind)
