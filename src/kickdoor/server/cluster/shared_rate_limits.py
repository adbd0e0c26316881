"""Limits that hold for all servers together: each counts for itself at once, and in Redis a moment later.

What a server counts is never more generous than what Redis knows of all: the answer sets it right. So whoever goes from
server to server gains one try at each, nobody waits for Redis, and without it every server still counts for itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from hashlib import blake2b
from typing import Any

from kickdoor.server.cluster.bus import PREFIX, Bus
from kickdoor.server.limits.rate_limits import Buckets, TokenBucket

MAX_UNSENT_COUNTS = 5000
# A bucket that fills with time, by Redis's clock; it is forgotten once it would be full again
TAKE = """
local burst, rate, n = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local kept = redis.call('HMGET', KEYS[1], 'level', 'since')
local level = burst
if kept[1] then
    level = math.min(burst, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) * rate)
end
level = math.max(0, level - n)
redis.call('HSET', KEYS[1], 'level', tostring(level), 'since', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.min(86400, math.ceil(burst / rate) + 1))
return tostring(level)
"""


class SharedLimits:
    """Counts in Redis what servers have counted."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.unsent: list[tuple[str, tuple[float, float], float, TokenBucket]] = []
        self.news = asyncio.Event()

    def share(self, kind: str, buckets: Buckets) -> None:
        """Have a limit hold for all servers together; one that is not bounded is left alone."""
        if buckets.rate > 0 and buckets.burst < 1e9:
            buckets.share = partial(self.note, kind, (buckets.burst, buckets.rate))

    def note(self, kind: str, pace: tuple[float, float], name: str, n: float, bucket: TokenBucket) -> None:
        """Note that something was taken; never waits."""
        if len(self.unsent) < MAX_UNSENT_COUNTS:
            self.unsent.append((key_of(kind, name), pace, n, bucket))
            self.news.set()

    async def count(self) -> None:
        """Count what was noted, all that has gathered in one go."""
        while True:
            await self.news.wait()
            self.news.clear()
            batch, self.unsent = self.unsent, []
            # Limits are no reason to trouble anybody: the bus itself says when Redis is gone
            with contextlib.suppress(*self.bus.faults):
                levels: list[Any]
                async with self.bus.client.pipeline(transaction=False) as pipe:
                    for key, (burst, rate), n, _ in batch:
                        pipe.eval(TAKE, 1, key, burst, rate, n)
                    levels = await pipe.execute()
                for (_, _, _, bucket), level in zip(batch, levels, strict=True):
                    bucket.level = min(bucket.level, float(level))


def key_of(kind: str, name: str) -> str:
    """Name a bucket; addresses and codes are not written out."""
    return f"{PREFIX}:pace:{kind}:{blake2b(name.encode(), digest_size=12).hexdigest()}"
