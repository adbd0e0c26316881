"""Tests of card texts.

`tests/golden/cards_<set>.txt` holds the text of every card of a set. After a change of cards or messages read the
difference and write the file again with `KICKDOOR_UPDATE=1 python -m pytest tests/text/test_card_text.py`.
"""

import os
import re
from pathlib import Path

import pytest

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.text.card_text import card_face, card_text
from kickdoor.text.event_text import power_name

GOLDEN = Path(__file__).parents[1] / "golden"


def find(rules: RuleSet, id: str) -> CardDef:
    return next(d for d in rules.defs if d.id == id)


def text_of(rules: RuleSet, id: str) -> str:
    return " ".join(card_text(rules, find(rules, id)))


@pytest.mark.parametrize("set_id", known_sets())
def test_cards_read_as_recorded(set_id: str) -> None:
    rules = load_catalog([set_id])
    golden = GOLDEN / f"cards_{set_id}.txt"
    text = "\n\n".join(card_face(rules, d) for d in sorted(rules.defs, key=lambda d: (d.deck, d.kind, d.id))) + "\n"
    if os.environ.get("KICKDOOR_UPDATE"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("set_id", known_sets())
def test_card_texts_have_no_formatting_errors(set_id: str) -> None:
    rules = load_catalog([set_id])
    for d in rules.defs:
        for sentence in card_text(rules, d):
            assert sentence[0].isupper() or sentence[0] in "+-0123456789"
            assert sentence[-1] in ".!?"
            assert not re.search(r"[{}_]|  |\.\.|,\.|\b1 \w+s\b(?<!Pieces)|\b[Aa] [aeiouAEIOU]", sentence), sentence


@pytest.mark.parametrize(
    ("id", "text"),
    [
        (
            "3_872_orcs",
            "Level 10. +6 against a Dwarf. "
            "Bad Stuff: Roll a die. On a 2 or less, you die. On a 3 or more, lose that many levels. 3 Treasures.",
        ),
        ("pointy_hat_of_power", "+3. Headgear. Only for a Wizard. 400 Gold Pieces."),
        ("magic_missile", "+5 for either side of any fight. Usable once. 300 Gold Pieces."),
        (
            "warrior",
            "Wins Ties: you win ties in combat. "
            "Berserk: in a fight you are in, discard up to 3 cards from hand or table: +1 for each card discarded. "
            "Once a fight.",
        ),
        ("baby", "-5 for one monster in any fight. That monster is worth 1 fewer Treasure, but at least 1."),
        ("curse_change_sex", "Your sex changes for good. In your next combat, or the one you are in now: -5."),
        (
            "steal_a_level",
            "At any time, choose another player of Level 2 or higher: "
            "gain 1 level (never the winning one). That player loses 1 level (choose someone who can).",
        ),
        (
            "amazon",
            "Level 8. If the main fighter is a female munchkin, it does not fight but leaves at once "
            "(no level and no Treasure for it). Then the main fighter draws 1 Treasure after the fight "
            "(but not after running away). Bad Stuff: Lose all your Classes. If you have none, lose 3 levels. "
            "2 Treasures.",
        ),
        (
            "magic_lamp",
            "On your turn, when you are the main fighter or right after your roll to run away fails, "
            "choose a monster: that monster leaves the fight, with no level for it; the main fighter draws its "
            "Treasures only if it was the last monster in the fight. Usable once. 500 Gold Pieces.",
        ),
        (
            "curse_lose_two_cards",
            "The player on your left, then the player on your right (each only if alive), "
            "each take 1 card from your hand without looking.",
        ),
    ],
)
def test_card_text_is_as_expected(rules: RuleSet, id: str, text: str) -> None:
    assert text_of(rules, id) == text


@pytest.mark.parametrize("set_id", known_sets())
def test_every_power_has_its_name(set_id: str) -> None:
    rules = load_catalog([set_id])
    for d in rules.defs:
        for name in d.powers:
            assert [line for line in card_text(rules, d) if line.startswith(name + ":")], (d.id, name)


def test_the_last_power_name_covers_all_further_effects() -> None:
    rules = load_catalog(["steampunk"])
    line = next(line for line in card_text(rules, find(rules, "tycoon")) if line.startswith("Them What Has, Gets:"))
    assert "gain levels" in line
    assert "lose levels" in line


def test_totals_name_powers() -> None:
    rules = load_catalog(["steampunk"])
    assert power_name(rules, find(rules, "mechanic")) == "High Gear"


def test_followers_are_named_as_in_their_set() -> None:
    for set_id, word in (("deluxe", "hireling"), ("star", "sidekick")):
        rules = load_catalog([set_id])
        cards = [d for d in rules.defs if [m for m in d.modifiers if m.query == nr.Q_NO_ESCAPE]]
        assert cards
        for d in cards:
            assert f"No one can escape it, except by sacrificing a {word}." in card_text(rules, d)


def test_conditions_on_whom_come_in_readable_order(rules: RuleSet) -> None:
    assert "does not pursue a munchkin of Level 4 or lower who is not an Elf." in text_of(rules, "squidzilla")


def test_face_has_name_kind_and_lines(rules: RuleSet) -> None:
    assert card_face(rules, find(rules, "net_troll")).splitlines() == [
        "Net Troll",
        "Monster",
        "Level 10.",
        "Bad Stuff: The other players with the highest Level, in turn from your left, "
        "each take 1 of your Items in play, unequipped (a Big one only if there is room for it).",
        "3 Treasures.",
    ]
