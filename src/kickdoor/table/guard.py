"""What every answer carries, and who may ask at all: own hosts only, own pages only, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


def host_name(host: str) -> str:
    """Takes the port off a Host header."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def is_own_origin(headers: Mapping[str, str], host: str) -> bool:
    """Tells whether a page of ours asks. Programs send no Origin; they must bring a token instead."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == host and urlsplit(origin).scheme in ("http", "https")


class Guard:
    """Refuses foreign hosts and adds the headers that keep a page to itself."""

    def __init__(self, app: ASGIApp, hosts: list[str]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers["cache-control"] = caching(scope["path"], message["status"])
            await send(message)

        app = self.app
        if host_name(Headers(scope=scope).get("host", "")) not in self.hosts:
            app = PlainTextResponse("This address is not one of the table's.", 400)
        await app(scope, receive, send_with_headers)


def caching(path: str, status: int) -> str:
    """Says how long an answer may be kept: pictures for an hour, the program as long as it is the newest."""
    if status not in (200, 304) or not path.startswith("/static/"):
        return "no-store"
    return "public, max-age=3600" if path.startswith(("/static/art/", "/static/fonts/")) else "no-cache"
