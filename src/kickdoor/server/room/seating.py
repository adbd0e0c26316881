"""Who may sit where: seats a newcomer may take, names nobody else has, and what is missing to start."""

from __future__ import annotations

from collections import Counter

import msgspec

from kickdoor.server.protocol.refusal_codes import RefusalCode
from kickdoor.server.room.bot_profiles import face_of, faces_around
from kickdoor.server.room.room import Client, Room
from kickdoor.server.room.room_data import MAX_JOIN_REQUESTS, JoinRequest, RoomData, SeatData
from kickdoor.server.room.text_cleaning import look_of
from kickdoor.server.room.tutorial import is_scripted

MAX_BANNED = 100


def open_seats(data: RoomData) -> list[int]:
    return [i for i, seat in enumerate(data.seats) if seat.kind == "open"]


def seats_to_take(data: RoomData, name: str = "") -> list[int]:
    """Return the seats a newcomer may take, the best first: where no chair is empty, a bot makes room for a person.

    The bot that has played on for somebody bears their name: they get their own seat back.
    """
    if data.status == "over" or is_scripted(data):
        return []
    bots = [i for i, seat in enumerate(data.seats) if seat.kind == "bot"]
    return open_seats(data) or sorted(bots, key=lambda i: look_of(data.seats[i].name) != look_of(name))


def must_knock(data: RoomData) -> bool:
    """Return whether a newcomer must be let in. In a game always, because the newcomer sees the cards the bot held."""
    return data.seats[data.host].kind == "human" and (data.approve or data.status == "playing")


def bar(room: Room, clients: list[Client], until: float) -> list[Client]:
    """Let nobody new come from where some people are; gives those it is about. Whoever has a seat's token may come.

    An address that somebody at the table has too is as much that person's: a family's, or a proxy's.
    """
    going = [client.id for client in clients]
    staying = {client.address for client in room.clients.values() if client.id not in going and client.seat >= 0}
    away = [client for client in clients if client.address and client.address not in staying]
    room.barred |= {client.address: until for client in away}
    room.barred = dict(list(room.barred.items())[-MAX_BANNED:])
    return away


def is_barred(room: Room, address: str, now: float) -> bool:
    return now < room.barred.get(address, 0.0)


def missing(room: Room) -> list[str]:
    """Return what keeps a game from starting."""
    data = room.data
    out: list[str] = []
    if open_seats(data):
        out.append(RefusalCode.MISSING_SEATS)
    if [seat for i, seat in enumerate(data.seats) if seat.kind == "human" and not seat.ready and i != data.host]:
        out.append(RefusalCode.MISSING_READY)
    if [i for i in data.humans if data.seats[i].spent and not data.seats[i].seal and room.is_here(i)]:
        # Somebody who starts again at once does not leave those out who did as they should
        out.append(RefusalCode.MISSING_SEALS)
    return out


def take_seat(data: RoomData, index: int, name: str, token: str) -> SeatData:
    """Seats somebody; if the host has left, they are the host now."""
    old = data.seats[index]
    if data.status == "waiting":
        # Two with one face are hard to tell apart; whoever wants that of another may still choose it
        face = face_of("", index, faces_around(data.seats, index))
        seat = SeatData(name=name, kind="human", token=token, avatar=face)
    else:
        # The character is as it was dealt, and so is what the seat has added to the seed
        seat = msgspec.structs.replace(old, name=name, kind="human", token=token)
    data.seats[index] = seat
    if data.seats[data.host].kind != "human":
        data.host = index
    return seat


def free_name(data: RoomData, wanted: str) -> str:
    """Make a name that nobody at the table has; a bot whose place may be taken has none of its own."""
    going = [] if open_seats(data) else seats_to_take(data, wanted)[:1]
    others = [seat for i, seat in enumerate(data.seats) if i not in going]
    taken = [look_of(name) for name in [seat.name for seat in others] + [knock.name for knock in data.knocks]]
    chosen = wanted
    number = 2
    while look_of(chosen) in taken:
        chosen = f"{wanted[:20]} {number}"
        number += 1
    return chosen


def seat_newcomer(room: Room, name: str, token: str) -> int:
    """Return somebody a seat, in a game the place of a bot in the midst of what it does; -1 if there is none."""
    free = seats_to_take(room.data, name)
    if not free:
        return -1
    index = free[0]
    seat = take_seat(room.data, index, name, token)
    if room.match is not None:
        room.match.names[index] = name
        seat.bank = room.pace.bank
    room.stop_bot(index)
    room.touch()
    return index


def find_crowding_address(addresses: list[str], mine: str) -> str | None:
    """Return the address that has most of the places, if it would still have more than mine with one more."""
    counts = Counter(addresses)
    most, n = counts.most_common(1)[0]
    return most if n > counts[mine] + 1 else None


def make_room_for_request(room: Room, address: str) -> None:
    """Drop a join request where there are too many: one of the address that has most, or those who have gone away."""
    knocks, origin = room.data.knocks, room.requested_from
    if len(knocks) < MAX_JOIN_REQUESTS:
        return
    here = {client.knock for client in room.clients.values()}
    absent = [knock.id for knock in knocks if knock.id not in here]
    own = [knock.id for knock in knocks if origin.get(knock.id, "") == address]
    most = find_crowding_address([origin.get(knock.id, "") for knock in knocks], address)
    going = [id for id in own if id in absent]
    if not going and most is not None:
        theirs = [knock.id for knock in knocks if origin.get(knock.id, "") == most]
        going = [max(theirs, key=lambda id: (id in absent, id))]
    elif not going and not own:
        going = absent
    room.data.knocks = [knock for knock in knocks if knock.id not in going]
    room.hang_ups.extend(client.id for client in room.clients.values() if client.knock and client.knock in going)


def add_request(room: Room, name: str, token: str, address: str) -> None:
    """Have someone wait to be let in."""
    data = room.data
    data.knocks = [*data.knocks, JoinRequest(data.next_knock, name, token)]
    origin = room.requested_from | {data.next_knock: address}
    room.requested_from = {knock.id: origin[knock.id] for knock in data.knocks if knock.id in origin}
    data.next_knock += 1
    room.touch()


def list_deciders(room: Room) -> list[int]:
    """Return the seats that decide who is let in: the host, or in a running game everyone.

    The seat of a running game comes with hidden cards. If the host alone gave it away, the host could remove a player
    and take the cards with a second device. A player who is gone and replaced by a stand-in is not waited for.
    """
    data = room.data
    if data.status != "playing":
        return [data.host]
    return [i for i in data.humans if room.is_here(i) or not data.seats[i].driven]


def list_shown_requests(room: Room, seat: int) -> list[JoinRequest]:
    """Return the join requests that wait for the answer of a seat."""
    deciders = list_deciders(room) if room.data.knocks else []
    return [knock for knock in room.data.knocks if seat in deciders and seat not in knock.agreed]


def seat_agreed_requests(room: Room) -> None:
    """Seat those whom everyone who decides has agreed to, as far as there are seats."""
    for knock in room.data.knocks:
        if knock.agreed and all(seat in knock.agreed for seat in list_deciders(room)):
            found = seat_newcomer(room, knock.name, knock.token)
            if found < 0:
                return
            room.data.knocks = [other for other in room.data.knocks if other.id != knock.id]
            waiting = [client for client in room.clients.values() if client.knock == knock.id]
            for client in waiting:
                client.seat, client.knock = found, 0
                room.tell_chat(client)
            if not waiting:
                room.leave_alone(found)
