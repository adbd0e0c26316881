"""Turns: where many want something done at once, one address after the other has its turn, however much each wants."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

AT_ONCE = 32
"""Things that are being done, or written, at the same time: the store writes what has gathered in one go."""


class FairSemaphore:
    """Lets so many do something at once. Of those who wait, each address has one turn before any has another."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.free = at_once
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a turn, and has it."""
        await self.take(who)
        try:
            yield
        finally:
            self.pass_on()

    async def take(self, who: str) -> None:
        """Wait for a turn; whoever has taken one passes it on."""
        if self.free:
            self.free -= 1
        else:
            await self.wait(who)

    async def wait(self, who: str) -> None:
        """Queue up at an address."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                # Whoever left had the turn already: somebody else has it now
                self.pass_on()
            raise

    def pass_on(self) -> None:
        """Give a turn to the address that has waited longest for one, if anybody waits."""
        while self.waiting:
            who, queue = self.waiting.popitem(last=False)
            found = queue.popleft()
            if queue:
                self.waiting[who] = queue
            if not found.done():
                found.set_result(None)
                return
        self.free += 1
