"""One table with many watchers and devices, one house with many tables: each has its turn, and no more."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.harness import House as Table
from tests.table.harness import new_data

from kickdoor.table import protocol as wire
from kickdoor.table import show


def test_what_many_see_alike_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(new_data(humans=2))
    seats = [table.connect(seat) for seat in (0, 0, 0, 1, 1)]
    watchers = [table.connect(-1) for _ in range(10)]
    table.room.start_match()
    table.flush()
    made: list[int] = []
    view = show.view

    def counted(room: Any, match: Any, client: Any) -> wire.View:
        made.append(client.seat)
        return view(room, match, client)

    monkeypatch.setattr(show, "view", counted)
    table.room.touch()
    table.flush()
    assert sorted(made) == [-1, 0, 1]
    shown = [table.last(client, wire.View) for client in watchers]
    assert all(one is shown[0] for one in shown)
    assert table.last(seats[0], wire.View) is table.last(seats[2], wire.View) is not table.last(seats[3], wire.View)


def test_nobody_is_shown_the_game_because_somebody_comes_or_goes() -> None:
    table = Table(new_data(humans=2))
    first = table.connect(0)
    table.room.start_match()
    table.flush()
    before = len([message for message in table.inbox[first] if isinstance(message, wire.View)])
    guest = table.connect(-1)
    assert table.room_of(first).watchers == 1
    table.disconnect(guest)
    assert table.room_of(first).watchers == 0
    other = table.connect(1)
    assert table.room_of(first).seats[1].here
    table.disconnect(other)
    assert not table.room_of(first).seats[1].here
    assert len([message for message in table.inbox[first] if isinstance(message, wire.View)]) == before
