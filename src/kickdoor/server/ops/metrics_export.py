"""What a server tells whoever watches over it, as Prometheus reads it: what it has counted, and how it is just now."""

from __future__ import annotations

import os
import time
from collections import Counter
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.engine.rules.version import VERSION
from kickdoor.server.limits.connection_limiter import ConnectionLimiter
from kickdoor.server.ops.metrics import COUNTED, gauge

if TYPE_CHECKING:
    from kickdoor.server.http.app import ServerApp
    from kickdoor.server.ops.ops_server import HttpReply

KIND = "text/plain; version=0.0.4; charset=utf-8"
STATUSES = ("waiting", "playing", "over")
STARTED = time.time()


class Metrics:
    """Tells how one server is. No table, name or address is in it: it may be kept for years."""

    def __init__(self, web: ServerApp, door: ConnectionLimiter) -> None:
        self.web = web
        self.door = door

    async def tell(self) -> HttpReply:
        lines = [*await self.about(), *self.crowd(), *self.thinking(), *self.sharing(), *process()]
        for one in COUNTED:
            lines += one.lines()
        return 200, KIND, "\n".join(lines) + "\n"

    async def ready(self) -> HttpReply:
        reason = await self.web.health.why_not()
        return (503, "text/plain; charset=utf-8", reason + "\n") if reason else (200, "text/plain", "ready\n")

    async def alive(self) -> HttpReply:
        return 200, "text/plain", "alive\n"

    async def about(self) -> list[str]:
        version = {"version": metadata.version("kickdoor"), "rules": str(VERSION)}
        ready = not await self.web.health.why_not()
        return [
            *gauge("kickdoor_info", "What this server is made of.", [(version, 1)]),
            *gauge("kickdoor_ready", "1 if players may be sent here, as /readyz says.", [({}, ready)]),
        ]

    def crowd(self) -> list[str]:
        """Return of tables in memory and of those who are connected."""
        running = list(self.web.tables.running.values())
        found = Counter(str(one.room.data.status) for one in running)
        tables = [({"status": status}, found[status]) for status in STATUSES]
        sockets = self.web.sockets.addresses.total()
        waits = sum(len(one.jobs.waiting) for one in running)
        return [
            *gauge("kickdoor_tables", "Tables in memory, by what is going on there.", tables),
            *gauge("kickdoor_websockets", "Clients that are connected by a socket.", [({}, sockets)]),
            *gauge("kickdoor_connections", "Connections of whatever kind.", [({}, self.door.total)]),
            *gauge("kickdoor_room_tasks_pending", "Tasks waiting in rooms.", [({}, waits)]),
        ]

    def thinking(self) -> list[str]:
        thinkers = self.web.tables.thinkers
        own = sum(len(crew.line) for crew in thinkers.homes)
        waiting = {"quick": len(thinkers.quick.line), "search": len(thinkers.deep.line), "own": own}
        waiting["elsewhere"] = thinkers.sent_off
        rows = [({"crew": crew}, n) for crew, n in waiting.items()]
        return gauge("kickdoor_bot_jobs_pending", "Questions to bots that wait for a worker, or for a thinker.", rows)

    def sharing(self) -> list[str]:
        """Return what there is to tell where several servers share a store."""
        lines: list[str] = []
        left = self.web.tables.owners.left()
        if left is not None:
            leases = sum(one.epoch > 0 for one in self.web.tables.running.values())
            lines += gauge("kickdoor_leases", "Tables that this server runs under its lease.", [({}, leases)])
            lines += gauge("kickdoor_lease_remaining_seconds", "Seconds left on this server's lease.", [({}, left)])
        if self.web.relay is not None:
            unsent = self.web.relay.unsent()
            up = not self.web.relay.silent_for()
            lines += gauge("kickdoor_bus_up", "1 if the bus answers.", [({}, up)])
            lines += gauge("kickdoor_bus_messages_pending", "Messages waiting to be sent over the bus.", [({}, unsent)])
        return lines


def process() -> list[str]:
    """Return of the process what everybody tells of theirs, as far as the system does."""
    spent = sum(os.times()[:2])
    lines = [
        *gauge("process_cpu_seconds_total", "CPU time of this process.", [({}, spent)], "counter"),
        *gauge("process_start_time_seconds", "When this process started.", [({}, STARTED)]),
    ]
    proc = Path("/proc/self")
    if proc.is_dir():
        pages = int((proc / "statm").read_text().split()[1])
        files = len(os.listdir(proc / "fd"))
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        lines += gauge("process_resident_memory_bytes", "Memory of this process.", [({}, memory)])
        lines += gauge("process_open_fds", "Files and connections that are open.", [({}, files)])
    return lines
