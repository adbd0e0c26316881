"""Who may come in at all: connections are counted before anything is read from them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Protocol

from kickdoor.table.limits import Buckets, Limits, household

MOST_IDLE = 400
"""Connections that wait for a request; then the one that has waited longest makes room."""


class Waiting(Protocol):
    """A connection on which no request is being answered."""

    def cut(self) -> None:
        """Ends it at once."""


class Door:
    """Counts the connections of each address and of all."""

    def __init__(
        self,
        limits: Limits,
        most: int = 1_000_000,
        trusted: list[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.most = most
        """Connections in all: as many as the system lets a process have."""
        self.most_idle = min(MOST_IDLE, most // 2)
        self.proxies: list[IPv4Network | IPv6Network] = [ip_network(name) for name in trusted or []]
        self.clock = clock
        self.arrivals = Buckets(limits.arrivals)
        self.open: Counter[str] = Counter()
        self.total = 0
        self.idle: dict[Waiting, None] = {}
        """Those that wait for a request, in the order in which they began to."""

    def is_proxy(self, address: str) -> bool:
        """Tells whether connections from an address are those of many people, whom a trusted proxy counts itself."""
        if not self.proxies:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.proxies)

    def enter(self, address: str) -> bool:
        """Counts a connection; False if it is one too many. Whoever has entered must leave, also if refused."""
        name = household(address)
        self.total += 1
        self.open[name] += 1
        if self.is_proxy(address):
            own = True
        else:
            own = self.open[name] <= self.limits.open and self.arrivals.take(name, self.clock())
        if own and self.total > self.most:
            self.make_room()
        return own and self.total <= self.most

    def leave(self, address: str) -> None:
        name = household(address)
        self.total -= 1
        self.open[name] -= 1
        if self.open[name] <= 0:
            del self.open[name]

    def waits(self, connection: Waiting) -> None:
        """Notes that a connection waits for a request; where too many do, the first of them is ended."""
        self.idle.pop(connection, None)
        self.idle[connection] = None
        if len(self.idle) > self.most_idle:
            self.make_room()

    def works(self, connection: Waiting) -> None:
        """Notes that a connection waits no more, or is gone."""
        self.idle.pop(connection, None)

    def make_room(self) -> None:
        """Ends the connection that has waited longest for a request."""
        if self.idle:
            first = next(iter(self.idle))
            del self.idle[first]
            first.cut()
