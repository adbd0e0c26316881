"""How much a stranger may ask for: buckets that fill with time."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_network

from kickdoor.server.ops.metrics import REFUSED
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused

log = logging.getLogger("kickdoor.server")
MAX_TRACKED_ADDRESSES = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address or one connection may ask for: so many at once, and so many a second."""

    lookups: tuple[float, float] = (60, 2.0)
    """Questions about tables."""
    misses: tuple[float, float] = (10, 10 / 60)
    """Codes and tokens that were wrong: guessing is slow."""
    makings: tuple[float, float] = (30, 1 / 60)
    """New tables."""
    all_makings: tuple[float, float] = (120, 1.0)
    spare_makings: tuple[float, float] = (2, 1 / 300)
    newcomers: tuple[float, float] = (15, 0.25)
    """People of one address who sit down or ask to join at one table: everyone at it is told of each."""
    all_newcomers: tuple[float, float] = (30, 0.5)
    spare_newcomers: tuple[float, float] = (2, 1 / 60)
    records: tuple[float, float] = (10, 1 / 10)
    """Records brought along: each is played again."""
    record_bytes: tuple[float, float] = (8_000_000, 500.0)
    """Bytes of them that are kept."""
    passwords: tuple[float, float] = (20, 0.5)
    """Slow checks of passwords: each takes some hundredths of a second. A known right password needs none."""
    pages: tuple[float, float] = (60, 5.0)
    """Pages of records."""
    analyses: tuple[float, float] = (4, 1 / 120)
    """Games to be analysed: each keeps a core busy for a minute or two."""
    messages: tuple[float, float] = (10, 5.0)
    """Messages of one connection."""
    commands: tuple[float, float] = (30, 2.0)
    """What one seat does, on however many devices: nobody decides as fast as that for long."""
    chat: tuple[float, float] = (3, 0.5)
    """Lines of one seat."""
    table_chat: tuple[float, float] = (200, 0.3)
    """Lines of all at a table: they are kept as long as the table is."""
    emotes: tuple[float, float] = (2, 1 / 3)
    hints: tuple[float, float] = (6, 1 / 10)
    """Hints of one seat: each takes a worker's time."""
    previews: tuple[float, float] = (10, 2.0)
    """Questions of one seat what an act would come to: each is tried out in a few worlds."""
    reasons: tuple[float, float] = (20, 4.0)
    """Questions of one seat why it cannot do what it cannot do."""
    joins: tuple[float, float] = (12, 1.0)
    """Connections of one seat to its table: whoever comes is shown everything."""
    watcher_joins: tuple[float, float] = (25, 2.5)
    """Connections of one address to a table at which they have no seat."""
    all_watcher_joins: tuple[float, float] = (40, 4.0)
    spare_watcher_joins: tuple[float, float] = (2, 1 / 30)
    connections: int = 40
    """Sockets of one address."""
    open: int = 120
    """Connections of one address, of whatever kind."""
    arrivals: tuple[float, float] = (200, 20.0)
    """New connections."""
    all_arrivals: tuple[float, float] = (600, 150.0)
    """New connections of all addresses together."""
    spare_arrivals: tuple[float, float] = (8, 0.5)
    """New connections of an address when all together are too many: who seldom comes is let in all the same."""
    requests: tuple[float, float] = (600, 100.0)
    """Requests of whatever kind: a gallery has hundreds of pictures."""
    all_requests: tuple[float, float] = (3000, 600.0)
    spare_requests: tuple[float, float] = (60, 2.0)
    frames: tuple[float, float] = (60, 20.0)
    """Frames of one socket, those included that only ask whether somebody is there."""


@dataclass(slots=True)
class TokenBucket:
    """So many at once, and so many a second."""

    burst: float
    rate: float
    level: float
    since: float

    def take(self, now: float, n: float = 1.0) -> bool:
        """Take from the bucket; False if there is too little in it."""
        self.level = min(self.burst, self.level + max(0.0, now - self.since) * self.rate)
        self.since = now
        if self.level < n:
            return False
        self.level -= n
        return True


