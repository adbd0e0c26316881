"""Compares a table that has been through crashes with an undisturbed game of the same answers."""

from __future__ import annotations

import json
import random

from tests.server.crash import Player

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine.prompts import Answer, parse
from kickdoor.engine.state.codec import state_to_json
from kickdoor.server.room.match import Match
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import read_room
from kickdoor.server.storage.interface import JournalEntry, StoredTable
from kickdoor.server.storage.journal import step_of
from kickdoor.server.storage.recovery import recover
from kickdoor.view.observe import observe


def compare(table: StoredTable, deeds: list[JournalEntry], player: Player) -> int:
    """Compare a tormented table with an undisturbed game of the same answers; gives how many there were."""
    assert [deed.seq for deed in deeds] == list(range(len(deeds)))
    data = read_room(table.room)
    room = Room(read_room(table.room), load_catalog, 0.0, random.Random(1))
    recover(room, deeds)
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
