"""Connections as bytes, at a real server: what is too much, too slow or in too many pieces ends the connection."""

from __future__ import annotations

import contextlib
import select
import socket
import sys
import time
from collections.abc import Iterator

import pytest
from tests.attacks.target_server import PATIENCE, Stronghold, frame, is_ended, request

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the loopback has one address there")
OK = b"HTTP/1.1 200"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stronghold]:
    """A server that waits for ever: what it ends is too much, not too slow."""
    found = Stronghold(tmp_path_factory.mktemp("wires"), "HEADER_TIMEOUT_S=3600", "BODY_TIMEOUT_S=3600")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stronghold]:
    """A server that waits for next to nothing."""
    found = Stronghold(tmp_path_factory.mktemp("hasty"), "HEADER_TIMEOUT_S=1.0", "BODY_TIMEOUT_S=1.5")
    yield found
    found.stop()


def read(wire: socket.socket, mark: bytes, times: int) -> bytes:
    """Read until something has come so many times, or the connection is ended."""
    wire.settimeout(PATIENCE)
    got = b""
    while got.count(mark) < times and (piece := wire.recv(65536)):
        got += piece
    return got


def flood(wire: socket.socket, piece: bytes, most: int) -> int:
    """Send the same again and again; gives how many bytes went out before it was ended."""
    wire.settimeout(PATIENCE)
    sent = 0
    try:
        while sent < most:
            sent += wire.send(piece)
    except OSError:
        pass
    return sent


def test_requests_are_answered_one_after_the_other(server: Stronghold) -> None:
    with server.connect("127.0.0.9") as wire:
        for _ in range(3):
            wire.sendall(request("GET", "/api/tables"))
            assert read(wire, OK, 1).count(OK) == 1
        wire.sendall(request("GET", "/api/tables") * 3)
        assert read(wire, OK, 3).count(OK) == 3


def test_a_body_in_one_byte_chunks_is_ended(server: Stronghold) -> None:
    with server.connect("127.0.0.10") as wire:
        wire.sendall(
            request("POST", "/api/records", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
        )
        assert flood(wire, b"1\r\n \r\n" * 10_000, 20_000_000) < 10_000_000
        assert is_ended(wire)


def test_a_refusal_ends_the_connection(server: Stronghold) -> None:
    with server.connect("127.0.0.11") as wire:
        wire.sendall(request("POST", "/api/tables", body=b"{}"))
        assert b"connection: close" in wire.recv(65536).lower()
        assert is_ended(wire)
    with server.connect("127.0.0.11") as wire:
        # Answered before the body has come
        wire.sendall(request("GET", "/api/tables", "Content-Length: 1000000\r\n"))
        assert is_ended(wire)


def test_a_head_that_does_not_come_is_not_waited_for(hasty: Stronghold) -> None:
    begun = (b"", b"\r\n", b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nX-", b"POST /api/ta")
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(hasty.connect("127.0.0.12")) for _ in begun]
        for wire, begin in zip(wires, begun, strict=True):
            wire.sendall(begin)
        assert [is_ended(wire) for wire in wires] == [True] * len(begun)


def is_cut_short(wire: socket.socket) -> bool:
    """Return whether somebody is stopped who sends a byte now and then."""
    for _ in range(int(PATIENCE / 0.1)):
        time.sleep(0.1)
        try:
            wire.sendall(b"a")
        except OSError:
            return True
    return False


@pytest.mark.parametrize(
    "begin",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ",
        request("POST", "/api/tables", "Content-Length: 9999\r\nContent-Type: application/json\r\n"),
    ],
)
def test_a_head_and_a_body_that_trickle_are_not_waited_for(hasty: Stronghold, begin: bytes) -> None:
    with hasty.connect("127.0.0.13") as wire:
        wire.sendall(begin)
        assert is_cut_short(wire)


@pytest.mark.parametrize(
    "head",
    [b"X-A: " + b"a" * 300_000, b"a:b\r\n" * 5000, b"X-A: b\r\n" * 150 + b"\r\n"],
)
def test_a_head_is_not_endless(server: Stronghold, head: bytes) -> None:
    with server.connect("127.0.0.14") as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head)
        assert is_ended(wire)


def test_requests_are_not_sent_ahead_without_end(server: Stronghold) -> None:
    with server.connect("127.0.0.15") as wire:
        wire.sendall(request("GET", "/api/tables") * 1000)
        got = b""
        with contextlib.suppress(ConnectionError):
            while piece := wire.recv(65536):
                got += piece
        assert got.count(OK) < 50


@pytest.mark.parametrize("opcode", [0x9, 0xA, 0x1, 0x2])
def test_every_frame_counts_also_before_hello(server: Stronghold, opcode: int) -> None:
    with server.open_socket("127.0.0.16") as wire:
        flood(wire, frame(opcode) * 2000, 100_000)
        assert is_ended(wire)


def test_a_few_pings_are_answered(server: Stronghold) -> None:
    with server.open_socket("127.0.0.17") as wire:
        wire.sendall(frame(0x9, b"hi") * 5)
        assert read(wire, b"\x8a\x02hi", 5) == b"\x8a\x02hi" * 5


def test_one_address_has_so_many_connections(server: Stronghold) -> None:
    mine = [server.connect("127.0.0.18") for _ in range(150)]
    try:
        waiting = set(mine)
        while len(waiting) > 120:
            ended, _, _ = select.select(list(waiting), [], [], PATIENCE)
            assert ended
            assert all(is_ended(wire) for wire in ended)
            waiting -= set(ended)
        with server.connect("127.0.0.19") as other:
            other.sendall(request("GET", "/api/tables"))
            assert read(other, OK, 1).startswith(OK)
    finally:
        for wire in mine:
            wire.close()


def test_the_log_stays_small(server: Stronghold) -> None:
    for n in range(100):
        with server.connect(f"127.0.1.{n % 9 + 1}") as wire:
            wire.sendall(b"nonsense\r\n\r\n")
            assert is_ended(wire)
    assert server.log.stat().st_size < 5000
