"""Tables that cannot go on: why, in words, and what is kept of them."""

from __future__ import annotations

import logging

from kickdoor.engine.machine.errors import BadData
from kickdoor.replay.provenance import ReplayMismatch
from kickdoor.server.logs.request_ids import table_name
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.records.table_record import exported, name_of_stuck, table_record
from kickdoor.server.room.room import Room
from kickdoor.server.storage.interface import Store, StoredRecord
from kickdoor.server.storage.recovery import RecoveryFailed

log = logging.getLogger("kickdoor.server")


def why_stuck(e: Exception) -> RequestRefused:
    """Return in words why a table cannot be woken."""
    if isinstance(e, RecoveryFailed) or (isinstance(e, ReplayMismatch) and e.otherwise):
        was = f"It was {e}" if str(e).startswith("made") else str(e)
        return RequestRefused(RefusalCode.OTHER_RULES, f"This game cannot go on; it is kept as it is. {was}.")
    return RequestRefused(RefusalCode.TABLE_BROKEN, str(e) if isinstance(e, BadData) else "")


async def keep_stuck(store: Store, now: float, room: Room, broken: bool) -> str:
    """Keep the record of a game that cannot go on, as far as it comes; says where that of a finished one is.

    The other holds everybody's hands, and the game may go on some day under the rules it was made under: where it is,
    only who runs the server is told. Of a `broken` one no state can be read, and its answers are kept as they are.
    """
    data, match = room.data, room.match
    if data.record:
        return f" Its record is at /r/{data.record}."
    if match is None or data.script >= 0:
        return ""
    body = exported(data, *await store.story(data.id)) if broken else table_record(data, match.record())
    record = StoredRecord(name_of_stuck(data), body)
    await store.put_record(record, now)
    kept = "its answers" if broken else f"its first {match.seq} answers"
    log.error("table %s: %s are kept at /r/%s; kickdoor export saves all of it", table_name(data.id), kept, record.id)
    return ""
