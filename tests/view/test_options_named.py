"""Tests of option texts: the kind of card that is played, and the subject of a prompt."""

from pathlib import Path

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import CHOOSE, PLAY, act_of
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.text.options_text import option_text

NAMES = ["Aric", "Suzan", "Guy"]


def position(tmp_path: Path, aric: str, rest: str) -> State:
    path = tmp_path / "position.yaml"
    head = "scenario: A position\nrules: [TURN-25]\nsets: [deluxe]\nopen: true\n"
    path.write_text(f"{head}players: {{Aric: {{{aric}}}, Suzan: {{}}, Guy: {{}}}}\n{rest}", encoding="utf-8")
    return play(read_file(path), "1", None).s


def named(s: State, act: int) -> list[str]:
    return [option_text(s, 0, code, NAMES) for code in runtime.legal_options(s, 0) if act_of(code) == act]


def test_an_option_names_the_kind_of_card(tmp_path: Path) -> None:
    s = position(tmp_path, "hand: [Elf, Thief, Helm of Courage, Mace of Sharpness, Hireling]", "steps: []\n")
    assert named(s, PLAY) == [
        "Become an Elf",
        "Become a Thief",
        "Put Helm of Courage on the table",
        "Put Mace of Sharpness on the table, though you can't use it",
        "Play Hireling",
    ]


def test_an_option_of_a_sale_names_the_doubled_item(tmp_path: Path) -> None:
    items = "[Mithril Armor, Rapier of Unfairness]"
    s = position(tmp_path, f"race: Halfling, carried: {items}", f"steps:\n  - Aric: {{sell: {items}}}\n")
    assert sorted(named(s, CHOOSE)) == [
        "Count Mithril Armor double",
        "Count Rapier of Unfairness double",
        "Save that for a later sale",
    ]


def test_declining_has_its_own_text(tmp_path: Path) -> None:
    rest = "discards: {doors: [Thief]}\ndoors: [Net Troll]\nsteps:\n  - Aric: kick open the door\n"
    s = position(tmp_path, "class: Cleric, hand: [Baby]", rest)
    assert sorted(named(s, CHOOSE)) == ["Baby", "Nothing"]
