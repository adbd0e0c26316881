"""The legality matrix: every action in every context, with the rule that forbids it.

Contexts: A own turn, not in combat. B own turn, main fighter. T main fighter on another's turn. C running away as
main fighter, H as helper. D another's turn without a fight, I bystander to a fight. E helper. F dead.
"""

from pathlib import Path

import pytest

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Verdict
from kickdoor.scenario import run_paths
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play

FIGHT = "combat: {fighter: %s, monsters: [Net Troll]}"
PAIR = "combat: {fighter: Aric, helper: Suzan, monsters: [Wannabe Vampire]}"
LOST = ["Aric: give up", "everyone: pass"]
CONTEXTS: dict[str, tuple[str, str, list[str]]] = {
    "A": ("Aric", "", []),
    "B": ("Aric", FIGHT % "Aric", []),
    "T": ("Suzan", FIGHT % "Suzan" + "\nturn: Aric", []),
    "C": ("Aric", FIGHT % "Aric", LOST),
    "H": ("Suzan", PAIR + "\ndice: [6]", [*LOST, "Aric: {flee: Wannabe Vampire}"]),
    "D": ("Suzan", "turn: Aric", []),
    "I": ("Suzan", FIGHT % "Aric", []),
    "E": ("Suzan", PAIR, []),
}
"""Who acts, the position, and the steps that lead there."""

GEAR = "level: 4, class: Warrior, race: Elf, equipped: [Leather Armor], carried: [Helm of Courage]"
FOE = {"H": "Wannabe Vampire", "E": "Wannabe Vampire"}

CLASS_RULES = ["TURN-30", "CHAR-33", "CHAR-43", "CHAR-32"]
TABLE_RULES = ["TREASURE-02", "TREASURE-03", "TURN-32"]
TRADE_RULES = ["ITEM-29", "ITEM-30", "ITEM-31", "ITEM-32", "ITEM-33"]
SELL_RULES = ["ITEM-35", "ITEM-36", "ITEM-37", "ITEM-38", "ITEM-39", "ITEM-40"]
SECOND_RULES = ["TURN-10", "TURN-11", "TURN-12", "TURN-13", "TURN-14"]
HELP_RULES = ["HELP-01", "HELP-02", "HELP-03", "HELP-04", "HELP-05", "HELP-06", "AMB-16"]
INTO_FIGHT = ["ENHANCER-04", "INTERFERE-04", "AMB-12", "AMB-34"]

# What is done, what it takes in hand or play, where it is legal, and the rules of its row
ROWS: list[tuple[str, str, str, str, list[str]]] = [
    ("{discard: Warrior}", "", "ABTCHDIE", "", ["TURN-25"]),
    ("{discard: Elf}", "", "ABTCHDIE", "", ["TURN-25"]),
    ("{play: Boil an Anthill, on: Guy}", "hand: [Boil an Anthill]", "ABTCHDIE", "", ["TURN-27"]),
    ("{play: Duck of Doom, on: Guy}", "hand: [Duck of Doom]", "ABTCHDIE", "", ["TURN-26", "CURSE-03"]),
    ("{play: Hireling}", "hand: [Hireling]", "ABTCHDIE", "", ["TURN-27", "SIDEKICK-17"]),
    ("{play: Thief}", "hand: [Thief]", "ABC", "TDIEH", CLASS_RULES),
    ("{play: Dwarf}", "hand: [Dwarf]", "ABC", "TDIEH", CLASS_RULES),
    ("{play: Super Munchkin}", "hand: [Super Munchkin]", "ABC", "TDIEH", CLASS_RULES),
    ("{play: Half-Breed}", "hand: [Half-Breed]", "ABC", "TDIEH", CLASS_RULES),
    ("{play: Spiky Knees}", "hand: [Spiky Knees]", "A", "BTCHDIE", TABLE_RULES),
    ("{carry: Spiky Knees}", "hand: [Spiky Knees]", "A", "BTCHDIE", TABLE_RULES),
    ("{play: Loaded Die}", "hand: [Loaded Die]", "A", "BTDIE", TABLE_RULES),
    ("{attach: Cheat!, to: Spiky Knees}", "hand: [Cheat!, Spiky Knees]", "A", "BTCHDIE", TABLE_RULES),
    ("{play: Magic Missile, side: munchkins}", "hand: [Magic Missile]", "BTIE", "CH", ["COMBAT-16", "AMB-12"]),
    ("{play: Enraged, on: FOE}", "hand: [Enraged]", "BTIE", "CH", INTO_FIGHT),
    ("{play: Wandering Monster, with: Crabs}", "hand: [Wandering Monster, Crabs]", "BTIE", "CH", INTO_FIGHT),
    ("{equip: Helm of Courage}", "", "ADI", "BTCHE", ["TURN-28", "ITEM-06"]),
    ("{unequip: Leather Armor}", "", "ADI", "BTCHE", ["TURN-28", "ITEM-06"]),
    ("{give: Helm of Courage, to: Guy}", "", "ADI", "BTCHE", TRADE_RULES),
    ("{trade: [Helm of Courage], for: [Slimy Armor], with: Guy}", "", "ADI", "BTCHE", TRADE_RULES),
    ("{sell: [Pollymorph Potion]}", "hand: [Pollymorph Potion]", "A", "BTCHDIE", SELL_RULES),
    ("{attach: Helm of Courage, to: Hireling}", "followers: [Hireling]", "ADI", "BTCHE", ["SIDEKICK-18"]),
    ("loot the room", "", "", "ACHDIE", SECOND_RULES),
    ("{look for trouble: Crabs}", "hand: [Crabs]", "", "ACHDIE", SECOND_RULES),
    ("{ask: Guy, offer: {}}", "", "BT", "CHEI", HELP_RULES),
]  # fmt: skip


