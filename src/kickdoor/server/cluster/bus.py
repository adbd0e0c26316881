"""The bus between servers: each has an inbox in Redis, a stream that only it reads and that is emptied as it is read.

What is on it may be lost, with Redis or because too much waits; nothing is kept there that is not in the store. Whoever
sends something that matters sends it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from kickdoor.engine.machine.errors import BadData
from kickdoor.install_hints import to_install
from kickdoor.server.cluster.cluster_messages import ClusterMessage, decoder, encoder
from kickdoor.server.errors import BackendUnavailable

try:
    import redis.asyncio as redis_client
    from redis.exceptions import AuthenticationError, RedisError
except ImportError:
    raise BadData(f"--bus: Redis needs more than is installed (redis): {to_install('cluster')}") from None

log = logging.getLogger("kickdoor.server")
PREFIX = "kickdoor"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
MAX_INBOX_MESSAGES = 20_000
"""Letters in one inbox; then the oldest go."""
INBOX_TTL_S = 30
"""Seconds an inbox is kept after the last letter: that of a server which is gone is emptied by itself."""
READ_AT_ONCE = 500
SENT_AT_ONCE = 500
MAX_UNSENT_MESSAGES = 50_000
"""Letters that wait here while Redis does not answer; then the newest go, and are sent again by who needs them."""
READ_BLOCK_MS = 1000
"""Milliseconds that reading waits for a letter."""
RECONNECT_DELAY_S = 0.5
"""Seconds after which Redis is tried again."""
CONNECT_TIMEOUT_S = 5.0
FLUSH_TIMEOUT_S = 2.0

Receive = Callable[[ClusterMessage], None]


async def run_forever(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do what must never end; after a fault of our own it begins again."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("the bus")
        await asyncio.sleep(RECONNECT_DELAY_S)


async def ended(tasks: Iterable[asyncio.Task[None]]) -> None:
    """End tasks that use the bus, and waits for their end.

    Before Python 3.12 `asyncio.wait_for`, in which the client of Redis sends, can lose that a task was cancelled
    (python/cpython#86296). So whoever has not heard is told again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=RECONNECT_DELAY_S)


def named(url: str) -> str:
    """Name a bus without what opens it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"


def client_of(url: str) -> Any:
    """Make the way to Redis; nothing is sent before it is used."""
    try:
        return redis_client.from_url(
            url, socket_connect_timeout=CONNECT_TIMEOUT_S, socket_timeout=CONNECT_TIMEOUT_S, health_check_interval=10
        )
    except ValueError:
        raise BadData("--bus: expected redis://:PASSWORD@HOST:PORT/0, or rediss:// for TLS") from None


def check_privacy(url: str) -> None:
    """Refuse a bus that lies open in a network: hands are on it."""
    parts = urlsplit(url)
    if parts.scheme in ("redis", "rediss") and not parts.password and parts.hostname not in (None, *LOOPBACK):
        raise BadData(
            f"--bus {named(url)}: hands are on the bus, and everyone in that network could read them and play for "
            f"others; give Redis a password ({parts.scheme}://:PASSWORD@HOST:PORT/0)"
        )


async def prepare(url: str) -> None:
    """See that a bus can be used; `BadData` with one clear line if not."""
    client = client_of(url)
    check_privacy(url)
    begin = f"--bus {named(url)}: "
    try:
        await client.ping()
    except AuthenticationError:
        raise BadData(f"{begin}the password is wrong or missing; give it as redis://:PASSWORD@HOST:PORT/0") from None
    except (RedisError, OSError) as e:
        raise BackendUnavailable(
            f"{begin}cannot be reached ({e}); is Redis running, and does it listen there?"
        ) from None
    finally:
        with contextlib.suppress(RedisError, OSError):
            await client.aclose()


class Bus:
    """One server's way to the others."""

    faults: tuple[type[Exception], ...] = (RedisError, OSError)
    """What using the client may raise."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.client: Any = None
        self.inbox = self.inbox_of(name)
        self.unsent: list[tuple[str, bytes]] = []
        self.news = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.silent_since: float | None = None
        """Since when it has not answered."""

    @staticmethod
    def inbox_of(name: str) -> str:
        return f"{PREFIX}:inbox:{name}"

    async def open_up(self, receive: Receive) -> None:
        self.client = client_of(self.url)
        self.tasks = [
            asyncio.create_task(run_forever(lambda: self.read(receive))),
            asyncio.create_task(run_forever(self.write)),
        ]

    def send(self, node: str, letter: ClusterMessage) -> None:
        """Send a letter as soon as that is possible; never waits. Letters to one server arrive in order."""
        if len(self.unsent) < MAX_UNSENT_MESSAGES:
            self.unsent.append((self.inbox_of(node), encoder.encode(letter)))
            self.news.set()

    async def write(self) -> None:
        """Send what waits, all that has gathered in one go."""
        while True:
            await self.news.wait()
            self.news.clear()
            while self.unsent:
                batch, self.unsent = self.unsent[:SENT_AT_ONCE], self.unsent[SENT_AT_ONCE:]
                try:
                    async with self.client.pipeline(transaction=False) as pipe:
                        for inbox, body in batch:
                            pipe.xadd(inbox, {b"l": body}, maxlen=MAX_INBOX_MESSAGES, approximate=True)
                        for inbox in {inbox for inbox, _ in batch}:
                            pipe.expire(inbox, INBOX_TTL_S)
                        await pipe.execute()
                    self.works()
                except (RedisError, OSError) as e:
                    # Some may have arrived: they are not sent again here, or they would arrive out of order
                    await self.fails(e)

    async def read(self, receive: Receive) -> None:
        """Read the inbox and empties it."""
        last: bytes | str = "0-0"
        while True:
            try:
                found = await self.client.xread({self.inbox: last}, count=READ_AT_ONCE, block=READ_BLOCK_MS)
                entries = entries_of(found)
                if entries:
                    last = entries[-1][0]
                    await self.client.xtrim(self.inbox, minid=after(last), approximate=False)
                self.works()
            except (RedisError, OSError) as e:
                await self.fails(e)
                continue
            for _, fields in entries:
                self.deliver(receive, fields.get(b"l", b""))

    def deliver(self, receive: Receive, body: bytes) -> None:
        """Hands one letter over; one that makes no sense, as of a newer version, is left out."""
        try:
            letter: ClusterMessage = decoder.decode(body)
        except msgspec.DecodeError as e:
            log.warning("a letter on the bus cannot be read: %s", e)
            return
        try:
            receive(letter)
        except Exception:
            log.exception("a letter on the bus")

    def works(self) -> None:
        if self.silent_since is not None:
            self.silent_since = None
            log.warning("the bus answers again")

    async def fails(self, e: Exception) -> None:
        """Report once that the bus does not answer, and waits before it is tried again."""
        if self.silent_since is None:
            self.silent_since = time.monotonic()
            log.error("the bus does not answer: %s", e)
        await asyncio.sleep(RECONNECT_DELAY_S)

    async def close(self) -> None:
        """End after all that was to be sent."""
        if self.client is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FLUSH_TIMEOUT_S):
                while self.unsent:
                    self.news.set()
                    await asyncio.sleep(0.01)
                # What was taken from there last is on its way
                await asyncio.sleep(0.05)
        await ended(self.tasks)
        with contextlib.suppress(RedisError, OSError):
            await self.client.delete(self.inbox)
            await self.client.aclose()


def entries_of(found: Any) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """Return the entries of the one stream that was read, whichever protocol is spoken."""
    if not found:
        return []
    rows = found.values() if isinstance(found, dict) else [rows for _, rows in found]
    (entries,) = rows
    if entries and isinstance(entries[0], list) and entries[0] and isinstance(entries[0][0], tuple):
        entries = entries[0]
    return list(entries)


def after(entry: bytes) -> str:
    """Return the number that follows an entry's."""
    begin, _, end = entry.decode().partition("-")
    return f"{begin}-{int(end) + 1}"
