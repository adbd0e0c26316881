"""Tests of simulations: the same counts for the same seed, and bad plans are refused."""

from __future__ import annotations

import pytest
from tests.layers import thorough

from kickdoor.catalog.defaults import default_sets
from kickdoor.engine.machine.errors import BadData
from kickdoor.sim.simulate import Plan, make_plan, simulate


def plan(bots: list[str], games: int = 3, seats: int = 3, max_turns: int = 200) -> Plan:
    """Make a plan with the default sets."""
    return make_plan(Plan(default_sets(), seats, tuple(bots), games, "seed", max_turns))


@pytest.mark.parametrize("bots", [["random"], ["normal"], ["normal", "random"]])
def test_same_seed_gives_the_same_report(bots: list[str]) -> None:
    first = simulate(plan(bots, games=2)).as_data()
    assert simulate(plan(bots, games=2)).as_data() == first


def test_jobs_do_not_change_the_report() -> None:
    progress: list[int] = []
    alone = simulate(plan(["normal"], games=3)).as_data()
    assert simulate(plan(["normal"], games=3), 2, progress.append).as_data() == alone
    assert sum(progress) == 3


@thorough
def test_digest_depends_on_the_games() -> None:
    digest = simulate(plan(["random"], games=3)).digest()
    assert simulate(plan(["random"], games=3), 2).digest() == digest
    assert simulate(plan(["random"], games=2)).digest() != digest
    assert simulate(plan(["normal"], games=3)).digest() != digest


def test_report_adds_up() -> None:
    report = simulate(plan(["normal", "random"], games=4))
    data = report.as_data()
    assert data["games"] == 4
    assert sum(report.wins_by_seat()) == sum(report.wins_by_bot().values())
    assert data["bots"] == ["normal", "random", "normal"]
    for game in report.games:
        assert game.fights_helped <= game.fights_won + game.fights_lost
        assert len(game.levels) == 3


def test_normal_bots_beat_random_ones() -> None:
    wins = simulate(plan(["normal", "random"], games=6, seats=4)).wins_by_bot()
    assert wins["normal"] > wins["random"]


def test_games_are_cut() -> None:
    data = simulate(plan(["normal"], games=2, max_turns=3)).as_data()
    assert data["cut"] == 2
    assert data["turns"] == {"mean": 3, "median": 3, "ninety": 3, "least": 3, "most": 3}


@pytest.mark.parametrize(
    ("bots", "games", "seats", "max_turns", "message"),
    [
        (["normal"], 1, 7, 9, "3 to 6 players"),
        (["normal"], 0, 3, 9, "at least 1"),
        (["normal"], 1, 3, 0, "at least 1"),
        (
            ["clever"],
            1,
            3,
            9,
            "no bot 'clever'; a custom bot is named FILE.py:CLASS. There are random, easy",
        ),
        (["normal"] * 4, 1, 3, 9, "1 to 3 bots"),
    ],
)
def test_bad_plans_are_refused(bots: list[str], games: int, seats: int, max_turns: int, message: str) -> None:
    with pytest.raises(BadData, match=message):
        plan(bots, games, seats, max_turns)


def test_bots_move_one_seat_on_after_each_game() -> None:
    table = make_plan(Plan(default_sets(), 3, ("normal", "random", "random"), 6, "seed"))
    assert [table.seating(number).index("normal") for number in range(4)] == [0, 1, 2, 0]
    report = simulate(table)
    for number, game in enumerate(report.games):
        assert len(game.levels) == 3
        assert table.seat_of(0, number) == number % 3
    assert sum(report.wins_by_place()) == sum(report.wins_by_seat())
    assert report.wins_by_bot()["normal"] == report.wins_by_place()[0]


def test_bots_can_keep_their_seats() -> None:
    table = make_plan(Plan(default_sets(), 3, ("normal", "random", "random"), 3, "seed", rotate=False))
    report = simulate(table)
    assert report.wins_by_place() == report.wins_by_seat()


def test_shares_add_up_to_all_games() -> None:
    report = simulate(plan(["normal", "easy", "random"], games=4))
    assert abs(sum(report.share_by_bot().values()) - 100) < 0.1
