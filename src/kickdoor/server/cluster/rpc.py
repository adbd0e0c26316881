"""Requests about tables that another server runs: sent there, answered once, and the answer sent back."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from kickdoor.server.cluster.bus import Bus
from kickdoor.server.cluster.cluster_messages import AdminForward, HttpForward, RpcReply
from kickdoor.server.live.room_actor import RoomUnloaded

log = logging.getLogger("kickdoor.server")
RESEND_INTERVAL_S = 1.0
REPLY_TIMEOUT_S = 4.0
"""Seconds another server has; then whoever asks is told to try again."""
REPLY_RETENTION_S = 60.0
"""Seconds an answer is kept, for a request that comes again."""
PASSED_ON = (b"host", b"content-type", b"if-none-match")
RELAYED = "relayed"
"""In the state of a request that comes from another server: it was counted there."""


async def nobody(body: bytes) -> bytes:
    return b"{}"


class Calls:
    """Requests on their way, in both directions."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.pages: Any = None
        self.obey: Callable[[bytes], Awaitable[bytes]] = nobody
        """Does this server's part of an order."""
        self.waiting: dict[str, asyncio.Future[RpcReply]] = {}
        self.answered: dict[str, tuple[float, asyncio.Task[RpcReply]]] = {}

    async def forward(self, owner: str, request: Request) -> Response:
        """Have a request answered by the server that runs its table; `Gone` if that does not answer."""
        scope = request.scope
        if scope.get("state", {}).get(RELAYED):
            # The table has moved on meanwhile: whoever asked finds out where to
            raise RoomUnloaded
        headers = [(key, value) for key, value in scope["headers"] if key in PASSED_ON]
        address = request.client.host if request.client is not None else "?"
        call = HttpForward(
            self.bus.name, secrets.token_hex(8), request.method, scope["path"], scope["query_string"], headers,
            request.url.scheme, address, getattr(request.state, "body", b""),
        )  # fmt: skip
        found = await self.deliver(owner, call)
        answer = Response(found.body, found.status)
        answer.raw_headers = found.headers
        return answer

    async def order(self, nodes: list[str], body: bytes) -> list[bytes]:
        """Have servers do their part of an order; those that do not answer are left out, and told of."""
        answers = await asyncio.gather(*[self.order_at(node, body) for node in nodes], return_exceptions=True)
        for node, found in zip(nodes, answers, strict=True):
            if isinstance(found, BaseException):
                log.warning("the server %s has not done what was ordered: %r", node, found)
        return [found for found in answers if isinstance(found, bytes)]

    async def order_at(self, node: str, body: bytes) -> bytes:
        return (await self.deliver(node, AdminForward(self.bus.name, secrets.token_hex(8), body))).body

    async def deliver(self, node: str, letter: HttpForward | AdminForward) -> RpcReply:
        """Send something until it is answered; `Gone` if it is not in time."""
        waits: asyncio.Future[RpcReply] = asyncio.get_running_loop().create_future()
        self.waiting[letter.id] = waits
        try:
            async with asyncio.timeout(REPLY_TIMEOUT_S):
                while not waits.done():
                    self.bus.send(node, letter)
                    await asyncio.wait({waits}, timeout=RESEND_INTERVAL_S)
        except TimeoutError:
            raise RoomUnloaded from None
        finally:
            del self.waiting[letter.id]
        return waits.result()

    def settle(self, letter: RpcReply) -> None:
        waits = self.waiting.get(letter.id)
        if waits is not None and not waits.done():
            waits.set_result(letter)

    def answer(self, call: HttpForward | AdminForward) -> None:
        """Answer a request or an order of another server's; the same again gets the same answer."""
        now = time.monotonic()
        self.answered = {id: found for id, found in self.answered.items() if now < found[0] + REPLY_RETENTION_S}
        if call.id in self.answered:
            task = self.answered[call.id][1]
            if task.done() and not task.cancelled() and task.exception() is None:
                self.bus.send(call.node, task.result())
            return
        task = asyncio.create_task(self.run(call) if isinstance(call, HttpForward) else self.do(call))
        self.answered[call.id] = (now, task)

    async def do(self, order: AdminForward) -> RpcReply:
        answer = RpcReply(order.id, 200, [], await self.obey(order.body))
        self.bus.send(order.node, answer)
        return answer

    async def run(self, call: HttpForward) -> RpcReply:
        answer = RpcReply(call.id, 500, [], b"")

        async def receive() -> Message:
            return {"type": "http.request", "body": call.body, "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status, answer.headers = message["status"], list(message["headers"])
            else:
                answer.body += message.get("body", b"")

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": call.method,
            "path": call.path, "raw_path": call.path.encode(), "root_path": "", "query_string": call.query,
            "headers": call.headers, "scheme": call.scheme, "client": (call.address, 0), "server": None,
            "state": {RELAYED: True},
        }  # fmt: skip
        try:
            await self.pages(scope, receive, send)
        except Exception:
            log.exception("a request from another server")
        self.bus.send(call.node, answer)
        return answer
