"""Who may come in at all: connections are counted before anything is read from them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Protocol

from kickdoor.server.limits.rate_limits import Limits, PooledRateLimiter, client_key
from kickdoor.server.ops.metrics import REFUSED

MAX_IDLE_CONNECTIONS = 400
"""Connections that wait for a request; then the one that has waited longest makes room."""
MAX_CONNECTIONS = 8000
"""Connections in all, however many files the system would let a process have: each takes memory."""
MAX_UNREAD_BYTES = 64_000_000
"""Bytes of answers that wait to be read, of all connections."""
UNIX_PEER = "unix"
"""Stands for the address of whoever comes by a socket in the file system: a proxy of this machine."""
FEW = 12
"""Connections of an address that are never ended to make room for another's."""


class ClosableConnection(Protocol):
    """A connection that can be ended."""

    address: str

    def cut(self) -> None:
        """End it at once."""


class ConnectionLimiter:
    """Counts the connections of each address and of all."""

    def __init__(
        self,
        limits: Limits,
        most: int = 1_000_000,
        trusted: list[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.most = min(most, MAX_CONNECTIONS)
        """Connections in all: at most as many as the system lets a process have."""
        self.most_idle = min(MAX_IDLE_CONNECTIONS, self.most // 2)
        self.proxies: list[IPv4Network | IPv6Network] = [ip_network(name) for name in trusted or []]
        self.clock = clock
        self.arrivals = PooledRateLimiter(limits.arrivals, limits.all_arrivals, limits.spare_arrivals, "arrivals")
        self.open: Counter[str] = Counter()
        self.total = 0
        self.idle: dict[ClosableConnection, None] = {}
        """Those that wait for a request, in the order in which they began to."""
        self.owed: dict[ClosableConnection, int] = {}
        """Bytes that were answered and not read, of those whose answers wait."""
        self.all_owed = 0
        self.here: dict[str, dict[ClosableConnection, None]] = {}
        """All connections by who has them, in the order in which they came."""
        self.has_gate = False
        """Those who come are counted before anything is made for them; not every system lets one do that."""

    def is_proxy(self, address: str) -> bool:
        """Return whether connections from an address are those of many people, whom a trusted proxy counts itself."""
        if address == UNIX_PEER:
            return True
        if not self.proxies:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.proxies)

    def is_welcome(self, address: str) -> bool:
        """Count that somebody comes; False if too many come, from there or from everywhere, or too many are here."""
        if self.is_proxy(address):
            return True
        name = client_key(address)
        return self.are_few(self.open[name] + 1) and self.arrivals.take(name, self.clock())

    def are_few(self, connections: int) -> bool:
        """Return whether an address may have so many connections."""
        if connections > self.limits.open:
            REFUSED.add("open")
        return connections <= self.limits.open

    def enter(self, address: str) -> bool:
        """Count a connection; False if it is one too many. Whoever has entered must leave, also if refused."""
        name = client_key(address)
        self.total += 1
        self.open[name] += 1
        own = self.is_proxy(address) or (
            self.are_few(self.open[name]) and (self.has_gate or self.arrivals.take(name, self.clock()))
        )
        return own and (self.total <= self.most or self.make_room() or self.crowd_out(name))

    def leave(self, address: str) -> None:
        name = client_key(address)
        self.total -= 1
        self.open[name] -= 1
        if self.open[name] <= 0:
            del self.open[name]

    def waits(self, connection: ClosableConnection) -> None:
        """Note that a connection waits for a request; where too many do, the first of them is ended."""
        self.idle.pop(connection, None)
        self.idle[connection] = None
        if len(self.idle) > self.most_idle:
            self.make_room()

    def works(self, connection: ClosableConnection) -> None:
        """Note that a connection waits no more, or is gone."""
        self.idle.pop(connection, None)

    def make_room(self) -> bool:
        """End the connection that has waited longest for a request; False if none waits."""
        if not self.idle:
            return False
        first = next(iter(self.idle))
        del self.idle[first]
        first.cut()
        return True

    # Who has how many

    def knows(self, connection: ClosableConnection) -> None:
        self.here.setdefault(client_key(connection.address), {})[connection] = None

    def forgets(self, connection: ClosableConnection) -> None:
        name = client_key(connection.address)
        mine = self.here.get(name, {})
        mine.pop(connection, None)
        if not mine:
            self.here.pop(name, None)

    def crowd_out(self, name: str) -> bool:
        """End the newest connection of the address with the most, to admit one with fewer; return whether it did.

        Otherwise a few addresses with all they are given would lock out everybody else.
        """
        most = max(self.here, key=lambda other: len(self.here[other]), default=name)
        if len(self.here.get(most, {})) <= max(FEW, self.open[name]):
            return False
        last = next(reversed(self.here[most]))
        self.forgets(last)
        last.cut()
        return True

    # Answers that nobody reads

    def owes(self, connection: ClosableConnection, size: int) -> None:
        """Note how many bytes of an answer wait to be read; where it is too much, who reads slowest is ended.

        That is of the address for which most waits the connection for which most waits: others read on.
        """
        self.all_owed += size - self.owed.pop(connection, 0)
        if size:
            self.owed[connection] = size
        while self.all_owed > MAX_UNREAD_BYTES and self.owed:
            sums: Counter[str] = Counter()
            for other, waits in self.owed.items():
                sums[client_key(other.address)] += waits
            worst = sums.most_common(1)[0][0]
            mine = [other for other in self.owed if client_key(other.address) == worst]
            slowest = max(mine, key=self.owed.__getitem__)
            self.all_owed -= self.owed.pop(slowest)
            slowest.cut()
