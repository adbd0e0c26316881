"""Players by program change their gear by this list: what must come off before another Item can be put on."""

from pathlib import Path

import pytest

from kickdoor.rules.equip import in_the_way
from kickdoor.scenario.reader import read_file
from kickdoor.scenario.runner import play

POSITION = """
scenario: Gear
rules: [ITEM-08]
sets: [{set}]
players: {{Aric: {{equipped: [{worn}], carried: [{other}]}}, Suzan: {{}}, Guy: {{}}}}
steps: []
"""


@pytest.mark.parametrize(
    ("set_id", "worn", "other", "off"),
    [
        ("deluxe", "Buckler of Swashing", "Rat on a Stick", []),
        (
            "deluxe",
            "Buckler of Swashing, Rat on a Stick",
            "Eleven-Foot Pole",
            ["rat_on_a_stick", "buckler_of_swashing"],
        ),
        ("deluxe", "Buckler of Swashing, Rat on a Stick, Flaming Armor", "Tuba of Charm", ["rat_on_a_stick"]),
        ("deluxe", "Flaming Armor, Horny Helmet", "Leather Armor", ["flaming_armor"]),
        ("star", "Jump-Jet Loafers", "Battle Armor", ["jump_jet_loafers"]),
        # A complex Item in another slot is not in the way of one that is not complex
        ("star", "Jump-Jet Loafers, Laser", "Moron Gun", ["laser"]),
    ],
)
def test_the_fewest_and_weakest_come_off(tmp_path: Path, set_id: str, worn: str, other: str, off: list[str]) -> None:
    """One headgear, armor and footgear, two hands (ITEM-08, ITEM-09), one complex Item (ITEM-48)."""
    file = tmp_path / "gear.yaml"
    file.write_text(POSITION.format(set=set_id, worn=worn, other=other), encoding="utf-8")
    s = play(read_file(file), "1", None).s
    p = s.seats[0]
    (carried,) = [card for card in p.play if card not in p.equipped]
    assert [s.cards[card].id for card in in_the_way(s, 0, carried)] == off
