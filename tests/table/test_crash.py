"""`kill -9` at random moments: afterwards every table is the game of the answers that were given, and nothing else."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest
from tests.table.crash import Player, run

from kickdoor.catalog.load import load_catalog
from kickdoor.engine.machine.prompts import Answer, parse
from kickdoor.engine.state.codec import state_to_json
from kickdoor.table.room.match import Match
from kickdoor.table.room.room import Room
from kickdoor.table.room.room_data import read_room
from kickdoor.table.store.contract import Deed, StoredTable
from kickdoor.table.store.deeds import step_of
from kickdoor.table.store.sqlite import SqliteStore
from kickdoor.table.store.waking import wake
from kickdoor.view.observe import observe


def stored(path: Path, code: str) -> tuple[StoredTable, list[Deed]]:
    async def read() -> tuple[StoredTable, list[Deed]]:
        store = SqliteStore(path)
        try:
            found = await store.find(code)
            assert found is not None
            return found, (await store.story(found.id))[0]
        finally:
            await store.close()

    return asyncio.run(read())


def compare(table: StoredTable, deeds: list[Deed], player: Player) -> int:
    """Compares a tormented table with an undisturbed game of the same answers; gives how many there were."""
    assert [deed.seq for deed in deeds] == list(range(len(deeds)))
    data = read_room(table.room)
    room = Room(read_room(table.room), load_catalog, 0.0, random.Random(1))
    wake(room, deeds)
    assert room.match is not None
    match = Match(load_catalog(data.sets), data)
    for number, deed in enumerate(deeds, 1):
        step = step_of(deed)
        match.apply(Answer(step.seat, parse(step.key), step.picks, -1, step.cause))
        if number in player.games:
            seen = observe(match.state, player.seat, remembers=False)
            assert json.loads(player.games[number]) == json.loads(json.dumps(seen))
    assert state_to_json(room.match.state) == state_to_json(match.state)
    told = [line.text for line in match.lines(player.seat, 0)]
    assert [player.lines[n] for n in sorted(player.lines)] == told[: len(player.lines)]
    assert player.seq <= len(deeds)
    return len(deeds)


def torment(folder: Path, kills: int, tables: int, seed: int) -> int:
    server, players = run(folder, kills, tables, seed)
    assert server.kills == kills + 1
    total = 0
    for player in players:
        assert player.problems == []
        total += compare(*stored(folder / "crash.db", player.code), player)
    assert total > 4 * kills
    return total


def test_a_few_crashes(tmp_path: Path) -> None:
    torment(tmp_path, 2, 2, 1)


@pytest.mark.slow
def test_fifty_crashes(tmp_path: Path) -> None:
    torment(tmp_path, 50, 4, 2)
