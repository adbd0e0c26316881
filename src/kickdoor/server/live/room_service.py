"""Admission: how people come to a table, take seats, move to another device, and play once more."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from collections import OrderedDict
from typing import Any

from kickdoor.server.cluster.ownership import OwnedElsewhere
from kickdoor.server.limits.fair_semaphore import FairSemaphore
from kickdoor.server.limits.rate_limits import Buckets, Limits
from kickdoor.server.live.hint_dispatch import send_off
from kickdoor.server.live.room_actor import ClientChannel, RoomActor, RoomUnloaded
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.broadcast import show
from kickdoor.server.room.commands import handle, refused
from kickdoor.server.room.passwords import is_password, is_plain_hash, kept_password
from kickdoor.server.room.room import Client, Room
from kickdoor.server.room.room_data import (
    MAX_JOIN_REQUESTS,
    MOVE_SECONDS,
    RoomData,
    SeatData,
    new_token,
    token_hash,
)
from kickdoor.server.room.seating import (
    add_request,
    find_crowding_address,
    free_name,
    is_barred,
    make_room_for_request,
    must_knock,
    seat_newcomer,
    seats_to_take,
    take_seat,
)
from kickdoor.server.room.text_cleaning import clean_name
from kickdoor.server.room.tutorial import tutorial_room

MAX_SPECTATORS = 20
MAX_CONNECTIONS_PER_SEAT = 4
"""Devices connected for one seat; the one that came first makes room for another."""
MAX_KNOWN_PASSWORDS = 2000
"""Right passwords that are known again without the slow check."""
NAMELESS = "Player"


class RoomService:
    """Receives people for a server."""

    def __init__(self, tables: RoomManager, limits: Limits | None = None) -> None:
        self.tables = tables
        self.limits = Limits() if limits is None else limits
        self.next_client = 0
        self.checking = FairSemaphore(1)
        """Passwords are meant to take time and memory: one at a time is enough for anybody."""
        self.turns = FairSemaphore()
        """Who has something done at a table."""
        self.stretches = Buckets(self.limits.passwords, "passwords")
        self.key = secrets.token_bytes(32)
        self.known: OrderedDict[str, bytes] = OrderedDict()
        """Keyed hashes of right passwords, by what is kept of them; in memory only."""

    # Passwords

    async def keep_password(self, word: str, address: str = "") -> str:
        async with self.checking.turn(address):
            return await asyncio.to_thread(kept_password, word)

    async def check_password(self, running: RoomActor, word: str, address: str = "") -> None:
        """Refuse a wrong password. One that was kept by an older version is kept better from now on."""
        kept = running.room.data.password
        if not kept or self.is_known(word, kept):
            return
        async with self.checking.turn(address):
            if self.is_known(word, kept):
                return
            if not word:
                raise RequestRefused(RefusalCode.BAD_PASSWORD)
            if not self.stretches.take(address, self.tables.clock.now()):
                raise RequestRefused(RefusalCode.TOO_MANY)
            if not await asyncio.to_thread(is_password, word, kept):
                raise RequestRefused(RefusalCode.BAD_PASSWORD)
        self.known[kept] = self.quick_hash(word)
        if len(self.known) > MAX_KNOWN_PASSWORDS:
            self.known.popitem(last=False)
        if is_plain_hash(kept):
            better = await self.keep_password(word, address)

            def work(room: Room) -> None:
                room.data.password = better
                room.unwritten = True

            await self.tables.do(running, work)

    def quick_hash(self, word: str) -> bytes:
        """Hash a password with this process's key."""
        return hashlib.blake2b(word.encode("utf-8", "surrogatepass"), key=self.key, digest_size=32).digest()

    def is_known(self, word: str, kept: str) -> bool:
        """Return whether a password was found to be right before: the slow check is for words no one has confirmed."""
        return hmac.compare_digest(self.known.get(kept, b""), self.quick_hash(word))

    # Seats

    async def make_table(self, data: RoomData, name: str, password: str = "") -> tuple[str, str]:
        """Open a new table; gives its code and the token of its first seat."""
        token = new_token()
        data.password = await self.keep_password(password) if password else ""
        take_seat(data, 0, free_name(data, clean_name(name) or NAMELESS), token_hash(token))
        running = await self.tables.create(data)
        return running.room.data.code, token

    async def make_tutorial(self, name: str) -> tuple[str, str]:
        """Open a table for the tutorial and begins it."""
        code, token = await self.make_table(tutorial_room(), name)
        running = await self.tables.find(code)
        if running is None:
            raise RequestRefused(RefusalCode.NO_TABLE)
        await self.tables.do(running, Room.start_match)
        return code, token

    async def sit_down(self, running: RoomActor, name: str, address: str = "") -> tuple[str, bool]:
        """Seats somebody at a table; gives the token of the seat, and whether the host must let them in first."""
        token = new_token()

        def work(room: Room) -> bool:
            data = room.data
            if is_barred(room, address, self.tables.clock.now()):
                raise RequestRefused(RefusalCode.BARRED)
            if data.opening is not None:
                raise RequestRefused(RefusalCode.STARTING)
            limits = self.limits
            paces = (limits.newcomers, limits.all_newcomers, limits.spare_newcomers)
            if running.is_crowded("newcomers", address, paces, self.tables.clock.now()):
                raise RequestRefused(RefusalCode.TOO_FAST)
            make_room_for_request(room, address)
            if data.locked or not seats_to_take(data) or len(data.knocks) >= MAX_JOIN_REQUESTS:
                raise RequestRefused(RefusalCode.TABLE_FULL if data.status == "waiting" else RefusalCode.GAME_RUNS)
            chosen = free_name(data, clean_name(name) or NAMELESS)
            if must_knock(data):
                add_request(room, chosen, token_hash(token), address)
                return True
            room.leave_alone(seat_newcomer(room, chosen, token_hash(token)))
            return False

        return token, await self.tables.do(running, work)

    async def move_code(self, running: RoomActor, token: str) -> str:
        """Return a code by which a seat moves to another device, once and within a minute."""
        code = secrets.token_urlsafe(9)

        def work(room: Room) -> None:
            seat = room.seat_of(token)
            if seat < 0:
                raise RequestRefused(RefusalCode.BAD_TOKEN)
            room.data.seats[seat].move = token_hash(code)
            room.data.seats[seat].move_until = self.tables.clock.now() + MOVE_SECONDS
            room.unwritten = True

        await self.tables.do(running, work)
        return code

    async def claim(self, running: RoomActor, code: str) -> str:
        """Move a seat to the device that has its code; gives the new token. The old one is good for nothing."""
        token = new_token()

        def work(room: Room) -> str:
            for i, seat in enumerate(room.data.seats):
                if seat.move and hmac.compare_digest(seat.move, token_hash(code)):
                    seat.move = ""
                    room.unwritten = True
                    if self.tables.clock.now() > seat.move_until:
                        break
                    before, seat.token = seat.token, token_hash(token)
                    if room.data.status == "waiting" and room.data.opening is None:
                        # What it was made of stays behind on the old device
                        seat.seal = ""
                    old = room.clients_of(i)
                    room.dismiss(old)
                    room.hang_ups.extend(client.id for client in old if client.id not in room.hang_ups)
                    room.leave_alone(i)
                    room.touch()
                    return before
            raise RequestRefused(RefusalCode.BAD_CODE)

        async with running.rematch:
            rematches = await self.list_rematches(running)
            before = await self.tables.do(running, work)
            for again in rematches:
                # The rematch has the tokens of when it was made
                await self.tables.do(again, lambda room: replace_token(room, before, token_hash(token)))
        return token

    async def list_rematches(self, running: RoomActor) -> list[RoomActor]:
        """Return the tables at which the seats of a table play once more."""
        found: list[RoomActor] = []
        code = running.room.data.next_code
        try:
            while code and (again := await self.tables.find(code)) is not None:
                found.append(again)
                code = again.room.data.next_code
        except OwnedElsewhere:
            raise RequestRefused(RefusalCode.TRY_AGAIN) from None
        return found

    # Connections

    async def join(self, hello: wire.Hello, post: ClientChannel, address: str = "") -> tuple[RoomActor, Client] | None:
        """Connect a client to a table; none if there is no such table."""
        while True:
            running = await self.tables.find(hello.code)
            if running is None:
                return None
            # The table may leave the memory between being found and being asked
            with contextlib.suppress(RoomUnloaded):
                if hello.token is None:
                    await self.check_password(running, hello.password, address)
                async with self.turns.turn(address):
                    return running, await self.join_at(running, hello, post, address)

    async def join_at(self, running: RoomActor, hello: wire.Hello, post: ClientChannel, address: str) -> Client:
        self.next_client += 1
        client = Client(self.next_client, -1, hello.since, address=address)

        def work(room: Room) -> None:
            client.seat = room.seat_of(hello.token)
            client.knock = room.knock_of(hello.token) if client.seat < 0 else 0
            if hello.token is not None and client.seat < 0 and not client.knock:
                raise RequestRefused(RefusalCode.BAD_TOKEN)
            if hello.token is None and is_barred(room, address, self.tables.clock.now()):
                raise RequestRefused(RefusalCode.BARRED)
            if self.comes_too_often(running, client):
                raise RequestRefused(RefusalCode.TOO_FAST)
            make_room(running, client)
            if client.knock:
                room.requested_from[client.knock] = address
            if room.match is not None:
                client.since = min(client.since, room.match.told)
            running.posts[client.id] = post
            room.join(client, self.tables.clock.now())
            if not client.knock:
                room.tell_chat(client)
            show(room, client)

        await self.tables.do(running, work)
        return client

    def comes_too_often(self, running: RoomActor, client: Client) -> bool:
        """Count a connection to a table: of its seat, or of its address if it has none."""
        limits, now = self.limits, self.tables.clock.now()
        if client.seat >= 0:
            return not running.is_slow_enough("joins", client.seat, limits.joins, now)
        paces = (limits.watcher_joins, limits.all_watcher_joins, limits.spare_watcher_joins)
        return running.is_crowded("joins", client.address, paces, now)

    async def part(self, running: RoomActor, client: Client) -> None:
        running.posts.pop(client.id, None)
        with contextlib.suppress(RoomUnloaded):
            await self.tables.do(running, lambda room: room.part(client.id, self.tables.clock.now()))

    async def command(self, running: RoomActor, client: Client, message: Any) -> None:
        """Carry out what a client says, when it is the turn of where it comes from."""
        # Not `turn`: it is there to be convenient, and this is done for every message
        await self.turns.take(client.address)
        try:
            if isinstance(message, wire.Rematch):
                await self.rematch(running, client, message.cmd)
                return
            await self.tables.do(running, lambda room: handle(room, client, message, self.tables.clock.now()))
            send_off(self.tables, running)
        finally:
            self.turns.pass_on()

    async def rematch(self, running: RoomActor, client: Client, cmd: str) -> None:
        """Open another table with the same seats; everybody's token is good there too."""
        old = running.room.data
        post = running.posts.get(client.id)
        try:
            if old.status != "over" or client.seat < 0:
                raise RequestRefused(RefusalCode.NOT_OVER)
            async with running.rematch:
                if not old.next_code:
                    again = await self.tables.create(same_table(old))
                    await self.tables.do(running, lambda room: announce_rematch(room, again.room.data.code))
        except RequestRefused as e:
            if post is not None:
                post.post(refused(cmd, e))
            return
        if post is not None:
            post.post(wire.Done(cmd=cmd))


