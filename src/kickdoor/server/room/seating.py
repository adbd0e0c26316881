"""Who may sit where: seats a newcomer may take, names nobody else has, and what is missing to start."""

from __future__ import annotations

import msgspec

from kickdoor.server.protocol.refusal_codes import RefusalCode
from kickdoor.server.room.bot_profiles import face_of, faces_around
from kickdoor.server.room.room import Client, Room
from kickdoor.server.room.room_data import JoinRequest, RoomData, SeatData
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
    """Return whether the host must let people in. In a game always: whoever comes sees the cards the bot held."""
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


def seat_knock(room: Room, knock: JoinRequest) -> int:
    """Seats somebody who has waited; -1 if no seat is free."""
    found = seat_newcomer(room, knock.name, knock.token)
    if found >= 0:
        room.data.knocks = [other for other in room.data.knocks if other.id != knock.id]
    return found
