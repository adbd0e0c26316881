"""Tests of custom token kinds: read, spent, moved, and never counted as food (AMB-112)."""

from pathlib import Path

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.effects.ops.token_ops import GainToken, LoseTokens
from kickdoor.engine.effects.quantities import PerCounter
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.engine.state.tokens import gain_token, give_token
from kickdoor.scenario import run_paths
from kickdoor.text.event_text import narrate
from kickdoor.view.redact import redact

FOOD = ["meat", "veggie", "drink", "dessert"]
NAMES = ["Aric", "Suzan", "Guy"]
HERE = Path(__file__).parent
FILES = sorted((HERE / "test_sets" / "boiler_scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_custom_tokens_are_gained_spent_and_moved(path: Path) -> None:
    (outcome,) = run_paths([path], [HERE / "test_sets" / "boilers"])
    assert outcome.passed, outcome.failure
    assert "AMB-112" in outcome.rules


CHEESE = """
[mouse]
name = "Mouse"
kind = "monster"
level = 1
treasures = 1
tags = ["cheese"]
bad_stuff = [{ op = "lose_tokens" }]
"""


def cheesery(folder: Path, food: str) -> RuleSet:
    """Make a mix of cooks and a set with two kinds of token, one of which may be food."""
    (folder / "door").mkdir(parents=True)
    (folder / "set.toml").write_text(f'name = "Cheesery"\ncounters = ["cheese", "rind"]\n{food}\n')
    (folder / "door" / "cards.toml").write_text(CHEESE)
    return load_catalog(["cooks"], [folder])


def kinds_of_op(rules: RuleSet, key: str, cls: type[LoseTokens | GainToken]) -> list[list[str]]:
    """List the kinds that instructions of a set about tokens of no named kind mean."""
    found = [op for program in rules.programs if program.name.startswith(key) for op in program.ops]
    return [[rules.counters[kind] for kind in op.kinds] for op in found if isinstance(op, cls) and not op.kinds_names]


def test_custom_tokens_are_not_food(tmp_path: Path) -> None:
    rules = cheesery(tmp_path / "cheesery", "")
    assert [rules.counters[kind] for kind in rules.food] == FOOD
    assert all(kinds == FOOD for kinds in kinds_of_op(rules, "cooks/", LoseTokens))
    assert all(kinds == FOOD for kinds in kinds_of_op(rules, "cooks/", GainToken))
    (mouse,) = [p for p in rules.programs if p.name.startswith("cheesery/")]
    assert [op.kinds_names for op in mouse.ops if isinstance(op, LoseTokens)] == [["cheese", "rind"]]


def test_custom_tokens_are_food_if_declared(tmp_path: Path) -> None:
    rules = cheesery(tmp_path / "cheesery", 'food = ["cheese"]')
    assert sorted(rules.counters[kind] for kind in rules.food) == sorted([*FOOD, "cheese"])
    assert all("cheese" in kinds and "rind" not in kinds for kinds in kinds_of_op(rules, "cooks/", LoseTokens))
    assert all("cheese" in kinds for kinds in kinds_of_op(rules, "cheesery/", LoseTokens))
    # A meal is still made of the four kinds of the book (TOKEN-01)
    assert [[rules.counters[kind] for kind in meal] for meal in rules.meals] == [FOOD]


def test_a_set_of_custom_tokens_is_turned_in_if_declared(tmp_path: Path) -> None:
    rules = cheesery(tmp_path / "cheesery", 'turned_in = ["cheese", "rind"]')
    s = blank_state(rules, RuleOptions(), "cheese", 3, [nr.MALE] * 3)
    s.events = []
    for name in ("cheese", "cheese", "meat", "rind"):
        gain_token(s, 0, rules.counters.index(name))
    assert s.seats[0].level == 2
    held = {name: n for name, n in zip(rules.counters, s.seats[0].counters, strict=True) if n}
    assert held == {"cheese": 1, "meat": 1}
    lines = [narrate(rules, redact(event, -1, rules), NAMES) for event in s.events]
    assert "Aric turns in one token of each: Cheese, Rind." in lines


def test_transferred_tokens_are_reported(tmp_path: Path) -> None:
    rules = cheesery(tmp_path / "cheesery", "")
    s = blank_state(rules, RuleOptions(), "cheese", 3, [nr.MALE] * 3)
    s.seats[1].counters[rules.counters.index("cheese")] = 1
    s.events = []
    give_token(s, 1, 0, rules.counters.index("cheese"))
    lines = [narrate(rules, redact(event, -1, rules), NAMES) for event in s.events]
    assert lines == ["Suzan gives Aric a Cheese token."]


def test_a_card_without_a_player_has_no_tokens() -> None:
    """A card turned up behind a door has no player."""
    s = blank_state(load_catalog(["cooks"]), RuleOptions(), "nobody", 3, [])
    for seat in s.seats:
        seat.counters[0] = 2
    each = PerCounter(3, 0, FOOD[0])
    assert [each.value(s, player, -1, 0) for player in (-1, 0)] == [0, 6]
