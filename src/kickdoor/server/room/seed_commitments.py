"""The parts of the seed: each seat seals its own, all seals are shown, and only then is any of them opened.

So nobody can choose their part by what the others have chosen, not even who runs the table and knows its secret.
"""

from __future__ import annotations

from kickdoor.server.room.room_data import RoomData, seal_of

REVEAL_TIMEOUT_S = 5.0
"""Seconds of the table's time in which all who have sealed a part open it."""
MAX_WITHHELD = 20
"""Called off starts of which it is kept who did not open their part; all of them are counted."""


def lock_commitments(data: RoomData, here: list[int]) -> bool:
    """Fix the seals as they are; True if any is to be opened. Whoever is not there to open theirs adds nothing."""
    for i, seat in enumerate(data.seats):
        seat.salt = ""
        if i not in here:
            seat.seal = ""
    if not unopened(data):
        return False
    data.opening = data.clock + REVEAL_TIMEOUT_S
    return True


def unopened(data: RoomData) -> list[int]:
    """List the seats whose seal is still to be opened."""
    return [i for i, seat in enumerate(data.seats) if seat.seal and not seat.salt]


def reveal_salt(data: RoomData, seat: int, salt: str) -> bool:
    """Take what a seat has sealed; anything else calls the start off, and gives False."""
    chair = data.seats[seat]
    if seal_of(salt, data.id) != chair.seal:
        abort_start(data, [chair.name])
        return False
    chair.salt = salt
    return True


def abort_start(data: RoomData, names: list[str]) -> None:
    """End a start without a game, because of some who are named. What was opened is of no use any more.

    It is counted for good: who knows all parts before the others can throw a deal away like this, but not unseen.
    """
    data.opening = None
    data.called_off += 1
    data.withheld = [*data.withheld, names][-MAX_WITHHELD:]
    for seat in data.seats:
        seat.spent = seat.seal if seat.salt else ""
        seat.seal = seat.salt = ""
