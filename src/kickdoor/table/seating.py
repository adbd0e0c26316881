"""Who may sit where: free seats, names nobody else has, and what is missing to start."""

from __future__ import annotations

from kickdoor.table.data import Knock, RoomData, SeatData


def open_seats(data: RoomData) -> list[int]:
    return [i for i, seat in enumerate(data.seats) if seat.kind == "open"]


def missing(data: RoomData) -> list[str]:
    """Says what keeps a game from starting, as message ids."""
    out: list[str] = []
    if open_seats(data):
        out.append("missing.seats")
    if [seat for i, seat in enumerate(data.seats) if seat.kind == "human" and not seat.ready and i != data.host]:
        out.append("missing.ready")
    return out


def take_seat(data: RoomData, index: int, name: str, token: str, salt: str) -> SeatData:
    """Seats somebody; if the host has left, he is the host now."""
    seat = SeatData(name=name, kind="human", token=token, salt=salt, avatar=index % 8)
    data.seats[index] = seat
    if data.seats[data.host].kind != "human":
        data.host = index
    return seat


def free_name(data: RoomData, wanted: str) -> str:
    """Makes a name that nobody at the table has."""
    taken = [seat.name.casefold() for seat in data.seats] + [knock.name.casefold() for knock in data.knocks]
    chosen = wanted
    number = 2
    while chosen.casefold() in taken:
        chosen = f"{wanted[:20]} {number}"
        number += 1
    return chosen


def seat_knock(data: RoomData, knock: Knock) -> int:
    """Seats somebody who has waited; -1 if no seat is free."""
    free = open_seats(data)
    if not free:
        return -1
    take_seat(data, free[0], knock.name, knock.token, knock.salt)
    data.knocks = [other for other in data.knocks if other.id != knock.id]
    return free[0]
