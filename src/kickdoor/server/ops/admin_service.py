"""What whoever runs a server may ask of it while it runs, and what it answers: `kickdoor admin` speaks to this desk.

What concerns tables that other servers run is done there too, over the bus.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.limits.bans import network_of
from kickdoor.server.live.room_actor import RoomActor, RoomUnloaded
from kickdoor.server.ops.health import DRAINING
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import RoomData, read_room
from kickdoor.server.room.text_cleaning import MAX_CHAT_CHARS, clean_text
from kickdoor.server.storage.interface import StoreFault
from kickdoor.server.storage.record_export import game_in, packed

if TYPE_CHECKING:
    from kickdoor.server.http.app import ServerApp

log = logging.getLogger("kickdoor.server")
STATUSES = ("playing", "waiting", "over")
MAX_LISTED = 1000
SPEAKER = "from whoever runs this server"
"""Who says what is announced; too long for a player to be called so."""


class ListTables(Struct, tag_field="do", tag="list"):
    """Asks for the tables of all servers with the same store, those touched last first."""

    statuses: tuple[str, ...] = STATUSES


class Show(Struct, tag_field="do", tag="show"):
    """Asks for all that is known of one table, but for its cards."""

    code: str


class End(Struct, tag_field="do", tag="end"):
    """Closes a table and deletes it; the record of a game that is over stays."""

    code: str


class Export(Struct, tag_field="do", tag="export"):
    """Asks for the game of a table as a record."""

    code: str
    before: bool = False


class DeleteRecord(Struct, tag_field="do", tag="delete"):
    """Deletes the record of a game."""

    record: str


class Ban(Struct, tag_field="do", tag="ban"):
    """Lets nobody come from an address for a while, and sends away who is there; with 0 seconds it ends."""

    address: str
    seconds: float


class ListBans(Struct, tag_field="do", tag="bans"):
    """Asks who is banned."""


class Announce(Struct, tag_field="do", tag="announce"):
    """Says something at all tables."""

    text: str


class Drain(Struct, tag_field="do", tag="drain"):
    """Takes nobody new, and after a while closes the server."""

    seconds: float


Order = ListTables | Show | End | Export | DeleteRecord | Ban | ListBans | Announce | Drain


class ClientShown(Struct):
    """Somebody who is connected."""

    seat: int
    """-1 for somebody who watches or waits to be let in."""
    address: str


class Part(Struct):
    """What one server has done of an order."""

    count: int = 0
    clients: list[ClientShown] = []


class Reply(Struct):
    """What came of an order."""

    found: Any = None
    error: str = ""


orders = msgspec.json.Decoder(Order)
parts = msgspec.json.Decoder(Part)
encoder = msgspec.json.Encoder()


class AdminService:
    """Does what it is told; whoever reaches it may do everything."""

    def __init__(self, web: ServerApp, end: Callable[[], None]) -> None:
        self.web = web
        self.tables = web.tables
        self.end_server = end
        """Closes the server as if it were told to end."""
        if web.relay is not None:
            web.relay.obey(self.obey)

    async def answer(self, body: bytes) -> bytes:
        """Do an order, and tells what came of it or why it cannot be done. The log has that it was given."""
        try:
            order = orders.decode(body)
            log.info("ordered: %s", type(order).__name__)
            return encoder.encode(Reply(await self.do(order)))
        except (BadData, msgspec.ValidationError, msgspec.DecodeError, StoreFault) as e:
            return encoder.encode(Reply(error=str(e)))
        except Exception:
            log.exception("an order of whoever runs the server")
            return encoder.encode(Reply(error="the server has had an accident; its log tells more"))

    async def obey(self, body: bytes) -> bytes:
        """Do this server's part of an order that came to another."""
        return encoder.encode(await self.here(orders.decode(body)))

    async def everywhere(self, order: Order) -> list[Part]:
        """Have an order done here and at all other servers."""
        found = [await self.here(order)]
        if self.web.relay is not None:
            found += [parts.decode(body) for body in await self.web.relay.order(encoder.encode(order))]
        return found

    async def do(self, order: Order) -> Any:
        match order:
            case ListTables():
                return [summary(read_room(one.room), one.touched) for one in await self.listed(order)]
            case ListBans():
                return self.web.bans.listed()
            case Show():
                table = await self.find(order.code)
                shown = [client for part in await self.everywhere(order) for client in part.clients]
                return details(table) | {"connected": shown}
            case End():
                table = await self.find(order.code)
                await self.everywhere(order)
                return await self.tables.store.delete(table.id)
            case Export():
                body, found = packed(await game_in(self.tables.store, "the server", order.code), "it", order.before)
                return {"record": body.decode(), "answers": found.answers, "rules": found.rules, "aside": found.aside}
            case DeleteRecord():
                if not await self.tables.store.delete_record(order.record):
                    raise BadData(f"there is no record {order.record[:40]!a}")
                return True
            case Drain():
                return self.drain(order.seconds)
            case Ban():
                network_of(order.address)
            case Announce():
                if not clean_text(order.text) or len(order.text) > MAX_CHAT_CHARS:
                    raise BadData(f"an announcement has from 1 to {MAX_CHAT_CHARS} letters")
        return sum(part.count for part in await self.everywhere(order))

    async def here(self, order: Order) -> Part:
        """Do what an order is about at the tables of this server."""
        match order:
            case Show(code):
                running = self.running(code)
                clients = [] if running is None else list(running.room.clients.values())
                return Part(len(clients), [ClientShown(one.seat, one.address) for one in clients])
            case End(code):
                return Part(int(await self.close(code.upper())))
            case Ban(address, seconds):
                self.web.bans.ban(address, seconds)
                return Part(sum(self.send_away(running) for running in list(self.tables.running.values())))
            case Announce(text):
                told = [self.announce(running, clean_text(text)) for running in list(self.tables.running.values())]
                return Part(sum(await asyncio.gather(*told)))
        return Part()

    # One table

    async def listed(self, order: ListTables) -> list[Any]:
        unknown = [status for status in order.statuses if status not in STATUSES]
        if unknown:
            raise BadData(f"there is no status {unknown[0][:20]!a}; there are {', '.join(STATUSES)}")
        return await self.tables.store.tables(order.statuses, MAX_LISTED)

    async def find(self, code: str) -> RoomData:
        stored = await self.tables.store.find(code.upper())
        if stored is None:
            raise BadData(f"there is no table {code[:20]!a}")
        return read_room(stored.room)

    def running(self, code: str) -> RoomActor | None:
        return self.tables.running.get(self.tables.codes.get(code.upper(), ""))

    async def close(self, code: str) -> bool:
        """Let a table leave the memory, and sees that nobody wakes it again."""
        stored = await self.tables.store.find(code)
        if stored is not None:
            self.tables.stuck[stored.id] = RequestRefused(RefusalCode.NO_TABLE)
        running = self.running(code)
        if running is not None:
            self.tables.drop(running)
        return running is not None

    def send_away(self, running: RoomActor) -> int:
        """End the connections of those who are banned."""
        banned = [one for one in running.room.clients.values() if self.web.bans.holds(one.address)]
        for client in banned:
            post = running.posts.get(client.id)
            if post is not None:
                post.hang_up(for_good=True)
        return len(banned)

    async def announce(self, running: RoomActor, text: str) -> int:
        def work(room: Room) -> int:
            room.tell_all(wire.Chat(seat=-1, name=SPEAKER, text=text))
            return len(room.clients)

        told = 0
        with contextlib.suppress(RoomUnloaded):
            told = await self.tables.do(running, work)
        return told

    def drain(self, seconds: float) -> bool:
        """Return probes at once that this server closes, and closes it when they have had time to hear of it."""
        if not 0 <= seconds <= 3600:
            raise BadData("drain: give from 0 to 3600 seconds")
        log.warning("this server takes nobody new, and closes in %.0f s", seconds)
        self.web.health.closed = DRAINING
        asyncio.get_running_loop().call_later(seconds, self.end_server)
        return True


def summary(data: RoomData, touched: float) -> dict[str, Any]:
    """Return of a table what a list needs."""
    return {
        "code": data.code, "status": data.status, "touched": touched, "sets": data.sets, "listed": data.listed,
        "people": [seat.name for seat in data.seats if seat.kind == "human"],
        "bots": sum(seat.kind == "bot" for seat in data.seats),
    }  # fmt: skip


def details(data: RoomData) -> dict[str, Any]:
    """Return of a table what there is to tell without anybody's cards or secrets."""
    seats = [{"name": seat.name, "kind": seat.kind, "bot": seat.bot, "driven": seat.driven} for seat in data.seats]
    return {
        "code": data.code, "id": data.id, "status": data.status, "made": data.made, "sets": data.sets,
        "options": data.options, "listed": data.listed, "locked": data.locked, "password": bool(data.password),
        "watchers": data.watchers, "record": data.record, "next": data.next_code, "seats": seats,
    }  # fmt: skip