def text(context: str, extra: str, steps: list[str]) -> str:
    """Write the scenario of one cell."""
    who, top, before = CONTEXTS[context]
    actor = GEAR + (", " + extra if extra else "")
    people = dict.fromkeys(("Aric", "Suzan"), "level: 2") | {who: actor, "Guy": "carried: [Slimy Armor]"}
    lines = ["scenario: A cell of the matrix", "sets: [deluxe]", "open: true", "players:"]
    lines += [f"  {name}: {{{what}}}" for name, what in people.items()]
    lines += [top, "steps:"] if top else ["steps:"]
    return "\n".join([*lines, *(f"  - {step}" for step in [*before, *steps])]) + "\n"


def verdict(tmp_path: Path, content: str) -> str:
    path = tmp_path / "cell.yaml"
    path.write_text(content, encoding="utf-8")
    (outcome,) = run_paths([path])
    return outcome.failure


LEGAL = [(do, extra, c) for do, extra, yes, _, _ in ROWS for c in yes]
ILLEGAL = [(do, extra, c, rules) for do, extra, _, no, rules in ROWS for c in no]


@pytest.mark.parametrize(("do", "extra", "context"), LEGAL, ids=[f"{c}-{do}" for do, _, c in LEGAL])
def test_legal(tmp_path: Path, do: str, extra: str, context: str) -> None:
    step = f"{CONTEXTS[context][0]}: {do.replace('FOE', FOE.get(context, 'Net Troll'))}"
    assert verdict(tmp_path, text(context, extra, [step])) == ""


@pytest.mark.parametrize(("do", "extra", "context", "rules"), ILLEGAL, ids=[f"{c}-{do}" for do, _, c, _ in ILLEGAL])
def test_illegal_because_of_a_rule_of_the_row(
    tmp_path: Path, do: str, extra: str, context: str, rules: list[str]
) -> None:
    who = CONTEXTS[context][0]
    act = do.replace("FOE", FOE.get(context, "Net Troll"))
    step = f"illegal: {{who: {who}, do: {act}, because: [{', '.join(rules)}]}}"
    assert verdict(tmp_path, text(context, extra, [step])) == ""


@pytest.mark.parametrize("do", sorted({do for do, _, _, _, _ in ROWS}))
def test_the_dead_may_do_nothing(tmp_path: Path, do: str) -> None:
    """A dead player has no cards, so the position is made by striking down one who has: column F."""
    row = next(row for row in ROWS if row[0] == do)
    tried = 0
    for context in "DI":
        path = tmp_path / f"{context}.yaml"
        path.write_text(text(context, row[1], ["expect: {turn: Aric}"]), encoding="utf-8")
        s = play(read_file(path), "1", None).s
        codes = list(runtime.legal_options(s, 1))
        s.seats[1].dead = True
        s.listed_serial = -1
        assert runtime.legal_options(s, 1) == []
        for code in codes:
            v = Verdict(True)
            runtime.explain(s, 1, code, [], v)
            if v.reasons:
                tried += 1
                assert {"DEATH-14", "DEATH-15", "AMB-39", "HELP-29"} & set(v.rules()), runtime.prompt(s, 1).options
    assert tried


