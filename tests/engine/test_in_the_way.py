"""Tests of the Items that must come off before another can be equipped, which bots rely on."""

from pathlib import Path

import pytest

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import SWAP, Verdict, act_of
from kickdoor.engine.rules.items.equipment import in_the_way
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play

POSITION = """
scenario: Gear
rules: [ITEM-08]
sets: [{set}]
players: {{Aric: {{{race}equipped: [{worn}], hand: [{other}]}}, Suzan: {{}}, Guy: {{}}}}
steps: []
"""


@pytest.mark.parametrize(
    ("set_id", "race", "worn", "other", "off"),
    [
        ("deluxe", "", "Buckler of Swashing", "Rat on a Stick", []),
        (
            "deluxe",
            "",
            "Buckler of Swashing, Rat on a Stick",
            "Eleven-Foot Pole",
            ["rat_on_a_stick", "buckler_of_swashing"],
        ),
        ("deluxe", "", "Buckler of Swashing, Rat on a Stick, Flaming Armor", "Tuba of Charm", ["rat_on_a_stick"]),
        ("deluxe", "", "Flaming Armor, Horny Helmet", "Leather Armor", ["flaming_armor"]),
        # Big items beyond the limit
        ("deluxe", "", "Mithril Armor, Horny Helmet", "Huge Rock", ["mithril_armor"]),
        ("deluxe", "Dwarf", "Mithril Armor, Horny Helmet", "Huge Rock", []),
        ("star", "", "Jump-Jet Loafers", "Battle Armor", ["jump_jet_loafers"]),
        # A complex Item in another slot is not in the way of one that is not complex
        ("star", "", "Jump-Jet Loafers, Laser", "Moron Gun", ["laser"]),
    ],
)
def test_the_fewest_and_weakest_items_come_off(
    tmp_path: Path, set_id: str, race: str, worn: str, other: str, off: list[str]
) -> None:
    """One of a kind but two hands (ITEM-08, ITEM-09), one Big item, one complex (ITEM-18, ITEM-48)."""
    file = tmp_path / "gear.yaml"
    race = f"race: {race}, " if race else ""
    file.write_text(POSITION.format(set=set_id, race=race, worn=worn, other=other), encoding="utf-8")
    s = play(read_file(file), "1", None).s
    (card,) = s.seats[0].hand
    assert [s.cards[one].id for one in in_the_way(s, 0, card)] == off


def test_a_swap_that_only_the_fight_forbids_is_refused_for_that_alone(tmp_path: Path) -> None:
    """What comes off for a two-handed Item is in the way in a fight too (ITEM-06, ITEM-09)."""
    reasons = []
    for fight in ("", "combat: {fighter: Aric, monsters: [Net Troll]}\n"):
        file = tmp_path / "gear.yaml"
        worn = "Buckler of Swashing, Rat on a Stick], carried: [Eleven-Foot Pole"
        text = POSITION.format(set="deluxe", race="", worn=worn, other="Baby")
        file.write_text(text.replace("steps:", fight + "steps:"), encoding="utf-8")
        s = play(read_file(file), "1", None).s
        if not fight:
            (swap,) = [code for code in runtime.legal_options(s, 0) if act_of(code) == SWAP]
        v = Verdict(True)
        runtime.explain(s, 0, swap, [], v)
        reasons.append([reason.code for reason in v.reasons])
    assert reasons == [[], ["status_in_combat"]]
