"""Requests read strictly, refusals turned into answers."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from kickdoor.table.logs.traces import present
from kickdoor.table.room.room import No
from kickdoor.table.server import lobby as api
from kickdoor.table.server.open_table import Gone
from kickdoor.table.server.origins import is_own_origin
from kickdoor.table.server.rate_limits import household
from kickdoor.table.store.contract import StoreFault

log = logging.getLogger("kickdoor.table")
Handler = Callable[[Request], Awaitable[Response]]
STATUS_OF = {
    "house_full": 503, "table_broken": 503, "other_rules": 409, "table_full": 409, "game_runs": 409,
    "starting": 409, "bad_password": 403, "barred": 403, "bad_token": 403, "bad_code": 403, "too_fast": 429,
}  # fmt: skip


class Denied(Exception):
    """A request that is refused."""

    def __init__(self, status: int, code: str, text: str = "") -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.text = text


def guarded(handler: Handler) -> Handler:
    """Turns refusals into answers."""

    async def run(request: Request) -> Response:
        try:
            if request.method == "POST" and not is_own_origin(request.headers, request.headers.get("host", "")):
                raise Denied(403, "foreign_origin")
            return await handler(request)
        except Denied as e:
            return answer(api.Problem(e.code, e.text or e.code), e.status)
        except No as e:
            return answer(api.Problem(e.code, e.text or e.code), STATUS_OF.get(e.code, 400))
        except StoreFault as e:
            log.error("the store: %s", e)
            return answer(api.Problem("not_stored", "nothing can be written just now; nothing has been done"), 503)
        except Gone:
            return answer(api.Problem("try_again", "try_again"), 503)
        except ClientDisconnect:
            return answer(api.Problem("gone", "gone"), 400)

    return run


async def fault(request: Request, e: Exception) -> Response:
    """Answers where something has gone wrong here. The guard logs what; the player is told by which name to ask."""
    name = present.get().id
    return answer(api.Problem("server", f"the table has had an accident; its name is {name}", name), 500)


async def body_of(request: Request, kind: type[Any]) -> Any:
    """Reads the body of a request strictly."""
    body = await bytes_of(request, api.MOST_BODY)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise Denied(400, "bad_body", str(e)) from None


async def bytes_of(request: Request, most: int) -> bytes:
    """Reads a body of JSON, up to a size."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Denied(400, "no_json", "the body must be application/json")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Denied(413, "too_large")
    return bytes(body)


def marked(request: Request, body: bytes) -> Response:
    """Answers with what seldom changes: a browser that has it already is told so."""
    mark = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    if mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={"etag": mark})
    return Response(body, media_type="application/json", headers={"etag": mark})


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def stranger(request: Request) -> str:
    """Names who asks, for the limits: the address of the connection, not what a header claims."""
    return household(request.client.host) if request.client is not None else "?"
