"""Only what has changed is made again, what several see alike is made once, and still everybody knows all there is."""

from __future__ import annotations

import pytest
from tests.server.harness import RoomHarness, new_data, play_at_random, start

from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.game_log import line_of, reader_of
from kickdoor.server.room.room_data import RoomData, seal_of

WATCHER = -1


def played(seed: int, steps: int, humans: int = 2) -> tuple[RoomHarness, list[int]]:
    harness, clients = start(humans, data=new_data(humans))
    clients.append(harness.connect(WATCHER))
    play_at_random(harness, clients[:-1], LehmerRng(f"showing {seed}"), steps)
    return harness, clients


def test_room_info_is_not_rebuilt_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    harness, clients = start(4, speed="none")
    told, asked = harness.match.told, 0

    def commitment(data: RoomData) -> str:
        nonlocal asked
        asked += 1
        return seal_of(data.secret, data.id)

    # What is around a game is told with it, and nothing else asks for it
    monkeypatch.setattr(RoomData, "commitment", property(commitment))
    play_at_random(harness, clients, LehmerRng("rooms"), 30)
    assert harness.match.told > told
    assert asked == 0
    harness.room.touch()
    harness.flush()
    assert asked == len(clients)


def test_room_info_is_always_up_to_date() -> None:
    rng = LehmerRng("comings and goings")
    harness, clients = start(3)
    known = 0
    for _ in range(40):
        seated = [client.id for client in harness.room.clients.values() if client.seat >= 0]
        if seated:
            play_at_random(harness, seated, rng, 4)
        if rng.below(3) == 0:
            # Clocks run out, bots sit in, and others become the host
            harness.run(rng.below(200))
        client = clients[rng.below(len(clients))]
        if client in harness.room.clients:
            harness.disconnect(client)
        clients.append(harness.connect(rng.below(4) - 1))
        harness.check_what_is_known()
        known += len([seat for seat in harness.room_of(clients[-1]).seats if seat.driven or not seat.here])
    assert known


def test_a_stand_in_is_announced_to_all() -> None:
    harness, clients = start(2, speed="blitz")
    while not any(seat.driven for seat in harness.room.data.seats):
        assert harness.step()
        harness.check_what_is_known()
    assert [seat.driven for seat in harness.room_of(clients[0]).seats] == [s.driven for s in harness.room.data.seats]


def test_equal_messages_are_encoded_once() -> None:
    harness, _ = played(1, 150)
    rules, names = harness.match.rules, harness.match.names
    shared: dict[tuple[int, int], wire.Line] = {}
    readers = range(WATCHER, 4)
    for seat in readers:
        own = [
            line_of(rules, names, fact, harness.match.dropped + n, seat)
            for n, fact in enumerate(harness.match.events, 1)
        ]
        assert harness.match.lines(seat, 0, shared) == own
    assert len(harness.match.events) < len(shared) < len(readers) * len(harness.match.events)


def test_personal_lines_are_private() -> None:
    harness, _ = played(2, 150)
    for fact in harness.match.events:
        for seat in range(4):
            concerned = seat == fact.seat or (fact.event is not None and seat == fact.event.other) or bool(fact.terms)
            assert not concerned or reader_of(fact, seat) == seat


def test_a_fight_is_explained_once_for_all() -> None:
    harness, clients = start(4)
    rng = LehmerRng("fights")
    while harness.state.fight is None or harness.state.fight.lost:
        play_at_random(harness, clients, rng, 1)
    harness.room.touch_game()
    harness.flush()
    shown = [harness.view_of(client).fight for client in clients]
    assert all(one.chips is shown[0].chips and one.helped is shown[0].helped for one in shown)
    main = harness.state.fight.main
    assert [i for i, one in enumerate(shown) if one.escapes] == sorted({main, harness.state.fight.helper} - {-1})


def test_a_new_client_gets_the_full_view() -> None:
    harness, clients = played(3, 60)
    late = harness.connect(0)
    view, room = harness.view_of(late), harness.room_of(late)
    assert [line.n for m in harness.inbox[late] if isinstance(m, wire.View) for line in m.lines] == [
        line.n for line in harness.match.lines(0, 0)
    ]
    assert room == harness.room_of(clients[0])
    harness.room.touch_game()
    harness.flush()
    for part in ("game", "question", "choices", "fight", "strengths", "hands", "undo", "watch"):
        assert getattr(view, part) == getattr(harness.view_of(clients[0]), part), part
