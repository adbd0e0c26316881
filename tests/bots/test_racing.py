"""Candidates race through worlds: who is dropped when, and when the first is overruled."""

from kickdoor.policies.search.racing import CLEAR, FIRST_LOOK, Candidate, Lead, favourite, is_time_to_look, still_racing


def candidate(*results: int) -> Candidate:
    one = Candidate((0, []))
    one.results = list(results)
    return one


FIRST = candidate(5000, 5200, 4800, 5000)
SAME = candidate(5000, 5200, 4800, 5000)
LOST = candidate(100, 100, 100, 100)
BETTER = candidate(5300, 5400, 5200, 5250)
CLOSE = candidate(5200, 5000, 4900, 5100)


def test_the_first_is_overruled_only_where_another_is_clearly_better() -> None:
    assert favourite([FIRST, LOST, BETTER]) is BETTER
    assert favourite([FIRST, CLOSE]) is FIRST
    assert favourite([FIRST, candidate(9000, 1500, 9000, 1500)]) is FIRST
    assert favourite([FIRST, candidate(*[one + 40 for one in FIRST.results] * 400)]) is FIRST


def test_of_several_that_are_better_the_best_is_taken() -> None:
    best = candidate(6000, 6100, 6200, 6000)
    assert favourite([FIRST, BETTER, best]) is best
    assert favourite([FIRST, best, BETTER]) is best


def test_one_world_proves_nothing() -> None:
    assert favourite([candidate(100), candidate(9000)]).results == [100]


def test_who_was_not_tried_in_all_worlds_is_not_taken() -> None:
    assert favourite([FIRST, candidate(9000, 9000)]) is FIRST


def test_a_gain_too_small_to_matter_changes_nothing() -> None:
    many = candidate(*FIRST.results * 100)
    assert favourite([many, candidate(*[one + 49 for one in many.results])]) is many
    better = candidate(*[one + 51 for one in many.results])
    assert favourite([many, better]) is better


def test_what_makes_no_difference_or_is_hopeless_is_dropped() -> None:
    assert still_racing(FIRST, [SAME, LOST, CLOSE]) == [CLOSE]
    assert still_racing(FIRST, [SAME, LOST]) == []


def test_whoever_is_clearly_behind_the_best_is_dropped() -> None:
    ahead = candidate(6000, 4500, 5900, 4600)
    assert still_racing(FIRST, [ahead, CLOSE]) == [ahead, CLOSE]
    assert CLOSE not in still_racing(FIRST, [CLOSE, candidate(5600, 5500, 5200, 5600)])
    twin = candidate(*ahead.results)
    assert still_racing(FIRST, [ahead, twin]) == [ahead]


def test_the_race_is_over_once_the_last_is_far_ahead() -> None:
    assert still_racing(FIRST, [candidate(*[one + 2000 for one in FIRST.results])]) == []


def test_leads_are_measured_where_both_were_tried() -> None:
    lead = Lead(candidate(10, 20, 30), candidate(1, 2))
    assert (lead.samples, lead.total, lead.squares) == (2, 27, 81 + 324)
    assert not Lead(candidate(900), candidate(1)).exceeds(0, CLEAR)
    assert Lead(LOST, FIRST).is_below(0, CLEAR)
    assert not Lead(LOST, FIRST).exceeds(0, CLEAR)


def test_looks_come_after_as_many_worlds_each() -> None:
    assert [n for n in range(1, 13) if is_time_to_look(n)] == [FIRST_LOOK, 2 * FIRST_LOOK, 3 * FIRST_LOOK]
