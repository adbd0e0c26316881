"""Saves the game of one table as a record, also of one that cannot go on, and of answers that were set aside."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kickdoor.engine.machine.errors import BadData
from kickdoor.table.records.table_record import exported
from kickdoor.table.room.room_data import RoomData, read_room
from kickdoor.table.store.backups import opened
from kickdoor.table.store.contract import Deed, StoredSnapshot
from kickdoor.table.store.database import check, make_private
from kickdoor.table.store.deeds import answers_of, last_goes_on, standing
from kickdoor.table.store.sqlite import story_of


@dataclass(frozen=True, slots=True)
class Export:
    """What was saved of a table."""

    answers: int
    rules: int
    aside: int
    """Answers that were set aside when the game last went on under other rules or cards."""


def export(source: Path, code: str, target: Path, before: bool = False) -> Export:
    """Saves the game of a table to a file that is not there yet; reads the tables while a server has them, too.

    `before`: as it was before it last went on under other rules or cards, with the answers that were set aside.
    """
    with opened(source) as db:
        check(db, source)
        data, deeds, base = stored_game(db, source, code.upper())
    found = last_goes_on(deeds)
    aside = 0
    if found is not None:
        seq, note = found
        earlier = [deed for deed in deeds if deed.seq < seq]
        aside = len(answers_of([deed for deed in standing(earlier) if deed.seq >= note.first]))
        if before:
            deeds, base = earlier, None
            data = msgspec.structs.replace(data, rules=note.rules, catalog=note.catalog)
    elif before:
        raise BadData(f"{source}: the game of table {code} has never gone on under other rules or cards")
    body = exported(data, deeds, base)
    try:
        if not make_private(target):
            raise BadData(f"{target}: is there already; nothing is overwritten")
        target.write_bytes(body + b"\n")
    except OSError as e:
        raise BadData(f"{target}: cannot be written: {e.strerror}") from None
    return Export(len(answers_of(standing(deeds))), data.rules, aside)


def stored_game(db: sqlite3.Connection, source: Path, code: str) -> tuple[RoomData, list[Deed], StoredSnapshot | None]:
    """Reads a table by its code."""
    row = db.execute("SELECT id, room FROM tables WHERE code=?", (code,)).fetchone()
    if row is None:
        raise BadData(f"{source}: there is no table {code[:20]!a}")
    data = read_room(row[1])
    if data.status == "waiting":
        raise BadData(f"{source}: the game of table {code} has not begun")
    return data, *story_of(db, row[0])
