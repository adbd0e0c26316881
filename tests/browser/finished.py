"""A finished game, played without a browser: the same each time."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from tests.server.harness import RoomHarness, new_data, play_at_random, start

from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.records.table_record import table_record
from kickdoor.server.run_server import open_store
from kickdoor.server.storage.interface import RoomWrite, StoredRecord, StoredTable

LEVEL = 4
RECORD = "the-game-of-ann-and-ben"


@cache
def finished_game() -> RoomHarness:
    """Play two people and two bots to the end."""
    data = new_data(humans=2, seats=4)
    data.options = {"winning_level": LEVEL}
    for seat, name in zip(data.seats, ("Ann", "Ben", "Grizel", "Tock"), strict=True):
        seat.name = name
    server, clients = start(data=data)
    play_at_random(server, clients, LehmerRng("browser"), 20_000)
    assert server.match.is_over
    return server


@cache
def finished_record() -> bytes:
    """Return the record of that game as it is saved."""
    server = finished_game()
    return table_record(server.room.data, server.record())


def lay_down(file: Path) -> str:
    """Write that game where a house keeps its tables, as if it had just ended there; gives the code of the table."""
    server = finished_game()
    data = server.room.data
    data.record = RECORD
    now = time.time()

    async def write() -> None:
        store = open_store(file)
        await store.create(StoredTable(data.id, data.code, now, now, data.status, b""))
        record = StoredRecord(RECORD, finished_record())
        await store.append(data.id, RoomWrite(server.written, server.room.room_bytes(), data.status, now, record))
        await store.close()

    # Where a browser is open there is a loop already
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, write()).result()
    return data.code
