"""Tests of the race of candidates through samples: when one is dropped, and when the first is replaced."""

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


def test_the_first_candidate_is_replaced_only_by_a_clearly_better_one() -> None:
    assert favourite([FIRST, LOST, BETTER]) is BETTER
    assert favourite([FIRST, CLOSE]) is FIRST
    assert favourite([FIRST, candidate(9000, 1500, 9000, 1500)]) is FIRST
    assert favourite([FIRST, candidate(*[one + 40 for one in FIRST.results] * 400)]) is FIRST


def test_the_best_of_several_better_candidates_is_taken() -> None:
    best = candidate(6000, 6100, 6200, 6000)
    assert favourite([FIRST, BETTER, best]) is best
    assert favourite([FIRST, best, BETTER]) is best


def test_one_sample_decides_nothing() -> None:
    assert favourite([candidate(100), candidate(9000)]).results == [100]


def test_a_candidate_dropped_early_is_not_taken() -> None:
    assert favourite([FIRST, candidate(9000, 9000)]) is FIRST


def test_a_tiny_gain_does_not_replace_the_first_candidate() -> None:
    many = candidate(*FIRST.results * 100)
    assert favourite([many, candidate(*[one + 49 for one in many.results])]) is many
    better = candidate(*[one + 51 for one in many.results])
    assert favourite([many, better]) is better


def test_equal_and_hopeless_candidates_are_dropped() -> None:
    assert still_racing(FIRST, [SAME, LOST, CLOSE]) == [CLOSE]
    assert still_racing(FIRST, [SAME, LOST]) == []


def test_a_candidate_clearly_behind_the_best_is_dropped() -> None:
    ahead = candidate(6000, 4500, 5900, 4600)
    assert still_racing(FIRST, [ahead, CLOSE]) == [ahead, CLOSE]
    assert CLOSE not in still_racing(FIRST, [CLOSE, candidate(5600, 5500, 5200, 5600)])
    twin = candidate(*ahead.results)
    assert still_racing(FIRST, [ahead, twin]) == [ahead]


def test_the_race_ends_when_one_candidate_is_far_ahead() -> None:
    assert still_racing(FIRST, [candidate(*[one + 2000 for one in FIRST.results])]) == []


def test_leads_are_measured_in_common_samples() -> None:
    lead = Lead(candidate(10, 20, 30), candidate(1, 2))
    assert (lead.samples, lead.total, lead.squares) == (2, 27, 81 + 324)
    assert not Lead(candidate(900), candidate(1)).exceeds(0, CLEAR)
    assert Lead(LOST, FIRST).is_below(0, CLEAR)
    assert not Lead(LOST, FIRST).exceeds(0, CLEAR)


def test_checks_come_after_equal_numbers_of_samples() -> None:
    assert [n for n in range(1, 13) if is_time_to_look(n)] == [FIRST_LOOK, 2 * FIRST_LOOK, 3 * FIRST_LOOK]
