"""A finished game, played without a browser: the same each time."""

from __future__ import annotations

from functools import cache

from tests.table.harness import new_data, play_at_random, start

from kickdoor.core.rng import Lots
from kickdoor.table.records import table_record

LEVEL = 4


@cache
def finished_record() -> bytes:
    """Plays two people and two bots to the end, and gives the record as it is saved."""
    data = new_data(humans=2, seats=4)
    data.options = {"winning_level": LEVEL}
    for seat, name in zip(data.seats, ("Ann", "Ben", "Grizel", "Tock"), strict=True):
        seat.name = name
    house, clients = start(data=data)
    play_at_random(house, clients, Lots("browser"), 20_000)
    assert house.match.is_over
    return table_record(house.room.data, house.match)
