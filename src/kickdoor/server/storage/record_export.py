"""Saves the game of one table as a record, also of one that cannot go on, and of answers that were set aside."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.records.table_record import exported
from kickdoor.server.room.room_data import RoomData, read_room
from kickdoor.server.storage.backups import opened
from kickdoor.server.storage.interface import JournalEntry, Store, StoredSnapshot
from kickdoor.server.storage.journal import answers_of, effective_entries, last_goes_on
from kickdoor.server.storage.sqlite_database import NAMES_VERSION, check, make_private, version_of
from kickdoor.server.storage.sqlite_store import story_of


@dataclass(frozen=True, slots=True)
class Export:
    """What was saved of a table."""

    answers: int
    rules: int
    aside: int
    """Answers that were set aside when the game last went on under other rules or cards."""


StoredGame = tuple[RoomData, list[JournalEntry], StoredSnapshot | None]
"""A table's room, all that was done there, and where its game last went on under other rules or cards."""


def export(source: Path, code: str, target: Path, before: bool = False) -> Export:
    """Save the game of a table to a file that is not there yet; reads the tables while a server has them, too."""
    with opened(source) as db:
        check(db, source)
        if version_of(db) < NAMES_VERSION:
            # The source is not migrated, because its owner may still use an earlier version.
            db.execute("CREATE TEMP VIEW journal AS SELECT * FROM deeds")
        game = stored_game(db, source, code.upper())
    return save(game, str(source), target, before)


async def game_in(store: Store, source: str, code: str) -> StoredGame:
    """Read the game of a table of any store; `source` names that in words."""
    found = await store.find(code.upper())
    story = ([], None) if found is None else await store.story(found.id)
    return begun(None if found is None else found.room, source, code.upper(), story)


def save(game: StoredGame, source: str, target: Path, before: bool) -> Export:
    """Save a game as a record, in a file that is not there yet."""
    body, found = packed(game, source, before)
    write(target, body)
    return found


def write(target: Path, body: bytes) -> None:
    """Write a record to a file that is not there yet; only its owner can read it."""
    try:
        if not make_private(target):
            raise BadData(f"{target}: is there already; nothing is overwritten")
        target.write_bytes(body + b"\n")
    except OSError as e:
        raise BadData(f"{target}: cannot be written: {e.strerror}") from None


def packed(game: StoredGame, source: str, before: bool = False) -> tuple[bytes, Export]:
    """Make a record of a game.

    `before`: as it was before it last went on under other rules or cards, with the answers that were set aside.
    """
    data, deeds, base = game
    found = last_goes_on(deeds)
    aside = 0
    if found is not None:
        seq, note = found
        earlier = [deed for deed in deeds if deed.seq < seq]
        aside = len(answers_of([deed for deed in effective_entries(earlier) if deed.seq >= note.first]))
        if before:
            deeds, base = earlier, None
            data = msgspec.structs.replace(data, rules=note.rules, catalog=note.catalog)
    elif before:
        raise BadData(f"{source}: the game of table {data.code} has never gone on under other rules or cards")
    body = exported(data, deeds, base)
    return body, Export(len(answers_of(effective_entries(deeds))), data.rules, aside)


def stored_game(db: sqlite3.Connection, source: Path, code: str) -> StoredGame:
    """Read a table by its code."""
    row = db.execute("SELECT id, room FROM tables WHERE code=?", (code,)).fetchone()
    return begun(row and row[1], str(source), code, ([], None) if row is None else story_of(db, row[0]))


def begun(
    room: bytes | None, source: str, code: str, story: tuple[list[JournalEntry], StoredSnapshot | None]
) -> StoredGame:
    """Make a game of what was found of it; `BadData` if there is none."""
    if room is None:
        raise BadData(f"{source}: there is no table {code[:20]!a}")
    data = read_room(room)
    if data.status == "waiting":
        raise BadData(f"{source}: the game of table {code} has not begun")
    return data, *story
