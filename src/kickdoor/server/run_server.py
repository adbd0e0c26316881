"""Puts a server on the network and keeps it there."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import uvicorn

from kickdoor.bots.registry import BotRegistry
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.cluster.ownership import Ownership, SingleServerOwnership
from kickdoor.server.http.app import Link, ServerApp
from kickdoor.server.http.http_protocol import FilteringListener, HttpWire
from kickdoor.server.limits.bans import Bans
from kickdoor.server.limits.connection_limiter import UNIX_PEER, ConnectionLimiter
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.listen_address import BACKLOG
from kickdoor.server.live.gc_tuning import freeze_startup_objects
from kickdoor.server.live.retention import RetentionPolicy
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.logs.throttled_handler import LogOptions, logging_configured
from kickdoor.server.ops.admin_service import AdminService
from kickdoor.server.ops.admin_socket import AdminDoor
from kickdoor.server.ops.metrics_export import Metrics
from kickdoor.server.ops.ops_server import OpsServer
from kickdoor.server.protocol.client_messages import MAX_MESSAGE_BYTES
from kickdoor.server.storage.interface import GATHER, Store
from kickdoor.server.storage.sqlite_store import SqliteStore
from kickdoor.server.websocket.transport import WebSocketTransport

PING_SECONDS = 20.0
SWITCH_SECONDS = 0.0005
OWN_FILES = 100
"""Files and pipes the server needs beside connections."""
MIN_FREE_FILES = 64
OTHER_SYSTEMS_FILES = 512
UNBOUNDED_FILES = 1_000_000


class WallClock:
    """The time of the machine at the start, going on evenly from there: setting the clock costs nobody a turn."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        """Tests let time fly."""
        self.start = time.time() - time.monotonic() * speed

    def now(self) -> float:
        return self.start + time.monotonic() * self.speed

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.speed)

    def alarm(self, seconds: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds / self.speed, ring)


def open_store(path: Path) -> SqliteStore:
    """Open the tables kept in a file; `BadData` with one clear line if that cannot be."""
    return SqliteStore(path, GATHER)


MakeThinkers = Callable[[int, list[Path], BotRegistry], BotPool]


def make_thinkers(workers: int, folders: list[Path], known: BotRegistry) -> BotPool:
    """Have bots think in processes of this machine."""
    return BotPool(workers, folders, known=known)


@dataclass(frozen=True)
class ServerConfig:
    """How a table is hosted."""

    hosts: list[str]
    """Names by which it may be asked for."""
    folders: list[Path] = field(default_factory=list)
    """Card sets of its own."""
    open_browser: str = ""
    """The address to open in a browser, if any."""
    address: str = ""
    """Where other machines reach it."""
    limits: Limits = field(default_factory=Limits)
    clock: WallClock = field(default_factory=WallClock)
    workers: int = 0
    """Processes in which bots think; 0 for one less than there are cores."""
    proxies: list[str] = field(default_factory=list)
    """What a header says of where a request came from is believed of these, and of nobody else."""
    log: LogOptions = field(default_factory=LogOptions)
    bots: BotRegistry = field(default_factory=BotRegistry)
    """The bots that may be seated."""
    owners: Ownership = field(default_factory=SingleServerOwnership)
    """Which tables are this server's to run."""
    link: Link | None = None
    """The way to other servers."""
    think: MakeThinkers = make_thinkers
    """Makes those who think for the bots."""
    metrics: socket.socket | None = None
    """Where the server tells how it is."""
    admin: socket.socket | None = None
    """Where it takes orders."""
    bans: list[str] = field(default_factory=list)
    """Addresses from which nobody may come."""
    keeping: RetentionPolicy = field(default_factory=RetentionPolicy)
    path: str = ""
    """Below which a proxy shows it."""


def serve(store: Store, listener: socket.socket, hosting: ServerConfig) -> None:
    """Serve until it is told to stop."""
    count = hosting.workers or max(1, (os.cpu_count() or 2) - 1)
    thinkers = hosting.think(count, hosting.folders, hosting.bots)
    tables = RoomManager(store, hosting.clock, thinkers, hosting.folders, hosting.owners)
    tables.keeping = hosting.keeping
    door = ConnectionLimiter(hosting.limits, max(MIN_FREE_FILES, raise_open_files() - OWN_FILES), hosting.proxies)
    # The store's thread hands over to the tables' many times a commit, and each time would wait so long for its turn
    sys.setswitchinterval(SWITCH_SECONDS)
    freeze_startup_objects()
    if hosting.open_browser:
        threading.Timer(0.7, webbrowser.open, [hosting.open_browser]).start()
    # Everything is closed by then; uvicorn hands Ctrl-C on, but it is how a table is closed and no failure
    with contextlib.suppress(KeyboardInterrupt), logging_configured(hosting.log):
        uvicorn.Server(settings(tables, hosting, door)).run(sockets=[FilteringListener(listener, door)])


def settings(tables: RoomManager, hosting: ServerConfig, door: ConnectionLimiter) -> uvicorn.Config:
    """Return how connections are served."""
    web = ServerApp(tables, hosting.hosts, hosting.limits, hosting.address, link=hosting.link)
    web.path = hosting.path
    web.bans = Bans(hosting.bans, hosting.clock.now)
    if hosting.metrics is not None:
        metrics = Metrics(web, door)
        pages = {"/metrics": metrics.tell, "/healthz": metrics.alive, "/readyz": metrics.ready}
        web.beside.append(OpsServer(hosting.metrics, pages))
    # Also without a door of its own: orders may come from other servers
    desk = AdminService(web, partial(signal.raise_signal, signal.SIGTERM))
    if hosting.admin is not None:
        web.beside.append(AdminDoor(hosting.admin, desk.answer))
    return uvicorn.Config(
        web.app(),
        # Not classes but what makes them: both need to know the door
        http=partial(HttpWire, door=door),  # type: ignore[arg-type]
        ws=partial(WebSocketTransport, door=door),  # type: ignore[arg-type]
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        # Its lines go where all go, and it has no other way of its own
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=True,
        # Who may use a socket in the file system was let do so by whoever runs the server
        forwarded_allow_ips=[*hosting.proxies, UNIX_PEER],
        timeout_graceful_shutdown=2,
        backlog=BACKLOG,
    )


def raise_open_files() -> int:
    """Let this process have as many connections and files open as the system allows; tells how many."""
    try:
        import resource
    except ImportError:
        return OTHER_SYSTEMS_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft > 0 else UNBOUNDED_FILES
