"""What every answer carries, and who may ask at all: own hosts only, own pages only, nothing from elsewhere."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kickdoor.server.limits.bans import Bans
from kickdoor.server.limits.rate_limits import Limits, PooledRateLimiter, client_key
from kickdoor.server.logs import request_ids
from kickdoor.server.ops.metrics import REQUESTS

log = logging.getLogger("kickdoor.server")
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

MARKED = ("/api/cards", "/api/rules", "/api/openapi.json")
"""Answers that carry a mark by which a browser asks whether its copy is still the newest."""
PROBES = ("/healthz", "/readyz")
"""Asked by whatever watches over the server, which knows it by some address of its own. They tell nothing else."""
REQUEST_ID = "x-request-id"


MAX_QUERY_PARTS = 20
"""Parts of what stands after the question mark: whatever is asked here takes fewer."""
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(:[0-9]{1,5})?")


def host_name(host: str) -> str:
    """Take the port off a Host header; gives nothing if it is none that a browser sends."""
    found = HOST.fullmatch(host)
    return found[1] if found is not None else ""


def is_own_origin(headers: Mapping[str, str], host: str) -> bool:
    """Return whether a page of ours asks. Programs send no Origin; they must bring a token instead."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == host and urlsplit(origin).scheme in ("http", "https")


class Guard:
    """Refuses foreign hosts and whoever asks without end, and adds the headers that keep a page to itself."""

    def __init__(
        self, app: ASGIApp, hosts: list[str], limits: Limits, path: str = "", bans: Bans | None = None
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.path = path
        """Below which a proxy shows the table; whether it takes it off what is asked for is its own matter."""
        self.bans = Bans([], time.monotonic) if bans is None else bans
        self.requests = PooledRateLimiter(limits.requests, limits.all_requests, limits.spare_requests, "requests")

    def is_too_much(self, scope: Scope) -> bool:
        """Count a request of whatever kind, and return whether its address has asked too often."""
        return not self.requests.take(client_key(address_of(scope)), time.monotonic())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self.path and (scope["path"] + "/").startswith(f"{self.path}/"):
            scope["path"] = scope["path"].removeprefix(self.path) or "/"
        client = scope.get("client")
        trace = request_ids.begin(str(client[0]) if client else "")
        if scope["type"] == "http":
            await self.answer(scope, receive, send, trace.id)
        elif self.bans.holds(address_of(scope)) or self.is_too_much(scope):
            await send({"type": "websocket.close"})
        else:
            await self.app(scope, receive, send)

    def refusal(self, scope: Scope) -> ASGIApp | None:
        """Turn away what is not asked of this table, too much or too long."""
        host = host_name(Headers(scope=scope).get("host", ""))
        if self.bans.holds(address_of(scope)):
            return PlainTextResponse("Access from your address is blocked.", 403)
        if scope["path"] not in PROBES and host not in self.hosts:
            return PlainTextResponse(
                "This server does not serve that host name. Open the table at the server's own address.", 400
            )
        if self.is_too_much(scope):
            return PlainTextResponse("Too many requests. Please wait a moment.", 429)
        if scope["query_string"].count(b"&") >= MAX_QUERY_PARTS:
            return PlainTextResponse("Too many query parameters.", 400)
        return None

    async def answer(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        """Have a request answered; a fault of our own is logged here, and ends nothing but its request."""
        began = time.monotonic()
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for key, value in HEADERS.items():
                    headers[key] = value
                headers[REQUEST_ID] = name
                headers["cache-control"] = caching(scope["path"], status)
                if status >= 400:
                    # Nobody wants the rest of what was refused, nor what may follow it
                    headers["connection"] = "close"
            await send(message)

        probe = scope["path"] in PROBES
        app = self.refusal(scope) or self.app
        # A file in thousands of pieces is thousands of reads; nothing here is so large that anybody needs a part of it
        scope["headers"] = [header for header in scope["headers"] if header[0] != b"range"]
        try:
            await app(scope, receive, send_with_headers)
        except Exception:
            log.exception("a fault at %s %s", scope["method"], path_of(scope))
            if not status:
                text = f"Something went wrong on the server. The operator can find it in the log as {name}."
                await PlainTextResponse(text, 500)(scope, receive, send_with_headers)
        REQUESTS.add(str(status))
        level = logging.DEBUG if probe else logging.INFO
        if log.isEnabledFor(level):
            spent = 1000 * (time.monotonic() - began)
            log.log(level, "%s %s %s, %.0f ms", scope["method"], path_of(scope), status, spent)


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "?"


def path_of(scope: Scope) -> str:
    """Return the kind of address that was asked for: in the address itself may be the code of a table, or anything."""
    return str(getattr(scope.get("route"), "path", "-"))


def caching(path: str, status: int) -> str:
    """Return how long an answer may be kept: pictures for an hour, the program as long as it is the newest."""
    if status in (200, 304) and path in MARKED:
        return "no-cache"
    if status not in (200, 304) or not path.startswith("/static/"):
        return "no-store"
    return "public, max-age=3600" if path.startswith(("/static/art/", "/static/fonts/")) else "no-cache"