def make_room(running: RoomActor, client: Client) -> None:
    """See that there are not too many connected already.

    Where too many watch, one of the address that has most of them makes room for an address that has fewer.
    """
    room = running.room
    same = [other for other in room.clients.values() if other.seat == client.seat and other.knock == client.knock]
    if client.seat < 0 and not client.knock:
        if not room.data.watchers:
            raise RequestRefused(RefusalCode.NO_WATCHERS)
        if len(same) >= MAX_SPECTATORS:
            most = find_crowding_address([other.address for other in same], client.address)
            if most is None:
                raise RequestRefused(RefusalCode.TOO_MANY_WATCHERS)
            going = [other for other in same if other.address == most][-1]
            room.part(going.id, room.wall)
            post = running.posts.pop(going.id, None)
            if post is not None:
                post.hang_up()
    elif len(same) >= MAX_CONNECTIONS_PER_SEAT and same[0].id in running.posts:
        running.posts[same[0].id].hang_up()


def replace_token(room: Room, before: str, token: str) -> None:
    """Give the seat that has a token another; anyone who is there by the old one is sent away."""
    for i, seat in enumerate(room.data.seats):
        if seat.token == before:
            seat.token, seat.move = token, ""
            old = room.clients_of(i)
            room.dismiss(old)
            room.hang_ups.extend(client.id for client in old if client.id not in room.hang_ups)
            if old:
                room.leave_alone(i)
            room.touch()


def announce_rematch(room: Room, code: str) -> None:
    """Report everybody where the game goes on."""
    room.data.next_code = code
    room.touch()


def same_table(old: RoomData) -> RoomData:
    """Make a table like another. What the seats add to the seed they seal again: the server's part is another."""
    seats = [
        SeatData(name=seat.name, kind=seat.kind, token=seat.token, bot=seat.bot, avatar=seat.avatar, sex=seat.sex)
        for seat in old.seats
    ]
    return RoomData(
        id="", code="", sets=old.sets, options=old.options, speed=old.speed, pace=old.pace, seats=seats,
        host=old.host, listed=old.listed, password=old.password, watchers=old.watchers, approve=old.approve,
        locked=old.locked, voices=old.voices,
    )  # fmt: skip
