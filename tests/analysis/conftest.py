"""Short finished games to analyse."""

from __future__ import annotations

import pytest

from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import bot_maker
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.replay import Record, Recorder
from kickdoor.rng import Rng

NAMES = ["Ada", "Bo", "Cleo"]
BOTS = ["normal", "easy", "nasty"]
MIN_ANSWERS, MAX_ANSWERS = 25, 45
"""Answers of a game: an analysis takes time for each, where the engine is not compiled."""


def finished_game(rules: RuleSet, seed: str = "short") -> Record:
    """Have bots play until a game is over soon, but not at once."""
    options = RuleOptions()
    options.winning_level = 3
    while True:
        recorder = Recorder(rules, len(NAMES), seed, options)
        bots = [bot_maker("normal")(seat, Rng(f"{seed}{seat}")) for seat in range(len(NAMES))]
        drive(recorder.game.state, bots, apply=recorder.apply).play()
        if MIN_ANSWERS <= len(recorder.answers) <= MAX_ANSWERS:
            return recorder.record()
        seed += "+"


def full_game(rules: RuleSet, seed: str = "i") -> Record:
    """Return a whole game between bots of three levels, with turning points and costly decisions."""
    recorder = Recorder(rules, len(NAMES), seed)
    bots = [bot_maker(bot)(seat, Rng(f"{seed}{seat}")) for seat, bot in enumerate(BOTS)]
    drive(recorder.game.state, bots, apply=recorder.apply).play()
    return recorder.record()


@pytest.fixture(scope="session")
def rules() -> RuleSet:
    return load_catalog(["deluxe"])


@pytest.fixture(scope="session")
def record(rules: RuleSet) -> Record:
    found = finished_game(rules)
    assert found.result.winners
    return found
