"""Addresses from which nobody may come, by the word of whoever runs the server."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.limits.rate_limits import client_key

Network = IPv4Network | IPv6Network
FOREVER = float("inf")


def network_of(text: str) -> Network:
    """Read an address or a network; of IPv6 no less than 64 bits, for whoever has one address there has them all."""
    try:
        found = ip_network(text, strict=False)
        return ip_network(client_key(text)) if found.version == 6 and found.prefixlen > 64 else found
    except ValueError:
        raise BadData(f"'{text[:60]}' is no address and no network, such as 192.0.2.7 or 192.0.2.0/24") from None


class Bans:
    """Who is banned, and until when. Written nowhere: those that are to last stand in the settings."""

    def __init__(self, lasting: list[str], clock: Callable[[], float]) -> None:
        self.clock = clock
        self.until: dict[Network, float] = {network_of(text): FOREVER for text in lasting}

    def ban(self, text: str, seconds: float) -> None:
        """Ban an address for so many seconds; with 0 it is banned no more."""
        network = network_of(text)
        self.until.pop(network, None)
        if seconds > 0:
            self.until[network] = self.clock() + seconds

    def holds(self, address: str) -> bool:
        """Return whether somebody at an address is banned."""
        if not self.until:
            return False
        try:
            asked = ip_network(client_key(address))
        except ValueError:
            return False
        now = self.clock()
        self.until = {network: until for network, until in self.until.items() if until > now}
        return any(asked.version == one.version and asked.overlaps(one) for one in self.until)

    def listed(self) -> list[tuple[str, float]]:
        """List bans with the seconds they have left."""
        now = self.clock()
        return [(str(network), until - now) for network, until in self.until.items() if until > now]
