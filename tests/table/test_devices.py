"""One table with many watchers and devices, one house with many tables: each has its turn, and no more."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from tests.table.clockwork import Inn, at_the_inn, order, quiet, safe_answer
from tests.table.harness import House as Table
from tests.table.harness import new_data

from kickdoor.table import protocol as wire
from kickdoor.table import show
from kickdoor.table.workers import NICE, Worker


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


# Bots


def test_a_bot_does_not_go_on_thinking_about_what_is_past(tmp_path: Path) -> None:
    async def story(inn: Inn) -> None:
        asked: list[asyncio.Future[Any]] = []

        async def think(*arguments: Any) -> Any:
            asked.append(asyncio.get_running_loop().create_future())
            return await asked[-1]

        inn.thinkers.think = think  # type: ignore[method-assign]
        code, token = await inn.desk.make_table(order(), "Ann", "")
        client, _, running = await inn.connect(code, token)
        await inn.desk.command(running, client, wire.Start(cmd="s"))
        for _ in range(40):
            await inn.clock.go(2.0)
            await safe_answer(inn, running, client)
        await quiet()
        bots = len(running.room.data.seats) - 1
        assert len(asked) > bots
        assert len([one for one in asked if not one.done()]) <= bots
        inn.house.drop(running)
        await quiet()
        assert all(one.cancelled() for one in asked)

    at_the_inn(tmp_path, story)


def niceness() -> int:
    return os.nice(0)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="not on this system")
def test_workers_let_the_table_go_first() -> None:
    worker = Worker()
    try:
        assert asyncio.run(worker.run(niceness)) >= min(19, os.nice(0) + NICE)
    finally:
        worker.close()
