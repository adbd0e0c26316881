"""The legality matrix for the other sets: followers, Traps, lasers, carriers, improvements and tokens.

Contexts: A own turn, not in combat. B own turn, main fighter. T main fighter on another's turn. C running away as
main fighter, H as helper. D another's turn without a fight, I bystander to a fight. E helper.
"""

from pathlib import Path

import pytest

from kickdoor.scenario import run_paths

FIGHT = "combat: {fighter: %s, monsters: [Freeze-Dried Ensign, O.G.R.E.]}"
PAIR = "combat: {fighter: Wesley, helper: Boxey, monsters: [Freeze-Dried Ensign, O.G.R.E.]}"
LOST = ["Wesley: give up", "everyone: pass"]
CONTEXTS: dict[str, tuple[str, str, list[str]]] = {
    "A": ("Wesley", "", []),
    "B": ("Wesley", FIGHT % "Wesley", []),
    "T": ("Boxey", FIGHT % "Boxey" + "\nturn: Wesley", []),
    "C": ("Wesley", FIGHT % "Wesley", LOST),
    "H": ("Boxey", PAIR + "\ndice: [6, 6]", [*LOST, "Wesley: {flee: O.G.R.E.}", "Wesley: {flee: Freeze-Dried Ensign}"]),
    "D": ("Boxey", "turn: Wesley", []),
    "I": ("Boxey", FIGHT % "Wesley", []),
    "E": ("Boxey", PAIR, []),
}
"""Who acts, the position, and the steps that lead there."""

EVERYWHERE = "ABTCHDIE"
STATUS = ["TURN-28", "ITEM-06"]
TABLE = ["TREASURE-02", "TREASURE-03", "TURN-32", "COMBAT-22"]
SACRIFICE = ["SIDEKICK-09", "AMB-50", "RUN-01", "MULTI-05"]
INTO_FIGHT = ["ENHANCER-04", "INTERFERE-04", "AMB-12", "AMB-34", "COMBAT-18", "AMB-75"]

# What is done, what it takes in hand or play, where it is legal, where not, and the rules that say so
ROWS: list[tuple[str, str, str, str, list[str]]] = [
    ("{play: Jellifier, on: Kira}", "hand: [Jellifier]", EVERYWHERE, "", ["TURN-26", "CURSE-03"]),
    ("{play: Monolith, on: Kira}", "hand: [Monolith]", EVERYWHERE, "", ["TURN-27"]),
    ("{play: Red Shirt}", "hand: [Red Shirt]", EVERYWHERE, "", ["TURN-27", "SIDEKICK-02"]),
    ("{play: Red Shirt}", "hand: [Red Shirt], followers: [Rogue]", "", EVERYWHERE, ["SIDEKICK-03"]),
    ("{discard: Red Shirt}", "followers: [Red Shirt]", EVERYWHERE, "", ["SIDEKICK-04"]),
    ("{attach: Laser, to: Cargo Snail}", "followers: [Cargo Snail]", "ADI", "BTCHE", ["SIDEKICK-18"]),
    ("{attach: Laser, to: Dolly}", "attached: {Dolly: Canesaw}", "ADI", "BTCHE", ["SIDEKICK-18", *STATUS]),
    ("{equip: Laser}", "", "ADI", "BTCHE", STATUS),
    ("{unequip: Maser}", "", "ADI", "BTCHE", STATUS),
    ("{play: Dolly}", "hand: [Dolly]", "A", "BTCHDIE", TABLE),
    ("{attach: Gilt Edging, to: Laser}", "hand: [Gilt Edging]", "A", "BTCHDIE", TABLE),
    ("{sacrifice: Red Shirt}", "followers: [Red Shirt]", "CH", "ABTDIE", SACRIFICE),
    ("{play: Raised by Nanites, with: Blob}", "hand: [Raised by Nanites, Blob]", "BTIE", "ACHD", INTO_FIGHT),
    ("{play: Radium-Powered, on: O.G.R.E.}", "hand: [Radium-Powered]", "BTIE", "CH", INTO_FIGHT),
    ("{play: Nova Grenade, side: monsters}", "hand: [Nova Grenade]", "BTIE", "CH", ["COMBAT-16", "AMB-12"]),
    ("{give: Red Shirt, to: Kira}", "followers: [Red Shirt]", "", "ABTCHDIE", ["ITEM-34", "SIDEKICK-05", "ITEM-31"]),
]  # fmt: skip


def verdict(folder: Path, context: str, extra: str, step: str) -> str:
    """Play the scenario of one cell and tells what went wrong."""
    who, top, before = CONTEXTS[context]
    gear = "level: 4, equipped: [Maser], carried: [Laser]"
    people = dict.fromkeys(("Wesley", "Boxey"), "level: 2") | {
        who: f"{gear}, {extra}" if extra else gear,
        "Kira": "level: 3",
    }
    lines = ["scenario: A cell of the matrix", "sets: [star, steampunk]", "open: true", "players:"]
    lines += [f"  {name}: {{{what}}}" for name, what in people.items()]
    lines += [top, "steps:"] if top else ["steps:"]
    path = folder / "cell.yaml"
    path.write_text("\n".join([*lines, *(f"  - {line}" for line in [*before, step])]) + "\n", encoding="utf-8")
    (outcome,) = run_paths([path])
    return outcome.failure


LEGAL = [(do, extra, c) for do, extra, yes, _, _ in ROWS for c in yes]
ILLEGAL = [(do, extra, c, rules) for do, extra, _, no, rules in ROWS for c in no]


@pytest.mark.parametrize(("do", "extra", "context"), LEGAL, ids=[f"{c}-{do}" for do, _, c in LEGAL])
def test_legal(tmp_path: Path, do: str, extra: str, context: str) -> None:
    assert verdict(tmp_path, context, extra, f"{CONTEXTS[context][0]}: {do}") == ""


@pytest.mark.parametrize(("do", "extra", "context", "rules"), ILLEGAL, ids=[f"{c}-{do}" for do, _, c, _ in ILLEGAL])
def test_illegal_because_of_a_rule_of_the_row(
    tmp_path: Path, do: str, extra: str, context: str, rules: list[str]
) -> None:
    who = CONTEXTS[context][0]
    step = f"illegal: {{who: {who}, do: {do}, because: [{', '.join(rules)}]}}"
    assert verdict(tmp_path, context, extra, step) == ""
