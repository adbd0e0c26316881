"""Tests of swaps: equipping an Item instead of those in its way is one action (ITEM-06, ITEM-08, ITEM-09)."""

from pathlib import Path

import pytest

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer, Verdict, key, parse
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play

POSITION = """
scenario: Gear
rules: [ITEM-08]
sets: [{set}]
players: {{Aric: {{{aric}}}, Suzan: {{}}, Guy: {{}}}}
turn: {turn}
steps: []
"""


def position(tmp_path: Path, aric: str, set_id: str = "deluxe", turn: str = "Aric") -> State:
    file = tmp_path / "gear.yaml"
    file.write_text(POSITION.format(set=set_id, aric=aric, turn=turn), encoding="utf-8")
    return play(read_file(file), "1", None).s


def card(s: State, name: str) -> int:
    p = s.seats[0]
    (found,) = [c for c in p.hand + p.play if s.cards[c].name == name]
    return found


def swaps(s: State, name: str) -> list[list[str]]:
    """Name what comes off in each way to put an Item on."""
    out = []
    for code in runtime.legal_options(s, 0):
        if key(code).startswith(f"swap:{card(s, name)}>"):
            after = s.copy()
            runtime.apply(after, Answer(0, code))
            assert card(s, name) in after.seats[0].equipped
            assert card(s, name) not in after.seats[0].hand
            assert sorted(after.seats[0].play + after.seats[0].hand) == sorted(s.seats[0].play + s.seats[0].hand)
            off = set(s.seats[0].equipped) - set(after.seats[0].equipped)
            out.append(sorted(s.cards[c].name for c in off))
    return out


HAT = ["Helm of Courage"]


@pytest.mark.parametrize("where", ["hand", "carried"])
def test_an_item_replaces_the_one_in_its_slot(tmp_path: Path, where: str) -> None:
    s = position(tmp_path, f"sex: male, equipped: [Helm of Courage], {where}: [Bad-Ass Bandana]")
    assert swaps(s, "Bad-Ass Bandana") == [HAT]


def test_a_one_handed_item_replaces_either(tmp_path: Path) -> None:
    s = position(tmp_path, "equipped: [Buckler of Swashing, Rat on a Stick], hand: [Dagger of Treachery], class: Thief")
    assert swaps(s, "Dagger of Treachery") == [["Rat on a Stick"], ["Buckler of Swashing"]]


def test_a_two_handed_item_replaces_both_and_names_them(tmp_path: Path) -> None:
    s = position(tmp_path, "equipped: [Buckler of Swashing, Rat on a Stick], carried: [Eleven-Foot Pole]")
    assert swaps(s, "Eleven-Foot Pole") == [["Buckler of Swashing", "Rat on a Stick"]]


def test_nothing_comes_off_needlessly(tmp_path: Path) -> None:
    """A Mutant has three hands: only what takes two of them makes room for what needs two."""
    s = position(tmp_path, "race: Mutant, equipped: [Moron Gun, Portable Siege Blender], carried: [Laser]", "star")
    assert swaps(s, "Laser") == [["Portable Siege Blender"]]


@pytest.mark.parametrize(
    ("aric", "turn", "reason"),
    [
        ("equipped: [Buckler of Swashing], carried: [Rat on a Stick]", "Aric", "not_in_the_way"),
        ("equipped: [Helm of Courage, Buckler of Swashing], carried: [Pointy Hat of Power]", "Aric", "restricted"),
        ("equipped: [Buckler of Swashing, Helm of Courage], hand: [Bad-Ass Bandana]", "Suzan", "item_not_your_turn"),
    ],
)
def test_a_swap_is_refused_with_the_reason(tmp_path: Path, aric: str, turn: str, reason: str) -> None:
    s = position(tmp_path, aric, turn=turn)
    p = s.seats[0]
    new = next(c for c in p.hand + p.play if c not in p.equipped)
    code = parse(f"swap:{new}>card{p.equipped[0]}")
    assert code not in runtime.legal_options(s, 0)
    v = Verdict(True)
    runtime.explain(s, 0, code, [], v)
    assert reason in [one.code for one in v.reasons]


def test_a_big_item_makes_no_room_for_another(tmp_path: Path) -> None:
    """Both would still be carried (ITEM-18)."""
    s = position(tmp_path, "equipped: [Huge Rock], hand: [Swiss Army Polearm]")
    assert swaps(s, "Swiss Army Polearm") == []


@pytest.mark.parametrize("target", ["card4000", "card0", "seat1", "monster1", "number3", ""])
def test_an_invalid_target_is_refused(tmp_path: Path, target: str) -> None:
    s = position(tmp_path, "equipped: [Helm of Courage], hand: [Bad-Ass Bandana]")
    code = parse(f"swap:{card(s, 'Bad-Ass Bandana')}" + (f">{target}" if target else ""))
    v = Verdict(True)
    runtime.explain(s, 0, code, [], v)
    assert not v.legal
