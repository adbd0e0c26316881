"""Awards at the end of a game: who earned what, and by how much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.harness import RoomHarness, play_at_random, start
from tests.server.test_windows import until_window

from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.machine.prompts import P_COUNT, P_TOKENS, pick
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import Fight
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.game_stats import AWARDS, Counts, SeatStats, awards_of
from kickdoor.server.records.playback import Playback
from kickdoor.server.records.table_record import read_record, table_record
from kickdoor.server.room.game_log import LogEvent


def happens(counts: Counts, seat: int, *events: tuple[int, int, int]) -> None:
    """Have an answer of a seat lead to events, each a kind, a seat and another."""
    counts.before(seat)
    told = [LogEvent(Event(kind, who, other, 1, [], [], EVERYONE), 1, who) for kind, who, other in events]
    counts.after(1, told)


@pytest.fixture
def counts() -> Counts:
    harness, _ = start(2)
    return Counts(harness.match)


def fight_of(counts: Counts, deal: list[int]) -> None:
    """Have the first seat fight, helped by the third."""
    fight = Fight(0)
    fight.helper, fight.deal = 2, deal
    counts.match.state.fight = fight


def test_the_best_bargain_is_the_pay_of_one_fight(counts: Counts) -> None:
    happens(counts, 0, (ev.FIGHT_BEGUN, 0, -1))
    happens(counts, 2, (ev.HELP_AGREED, 2, 0))
    fight_of(counts, [pick(P_COUNT, 2)])
    picked = [(ev.TREASURE_PICKED, seat, -1) for seat in (0, 2, 0, 2)]
    happens(counts, 0, *picked, (ev.GIVEN, 0, 2))
    assert [one.bargain for one in counts.seats] == [0, 0, 3, 0]
    counts.match.state.fight = None
    # A gift is no bargain, and the next fight counts by itself
    happens(counts, 0, (ev.GIVEN, 0, 2), (ev.FIGHT_BEGUN, 1, -1), (ev.HELP_AGREED, 3, 1), (ev.TREASURE_PICKED, 3, -1))
    happens(counts, 0, (ev.FIGHT_BEGUN, 0, -1), (ev.TREASURE_PICKED, 2, -1))
    assert [one.bargain for one in counts.seats] == [0, 0, 3, 1]


def test_treasures_count_for_the_seat_that_gets_them(counts: Counts) -> None:
    """What the main fighter of a helped fight draws lies on the table until one of the two picks it."""
    drawn = Event(ev.TREASURES_DRAWN, 0, 1, 0, [90, 91, 92, 93], [0, 0, 0, 0], EVERYONE)
    picked = [Event(ev.TREASURE_PICKED, 2 if n else 0, -1, 0, [90 + n], [0], EVERYONE) for n in range(4)]
    counts.before(0)
    counts.after(1, [LogEvent(event, 1, event.seat) for event in [drawn, *picked]])
    alone = Event(ev.TREASURES_DRAWN, 1, 1, 0, [94, 95], [0, 0], 1 << 1)
    counts.after(2, [LogEvent(alone, 1, 1)])
    assert [one.treasures for one in counts.seats] == [1, 2, 3, 0]


@pytest.mark.parametrize(("deal", "worth"), [([pick(P_TOKENS, 1)], 1), ([], 0)])
def test_tokens_count_where_they_were_agreed_on(counts: Counts, deal: list[int], worth: int) -> None:
    happens(counts, 2, (ev.HELP_AGREED, 2, 0))
    fight_of(counts, deal)
    happens(counts, 0, (ev.TOKEN_GAINED, 2, -1), (ev.TOKEN_GAINED, 0, -1))
    assert counts.seats[2].bargain == worth


def held(seconds: float) -> RoomHarness:
    """Play on to a window that somebody holds open for a while."""
    harness, clients = start(2, 4)
    first, _ = until_window(harness, clients)
    assert isinstance(harness.ask(first, wire.Hold), wire.Done)
    harness.run(seconds)
    harness.do(first, "pass")
    return harness


def test_the_longest_hold_is_stored_and_shown() -> None:
    harness = held(9.0)
    best = [seat.held for seat in harness.room.data.seats]
    assert sorted(best)[-2:] == [0.0, pytest.approx(9.0, abs=0.1)]
    # A hold that runs out counts as far as it went
    assert max(seat.held for seat in held(40.0).room.data.seats) == pytest.approx(15.0, abs=0.1)
    body = table_record(harness.room.data, harness.record())
    stats = Playback(read_record(body), []).stats()
    (award,) = [award for award in stats.awards if award.id == "award.hold"]
    assert (award.seat, award.amount) == (best.index(max(best)), 9)


def test_records_without_holds_are_read_and_false_ones_refused() -> None:
    harness, clients = start(2)
    play_at_random(harness, clients, LehmerRng("awards"), 20)
    data = json.loads(table_record(harness.room.data, harness.record()))
    del data["holds"]
    assert read_record(json.dumps(data).encode()).holds == []
    for holds in ([1], [1, 2, 3, -4], [0, 0, 0, 10**9], ["a"] * 4):
        with pytest.raises(BadData):
            read_record(json.dumps(data | {"holds": holds}).encode())


def test_only_a_sole_leader_gets_an_award() -> None:
    seats = [SeatStats(dice=[0] * 6, kills=3, held=7), SeatStats(dice=[0, 0, 0, 0, 0, 3], kills=3, held=8)]
    assert {(a.id, a.seat, a.amount) for a in awards_of(seats)} == {("award.luck", 1, 3), ("award.hold", 1, 8)}


def test_next_to_nothing_earns_no_award() -> None:
    few = SeatStats(dice=[0, 0, 0, 0, 0, 1], backstab=1, bargain=1, helped=1, escapes=1, curses_suffered=1, given=1)
    assert awards_of([SeatStats(dice=[0] * 6), few]) == []
    few.helped, few.deaths = 3, 1
    assert [(a.id, a.amount) for a in awards_of([SeatStats(dice=[0] * 6), few])] == [
        ("award.helpful", 3),
        ("award.unlucky", 1),
    ]


def test_every_award_has_its_words() -> None:
    words = json.loads((Path(__file__).parents[2] / "web/src/i18n/en.json").read_text(encoding="utf-8"))
    for id, name, _ in AWARDS:
        assert words[id]
        assert "{n" in words[f"{id}.why"]
        assert isinstance(getattr(SeatStats(dice=[0] * 6), name), int)
