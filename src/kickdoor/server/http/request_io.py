"""Requests read strictly, refusals turned into answers."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from kickdoor.server.http import api_types as api
from kickdoor.server.http.middleware import is_own_origin
from kickdoor.server.limits.rate_limits import client_key
from kickdoor.server.live.room_actor import RoomUnloaded
from kickdoor.server.logs.request_ids import present
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.storage.interface import StoreFault

log = logging.getLogger("kickdoor.server")
Handler = Callable[[Request], Awaitable[Response]]


def guarded(handler: Handler) -> Handler:
    """Turn refusals into answers."""

    async def run(request: Request) -> Response:
        try:
            if request.method == "POST" and not is_own_origin(request.headers, request.headers.get("host", "")):
                raise RequestRefused(RefusalCode.FOREIGN_ORIGIN)
            return await handler(request)
        except RequestRefused as e:
            return refusal(e)
        except StoreFault as e:
            log.error("the store: %s", e)
            return refusal(RequestRefused(RefusalCode.NOT_STORED))
        except RoomUnloaded:
            return refusal(RequestRefused(RefusalCode.TRY_AGAIN))
        except ClientDisconnect:
            return refusal(RequestRefused(RefusalCode.GONE))

    return run


async def fault(request: Request, e: Exception) -> Response:
    """Answer where something has gone wrong here. The guard logs what; the player is told by which name to ask."""
    name = present.get().id
    return refusal(
        RequestRefused(RefusalCode.SERVER, f"{RefusalCode.SERVER.text} The operator can find it in the log as {name}."),
        name,
    )


def refusal(e: RequestRefused, request: str = "") -> Response:
    """Make the answer that says no; `request` is the name the log has for what was asked."""
    return answer(api.Problem(e.code, e.said, request), e.status)


async def body_of(request: Request, kind: type[Any]) -> Any:
    """Read the body of a request strictly."""
    body = await bytes_of(request, api.MAX_BODY_BYTES)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise RequestRefused(RefusalCode.BAD_BODY, str(e)) from None


async def bytes_of(request: Request, most: int) -> bytes:
    """Read a body of JSON, up to a size."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise RequestRefused(RefusalCode.NO_JSON, "The body must be application/json.")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise RequestRefused(RefusalCode.TOO_LARGE)
    # Another server may have to read it too
    request.state.body = bytes(body)
    return bytes(body)


def marked(request: Request, body: bytes) -> Response:
    """Answer with what seldom changes: a browser that has it already is told so."""
    mark = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    if mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={"etag": mark})
    return Response(body, media_type="application/json", headers={"etag": mark})


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def stranger(request: Request) -> str:
    """Name who asks, for the limits: the address of the connection, not what a header claims."""
    return client_key(request.client.host) if request.client is not None else "?"
