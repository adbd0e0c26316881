"""A restart at any moment changes nothing: the game goes on as the same answers would have had it."""

from __future__ import annotations

import random

import pytest
from tests.layers import thorough
from tests.server.harness import RoomHarness, new_data, play_at_random, start

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import read_room
from kickdoor.server.storage.recovery import recover


def undisturbed(harness: RoomHarness) -> Room:
    """Play the same answers at a table that was never disturbed."""
    room = Room(read_room(harness.stored), load_catalog, 0.0, random.Random(1))
    recover(room, harness.written)
    return room


@thorough
@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_restarts_is_the_game_of_the_same_answers(seed: int) -> None:
    data = new_data(2, 4, ["normal", "none", "blitz"][seed])
    data.secret = f"{seed + 7:064x}"
    harness, clients = start(2, data=data)
    rng = LehmerRng(f"restart{seed}")
    for _ in range(40):
        play_at_random(harness, clients, rng, 1 + rng.below(40))
        state = state_to_json(harness.state)
        lines = [harness.match.lines(seat, 0) for seat in (-1, 0, 1)]
        harness.time += rng.below(100)
        if rng.below(2):
            harness.restart()
        else:
            harness.end()
        assert state_to_json(harness.state) == state
        assert [harness.match.lines(seat, 0) for seat in (-1, 0, 1)] == lines
        clients = [harness.connect(seat) for seat in range(2)]
        if harness.room.playing is None:
            break
    again = undisturbed(harness)
    assert again.match is not None
    assert state_to_json(again.match.state) == state_to_json(harness.state)
    assert again.match.record() == harness.record()


def test_a_reconnecting_client_misses_nothing() -> None:
    harness, clients = start(2)
    play_at_random(harness, clients, LehmerRng("missed"), 150)
    have = harness.view_of(clients[0]).lines
    seen = max((line.n for line in have), default=0)
    harness.disconnect(clients[0])
    play_at_random(harness, clients[1:], LehmerRng("meanwhile"), 100)
    back = harness.connect(0, seen)
    numbers = [line.n for message in harness.inbox[back] for line in getattr(message, "lines", [])]
    assert numbers == list(range(seen + 1, harness.match.told + 1))
    assert harness.view_of(back).game["seat"] == 0


def test_a_mix_of_all_sets_comes_back() -> None:
    harness, clients = start(2, data=new_data(2, 5, "blitz", known_sets()))
    play_at_random(harness, clients, LehmerRng("mix"), 400)
    state = state_to_json(harness.state)
    harness.restart()
    assert state_to_json(harness.state) == state
