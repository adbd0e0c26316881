"""The table on the network: pages, the lobby's HTTP interface, and one socket a client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib import resources
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.bot_workers.bot_pool import BotPool
from kickdoor.server.cluster.ownership import OwnedElsewhere
from kickdoor.server.http import api_types as api
from kickdoor.server.http.catalog_api import cards_json, lobby_json, rules_json
from kickdoor.server.http.middleware import Guard, host_name
from kickdoor.server.http.openapi import openapi_json
from kickdoor.server.http.page_assets import below, picture
from kickdoor.server.http.request_io import Handler, answer, body_of, fault, guarded, marked, refusal, stranger
from kickdoor.server.limits.bans import Bans
from kickdoor.server.limits.rate_limits import Buckets, GuessLimiter, Limits, PooledRateLimiter
from kickdoor.server.live.room_actor import RoomActor, RoomUnloaded
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.live.room_service import RoomService
from kickdoor.server.ops.health import HealthRequests
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.records.analysis_api import Analyses
from kickdoor.server.records.record_api import RecordRequests
from kickdoor.server.room.room_data import CODE_LENGTH, MOVE_SECONDS
from kickdoor.server.websocket.handler import Relaying, Sockets

PAGES = ("/", "/t/{code}", "/tv/{code}", "/r", "/r/{record}", "/cards", "/rules", "/tutorial", "/credits")
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MAX_LISTED = 100
OWNER_RETRIES = 3
"""Times that a server which does not answer is asked about its table."""


Obey = Callable[[bytes], Awaitable[bytes]]
"""Does this server's part of what whoever runs another has ordered."""


class BackgroundService(Protocol):
    """Something that is open as long as the server is."""

    async def open_up(self) -> None: ...

    async def close(self) -> None: ...


class Relay(Relaying, Protocol):
    """The way to other servers."""

    async def open_up(self, pages: ASGIApp, own: Callable[[], list[api.TableSummary]]) -> None: ...

    def share(self, kind: str, buckets: Buckets) -> None: ...

    def silent_for(self) -> float: ...

    def obey(self, obey: Obey) -> None: ...

    async def order(self, body: bytes) -> list[bytes]: ...

    def unsent(self) -> int: ...

    async def listed(self) -> list[api.TableSummary]: ...

    async def forward(self, owner: str, request: Request) -> Response: ...

    async def close(self) -> None: ...


Link = Callable[[RoomService, Limits], Relay]
"""Makes the way to other servers."""


