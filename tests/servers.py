"""Database servers of the tests' own: in a folder that goes with them, on free ports of this machine alone."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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

    process: subprocess.Popen[Any]
    port: int
    log: Path

    def wait_until_open(self) -> None:
        """Waits until connections are taken."""
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text(errors="replace")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
                return
            time.sleep(0.05)
        raise TimeoutError(self.log.read_text(errors="replace"))


class Postgres(Server):
    """PostgreSQL, with a database for each who asks."""

    authority = Path()
    """The certificate by which it is known, where it speaks TLS."""

    def wait_until_open(self) -> None:
        """Waits until connections are not only taken but served."""
        super().wait_until_open()
        until = time.monotonic() + READY_WITHIN
        while "ready to accept connections" not in self.log.read_text(errors="replace"):
            assert time.monotonic() < until, self.log.read_text(errors="replace")
            time.sleep(0.05)

    def url(self, database: str) -> str:
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self.port}/{database}"


class Redis(Server):
    """Redis, with a password."""

    @property
    def url(self) -> str:
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"


@contextlib.contextmanager
def ended(process: subprocess.Popen[Any], by: signal.Signals) -> Iterator[None]:
    """Ends a server with the block, in the way it likes best: what it has started ends with it then."""
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            process.send_signal(by)
            process.wait(20)
        end(process)


def certificates(folder: Path) -> None:
    """Makes an authority of our own, and a certificate of 127.0.0.1 that it has signed."""

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], check=True, cwd=folder, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    openssl("req", "-x509", *key, "-subj", "/CN=kickdoor tests", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", *key[:-2], "-subj", "/CN=127.0.0.1", "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    sign = ["-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"]
    openssl("x509", *sign, "-days", "2", "-out", "server.pem")


def with_tls(folder: Path, as_user: dict[str, Any]) -> list[str]:
    """Has a PostgreSQL that is about to be started take nobody without TLS."""
    certificates(folder)
    if as_user:
        shutil.chown(folder / "server.key", as_user["user"], as_user["group"])
    rules = folder / "data" / "pg_hba.conf"
    rules.write_text("hostssl all all 127.0.0.1/32 scram-sha-256\n")
    return ["-c", "ssl=on", "-c", f"ssl_cert_file={folder}/server.pem", "-c", f"ssl_key_file={folder}/server.key"]


@contextlib.contextmanager
def postgres(tls: bool = False) -> Iterator[Postgres]:
    """Runs a PostgreSQL for as long as the block lasts; with TLS it lets nobody in who speaks without."""
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
        if tls:
            command += with_tls(folder, as_user)
        with log.open("wb") as out:
            process = start(command, stdout=out, stderr=out, **how)
        with ended(process, signal.SIGQUIT):
            server = Postgres(process, port, log)
            server.authority = folder / "ca.pem"
            server.wait_until_open()
            yield server


class Caddy(Server):
    """Caddy, with a certificate of its own making."""

    url = ""


PRIVATE = """{
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
	storage file_system %s
}
"""
"""Nothing outside its folder is touched: no ports but the one of the site, no certificate that others would trust."""


@contextlib.contextmanager
def caddy(site: str, names: dict[str, str]) -> Iterator[Caddy]:
    """Runs Caddy for as long as the block lasts, with a file of ours in which some names are put for others."""
    with own_folder({}) as folder:
        port, log, file = free_port(), folder / "log", folder / "Caddyfile"
        for name, other in names.items():
            assert name in site
            site = site.replace(name, other)
        file.write_text(PRIVATE % folder + re.sub(r"(?m)^[a-z]+\.example", f"https://localhost:{port}", site))
        around = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
        with log.open("wb") as out:
            command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
            process = start(command, stdout=out, stderr=out, env=around, cwd=folder)
        with ended(process, signal.SIGTERM):
            server = Caddy(process, port, log)
            server.url = f"https://localhost:{port}"
            server.wait_until_open()
            yield server


class TlsRedis(Redis):
    """Redis that speaks TLS alone."""

    folder = Path()

    @property
    def url(self) -> str:
        return f"{self.bare_url}?ssl_ca_certs={self.folder / 'ca.pem'}"

    @property
    def bare_url(self) -> str:
        """Without the authority: its certificate is nobody's then."""
        return f"rediss://:{PASSWORD}@127.0.0.1:{self.port}/0"


@contextlib.contextmanager
def tls_redis() -> Iterator[TlsRedis]:
    """Runs a Redis with TLS for as long as the block lasts."""
    with own_folder({}) as folder:
        certificates(folder)
        port, log = free_port(), folder / "log"
        command = ["redis-server", "--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1"]
        command += ["--requirepass", PASSWORD, "--save", "", "--appendonly", "no", "--dir", str(folder)]
        command += ["--tls-cert-file", "server.pem", "--tls-key-file", "server.key", "--tls-ca-cert-file", "ca.pem"]
        command += ["--tls-auth-clients", "no"]
        with log.open("wb") as out:
            process = start(command, stdout=out, stderr=out, cwd=folder)
        with ended(process, signal.SIGTERM):
            server = TlsRedis(process, port, log)
            server.folder = folder
            server.wait_until_open()
            yield server


@contextlib.contextmanager
def redis() -> Iterator[Redis]:
    """Runs a Redis for as long as the block lasts."""
    with own_folder({}) as folder:
        port, log = free_port(), folder / "log"
        command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--requirepass", PASSWORD]
        command += ["--save", "", "--appendonly", "no", "--dir", str(folder)]
        with log.open("wb") as out:
            process = start(command, stdout=out, stderr=out)
        with ended(process, signal.SIGTERM):
            server = Redis(process, port, log)
            server.wait_until_open()
            yield server
