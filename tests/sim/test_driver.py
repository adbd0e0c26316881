"""Tests of the driver of bots: forced passes, interjections, and seats without a bot."""

from __future__ import annotations

import pytest

from kickdoor.bot import Bot
from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import EngineError
from kickdoor.option import Option
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView
from kickdoor.sim.random_play import deal


class FirstOption(Bot):
    """Takes the first option and notes when it is asked or polled."""

    asked = 0
    polled = 0

    def choose(self, view: SeatView) -> Option:
        """Answer with the first option, which always lets the game continue."""
        self.asked += 1
        assert len(view.options) > 1 or view.options[0].is_form
        return view.options[0]

    def interject(self, view: SeatView) -> Option | None:
        """Return nothing."""
        self.polled += 1
        assert not view.is_asked
        return None


def test_bots_are_asked_only_for_real_choices() -> None:
    bots = [FirstOption(seat, Rng(str(seat))) for seat in range(4)]
    driver = drive(deal(load_catalog(list(default_sets())), 4, "first"), list(bots), 10)
    driver.play()
    assert driver.state.turns > 10
    assert driver.forced > 0
    assert driver.decisions == sum(bot.asked for bot in bots)
    assert all(bot.polled for bot in bots)


def test_a_seat_is_polled_once_until_something_changes() -> None:
    bots = [FirstOption(seat, Rng(str(seat))) for seat in range(3)]
    driver = drive(deal(load_catalog(list(default_sets())), 3, "poll"), list(bots), 3)
    while driver.state.turns < 1:
        answer = driver.next_answer()
        assert answer is not None
        driver.give(answer)
    driver.poll(runtime.prompted_seats(driver.state))
    before = [bot.polled for bot in bots]
    driver.poll(runtime.prompted_seats(driver.state))
    assert [bot.polled for bot in bots] == before


def test_a_seat_without_a_bot_is_waited_for() -> None:
    state = deal(load_catalog(list(default_sets())), 3, "person")
    bots: list[Bot | None] = [None, BOTS["normal"](1, Rng("1")), BOTS["normal"](2, Rng("2"))]
    driver = drive(state, bots)
    while driver.next_answer() is not None:
        answer = driver.next_answer()
        assert answer is not None
        driver.give(answer)
    assert driver.waits_for() == 0
    with pytest.raises(EngineError, match="has no bot"):
        driver.play()
