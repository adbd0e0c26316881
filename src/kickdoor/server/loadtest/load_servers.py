"""The servers of a load test: one with a file, or several that share a database, each in a process of its own."""

from __future__ import annotations

import contextlib
import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from kickdoor.bots.registry import BotRegistry
from kickdoor.server.cluster.local_services import postgres, redis
from kickdoor.server.limits.rate_limits import Limits

ENDLESS = (1e9, 1e9)
FREE = Limits(
    lookups=ENDLESS, misses=ENDLESS, makings=ENDLESS, records=ENDLESS, pages=ENDLESS, messages=ENDLESS, chat=ENDLESS,
    emotes=ENDLESS, connections=1_000_000, open=1_000_000, arrivals=ENDLESS, requests=ENDLESS, frames=ENDLESS,
    record_bytes=ENDLESS, all_arrivals=ENDLESS, all_requests=ENDLESS, all_makings=ENDLESS,
    newcomers=ENDLESS, commands=ENDLESS, joins=ENDLESS, watcher_joins=ENDLESS, table_chat=ENDLESS,
    analyses=ENDLESS, hints=ENDLESS, previews=ENDLESS, reasons=ENDLESS, passwords=ENDLESS, all_newcomers=ENDLESS,
    all_watcher_joins=ENDLESS,
)  # fmt: skip
"""One machine plays everybody here."""
START_TIMEOUT_S = 60.0
TICKS = 100
"""Of a second, in which the system counts the time of processes."""


@dataclass(frozen=True, slots=True)
class Site:
    """Servers that share their tables."""

    addresses: list[str]
    pids: list[int]
    """Of the servers, without those who think for bots."""
    databases: list[int]
    """Of PostgreSQL and Redis, if there are any."""

    def memory(self) -> int:
        """Return how much memory the servers have, in kilobytes."""
        return sum(memory_of(pid) for pid in self.pids)

    def processor(self) -> float:
        """Return how many seconds of a processor the servers have had."""
        return sum(processor_of(pid) for pid in self.pids)

    def beneath(self) -> float:
        """Return how many seconds the databases have had."""
        return sum(processor_of(pid) for one in self.databases for pid in (one, *children_of(one)))


def memory_of(pid: int) -> int:
    """Read how much memory a process has, in kilobytes; 0 where that cannot be told."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def processor_of(pid: int) -> float:
    """Read how many seconds of a processor a process has had."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def children_of(pid: int) -> list[int]:
    """List the processes that a process has started, where that can be told."""
    with contextlib.suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def run_server(where: str, bus: str, pipe: Connection, budget: int) -> None:
    """Serve on a free port, in a process of its own, what is kept in a file or a database."""
    from kickdoor.server.cluster.backends import Shared, open_shared
    from kickdoor.server.cluster.ownership import SingleServerOwnership
    from kickdoor.server.listen_address import listen_at
    from kickdoor.server.run_server import ServerConfig, open_store, serve

    shared = open_shared(where, bus) if "://" in where else Shared(open_store(Path(where)), SingleServerOwnership())
    listener = listen_at("127.0.0.1", 0)
    pipe.send(listener.getsockname()[1])
    known = BotRegistry(budget=budget)
    known.levels = list(known)
    hosting = ServerConfig(
        ["127.0.0.1"], limits=FREE, workers=1, bots=known, owners=shared.owners, link=shared.link, think=shared.think
    )
    serve(shared.store, listener, hosting)


@contextlib.contextmanager
def served(where: str, bus: str, count: int, budget: int, databases: list[int]) -> Iterator[Site]:
    """Run servers that share what is kept somewhere, for as long as the block lasts."""
    context = multiprocessing.get_context("spawn")
    pipes, servers = [], []
    try:
        for _ in range(count):
            mine, theirs = context.Pipe()
            server = context.Process(target=run_server, args=(where, bus, theirs, budget))
            server.start()
            pipes.append(mine)
            servers.append(server)
        for mine in pipes:
            if not mine.poll(START_TIMEOUT_S):
                raise TimeoutError("a server has not started")
        addresses = [f"127.0.0.1:{mine.recv()}" for mine in pipes]
        time.sleep(1.0)
        yield Site(addresses, [server.pid or 0 for server in servers], databases)
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.join(5)
            if server.is_alive():
                server.kill()
                server.join()


@contextlib.contextmanager
def embedded(budget: int) -> Iterator[Site]:
    """Run one server with a file, as everybody does who sets nothing else up."""
    with tempfile.TemporaryDirectory() as folder, served(f"{folder}/load.db", "", 1, budget, []) as site:
        yield site


@dataclass(frozen=True, slots=True)
class Machines:
    """A PostgreSQL and a Redis, for as many servers as one likes."""

    store: str
    bus: str
    pids: list[int]

    def nodes(self, count: int, budget: int) -> contextlib.AbstractContextManager[Site]:
        """Run so many servers that share them."""
        return served(self.store, self.bus, count, budget, self.pids)


@contextlib.contextmanager
def machines() -> Iterator[Machines]:
    """Run a PostgreSQL and a Redis of one's own."""
    with postgres() as database, redis() as bus:
        yield Machines(database.url("postgres"), bus.url, [database.process.pid, bus.process.pid])
