"""Tests of the tool that counts the habits of bots."""

import bot_habits
import pytest

from kickdoor.catalog.loader import load_catalog

RULES = load_catalog(["deluxe"])


def game(wins: float = 0.0, **seen: float) -> bot_habits.Game:
    return {**dict.fromkeys(bot_habits.HABITS, 0.0), "wins": wins, **seen}


def test_actions_of_a_game_are_counted() -> None:
    seen = bot_habits.play(RULES, ["nasty@penny", "nasty@gruff", "nasty@honey", "nasty"], "one")
    assert [sum(one[habit] for one in seen) > 0 for habit in ("curses", "trouble", "cards", "offers", "helps")] == [
        True
    ] * 5
    assert all(one["early"] <= one["curses"] and one["price"] >= 0 for one in seen)
    assert len({one["turns"] for one in seen}) == 1
    assert sum(one["wins"] for one in seen) == pytest.approx(100)


def test_the_same_seed_is_seen_alike() -> None:
    first, again = (bot_habits.alone(RULES, "nasty@dash", "nasty", 1, "two") for _ in range(2))
    assert first == again


def test_different_bots_are_distinguished_and_equal_ones_are_not() -> None:
    some = [game(curses=2.0 + n % 2, helps=n % 3) for n in range(60)]
    others = [game(curses=n % 2, helps=n % 3) for n in range(60)]
    clear, best, after = bot_habits.differences(some, others)
    assert (clear, best) == (["curses"], "curses")
    assert after <= 2
    assert bot_habits.differences(some, some)[0] == []


def test_prints_a_line_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    bot_habits.report({"a": [game(50.0, helps=2, price=3), game(0.0)], "b": [game(), game(curses=1)]})
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| `a` | 25.0 ±")
    assert lines[2].count("|") == lines[0].count("|")
    assert " 1.50 " in lines[2]
    assert lines[-1].startswith("a and b: ")
