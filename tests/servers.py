"""Database servers of the tests' own: in a folder that goes with them, on free ports of this machine alone."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tests.processes import end, start

USER = "kickdoor"
PASSWORD = "a-word-for-tests"
UNPRIVILEGED = "postgres"
"""PostgreSQL refuses to run as root; its package brings this user along."""
READY_WITHIN = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_programs() -> Path | None:
    """Finds PostgreSQL's programs: Debian keeps those of each version apart, and not where commands are looked for."""
    named = shutil.which("postgres")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    if named is not None:
        found.append(Path(named))
    return found[-1].parent if found else None


@contextlib.contextmanager
def own_folder(as_user: dict[str, Any]) -> Iterator[Path]:
    """Makes a folder that only whoever runs the server may enter; not in pytest's, which is its user's alone."""
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
    process: subprocess.Popen[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Starts it, and waits until connections are taken."""
        with self.log.open("ab") as out:
            self.process = start(self.command, stdout=out, stderr=out, **self.how)
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text(errors="replace")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
                return
            time.sleep(0.05)
        raise TimeoutError(self.log.read_text(errors="replace"))

    def restart(self, by: signal.Signals) -> None:
        """Ends it by a signal and starts it again where it was."""
        self.process.send_signal(by)
        self.process.wait(60)
        self.begin()


S = TypeVar("S", bound=Server)


class Postgres(Server):
    """PostgreSQL, with a database for each who asks."""

    def url(self, database: str) -> str:
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self.port}/{database}"


class Redis(Server):
    """Redis, with a password."""

    @property
    def url(self) -> str:
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"


@contextlib.contextmanager
def ended(server: S, by: signal.Signals) -> Iterator[S]:
    """Ends a server with the block, in the way it likes best: what it has started ends with it then."""
    try:
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            server.process.send_signal(by)
            server.process.wait(20)
        end(server.process)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """Runs a PostgreSQL for as long as the block lasts."""
    programs = postgres_programs()
    assert programs is not None
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        as_user = {"user": UNPRIVILEGED, "group": UNPRIVILEGED, "extra_groups": []}
    with own_folder(as_user) as folder:
        word, data = folder / "word", folder / "data"
        word.write_text(PASSWORD)
        word.chmod(0o644)
        how = {"cwd": folder, **as_user}
        make = [str(programs / "initdb"), "-D", str(data), "-U", USER, "-A", "scram-sha-256", f"--pwfile={word}"]
        make += ["-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, **how)
        port, log = free_port(), folder / "log"
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder)]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "synchronous_commit=off", "-c", "max_connections=60"]
        with ended(Postgres(command, port, log, how), signal.SIGQUIT) as server:
            yield server


@contextlib.contextmanager
def redis() -> Iterator[Redis]:
    """Runs a Redis for as long as the block lasts."""
    with own_folder({}) as folder:
        port, log = free_port(), folder / "log"
        command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--requirepass", PASSWORD]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        with ended(Redis(command, port, log, {}), signal.SIGTERM) as server:
            yield server
