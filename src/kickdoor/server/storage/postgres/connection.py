"""A PostgreSQL database that keeps tables: how it is reached, what shape it has, and what its faults mean."""

from __future__ import annotations

import contextlib
import logging
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from kickdoor.engine.machine.errors import BadData
from kickdoor.install_hints import to_install
from kickdoor.server.errors import BackendUnavailable
from kickdoor.server.storage.interface import Conflict, StoreFault

try:
    import asyncpg
except ImportError:
    raise BadData(f"--store: PostgreSQL needs more than is installed (asyncpg): {to_install('cluster')}") from None

log = logging.getLogger("kickdoor.server")
CONNECT_TIMEOUT_S = 5.0
STATEMENT_TIMEOUT_S = 10.0
"""Seconds a statement may take; then it counts as failed, and the table is woken again from what was written."""
SCHEMA = "kickdoor"
"""The tables have a schema of their own: a database may be shared with others."""
SETTINGS = {
    "application_name": "kickdoor",
    "search_path": SCHEMA,
    # A commit has returned when it is on the disk, whatever the server does for others by default; with synchronous
    # standbys when it is on theirs too. All that anybody is told is written before: this is what makes that true.
    "synchronous_commit": "on",
}
AWAY = (
    OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
)  # fmt: skip
"""A server that is not there yet, comes up, goes down, or has no connection left."""
ONE_AT_A_TIME = 0x6B69636B
"""The lock under which the shape is changed, and time made up for: nodes start at the same moment."""


def named(url: str) -> str:
    """Name a database without what opens it."""
    parts = urlsplit(url)
    return f"postgresql://{(parts.hostname or '') + (f':{parts.port}' if parts.port else '')}{parts.path}"


async def connect(url: str) -> Any:
    """Connect, or raise `BadData` with one clear line."""
    try:
        return await asyncpg.connect(
            url, timeout=CONNECT_TIMEOUT_S, command_timeout=STATEMENT_TIMEOUT_S, server_settings=SETTINGS
        )
    except Exception as e:
        raise explained(url, e) from None


def pool_of(url: str, size: int) -> Any:
    """Make the connections of a server; they are opened when they are needed, and again when they are lost."""
    return asyncpg.create_pool(
        url,
        min_size=1,
        max_size=size,
        timeout=CONNECT_TIMEOUT_S,
        command_timeout=STATEMENT_TIMEOUT_S,
        server_settings=SETTINGS,
    )


def explained(url: str, e: Exception) -> BadData:
    """Return in one line why a database cannot be used, and what can be done about it; never the password."""
    if isinstance(e, BadData):
        return e
    begin = f"--store {named(url)}: "
    if isinstance(e, asyncpg.InvalidCatalogNameError):
        return BadData(f"{begin}there is no such database; make it with createdb")
    if isinstance(e, asyncpg.InvalidAuthorizationSpecificationError):
        return BadData(
            f"{begin}the server lets nobody in by this name or password; set PGPASSWORD, or put it in the URL"
        )
    if isinstance(e, asyncpg.InsufficientPrivilegeError):
        return BadData(f"{begin}not allowed to make tables ({e}); use a database that this role owns")
    if isinstance(e, AWAY):
        what = "it does not answer" if isinstance(e, TimeoutError) else str(e) or type(e).__name__
        return BackendUnavailable(
            f"{begin}cannot be reached ({what}); is the server running, and does it listen there?"
        )
    return BadData(f"{begin}{str(e) or type(e).__name__}")


def fault_of(e: Exception) -> Exception:
    """Return what a fault of the database means to whoever has asked."""
    if isinstance(e, asyncpg.IntegrityConstraintViolationError):
        return Conflict(str(e))
    if isinstance(e, asyncpg.DivisionByZeroError):
        return Conflict("there is no such table, or another server runs it")
    if isinstance(e, asyncpg.PostgresError | asyncpg.InterfaceError | OSError | TimeoutError):
        return StoreFault(f"{type(e).__name__}: {e}")
    return e


def scripts() -> list[str]:
    """Read the numbered scripts that give the database its shape, in order."""
    folder = resources.files("kickdoor.server.storage.postgres").joinpath("migrations")
    return [entry.read_text(encoding="utf-8") for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)]


async def migrate(db: Any, url: str) -> None:
    """Bring the database to the newest shape; each numbered script runs once, whoever else starts just now."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
        if not await db.fetchval("SELECT 1 FROM pg_namespace WHERE nspname=$1", SCHEMA):
            await db.execute(f"CREATE SCHEMA {SCHEMA}")
        found = await db.fetch("SELECT tablename FROM pg_tables WHERE schemaname=$1", SCHEMA)
        if found and "shape" not in {row["tablename"] for row in found}:
            raise BadData(f"--store {named(url)}: its schema {SCHEMA} is somebody else's; use another database")
        await db.execute("CREATE TABLE IF NOT EXISTS shape (version integer PRIMARY KEY)")
        done = await db.fetchval("SELECT coalesce(max(version), 0) FROM shape")
        newest = scripts()
        if done > len(newest):
            raise BadData(f"--store {named(url)}: the tables were written by a newer kickdoor; update it to open them")
        for number, script in enumerate(newest, 1):
            if number > done:
                await db.execute(script)
                await db.execute("INSERT INTO shape VALUES ($1)", number)


async def prepare(url: str) -> None:
    """See that a database can be used, and gives it its shape."""
    db = await connect(url)
    try:
        await migrate(db, url)
        if await db.fetchval("SHOW fsync") != "on":
            log.warning("PostgreSQL runs with fsync off: what was played may be lost with a power cut")
    except Exception as e:
        raise explained(url, e) from None
    finally:
        with contextlib.suppress(Exception):
            await db.close()
