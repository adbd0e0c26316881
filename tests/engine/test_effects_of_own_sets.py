"""Tests of effects in combinations that no printed card has, in small custom sets."""

from pathlib import Path

from kickdoor.scenario import run_paths

RAT = """
[rat]
name = "Rat"
kind = "monster"
level = 1
treasures = 1
tags = ["pebble"]

[scuffle]
name = "Scuffle"
kind = "curse"
do = [{ op = "pass_left" }, { op = "lose_levels", instead = true }]

[landslide]
name = "Landslide"
kind = "other_door"

[[landslide.play]]
at = "any_time"
do = [{ op = "gain_token", kinds = "pebble", n = { each = 50, per = "pebble" } }]
"""
HAT = '[hat]\nname = "Hat"\nkind = "item"\nslot = "headgear"\nvalue = 100\n'


def check(tmp_path: Path, text: str) -> None:
    """Play a scenario with the set."""
    folder = tmp_path / "own"
    for deck in ("door", "treasure"):
        (folder / deck).mkdir(parents=True)
    (folder / "set.toml").write_text('name = "Own"\ncounters = ["pebble"]\n', encoding="utf-8")
    (folder / "door" / "cards.toml").write_text(RAT, encoding="utf-8")
    (folder / "treasure" / "cards.toml").write_text(HAT, encoding="utf-8")
    scenario = tmp_path / "scenario.yaml"
    scenario.write_text(f"scenario: Own\nrules: [AMB-113]\nsets: [own]\n{text}", encoding="utf-8")
    (outcome,) = run_paths([scenario], [folder])
    assert outcome.passed, outcome.failure


def test_the_alternative_happens_if_no_hand_has_a_card_to_pass(tmp_path: Path) -> None:
    players = "players: {Aric: {level: 3}, Suzan: {hand: [Scuffle]}, Guy: {}}\n"
    check(tmp_path, players + "steps:\n  - Suzan: {play: Scuffle, on: Aric}\n  - expect: {Aric: {level: 2}}\n")


def test_the_alternative_is_skipped_if_a_hand_has_a_card_to_pass(tmp_path: Path) -> None:
    players = "players: {Aric: {level: 3}, Suzan: {hand: [Scuffle]}, Guy: {hand: [Hat]}}\n"
    steps = "steps:\n  - Suzan: {play: Scuffle, on: Aric}\n  - expect: {Aric: {level: 3, hand: [Hat]}}\n"
    check(tmp_path, players + steps)


def test_a_card_that_the_dead_cannot_get_is_not_passed(tmp_path: Path) -> None:
    players = "players: {Aric: {level: 3, dead: true}, Suzan: {level: 3, hand: [Scuffle]}, Guy: {hand: [Hat]}}\n"
    steps = "steps:\n  - Suzan: {play: Scuffle}\n  - expect: {Suzan: {level: 2}, Guy: {hand: [Hat]}}\n"
    check(tmp_path, players + "turn: Suzan\n" + steps)


def test_one_effect_gives_ninety_nine_tokens_at_most(tmp_path: Path) -> None:
    players = "players: {Aric: {tokens: {pebble: 2}, hand: [Landslide]}, Suzan: {}, Guy: {}}\n"
    check(tmp_path, players + "steps:\n  - Aric: {play: Landslide}\n  - expect: {Aric: {tokens: {pebble: 101}}}\n")
