"""Tables stored before a server starts: games of thousands of free actions, which clients reopen."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.attacks.records import next_answer
from tests.server.fakes import ServerFixture, order

from kickdoor.engine.machine.prompts import key
from kickdoor.server.protocol.refusal_codes import RequestRefused
from kickdoor.server.room.room import Room

MANY_TABLES, MANY_ACTS = 4, 2500


def act_idly(room: Room) -> None:
    """Play on without getting on."""
    match = room.start_match()
    for _ in range(MANY_ACTS):
        answer = next_answer(match.recorder)
        try:
            room.answer(answer, key(answer.code))
        except RequestRefused:
            break


async def fill(path: Path) -> list[tuple[str, str]]:
    server = ServerFixture(path)
    # Tables of long ago would be forgotten at the start
    server.clock.time = time.time()
    out: list[tuple[str, str]] = []
    for _ in range(MANY_TABLES):
        made = await server.admission.make_table(order(), "Eve", "")
        running = await server.tables.find(made[0])
        assert running is not None
        await server.tables.do(running, act_idly)
        assert running.room.next_seq > MANY_ACTS / 2
        out.append(made)
    await server.tables.close()
    return out


def long_games(path: Path) -> list[tuple[str, str]]:
    """Write tables into a file; gives the code of each and the token of its first seat."""
    return asyncio.run(fill(path))
