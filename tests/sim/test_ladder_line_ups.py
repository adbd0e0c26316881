"""Tests of line-ups: every bot, pair and group of bots has every seat equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import factorial

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.engine.machine.errors import BadData
from kickdoor.sim.ladder.ladder_plan import Ladder, LadderOrder, make_ladder
from kickdoor.sim.ladder.line_ups import BOTH, FIRST, MIXED, PAIRS, count_line_ups, line_ups, round_orders

NAMES = ("random", "easy", "normal", "nasty")


def ladder(bots: int, seats: int, heats: int = 1, sort: str = BOTH) -> Ladder:
    """Make a ladder with the default sets."""
    return make_ladder(LadderOrder(NAMES[:bots], (default_sets(),), heats * seats, seats, sort))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("bots", [2, 3, 4])
@pytest.mark.parametrize("sort", [BOTH, PAIRS, MIXED])
def test_every_bot_has_every_seat_equally_often(bots: int, seats: int, sort: str) -> None:
    one = ladder(bots, seats, sort=sort)
    seen: Counter[tuple[int, str]] = Counter()
    for number in range(one.games):
        seen.update(enumerate(one.table(number).seating(number % seats)))
    assert len(seen) == bots * seats
    assert len(set(seen.values())) == 1


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_pair_meets_equally_often(seats: int) -> None:
    one = ladder(4, seats)
    met: Counter[frozenset[str]] = Counter()
    alone: Counter[tuple[str, str]] = Counter()
    for number in range(one.games):
        around = one.table(number).seating(0)
        met.update(frozenset(pair) for pair in combinations(around, 2) if len(set(pair)) == 2)
        if len(set(around)) == 2:
            single = min(around, key=around.count)
            alone[single, next(bot for bot in around if bot != single)] += 1
    assert len(met) == 6
    assert len(set(met.values())) == 1
    assert alone == dict.fromkeys(permutations(NAMES, 2), seats)


def test_one_bot_can_be_measured_against_all_others() -> None:
    assert [one.bots for one in line_ups(tuple("abc"), 3, FIRST)] == [("a", "b", "b"), ("a", "c", "c")]


def test_many_bots_meet_in_every_choice() -> None:
    found = line_ups(tuple("abcdef"), 4, MIXED)
    assert [one.bots for one in found] == list(combinations("abcdef", 4))
    assert line_ups(tuple("ab"), 3, BOTH) == line_ups(tuple("ab"), 3, PAIRS)


@pytest.mark.parametrize("sort", [BOTH, PAIRS, FIRST, MIXED])
def test_line_ups_are_counted_without_making_them(sort: str) -> None:
    for bots, seats in ((3, 4), (4, 4), (7, 4), (2, 6), (5, 3)):
        assert count_line_ups(bots, seats, sort) == len(line_ups(tuple("abcdefg"[:bots]), seats, sort))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_all_seating_orders_are_used_with_their_reverses(seats: int) -> None:
    orders = round_orders(seats)
    assert len(set(orders)) == factorial(seats - 1)
    for there, back in zip(orders[::2], orders[1::2], strict=True):
        assert back == (there[0], *there[:0:-1])


def test_every_bot_follows_every_other_equally_often() -> None:
    one = ladder(4, 4, heats=6, sort=MIXED)
    behind: Counter[tuple[str, str]] = Counter()
    for number in range(one.games):
        around = one.table(number).seating(number % 4)
        behind.update(zip(around, around[1:] + around[:1], strict=True))
    assert behind == dict.fromkeys(permutations(NAMES, 2), 8)


def test_more_games_begin_with_the_same_games() -> None:
    short, long = ladder(3, 4), ladder(3, 4, heats=3)
    assert long.games == 3 * short.games
    assert [long.table(number) for number in range(short.games)] == [short.table(n) for n in range(short.games)]
    assert short.plan == long.plan


def test_no_two_games_have_the_same_seed() -> None:
    one = ladder(4, 4, heats=2)
    assert len({(one.table(number).seed, number % 4) for number in range(one.games)}) == one.games


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (LadderOrder(("normal",), (default_sets(),), 4), "at least two bots"),
        (LadderOrder(("normal", "normal"), (default_sets(),), 4), "listed twice"),
        (LadderOrder(("normal", "clever"), (default_sets(),), 4), "no bot 'clever'"),
        (LadderOrder(NAMES, (default_sets(),), 6), "such as 4 or 8"),
        (LadderOrder(NAMES, (default_sets(),), 7, seats=7), "3 to 6 players"),
        (LadderOrder(NAMES, (default_sets(),), 0, seats=0), "3 to 6 players"),
        (LadderOrder(NAMES, (default_sets(), default_sets()), 4), "listed twice"),
        (LadderOrder(NAMES, (("no_such",),), 4), "no set 'no_such'"),
        (LadderOrder(NAMES, (default_sets(),), 4, turns=0), "at least 1"),
        (LadderOrder(NAMES, (default_sets(),), 4_000_001), "at most 1,000,000 games"),
        (LadderOrder(NAMES, (default_sets(),), 400_000), "more than 1,000,000"),
    ],
)
def test_bad_orders_are_refused(order: LadderOrder, message: str) -> None:
    with pytest.raises(BadData, match=message):
        make_ladder(order)


def test_too_many_line_ups_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kickdoor.sim.ladder.ladder_plan.MAX_LINE_UPS", 12)
    with pytest.raises(BadData, match="4 bots make 13 line-ups, more than 12; --line-ups pairs makes fewer"):
        ladder(4, 4)
    assert ladder(4, 4, sort=PAIRS).games == 48
