"""Tests of card texts that only custom sets need."""

from pathlib import Path

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.text.card_text import card_text

SET = 'name = "Toys"\nuses = ["food_tokens"]\ncounters = ["stamp", "seal"]\ntags = ["fire", "odd"]\n'


def text_of(folder: Path, card: str, head: str = "") -> str:
    """Write a set of one card and return what it says."""
    (folder / "toys" / "door").mkdir(parents=True)
    (folder / "toys" / "set.toml").write_text(SET + head)
    (folder / "toys" / "door" / "cards.toml").write_text('[toy]\nname = "Toy"\n' + card)
    rules = load_catalog(["deluxe"], [folder / "toys"])
    return " ".join(card_text(rules, next(d for d in rules.defs if d.id == "toy")))


def curse(do: str) -> str:
    return f'kind = "curse"\ndo = [{do}]\n'


GAIN = curse('{ op = "gain_token", kinds = ["stamp"] }')


def test_a_token_that_may_win_the_game_is_marked(tmp_path: Path) -> None:
    text = text_of(tmp_path, GAIN, 'turned_in = ["stamp", "seal"]\n')
    assert text == "Take 1 Stamp token from the pool (it may complete a set that wins the game)."


def test_a_token_outside_token_sets_is_not_marked(tmp_path: Path) -> None:
    assert text_of(tmp_path, GAIN) == "Take 1 Stamp token from the pool."


@pytest.mark.parametrize(
    ("do", "text"),
    [
        (
            '{ op = "may", when = { trait = "elf" } }, { op = "lose_levels", then = true }',
            "If you are an Elf, you may choose this: lose 1 level.",
        ),
        (
            '{ op = "lose_levels" }, { op = "lose_levels", n = { each = 2, items = { big = true } } }',
            "Lose 1 level, and 2 more for each of your Big Items.",
        ),
        (
            '{ op = "lose_levels", n = 2, when = { worth_less_than = 300 } }, { op = "lose_items", worth = 300 }',
            "Lose Items of your choice worth at least 300 Gold Pieces in total; "
            "if yours are worth less, lose them all and lose 2 levels.",
        ),
        (
            '{ op = "aftermath", query = "strength", add = -2, until = "next_combat", who = "left" }',
            "The player on your left (if alive) fights at -2 in their next combat after this one.",
        ),
        ('{ op = "lose_items", items = { slot = "armor", worn = true } }', "Lose the Armor you are wearing."),
        (
            '{ op = "lose_items", items = { slot = "armor", big = true } }',
            "Lose your Big Armor (if you have several, choose one).",
        ),
        (
            '{ op = "lose_levels", when = { trait = "elf", is = "own_turn" } }',
            "If you are an Elf and it is your turn, lose 1 level.",
        ),
    ],
)
def test_op_text_is_as_expected(tmp_path: Path, do: str, text: str) -> None:
    assert text_of(tmp_path, curse(do)) == text


@pytest.mark.parametrize(
    ("sorts", "tag", "text"),
    [
        ('"items"', "fire", "your equipped Items marked Fire give you no bonus."),
        (
            '"items", "oneshots"',
            "fire",
            "Items marked Fire give you no bonus, neither those you have equipped nor one-shots you play.",
        ),
        ('"items", "oneshots"', "", "Items give you no bonus, neither those you have equipped nor one-shots you play."),
    ],
)
def test_curse_on_items_names_the_silenced_one_shots(tmp_path: Path, sorts: str, tag: str, text: str) -> None:
    tagged = f', tag = "{tag}"' if tag else ""
    card = f'kind = "curse"\nlasts = "next_combat"\nmute = [{{ sorts = [{sorts}]{tagged} }}]\n'
    assert text_of(tmp_path, card) == "In your next combat, or the one you are in now: " + text


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        (
            'event = "rolled", when = { die_at_most = 2 }',
            "It ends when your die shows 2 or less, regardless of modifiers.",
        ),
        ('event = "rolled", when = { die_at_most = 1 }', "It ends when your die shows a 1, regardless of modifiers."),
        ('event = "turn_begun"', "It ends at the start of your turn."),
    ],
)
def test_kept_curse_names_its_end(tmp_path: Path, trigger: str, text: str) -> None:
    card = f'kind = "curse"\nlasts = "for_good"\ntrigger = [{{ {trigger}, do = [{{ op = "end_curse" }}] }}]\n'
    assert text_of(tmp_path, card) == "This curse stays with you. " + text
