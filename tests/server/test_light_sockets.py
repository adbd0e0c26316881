"""There are thousands of sockets, silent most of the time: what is kept for each is small."""

from __future__ import annotations

import asyncio

import uvicorn
from uvicorn.server import ServerState

from kickdoor.server.limits.connection_limiter import ConnectionLimiter
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.websocket.transport import UNREAD, LazyEvent, WebSocketTransport


class Heard:
    def __init__(self) -> None:
        self.said: list[str | None] = []

    def hear(self, text: str | None) -> None:
        self.said.append(text)

    def left(self) -> None:
        self.said.append("left")


async def nothing(scope: object, receive: object, send: object) -> None:
    pass


async def new_wire() -> WebSocketTransport:
    config = uvicorn.Config(nothing, lifespan="off", log_config=None)
    return WebSocketTransport(config, ServerState(), {}, door=ConnectionLimiter(Limits(), 10, []))


def test_sockets_have_no_instance_dict() -> None:
    """A library that keeps something new is noticed here."""

    async def run() -> None:
        assert not (await new_wire()).__dict__

    asyncio.run(run())


def test_queued_messages_are_read_before_direct_ones() -> None:
    async def run() -> list[str | None]:
        wire, heard = await new_wire(), Heard()
        for text in ("one", "two"):
            wire.queue.put_nowait({"type": "websocket.receive", "text": text})  # type: ignore[typeddict-item]
        wire.listen_now(heard)
        assert wire.queue is UNREAD
        wire.queue.put_nowait({"type": "websocket.disconnect", "code": 1000, "reason": None})
        return heard.said

    assert asyncio.run(run()) == ["one", "two"]


def test_a_blocked_writer_continues_when_the_buffer_drains() -> None:
    async def run() -> None:
        way, done = LazyEvent(), []

        async def write(n: int) -> None:
            await way.wait()
            done.append(n)

        await write(0)
        way.clear()
        assert not way.is_set()
        writing = [asyncio.create_task(write(n)) for n in (1, 2)]
        await asyncio.sleep(0)
        assert done == [0]
        way.set()
        assert way.is_set()
        await asyncio.gather(*writing)
        assert done == [0, 1, 2]
        # And again: what has been waited for is not there for ever
        way.clear()
        again = asyncio.create_task(write(3))
        await asyncio.sleep(0)
        assert done == [0, 1, 2]
        way.set()
        await again

    asyncio.run(run())