@pytest.mark.parametrize("card", ["Thief", "Dwarf", "Spiky Knees", "Loaded Die"])
def test_just_received(tmp_path: Path, card: str) -> None:
    """Off-turn a Class, a Race or an Item may be played as a card just received, and only then: JR of column D."""
    hand = f"hand: [Baby, Ancient, Humongous, Enraged, Intelligent, {card}]"
    content = f"""
scenario: Just received
sets: [deluxe]
open: true
players: {{Aric: {{level: 2, {hand}}}, Guy: {{level: 3}}, Suzan: {{hand: [Wizard, Leather Armor]}}}}
phase: charity
steps:
  - Aric: {{charity: {{Suzan: [{card}]}}}}
  - illegal: {{who: Suzan, do: {{play: Wizard}}, because: [TURN-30, CHAR-33]}}
  - illegal: {{who: Suzan, do: {{play: Leather Armor}}, because: [TURN-32, TREASURE-03]}}
  - Suzan: {{play: {card}}}
"""
    assert verdict(tmp_path, content) == ""


GIFT = "{give: Slimy Armor, to: %s}"


@pytest.mark.parametrize("context", "ABTCHDIE")
def test_receiving_a_gift(tmp_path: Path, context: str) -> None:
    """A player in combat is given nothing; rewards come after the fight."""
    who = CONTEXTS[context][0]
    step = f"Guy: {GIFT % who}"
    if context not in "ADI":
        step = f"illegal: {{who: Guy, do: {GIFT % who}, because: [ITEM-31, ITEM-33]}}"
    assert verdict(tmp_path, text(context, "", [step])) == ""


DEAD_TARGETS = [
    ("{give: Leather Armor, to: Guy}", ["DEATH-14"]),
    ("{trade: [Leather Armor], for: [], with: Guy}", ["DEATH-14"]),
    ("{play: Boil an Anthill, on: Guy}", ["DEATH-15", "AMB-39"]),
    ("{play: Duck of Doom, on: Guy}", ["AMB-39"]),
]


@pytest.mark.parametrize(("do", "rules"), DEAD_TARGETS, ids=[do for do, _ in DEAD_TARGETS])
def test_the_dead_receive_nothing(tmp_path: Path, do: str, rules: list[str]) -> None:
    content = f"""
scenario: The dead
sets: [deluxe]
players: {{Aric: {{carried: [Leather Armor], hand: [Boil an Anthill, Duck of Doom]}}, Suzan: {{}}, Guy: {{dead: true}}}}
steps:
  - illegal: {{who: Aric, do: {do}, because: [{", ".join(rules)}]}}
"""
    assert verdict(tmp_path, content) == ""


def test_phase_two(tmp_path: Path) -> None:
    """Only the active player, only in phase 2."""
    for act in ("loot the room", "{look for trouble: Crabs}"):
        content = f"""
scenario: Phase 2
sets: [deluxe]
open: true
phase: second
players: {{Aric: {{hand: [Crabs]}}, Suzan: {{hand: [Net Troll]}}, Guy: {{}}}}
steps:
  - illegal: {{who: Suzan, do: {act.replace("Crabs", "Net Troll")}, because: [{", ".join(SECOND_RULES)}]}}
  - Aric: {act}
"""
        assert verdict(tmp_path, content) == ""


def test_help_is_legal_only_while_not_winning(tmp_path: Path) -> None:
    content = """
scenario: Winning
sets: [deluxe]
players: {Aric: {level: 5}, Suzan: {}, Guy: {}}
combat: {fighter: Aric, monsters: [Crabs]}
steps:
  - illegal: {who: Aric, do: {ask: Suzan, offer: {}}, because: [AMB-16]}
  - illegal: {who: Suzan, do: {offer help: {}}, because: [AMB-16]}
"""
    assert verdict(tmp_path, content) == ""


def test_sacrifice_is_legal_only_before_the_first_roll(tmp_path: Path) -> None:
    content = """
scenario: Sacrifice
sets: [deluxe]
players: {Aric: {level: 6, followers: [Hireling]}, Suzan: {}, Guy: {}}
combat: {fighter: Aric, monsters: [Flying Frogs, Platycore]}
dice: [6]
open: true
steps:
  - illegal: {who: Aric, do: {sacrifice: Hireling}}
  - Aric: give up
  - everyone: pass
  - Aric: {flee: Flying Frogs}
  - illegal: {who: Aric, do: {sacrifice: Hireling}, because: [SIDEKICK-09, AMB-50]}
"""
    assert verdict(tmp_path, content) == ""


def test_a_level_card_needs_a_living_target_below_level_nine(tmp_path: Path) -> None:
    content = """
scenario: Level cards
sets: [deluxe]
players: {Aric: {hand: [Boil an Anthill]}, Suzan: {level: 9}, Guy: {dead: true}}
steps:
  - illegal: {who: Aric, do: {play: Boil an Anthill, on: Suzan}, because: TREASURE-16}
  - illegal: {who: Aric, do: {play: Boil an Anthill, on: Guy}, because: DEATH-15}
"""
    assert verdict(tmp_path, content) == ""
