"""How hard bots may search: less where so much waits that all would be late, and again as hard when it does not."""

from __future__ import annotations

from kickdoor.server.bot_workers.search_budget import MAX_WAIT_S, MIN_PLAYOUTS, REST, TOO_LONG, SearchBudget

MAX_BUDGET = 48


def at_pace(seconds: float, workers: int = 1, most: int = MAX_BUDGET) -> SearchBudget:
    """A machine where a playout takes so long."""
    effort = SearchBudget(most, workers)
    effort.settle(effort.grant(), seconds * most)
    assert abs(effort.pace - seconds) < 1e-9
    return effort


def test_the_full_budget_is_granted_without_a_queue() -> None:
    effort = at_pace(0.002)
    assert [effort.grant() for _ in range(5)] == [MAX_BUDGET] * 5
    assert SearchBudget(MAX_BUDGET, 1).grant() == MAX_BUDGET


def test_the_budget_shrinks_with_the_queue() -> None:
    effort = at_pace(0.002)
    granted = [effort.grant() for _ in range(60)]
    assert sorted(granted, reverse=True) == granted
    assert set(granted) == {48, 24, 12, 0}
    assert sum(granted) * 0.002 <= MAX_WAIT_S
    # And all of it again when they are done
    for budget in granted:
        effort.settle(budget, budget * 0.002)
    assert effort.granted == 0
    assert effort.grant() == MAX_BUDGET


def test_more_workers_grant_more() -> None:
    one, four = at_pace(0.002), at_pace(0.002, workers=4)
    assert sum(four.grant() for _ in range(400)) > 3 * sum(one.grant() for _ in range(400))


def test_a_slow_machine_searches_less_but_never_gives_up() -> None:
    """Somebody who is alone waits no longer than anybody, and what has become quick again is noticed."""
    assert at_pace(0.06).grant() == 24
    slow = at_pace(30.0)
    assert (slow.grant(), slow.grant()) == (MIN_PLAYOUTS, 0)
    slow.settle(MIN_PLAYOUTS, MIN_PLAYOUTS * 0.1)
    for _ in range(300):
        budget = slow.grant()
        assert budget >= MIN_PLAYOUTS
        slow.settle(budget, budget * 0.001)
    assert slow.grant() == MAX_BUDGET


def test_a_cancelled_search_does_not_change_the_budget() -> None:
    effort = at_pace(0.002)
    effort.settle(effort.grant(), 0.0)
    assert abs(effort.pace - 0.002) < 1e-9


def test_a_small_budget_is_granted_whole() -> None:
    assert at_pace(0.002, most=5).grant() == 5
    assert {at_pace(0.15, most=20).grant() for _ in range(3)} == {20}


def test_searches_are_suspended_if_even_the_shortest_is_too_slow() -> None:
    effort = at_pace(1.0)
    least = effort.grant()
    assert MIN_PLAYOUTS <= least < MAX_BUDGET
    effort.settle(least, TOO_LONG + 1)
    granted = [effort.grant() for _ in range(REST + 1)]
    assert granted == [0] * REST + [least]
    effort.settle(least, 0.1)
    assert effort.grant() == least
