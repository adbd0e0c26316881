"""Has hints thought of in the bots' workers, and brings them back to their tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging

from kickdoor.catalog.set_folder import folders_of
from kickdoor.server.bot_workers.hint_job import HintErrand, advise
from kickdoor.server.live.room_actor import RoomActor, RoomUnloaded
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.logs.request_ids import table_name
from kickdoor.server.room.hint_requests import HintOrder, give_hint

log = logging.getLogger("kickdoor.server")


def send_off(tables: RoomManager, running: RoomActor) -> None:
    """Have all hints thought of that are wanted at a table; they come back as jobs."""
    for order in running.room.hints.values():
        if not order.sent:
            order.sent = True
            tables.keep(asyncio.create_task(think_of(tables, running, order)))


async def think_of(tables: RoomManager, running: RoomActor, order: HintOrder) -> None:
    """Wait for a hint; one that fails is told as an accident."""
    data = running.room.data
    prompt = order.prompt
    folders = [str(folder) for folder in folders_of(data.sets, tables.folders)]
    question = [prompt.id, prompt.purpose, prompt.codes, prompt.blocking]
    names = [seat.name for seat in data.seats]
    errand = HintErrand(data.sets, folders, json.dumps(order.seen), question, names)
    found: tuple[str, str] | None = None
    try:
        found = await tables.thinkers.run(data.id, advise, errand)
    except Exception as e:
        log.warning("a hint for seat %s at table %s: %r", order.seat, table_name(data.id), e)
    with contextlib.suppress(RoomUnloaded):
        await tables.do(running, lambda room: give_hint(room, order, found))
