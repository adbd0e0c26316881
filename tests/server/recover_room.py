"""Wakes a table with whatever version of the package is first on the path: `python visit.py FILE CODE` tells how.

It is run with copies of the package whose rules were changed, so it speaks only of what every version has.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any


async def visit(path: Path, code: str) -> dict[str, Any]:
    from kickdoor.engine.rules.version import VERSION
    from kickdoor.server.bot_workers.bot_pool import BotPool
    from kickdoor.server.live.room_manager import RoomManager
    from kickdoor.server.protocol.refusal_codes import RequestRefused
    from kickdoor.server.storage.recovery import note_of
    from kickdoor.server.storage.sqlite_store import SqliteStore

    class Still:
        def now(self) -> float:
            return 1_000_000.0

        async def sleep(self, seconds: float) -> None:
            await asyncio.Event().wait()

        def alarm(self, seconds: float, ring: object) -> asyncio.Future[None]:
            return asyncio.get_running_loop().create_future()

    manager = RoomManager(SqliteStore(path), Still(), BotPool(1, []))
    try:
        running = await manager.find(code)
        assert running is not None
        match = running.room.match
        assert match is not None
        return {
            "rules": VERSION,
            "seq": match.seq,
            "again": match.given_again,
            "note": note_of(running.room.data),
            "hands": [seat.hand for seat in match.state.seats],
        }
    except RequestRefused as e:
        return {"rules": VERSION, "code": e.code, "text": e.text}
    finally:
        await manager.close()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(visit(Path(sys.argv[1]), sys.argv[2]))))
