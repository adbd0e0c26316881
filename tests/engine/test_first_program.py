"""Tests that program numbers make no difference: a custom set with a single program can be played."""

from pathlib import Path

import pytest

from kickdoor.scenario import run_paths

SET = {
    "set.toml": 'name = "One Program"\n',
    "door/cards.toml": '[rat]\nname = "Rat"\nkind = "monster"\nlevel = 1\ntreasures = 1\n',
    "treasure/cards.toml": """
[hat]
name = "Hat"
kind = "item"
slot = "headgear"
value = 100

[crook]
name = "Crook"
kind = "other_treasure"

[[crook.play]]
at = "any_time"
on = "other_player"
do = [{ op = "steal_item" }]
""",
}
HEAD = """
scenario: One program
rules: [TREASURE-12]
sets: [one]
players: {Aric: {hand: [Hat]}, Suzan: {hand: [Crook]}, Guy: {}}
steps:
"""
THEFT = """
  - illegal: {who: Suzan, do: {play: Crook, on: Aric}, because: TREASURE-12}
  - Aric: {play: Hat}
  - Suzan: {play: Crook, on: Aric}
  - expect: {Suzan: {carried: [Hat], hand: []}}
"""
ITEM = """
  - Aric: {play: Hat}
  - expect: {Aric: {equipped: [Hat]}}
"""


def check_scenario(tmp_path: Path, files: dict[str, str], text: str) -> None:
    """Fail unless a scenario passes with a card set made of these files."""
    folder = tmp_path / "one"
    for deck in ("door", "treasure"):
        (folder / deck).mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    scenario = tmp_path / "scenario.yaml"
    scenario.write_text(text, encoding="utf-8")
    (outcome,) = run_paths([scenario], [folder])
    assert outcome.passed, outcome.failure


@pytest.mark.parametrize("steps", [THEFT, ITEM], ids=["what a program objects to", "a card without a program"])
def test_a_set_with_one_program_is_playable(tmp_path: Path, steps: str) -> None:
    check_scenario(tmp_path, SET, HEAD + steps)


BARRED = {
    "set.toml": 'name = "One Program"\n',
    "door/cards.toml": """
[rat]
name = "Rat"
kind = "monster"
level = 9
treasures = 1
static = [{ query = "no_oneshots" }]
""",
    "treasure/cards.toml": """
[gift]
name = "Gift"
kind = "other_treasure"

[[gift.play]]
at = "any_time"
do = [{ op = "draw" }]

[cheer]
name = "Cheer"
kind = "oneshot"
side = "munchkins"
bonus = 3
value = 100

[zeal]
name = "Zeal"
kind = "oneshot"
value = 100

[[zeal.play]]
at = "main_fighter"
do = [{ op = "double" }]
""",
}
LAID_DOWN = """
  - Suzan: {play: Gift}
  - illegal: {who: Suzan, do: {play: Cheer, side: munchkins}, because: MULTI-03}
  - illegal: {who: Aric, do: {play: Zeal}, because: MULTI-03}
  - Suzan: {carry: Cheer}
  - expect: {Suzan: {carried: [Cheer]}}
"""


def test_a_one_shot_put_on_the_table_is_not_barred(tmp_path: Path) -> None:
    """What bars one-shots bars none that is laid down, whatever the last program of the set is (TREASURE-02)."""
    head = HEAD.replace("Aric: {hand: [Hat]}, Suzan: {hand: [Crook]}", "Aric: {hand: [Zeal]}, Suzan: {hand: [Gift]}")
    head = head.replace("steps:", "combat: {fighter: Aric, monsters: [Rat]}\ntreasures: [Cheer]\nsteps:")
    check_scenario(tmp_path, BARRED, head + LAID_DOWN)


TROPHY = {
    "set.toml": 'name = "One Program"\n',
    "door/cards.toml": """
[rat]
name = "Rat"
kind = "monster"
level = 1
treasures = 1
on_kill = [{ op = "gain_levels" }]
""",
    "treasure/cards.toml": """
[hat]
name = "Hat"
kind = "item"
slot = "headgear"
value = 100

[shoe]
name = "Shoe"
kind = "item"
slot = "footgear"
value = 100
""",
}
KILL = """
  - Aric: claim
  - everyone: pass
  - expect: {Aric: {level: 4, hand: [Shoe]}}
"""


def test_a_reward_may_be_the_only_program_of_a_set(tmp_path: Path) -> None:
    """It goes to the main fighter (REWARD-09)."""
    head = HEAD.replace("Aric: {hand: [Hat]}, Suzan: {hand: [Crook]}", "Aric: {level: 2}, Suzan: {hand: [Hat]}")
    head = head.replace("steps:", "combat: {fighter: Aric, monsters: [Rat]}\ntreasures: [Shoe]\nsteps:")
    check_scenario(tmp_path, TROPHY, head + KILL)
