"""Servers of the tests' own that speak TLS, with certificates of their own making: Caddy, Redis and PostgreSQL."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncpg
from tests.database_servers import PASSWORD, Postgres, Redis, Server, ended, free_port, own_folder

PRIVATE = """{
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
	storage file_system %s
}
"""
"""Nothing outside its folder is touched: no ports but the one of the site, no certificate that others would trust."""


def certificates(folder: Path) -> None:
    """Make an authority of our own, and a certificate of 127.0.0.1 that it has signed."""

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], check=True, cwd=folder, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *key, "-days", "2", "-subj", "/CN=kickdoor tests", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", *key, "-subj", "/CN=127.0.0.1", "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    sign = ["-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"]
    openssl("x509", *sign, "-days", "2", "-out", "server.pem")


class Caddy(Server):
    """Caddy, with one site."""

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"


@contextlib.contextmanager
def caddy(site: str, names: dict[str, str]) -> Iterator[Caddy]:
    """Run Caddy for as long as the block lasts, with a file of ours in which some names are put for others."""
    with own_folder({}) as folder:
        port, file = free_port(), folder / "Caddyfile"
        for name, other in names.items():
            assert name in site
            site = site.replace(name, other)
        file.write_text(PRIVATE % folder + re.sub(r"(?m)^[a-z]+\.example", f"https://localhost:{port}", site))
        around = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
        with ended(Caddy(command, port, folder / "log", {"env": around, "cwd": folder}), signal.SIGTERM) as server:
            yield server


class TlsRedis(Redis):
    """Redis that speaks TLS alone."""

    @property
    def url(self) -> str:
        return f"{self.bare_url}?ssl_ca_certs={self.log.parent / 'ca.pem'}"

    @property
    def bare_url(self) -> str:
        """Return the URL without the certificate authority, so that the certificate is not trusted."""
        return f"rediss://:{PASSWORD}@127.0.0.1:{self.port}/0"


@contextlib.contextmanager
def tls_redis() -> Iterator[TlsRedis]:
    """Run a Redis with TLS for as long as the block lasts."""
    with own_folder({}) as folder:
        certificates(folder)
        port = free_port()
        command = ["redis-server", "--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1"]
        command += ["--requirepass", PASSWORD, "--save", "", "--appendonly", "no", "--dir", str(folder)]
        command += ["--tls-cert-file", "server.pem", "--tls-key-file", "server.key", "--tls-ca-cert-file", "ca.pem"]
        command += ["--tls-auth-clients", "no"]
        with ended(TlsRedis(command, port, folder / "log", {"cwd": folder}), signal.SIGTERM) as server:
            yield server


async def turn_tls_on(server: Postgres, db: asyncpg.Connection) -> Path:
    """Make PostgreSQL refuse connections without TLS; return the certificate of its authority."""
    folder = server.log.parent
    certificates(folder)
    owner = (folder / "data").stat()
    os.chown(folder / "server.key", owner.st_uid, owner.st_gid)
    (folder / "data" / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 scram-sha-256\n")
    for name, value in (("ssl_cert_file", "server.pem"), ("ssl_key_file", "server.key"), ("ssl", "on")):
        await db.execute(f"ALTER SYSTEM SET {name} = '{value if name == 'ssl' else folder / value}'")
    await db.execute("SELECT pg_reload_conf()")
    return folder / "ca.pem"


def has_programs(*names: str) -> bool:
    return all(shutil.which(name) for name in names)
