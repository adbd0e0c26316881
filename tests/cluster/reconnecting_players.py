"""Clients that reconnect wherever the proxy sends them, and measure how long they wait."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any, ClassVar

from tests.server.crash import Player, Server
from websockets.exceptions import WebSocketException


class Roaming(Player):
    """A client of several servers that switches after some seconds of silence, as the page does."""

    line: ClassVar[dict[str, Any]] = Player.line | {
        "open_timeout": 5,
        "ping_interval": 2,
        "ping_timeout": 3,
        "close_timeout": 1,
    }

    def __init__(self, one: Player, servers: tuple[Server, ...], thinks: float) -> None:
        super().__init__(one.code, one.token, one.seat, one.rng)
        self.servers = servers
        self.thinks = thinks
        self.waited = 0.0
        """The longest time between two answers that were seen, in seconds."""
        self.since = time.monotonic()

    async def play(self, address: str = "") -> None:
        while not self.over:
            try:
                with contextlib.suppress(OSError, WebSocketException, EOFError):
                    await self.converse(address or self.rng.choice(self.servers).address)
            except Exception as e:
                self.problems.append(f"received an invalid message: {e!r}")
            await asyncio.sleep(0.05)

    def look(self, view: dict[str, Any]) -> None:
        before = self.seq
        super().look(view)
        if self.seq > before:
            now = time.monotonic()
            self.waited = max(self.waited, now - self.since)
            self.since = now
