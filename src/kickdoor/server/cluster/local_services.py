"""Temporary PostgreSQL and Redis servers for tests and measurements.

Each uses its own temporary folder and a free local port, and ends with the process that started it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.engine.machine.errors import BadData

USER = "kickdoor"
UNPRIVILEGED = "postgres"
"""PostgreSQL refuses to run as root; its package brings this user along."""
READY_TIMEOUT_S = 60.0
READY = "ready to accept connections"
"""What PostgreSQL writes to its log then."""
STOP_TIMEOUT_S = 20.0
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_the_starter() -> None:
    """Have the system end this process when the one that started it is gone; where it cannot, nothing happens."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_programs() -> Path | None:
    """Find PostgreSQL's programs: Debian keeps those of each version apart, and not where commands are looked for."""
    named = shutil.which("postgres")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    if named is not None:
        found.append(Path(named))
    return found[-1].parent if found else None


def check_installed() -> None:
    """See that both can be started here; `BadData` with one line if not."""
    missing = [] if postgres_programs() is not None else ["postgresql"]
    missing += [] if shutil.which("redis-server") is not None else ["redis-server"]
    if missing:
        raise BadData(f"{' and '.join(missing)} must be installed for this: apt install {' '.join(missing)}")
    # Both say themselves what is missing; in the process of a server nobody would hear them
    import_module("kickdoor.server.storage.postgres.connection")
    import_module("kickdoor.server.cluster.bus")


@contextlib.contextmanager
def own_folder(as_user: dict[str, Any]) -> Iterator[Path]:
    """Make a folder that only whoever runs the server may enter."""
    folder = Path(tempfile.mkdtemp(prefix="kickdoor-"))
    try:
        if as_user:
            shutil.chown(folder, as_user["user"], as_user["group"])
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Server:
    """A server that runs, and how it is reached."""

    command: list[str]
    port: int
    log: Path
    how: dict[str, Any]
    password: str = ""
    process: subprocess.Popen[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start it, and waits until it can be used."""
        how = {"start_new_session": True, "preexec_fn": die_with_the_starter, **self.how}
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(self.command, stdout=out, stderr=out, **how)
        self.wait_until_open()

    def restart(self, by: signal.Signals) -> None:
        """End it by a signal and starts it again where it was; a thread that does so must outlive it."""
        self.process.send_signal(by)
        self.process.wait()
        self.begin()

    def wait_until_open(self) -> None:
        """Wait until connections are taken."""
        until = time.monotonic() + READY_TIMEOUT_S
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text(errors="replace"))
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
                return
            time.sleep(0.05)
        raise TimeoutError(self.log.read_text(errors="replace"))


S = TypeVar("S", bound=Server)


class Postgres(Server):
    """PostgreSQL, with a database for each who asks."""

    def wait_until_open(self) -> None:
        """Wait until it has started: it takes connections before that, and refuses what is asked."""
        super().wait_until_open()
        until = time.monotonic() + READY_TIMEOUT_S
        while READY not in self.log.read_text(errors="replace") and time.monotonic() < until:
            time.sleep(0.05)

    def url(self, database: str) -> str:
        return f"postgresql://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"


class Redis(Server):
    """Redis, with a password."""

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"


@contextlib.contextmanager
def ended(server: S, by: signal.Signals) -> Iterator[S]:
    """End a server with the block, in the way it likes best: all it started ends too."""
    try:
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            server.process.send_signal(by)
            server.process.wait(STOP_TIMEOUT_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.process.pid, signal.SIGKILL)
        server.process.wait()


@contextlib.contextmanager
def postgres(password: str = "") -> Iterator[Postgres]:
    """Run a PostgreSQL for as long as the block lasts."""
    programs = postgres_programs()
    assert programs is not None
    password = password or secrets.token_urlsafe(16)
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        as_user = {"user": UNPRIVILEGED, "group": UNPRIVILEGED, "extra_groups": []}
    with own_folder(as_user) as folder:
        word, data = folder / "word", folder / "data"
        word.write_text(password)
        word.chmod(0o644)
        how = {"cwd": folder, **as_user}
        make = [str(programs / "initdb"), "-D", str(data), "-U", USER, "-A", "scram-sha-256", f"--pwfile={word}"]
        make += ["-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, **how)
        port, log = free_port(), folder / "log"
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder)]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "synchronous_commit=off", "-c", "max_connections=60"]
        with ended(Postgres(command, port, log, how, password), signal.SIGQUIT) as server:
            yield server


@contextlib.contextmanager
def redis(password: str = "") -> Iterator[Redis]:
    """Run a Redis for as long as the block lasts."""
    password = password or secrets.token_urlsafe(16)
    with own_folder({}) as folder:
        port, log = free_port(), folder / "log"
        command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--requirepass", password]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        with ended(Redis(command, port, log, {}, password), signal.SIGTERM) as server:
            yield server
