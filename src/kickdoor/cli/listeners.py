"""Network listeners of the server, opened as configured."""

from __future__ import annotations

import argparse
import contextlib
import socket
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path

from kickdoor.cli.settings import PORT
from kickdoor.engine.machine.errors import BadData
from kickdoor.server.listen_address import (
    UNIX,
    Place,
    host_of,
    in_link,
    listen,
    listen_at,
    listen_at_path,
    path_of,
    read_place,
)
from kickdoor.server.ops.admin_socket import OWNER_ONLY

MAX_ATTEMPTS = 20
WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Wildcard addresses, each with the loopback address for this machine."""
OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")


@dataclass
class ServerListeners:
    """The listeners of a server; they are opened first, so that errors are reported at once."""

    listener: socket.socket
    link: str
    """The address for players, or the path of a Unix socket."""
    local: str
    """The URL for a browser on this machine; empty if there is none."""
    hosts: list[str]
    exposed: bool
    """True if other machines can reach the server."""
    metrics: socket.socket | None = None
    admin: socket.socket | None = None
    paths: list[Path] = field(default_factory=list)
    """The paths of Unix sockets."""

    def open_admin(self, path: Path) -> None:
        """Open the admin socket, which only this user account may use."""
        address = Place(path=path_of(str(path), "--admin"))
        self.admin = listen(address, "--admin", OWNER_ONLY)
        self.paths.append(path)

    def close(self) -> None:
        for listener in (self.listener, self.metrics, self.admin):
            if listener is not None:
                listener.close()
        for path in self.paths:
            path.unlink(missing_ok=True)


def open_listeners(options: argparse.Namespace) -> ServerListeners:
    """Open all listeners; raise `BadData` with a one-line message if one cannot be opened."""
    for name in ("trust_proxy", "ban"):
        check_networks(name, getattr(options, name))
    if options.lan and options.bind:
        raise BadData("--lan and --bind cannot be combined; give one of them")
    metrics = read_place(options.metrics, "--metrics") if options.metrics else None
    listeners = open_player_listener(options)
    try:
        if metrics is not None:
            listeners.metrics = listen(metrics, "--metrics")
            listeners.paths += [metrics.path] if metrics.path is not None else []
    except BaseException:
        listeners.close()
        raise
    return listeners


def open_player_listener(options: argparse.Namespace) -> ServerListeners:
    """Open the listener for players."""
    if options.bind.startswith(UNIX):
        path = path_of(options.bind.removeprefix(UNIX), "--bind")
        try:
            listener = listen_at_path(path, 0o660)
        except OSError as e:
            raise BadData(f"--bind {UNIX}{path}: cannot listen there: {e.strerror or e}") from None
        return ServerListeners(listener, f"{UNIX}{path}", "", [*OWN_NAMES, *options.host], False, paths=[path])
    host = "0.0.0.0" if options.lan else host_of(options.bind or "127.0.0.1", "--bind")
    listener = open_port(host, options.port)
    port: int = listener.getsockname()[1]
    local = in_link(WILDCARDS.get(host, host))
    public = own_address() if host in WILDCARDS else local
    names = dict.fromkeys([*OWN_NAMES, local, public, *options.host])
    exposed = public not in OWN_NAMES
    return ServerListeners(listener, f"http://{public}:{port}", f"http://{local}:{port}", list(names), exposed)


def check_networks(name: str, addresses: list[str]) -> None:
    """Raise `BadData` unless addresses are numeric, since a host name can change its owner."""
    for address in addresses:
        try:
            ip_network(address)
        except ValueError as e:
            raise BadData(f"--{name.replace('_', '-')}: {e}") from None


def open_port(host: str, port: int) -> socket.socket:
    """Listen on a port; if the default port is in use, try the next ones."""
    for number in range(port, port + (MAX_ATTEMPTS if port == PORT else 1)):
        try:
            return listen_at(host, number)
        except OSError as e:
            error = e
    with contextlib.suppress(OSError):
        listen_at(host, 0).close()
        raise BadData(f"--port: {port} is in use; try another one, or 0 for any")
    raise BadData(f"--bind {host}: cannot listen there: {error.strerror}; is it an address of this machine?")


def own_address() -> str:
    """Return the address of this machine on its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
