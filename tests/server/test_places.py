"""A server listens where it is told to: at an address of either kind, or at a socket in the file system."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.processes import started

from kickdoor.cli import main
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.listen_address import Place, listen, read_place

SERVE = [sys.executable, "-m", "kickdoor", "serve", "--no-browser"]


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def get(path: Path | tuple[str, int], target: str, *headers: str) -> tuple[int, bytes]:
    """Ask for something by whatever kind of socket."""
    family = socket.AF_UNIX if isinstance(path, Path) else socket.AF_INET6
    with socket.socket(family) as wire:
        wire.settimeout(30)
        wire.connect(str(path) if isinstance(path, Path) else path)
        lines = [f"GET {target} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", ""]
        wire.sendall("\r\n".join(lines).encode())
        answer = b"".join(iter(lambda: wire.recv(65536), b""))
    return int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2]


def test_places_are_read_as_they_are_written() -> None:
    for text in ("127.0.0.1:9642", "[::1]:9642", "0.0.0.0:0", "unix:/run/kickdoor/metrics.sock"):
        assert str(read_place(text, "--metrics")) == text
    assert read_place("localhost:1", "--metrics") == Place("127.0.0.1", 1)


@pytest.mark.parametrize(
    "text", ["9642", "::1:9642", "play.example:9642", "127.0.0.1:70000", "1.2.3:4", "unix:", "unix:/" + "x" * 200]
)
def test_invalid_listen_addresses_are_refused(text: str) -> None:
    with pytest.raises(BadData, match="--metrics"):
        read_place(text, "--metrics")


def test_a_socket_that_was_left_behind_is_taken_over_and_one_in_use_is_not(tmp_path: Path) -> None:
    place = Place(path=tmp_path / "s")
    socket.socket(socket.AF_UNIX).bind(str(place.path))
    listener = listen(place, "--metrics", 0o600)
    assert (tmp_path / "s").stat().st_mode & 0o777 == 0o600
    with pytest.raises(BadData, match="another server listens there"):
        listen(place, "--metrics")
    listener.close()
    (tmp_path / "s").unlink()
    (tmp_path / "s").write_text("mine")
    with pytest.raises(BadData, match="there is a file already"):
        listen(place, "--metrics")
    assert (tmp_path / "s").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bind", "play.example"], "is no address"),
        (["--bind", "198.51.100.77", "--port", "0"], "is it an address of this machine?"),
        (["--bind", "::1", "--lan"], "give one of them"),
        (["--metrics", "9642"], "is no place to listen at"),
        (["--bind", "unix:/no/such/folder/s"], "cannot listen there: No such file"),
        (["--trust-proxy", "proxy.example"], "--trust-proxy"),
    ],
)
def test_an_unusable_address_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], words: str
) -> None:
    assert main(["serve", "--no-browser", "--data", str(tmp_path / "t.db"), *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_server_at_a_socket_in_the_file_system_believes_its_proxy(tmp_path: Path) -> None:
    front, figures = tmp_path / "front", tmp_path / "figures"
    places = ["--bind", f"unix:{front}", "--metrics", f"unix:{figures}", "--log-level", "info", "--log-addresses"]
    how = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
        "env": os.environ | {"PYTHONUNBUFFERED": "1"},
    }
    with started([*SERVE, *places, "--data", str(tmp_path / "t.db")], **how) as process:
        assert process.stdout is not None
        assert next(line for line in process.stdout if "The table is open at" in line).split()[5] == f"unix:{front}"
        assert front.stat().st_mode & 0o777 == 0o660
        status, body = get(front, "/api/lobby", "X-Forwarded-For: 192.0.2.77", "X-Forwarded-Proto: https")
        assert (status, json.loads(body)["address"]) == (200, "https://localhost")
        assert b"kickdoor_tables" in get(figures, "/metrics")[1]
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "192.0.2.77" in err
    assert "Traceback" not in err
    assert {path.name for path in tmp_path.iterdir()} == {"t.db", "t.db.lock"}


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_a_server_at_an_address_of_ipv6(tmp_path: Path) -> None:
    with started(
        [*SERVE, "--bind", "::1", "--port", "0", "--data", str(tmp_path / "t.db")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        link = next(line.split()[5] for line in process.stdout if "The table is open at" in line)
        assert link.startswith("http://[::1]:")
        assert get(("::1", int(link.rstrip("/").rpartition(":")[2])), "/version")[0] == 200