class Buckets:
    """One bucket for each stranger; the one seen longest ago is forgotten first."""

    def __init__(self, pace: tuple[float, float], name: str = "") -> None:
        self.burst, self.rate = pace
        self.name = name
        """Under which refusals are counted."""
        self.by_name: OrderedDict[str, TokenBucket] = OrderedDict()
        self.share: Callable[[str, float, TokenBucket], None] | None = None
        """Hears what was taken, where several servers count together; it may lower the level later on."""

    def bucket_of(self, name: str, now: float) -> TokenBucket:
        """Return a stranger's bucket, as the one seen last."""
        bucket = self.by_name.pop(name, None) or TokenBucket(self.burst, self.rate, self.burst, now)
        self.by_name[name] = bucket
        if len(self.by_name) > MAX_TRACKED_ADDRESSES:
            self.by_name.popitem(last=False)
        return bucket

    def level(self, name: str, now: float) -> float:
        """Return how much is left in a stranger's bucket."""
        bucket = self.bucket_of(name, now)
        bucket.take(now, 0.0)
        return bucket.level

    def take(self, name: str, now: float, n: float = 1.0) -> bool:
        """Take from a stranger's bucket; False if there is too little in it."""
        bucket = self.bucket_of(name, now)
        taken = bucket.take(now, n)
        if not taken:
            REFUSED.add(self.name)
        elif self.share is not None:
            self.share(name, n, bucket)
        return taken


class PooledRateLimiter:
    """Paces of each stranger, and one for all of them: many addresses together get no more than a few would.

    When all together are too many, everybody has a little to spare yet: a crowd does not lock out who seldom comes.
    """

    def __init__(
        self, each: tuple[float, float], together: tuple[float, float], spare: tuple[float, float], name: str = ""
    ) -> None:
        self.each = Buckets(each, name)
        self.together = TokenBucket(together[0], together[1], together[0], 0.0)
        self.spare = Buckets(spare, f"all_{name}")

    def take(self, name: str, now: float) -> bool:
        """Count one more of a stranger; False if it is too much for one, or for all and beyond what one has spare."""
        return self.each.take(name, now) and (self.together.take(now) or self.spare.take(name, now))


class GuessLimiter:
    """Wrong codes, passwords and tokens: guessing is slow.

    Codes of no table are counted by address; what is wrong at a table, by address and table, so that whoever guesses
    locks none of those out who share the address, unless they guess at the same table. Tokens cannot be guessed:
    whoever has the right one is let in before anybody asks how many wrong ones came from there.
    """

    def __init__(self, pace: tuple[float, float], clock: Callable[[], float]) -> None:
        self.buckets = Buckets(pace, "misses")
        self.clock = clock
        self.pending: Counter[str] = Counter()
        """Guesses that are being checked."""
        self.waiting: dict[str, list[asyncio.Future[None]]] = {}

    def is_guessing(self, who: str, code: str = "") -> bool:
        """Return whether somebody has been wrong too often, about codes or at one table."""
        return self.buckets.level(f"{who} {code}", self.clock()) < 1

    @asynccontextmanager
    async def attempt(self, who: str, code: str = "") -> AsyncIterator[None]:
        """Hold one of the guesses left while something is checked; `RequestRefused` if none is left.

        A guess counts before it is checked, so that many at the same moment are no more than one after the other. If
        all that are left are being checked, the next waits for one of them: most are right, and are given back.
        """
        name = f"{who} {code}"
        while self.buckets.level(name, self.clock()) < self.pending[name] + 1:
            if not self.pending[name]:
                raise RequestRefused(RefusalCode.TOO_MANY)
            settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.setdefault(name, []).append(settled)
            await settled
        self.pending[name] += 1
        try:
            yield
        finally:
            self.pending[name] -= 1
            if not self.pending[name]:
                del self.pending[name]
            for settled in self.waiting.pop(name, []):
                if not settled.done():
                    settled.set_result(None)

    def miss(self, who: str, code: str = "") -> None:
        """Note that something was wrong; whoever runs the server is told when somebody must wait for it."""
        waits = self.is_guessing(who, code)
        self.buckets.take(f"{who} {code}", self.clock())
        if not waits and self.is_guessing(who, code):
            log.warning("somebody is guessing codes, tokens or passwords, and is made to wait")


def client_key(address: str) -> str:
    """Name who is at an address, for the limits: whoever has one address of IPv6 has billions next to it."""
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found) >> 64 << 64, 64)))


def bucket(pace: tuple[float, float], now: float) -> TokenBucket:
    """Make a full bucket."""
    return TokenBucket(pace[0], pace[1], pace[0], now)
