"""Where a server listens: an address of IPv4 or IPv6 with a port, or a socket in the file system."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import socket
import stat
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from kickdoor.engine.machine.errors import BadData

BACKLOG = 128
"""Connections the system keeps ready; so many at most are taken in before those that are there have their turn."""
UNIX = "unix:"
FORMS = f"ADDRESS:PORT, [ADDRESS]:PORT for IPv6, or {UNIX}/PATH"
PLACE = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9.]+|localhost):([0-9]{1,5})")
MAX_SOCKET_PATH_BYTES = 100
"""Bytes of the path of a socket; systems differ, and 104 is the least of them."""


@dataclass(frozen=True)
class Place:
    """Where to listen: a host and a port, or a path."""

    host: str = ""
    port: int = 0
    path: Path | None = None

    def __str__(self) -> str:
        if self.path is not None:
            return f"{UNIX}{self.path}"
        return f"{in_link(self.host)}:{self.port}"


def in_link(host: str) -> str:
    """Write a host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def host_of(text: str, what: str) -> str:
    """Read the address to listen at, with or without brackets; names are none: they may become another's."""
    host = "127.0.0.1" if text == "localhost" else text.removeprefix("[").removesuffix("]")
    try:
        return str(ip_address(host))
    except ValueError:
        raise BadData(f"{what}: '{text[:60]}' is no address, such as 127.0.0.1, 0.0.0.0, ::1 or ::") from None


def path_of(text: str, what: str) -> Path:
    """Read the path of a socket."""
    path = Path(text).absolute()
    if not text or "\0" in text:
        raise BadData(f"{what}: names no file; give {UNIX}/PATH")
    if len(os.fsencode(path)) > MAX_SOCKET_PATH_BYTES:
        raise BadData(f"{what}: {path} is too long for a socket; at most {MAX_SOCKET_PATH_BYTES} bytes")
    return path


def read_place(text: str, what: str) -> Place:
    """Read where to listen, as it was typed."""
    if text.startswith(UNIX):
        return Place(path=path_of(text.removeprefix(UNIX), what))
    found = PLACE.fullmatch(text)
    if found is None or int(found[2]) > 65535:
        raise BadData(f"{what}: '{text[:60]}' is no place to listen at; give {FORMS}")
    return Place(host_of(found[1], what), int(found[2]))


def listen_at(host: str, port: int) -> socket.socket:
    """Listen at a port; `OSError` if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio would let small messages wait for the answer to those before
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            # All addresses of this machine are meant, those of IPv4 too
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def listen_at_path(path: Path, mode: int) -> socket.socket:
    """Listen at a path; what an ended server has left there is removed. `OSError` if a server has it."""
    if not hasattr(socket, "AF_UNIX"):
        raise OSError(errno.EOPNOTSUPP, "this system has no sockets in the file system")
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise OSError(errno.EEXIST, "there is a file already")
        with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(ConnectionRefusedError):
            probe.connect(str(path))
            raise OSError(errno.EADDRINUSE, "another server listens there")
        path.unlink()
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o777 & ~mode)
    try:
        listener.bind(str(path))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener


def listen(place: Place, what: str, mode: int = 0o660) -> socket.socket:
    """Listen at a place; `BadData` with one line if that cannot be."""
    try:
        return listen_at(place.host, place.port) if place.path is None else listen_at_path(place.path, mode)
    except OSError as e:
        raise BadData(f"{what} {place}: cannot listen there: {e.strerror or e}") from None