class ServerApp:
    """Answers requests for one server. `address` is where others reach it, if not where a request came to."""

    def __init__(
        self,
        tables: RoomManager,
        hosts: list[str],
        limits: Limits | None = None,
        address: str = "",
        archive: BotPool | None = None,
        link: Link | None = None,
    ) -> None:
        self.tables = tables
        self.hosts = hosts
        self.address = address
        self.path = ""
        """Below which a proxy shows the table."""
        self.limits = Limits() if limits is None else limits
        self.lookups = Buckets(self.limits.lookups, "lookups")
        self.guesses = GuessLimiter(self.limits.misses, tables.clock.now)
        self.makings = PooledRateLimiter(
            self.limits.makings, self.limits.all_makings, self.limits.spare_makings, "makings"
        )
        self.bans = Bans([], tables.clock.now)
        self.loading = asyncio.Lock()
        self.drawing = asyncio.Lock()
        self.static = resources.files("kickdoor.server").joinpath("static")
        self.admission = RoomService(tables, self.limits)
        self.health = HealthRequests(tables)
        self.records = RecordRequests(tables, self.limits, archive)
        self.analyses = Analyses(self.records, self.limits, archive)
        self.sockets = Sockets(self.admission, hosts, self.limits, self.guesses)
        self.relay = None if link is None else link(self.admission, self.limits)
        self.sockets.relay = self.relay
        self.beside: list[BackgroundService] = []
        if self.relay is not None:
            self.health.silent_for = self.relay.silent_for
            for kind, buckets in self.shared_limits().items():
                self.relay.share(kind, buckets)

    def shared_limits(self) -> dict[str, Buckets]:
        """Name the limits that hold for all servers together; others are about connections, and each server's own."""
        return {
            "lookups": self.lookups, "misses": self.guesses.buckets, "makings": self.makings.each,
            "records": self.records.brought, "record_bytes": self.records.space, "pages": self.records.pages,
            "analyses": self.analyses.asked,
        }  # fmt: skip

    def app(self) -> ASGIApp:
        """Make the application; every answer, also one about a fault of our own, passes the guard."""

        @asynccontextmanager
        async def life(app: Starlette) -> AsyncIterator[None]:
            await self.tables.open_up()
            if self.relay is not None:
                await self.relay.open_up(pages, self.listed_here)
            for one in self.beside:
                await one.open_up()
            self.health.closed = ""
            yield
            self.health.close()
            self.analyses.close()
            self.records.close()
            await self.tables.close()
            if self.relay is not None:
                await self.relay.close()
            for one in self.beside:
                await one.close()

        pages = Starlette(routes=self.routes(), lifespan=life, exception_handlers={Exception: fault})

        async def reach(scope: Scope, receive: Receive, send: Send) -> None:
            # A socket lives for hours: it needs none of the layers that turn requests into answers
            if scope["type"] == "websocket" and scope["path"] == "/ws":
                await self.sockets.serve(WebSocket(scope, receive, send))
            else:
                await pages(scope, receive, send)

        return Guard(reach, self.hosts, self.limits, self.path, self.bans)

    def routes(self) -> list[Any]:
        get: list[tuple[str, Handler]] = [
            ("/healthz", self.health.alive),
            ("/readyz", self.health.ready),
            ("/version", self.health.version),
            ("/api/tables", self.list_tables),
            ("/api/tables/{code}", self.table),
            ("/api/tables/{code}/qr.svg", self.qr),
            ("/api/records/{record}", self.records.record),
            ("/api/records/{record}/views", self.records.views),
            ("/api/records/{record}/log", self.records.log),
            ("/api/records/{record}/stats", self.records.stats),
            ("/api/records/{record}/analysis", self.analyses.show),
            ("/api/cards", self.cards),
            ("/api/rules", self.rules),
            ("/api/lobby", self.lobby),
            ("/api/openapi.json", self.openapi),
        ]
        post: list[tuple[str, Handler]] = [
            ("/api/tables", self.make_table),
            ("/api/tutorial", self.tutorial),
            ("/api/tables/{code}/seats", self.sit_down),
            ("/api/tables/{code}/move", self.move),
            ("/api/tables/{code}/claim", self.claim),
            ("/api/records", self.records.bring),
            ("/api/records/{record}/analysis", self.analyses.begin),
            ("/api/records/{record}/analysis/stop", self.analyses.stop),
        ]
        self.calls = [Route(path, self.relayed(handler), methods=["GET"]) for path, handler in get]
        self.calls += [Route(path, self.relayed(handler), methods=["POST"]) for path, handler in post]
        return [
            *self.calls,
            Route("/api/{path:path}", guarded(self.no_call), methods=METHODS),
            *[Route(path, guarded(self.page), methods=["GET"]) for path in (*PAGES, *[f"{p}/" for p in PAGES[1:]])],
            Mount("/static", StaticFiles(packages=[("kickdoor.server", "static")])),
            Route("/{path:path}", guarded(self.lost), methods=["GET"]),
        ]

    def relayed(self, handler: Handler) -> Handler:
        """Have what is about another server's table answered there."""

        async def run(request: Request) -> Response:
            for left in reversed(range(OWNER_RETRIES if request.method == "GET" else 1)):
                try:
                    return await handler(request)
                except OwnedElsewhere as e:
                    if self.relay is None:
                        raise
                    # Who runs the table may just have died: what changes nothing is asked again, and the next may be us
                    with suppress(*([RoomUnloaded] if left else [])):
                        return await self.relay.forward(e.owner, request)
            raise RoomUnloaded

        return guarded(run)

    # The lobby

    async def list_tables(self, request: Request) -> Response:
        """List the tables that may be joined or watched: those that are open to all and where somebody is."""
        self.look(request)
        shown = self.listed_here()
        if self.relay is not None:
            shown += await self.relay.listed()
        return answer(shown[:MAX_LISTED])

    def listed_here(self) -> list[api.TableSummary]:
        found = [
            api.table_shown(running.room.data)
            for running in self.tables.running.values()
            if running.room.data.listed and running.room.data.status != "over" and running.room.clients
        ]
        return found[:MAX_LISTED]

    async def make_table(self, request: Request) -> Response:
        order = await body_of(request, api.NewTable)
        self.check_making(request)
        try:
            api.check_bots(order, self.tables.thinkers.known)
            data = api.new_room(order)
            code, token = await self.admission.make_table(data, order.name, order.password)
        except BadData as e:
            raise RequestRefused(RefusalCode.BAD_TABLE, str(e)) from None
        return answer(api.SeatCredentials(code, token), 201)

    def check_making(self, request: Request) -> None:
        """Object to a new table where too many are made, and at a server that is about to close."""
        if self.health.closed:
            raise RequestRefused(RefusalCode.TRY_AGAIN)
        if not self.makings.take(stranger(request), self.tables.clock.now()):
            raise RequestRefused(RefusalCode.TOO_MANY)

    async def tutorial(self, request: Request) -> Response:
        """Open a table for the tutorial, which begins at once."""
        order = await body_of(request, api.TutorialRequest)
        self.check_making(request)
        code, token = await self.admission.make_tutorial(order.name)
        return answer(api.SeatCredentials(code, token), 201)

    async def table(self, request: Request) -> Response:
        return answer(api.table_shown((await self.find(request)).room.data))

    async def sit_down(self, request: Request) -> Response:
        order = await body_of(request, api.Join)
        running = await self.find(request)
        if running.room.data.password:
            async with self.guess(request, running):
                await self.admission.check_password(running, order.password, stranger(request))
        token, knocking = await self.admission.sit_down(running, order.name, stranger(request))
        return answer(api.SeatCredentials(running.room.data.code, token, knocking), 201)

    async def move(self, request: Request) -> Response:
        """Return the code by which a seat moves to another device; whoever asks must have the seat."""
        order = await body_of(request, api.MoveOrder)
        running = await self.find(request)
        try:
            code = await self.admission.move_code(running, order.token)
        except RequestRefused:
            # Anyone who has the right token is never refused for the wrong ones of others at the same address
            self.guesses.miss(stranger(request), running.room.data.code)
            raise
        link = f"{self.base(request)}/t/{running.room.data.code}#move={code}"
        return answer(api.MoveCode(code, link, await self.draw(link), MOVE_SECONDS), 201)

    async def claim(self, request: Request) -> Response:
        order = await body_of(request, api.Claim)
        running = await self.find(request)
        async with self.guess(request, running):
            token = await self.admission.claim(running, order.move)
        return answer(api.SeatCredentials(running.room.data.code, token), 201)

    async def qr(self, request: Request) -> Response:
        """Draw the way to a table for a phone's camera."""
        running = await self.find(request)
        drawn = await self.draw(f"{self.base(request)}/t/{running.room.data.code}")
        return Response(drawn, media_type="image/svg+xml")

    async def draw(self, link: str) -> str:
        """Draw a link while nobody's game waits for it; one at a time is enough for anybody."""
        async with self.drawing:
            return await asyncio.to_thread(picture, link)

    def base(self, request: Request) -> str:
        """Return the address under which others reach this server: a phone cannot use the loopback's."""
        host = request.headers.get("host", "")
        if self.address and host_name(host) in LOOPBACK:
            return self.address + self.path
        return f"{request.url.scheme}://{host}{self.path}"

    def look(self, request: Request) -> None:
        if request.scope.get("state", {}).get("relayed"):
            # Counted by the server it came to
            return
        if not self.lookups.take(stranger(request), self.tables.clock.now()):
            raise RequestRefused(RefusalCode.TOO_MANY)

    async def find(self, request: Request) -> RoomActor:
        """Find the table a request names."""
        self.look(request)
        who = stranger(request)
        code = request.path_params["code"]
        async with self.guesses.attempt(who):
            running = await self.tables.find(code) if len(code) == CODE_LENGTH else None
            if running is None:
                self.guesses.miss(who)
                raise RequestRefused(RefusalCode.NO_TABLE)
            return running

    @asynccontextmanager
    async def guess(self, request: Request, running: RoomActor) -> AsyncIterator[None]:
        """Check a password or the code of a seat, unless someone has tried too often to get in at this table."""
        who, code = stranger(request), running.room.data.code
        async with self.guesses.attempt(who, code):
            try:
                yield
            except RequestRefused as e:
                if e.code in (RefusalCode.BAD_PASSWORD, RefusalCode.BAD_CODE):
                    self.guesses.miss(who, code)
                raise

    # What the pages read

    async def cards(self, request: Request) -> Response:
        wanted = [name for name in request.query_params.get("sets", "")[:500].split(",") if name]
        try:
            # The first who asks for a mix has it loaded; nobody's game waits for that
            async with self.loading:
                body = await asyncio.to_thread(cards_json, tuple(wanted), self.tables.folders)
        except BadData as e:
            raise RequestRefused(RefusalCode.NO_SET, str(e)) from None
        return marked(request, body)

    async def rules(self, request: Request) -> Response:
        return marked(request, rules_json())

    async def lobby(self, request: Request) -> Response:
        offered = self.tables.thinkers.known.offered
        body = lobby_json(self.tables.folders, self.base(request), offered)
        return Response(body, media_type="application/json")

    async def openapi(self, request: Request) -> Response:
        return marked(request, openapi_json())

    async def page(self, request: Request) -> Response:
        """Return the one page of the application; it finds its way by the address."""
        found = self.static.joinpath("index.html")
        if not found.is_file():
            raise RequestRefused(RefusalCode.NO_PAGE, "This server's web pages haven't been built; see web/README.md.")
        return Response(below(self.path, found.read_bytes()), media_type="text/html")

    async def lost(self, request: Request) -> Response:
        """Return the page to somebody who has lost the way: it says so."""
        found = await self.page(request)
        found.status_code = 404
        return found

    async def no_call(self, request: Request) -> Response:
        """Return that there is nothing to be asked at an address, or not like this."""
        allowed: set[str] = set()
        for route in self.calls:
            if route.matches(request.scope)[0] is Match.PARTIAL:
                allowed |= route.methods or set()
        if not allowed:
            raise RequestRefused(RefusalCode.NO_ADDRESS)
        said = refusal(RequestRefused(RefusalCode.BAD_METHOD))
        said.headers["allow"] = ", ".join(sorted(allowed))
        return said
