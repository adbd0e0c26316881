"""Bots that bear grudges hear at a table what their seats saw, all of it, once, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.layers import thorough
from tests.server.harness import RoomHarness, new_data
from tests.server.test_memories import LISTENING, done, errand, moments, play, watched

from kickdoor.bots.policy_adapter import policy_of
from kickdoor.bots.registry import BOTS, list_personality_bots, receives_events
from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import EVENTS, EVERYONE, Event
from kickdoor.policies.evaluation.weights import PlayStyle
from kickdoor.policies.grudges import RELEVANT_EVENTS, Grudges, visible_numbers
from kickdoor.rng import Rng
from kickdoor.server.bot_workers.bot_job import think
from kickdoor.server.live.bot_dispatch import question_of
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.bot_memory import listen
from kickdoor.server.room.bot_turns import wanted_thoughts
from kickdoor.server.room.room_data import MAX_BOT_EVENTS, SeatData, encoder, read_room
from kickdoor.view.redact import redact

GRUDGES = -1
"""Where in a memory the grudges are."""


def lasting(level: str) -> int:
    style: PlayStyle = BOTS[level].STYLE  # type: ignore[attr-defined]
    return style.grudge.lasts


def told(harness: RoomHarness, seat: int) -> Grudges:
    """Return what somebody in a seat would hold against others who had heard the whole game in one go."""
    grudges = Grudges()
    for fact in harness.match.events:
        if fact.event is not None and RELEVANT_EVENTS >> fact.event.kind & 1:
            level = harness.room.data.seats[seat].bot
            grudges.on_event(visible_numbers(fact.event, seat), seat, harness.match.rules, lasting(level))
    return grudges


def held(harness: RoomHarness, seat: int) -> Grudges:
    """Return what the bot of a seat holds against others: what it remembers, and what it will be told."""
    grudges = Grudges()
    data = harness.room.data.seats[seat]
    if data.memory:
        grudges.restore_memory(data.memory[GRUDGES])
    for one in data.heard:
        grudges.on_event(one, seat, harness.match.rules, lasting(data.bot))
    return grudges


@pytest.mark.parametrize("name", [*BOTS, *list_personality_bots()])
def test_the_bots_that_receive_events_are_known_by_name(name: str) -> None:
    assert receives_events(name) == policy_of(BOTS[name](0, Rng("a"))).wants_events()
    assert not receives_events("Eager")
    assert not receives_events("nasty@nobody")


@thorough
@pytest.mark.parametrize("kill_after", [-1, 1])
def test_a_bot_receives_every_event_once(kill_after: int) -> None:
    """Whatever it was asked or not in between, and however often the server was killed."""
    harness = watched(LISTENING)
    wrongs = longest = 0
    for deeds in range(20, 320, 20):
        play(harness, deeds, kill_after)
        assert harness.match.dropped == 0
        for seat in (1, 2, 3):
            assert held(harness, seat).memory() == told(harness, seat).memory()
            wrongs = max(wrongs, *held(harness, seat).wrongs)
            longest = max(longest, len(harness.room.data.seats[seat].heard))
    assert wrongs > 0
    assert 0 < longest < MAX_BOT_EVENTS / 4
    assert harness.room.data.seats[0].heard == []


def test_a_reloaded_table_has_the_same_memory() -> None:
    undisturbed, slept = watched(LISTENING), watched(LISTENING)
    for deeds in (40, 80, 120):
        play(undisturbed, deeds)
        play(slept, deeds)
        slept.end()
        slept.connect(-1)
    play(undisturbed, 200)
    play(slept, 200)
    assert done(slept)[:200] == done(undisturbed)[:200]


def test_received_events_make_a_difference() -> None:
    """Else it would not have to travel."""
    differs = 0
    for s, seat, memory in moments("nasty@flint", 150):
        others = [other for other in range(4) if other != seat]
        wrongs = [[ev.PROMISE_LAPSED, other, seat, 0] for other in others for _ in range(4)]
        asked = errand("nasty@flint", s, seat, memory)
        calm, angry = think(asked), think(replace(asked, heard=wrongs))
        assert max(angry.memory[GRUDGES]) == 300
        differs += calm.choice != angry.choice
    assert differs > 0


def test_memory_of_another_version_is_dropped() -> None:
    s, seat, memory = moments("nasty@flint", 5)[-1]
    asked = errand("nasty@flint", s, seat, [])
    odd = think(replace(asked, memory=memory, heard=[[ev.CARD_PLAYED, 1, seat, 1, 99_999], [3]]))
    fresh = think(asked)
    assert (odd.choice, odd.memory) == (fresh.choice, fresh.memory)


def test_stored_memory_is_bounded() -> None:
    harness = watched(LISTENING)
    seat = harness.room.data.seats[1]
    for number in range(3 * MAX_BOT_EVENTS):
        listen(harness.room.data, [Event(ev.TURN_BEGUN, 0, -1, number, [], [], EVERYONE)])
    assert len(seat.heard) == MAX_BOT_EVENTS
    assert seat.heard[-1][3] == 3 * MAX_BOT_EVENTS - 1
    assert len(encoder.encode(harness.room.data)) < 20_000


def test_events_are_sent_again_to_a_bot_that_failed() -> None:
    """What it was told and could not take in is not lost."""
    harness = watched(LISTENING)
    play(harness, 30)
    while not harness.room.data.seats[1].heard:
        harness.step()
    before = list(harness.room.data.seats[1].heard)
    count = len(harness.written)
    while len(harness.written) == count:
        for thought, prompt in wanted_thoughts(harness.room):
            assert thought.seat != 1 or question_of(harness.room, thought, prompt).heard == before
            thought.ready, thought.choice = True, None if thought.speak_up else (prompt.codes[0], [])
        harness.step()
    assert harness.room.data.seats[1].heard[: len(before)] == before
    play(harness, count + 10)
    assert held(harness, 1).memory() == told(harness, 1).memory()


def test_another_bot_in_the_seat_has_no_memory() -> None:
    seat = SeatData(kind="bot", bot="nasty@flint")
    seat.hear([1, 2, 3, 4])
    seat.change_bot("nasty@flint")
    assert seat.heard == [[1, 2, 3, 4]]
    seat.change_bot("normal@flint")
    assert seat.heard == []


@pytest.mark.parametrize("kind", [kind for kind in range(len(EVENTS)) if RELEVANT_EVENTS >> kind & 1])
def test_events_for_a_bot_hide_unseen_cards(kind: int) -> None:
    harness = RoomHarness(new_data(0, 4))
    for seat in harness.room.data.seats:
        seat.bot = "nasty@flint"
    listen(harness.room.data, [Event(kind, 0, 1, 1, [5, 6], [7, 8], 1 << 2 | 1)])
    assert [seat.heard[0][4:] for seat in harness.room.data.seats] == [[7, 8], [], [7, 8], []]


def test_prompts_for_a_bot_hide_unseen_cards() -> None:
    seen: Counter[str] = Counter()
    for number in range(3):
        data = new_data(0, 4, "none", known_sets())
        data.secret = f"{number:064x}"
        for seat in data.seats:
            seat.bot = "easy@flint"
        harness = RoomHarness(data)
        harness.connect(-1)
        harness.room.start_match()
        harness.pass_time(0.0)
        for _ in range(300):
            told_before = len(harness.match.events)
            waiting = [len(seat.heard) for seat in data.seats]
            harness.step()
            check_news(harness, told_before, waiting, seen)
    assert seen["news"] > 200


def check_news(harness: RoomHarness, before: int, waiting: list[int], seen: Counter[str]) -> None:
    """Compare what bots are to be told with what their seats may know of the same events."""
    facts = [fact.event for fact in harness.match.events[before:]]
    for i, seat in enumerate(harness.room.data.seats):
        allowed = [redact(event, i, harness.match.rules) for event in facts if event is not None]
        numbers = [[EVENTS.index(str(one["kind"])), one["seat"], one["other"], one["amount"]] for one in allowed]
        for told_now in seat.heard[waiting[i] :]:
            seen["news"] += 1
            found = [one for one, plain in zip(allowed, numbers, strict=True) if plain == told_now[:4]]
            names = [harness.match.rules.defs[index].key for index in told_now[4:]]
            assert any(names in ([], one.get("defs")) for one in found)


def test_memory_is_stored_and_never_shown() -> None:
    harness = watched(LISTENING)
    play(harness, 60)
    while not harness.room.data.seats[1].heard:
        harness.step()
    assert read_room(harness.stored).seats[1].heard == harness.room.data.seats[1].heard
    for messages in harness.inbox.values():
        assert b"heard" not in b"".join(wire.encoder.encode(message) for message in messages)


def test_rooms_without_memory_load() -> None:
    """They know nothing of what was heard."""
    harness = watched(LISTENING)
    old = harness.stored.replace(b',"heard":[]', b"")
    assert old != harness.stored
    assert [seat.heard for seat in read_room(old).seats] == [[], [], [], []]
