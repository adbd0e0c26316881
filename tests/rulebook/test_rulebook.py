"""The rule sentences are complete, clean and cite only what exists."""

import doctest
import re
from collections import Counter
from importlib.resources import files

import pytest

from kickdoor import rulebook
from kickdoor.rulebook import Rule, Ruling, chapters, lookup, options, rules, rulings, search, sentence

SETS = ("deluxe", "star", "steampunk", "cooks")
ENTRIES: list[Rule | Ruling] = [*rules().values(), *rulings().values()]
RAW = files(rulebook).joinpath("rules.json").read_text(encoding="utf-8")
LINE_IDS = re.findall(r'^    \{"id": "([A-Z]+-\d+)"', RAW, re.MULTILINE)


def texts() -> list[tuple[str, str]]:
    """List everything a player may read, with the id or name it belongs to."""
    found = list(chapters().items()) + [(entry.id, entry.sentence) for entry in ENTRIES]
    found += [(ruling.id, text) for ruling in rulings().values() for text in (ruling.title, *ruling.basis)]
    return found + [(option.name, option.sentence) for option in options().values()]


def test_number_of_rules_is_as_expected() -> None:
    assert len(rules()) == 459
    assert len(rulings()) == 129
    assert len(chapters()) == 23


def test_number_of_rules_by_set_is_as_expected() -> None:
    printed = Counter(name for rule in rules().values() for name in rule.sets)
    assert printed == {"deluxe": 356, "star": 358, "steampunk": 337, "cooks": 369}
    assert sum(rule.sets == SETS for rule in rules().values()) == 295
    assert sum(rule.derived for rule in rules().values()) == 55


def test_ids_are_unique_and_one_entry_is_on_each_line() -> None:
    assert [entry.id for entry in ENTRIES] == LINE_IDS
    assert len(set(LINE_IDS)) == 588


def test_ids_follow_the_chapters_without_gaps() -> None:
    sizes = Counter(rule.chapter for rule in rules().values())
    assert list(rules()) == [f"{chapter}-{n:02}" for chapter in chapters() for n in range(1, sizes[chapter] + 1)]
    assert list(rulings()) == [f"AMB-{n:02}" for n in range(1, 130)]
    assert all(rule.id.startswith(f"{rule.chapter}-") for rule in rules().values())


def test_every_rule_has_sets_in_order() -> None:
    for rule in rules().values():
        assert rule.sets, rule.id
        assert rule.sets == tuple(name for name in SETS if name in rule.sets), rule.id
        assert set(rule.derived_sets) <= set(SETS) - set(rule.sets), rule.id
    assert {rule.id: rule.derived_sets for rule in rules().values() if rule.derived_sets} == {
        "SETUP-14": ("steampunk", "cooks")
    }


@pytest.mark.parametrize("mark", ["<D", "Δ", "->", "**", "`", "<", ">", "GUAL", "(derived)", "  "])
def test_no_markup_of_the_source_is_left(mark: str) -> None:
    assert [name for name, text in texts() if mark in text] == []


@pytest.mark.parametrize("pattern", [r"(?i)\bscan", r"\b[DSPCc]\d+", r"\bCS\b", r"\bEX-", r"\.(txt|md|json)\b"])
def test_no_word_of_the_source_is_left(pattern: str) -> None:
    assert [name for name, text in texts() if re.search(pattern, text)] == []


def test_references_exist() -> None:
    known = {entry.id for entry in ENTRIES}
    cited = [(name, id) for name, text in texts() for id in re.findall(r"\b[A-Z]{3,}-\d+", text)]
    cited += [(option.name, id) for option in options().values() for id in option.see]
    assert [(name, id) for name, id in cited if id not in known] == []
    assert sum(len(re.findall(r"\(see AMB-\d+\)", rule.sentence)) for rule in rules().values()) == 20


def test_named_chapters_exist() -> None:
    named = {chapter for entry in ENTRIES for chapter in re.findall(r"\(chapter (\w+)\)", entry.sentence)}
    assert named
    assert named <= set(chapters())


def test_sentences_begin_and_end_like_sentences() -> None:
    assert [entry.id for entry in ENTRIES if not re.fullmatch(r'["A-Z].*[.)]', entry.sentence)] == []


def test_options_have_defaults() -> None:
    assert {option.name: option.default for option in options().values()} == {
        "first_player": "roll",
        "help_when_winning": False,
        "tokens_survive_death": False,
        "run_order": "fighter_first",
        "token_roll": False,
        "listen_at_the_door": False,
        "shared_victory": False,
        "winning_level": 10,
    }


def test_lookup_finds_rules_and_rulings() -> None:
    assert isinstance(lookup("SETUP-18"), Rule)
    assert isinstance(lookup("AMB-100"), Ruling)
    assert sentence("SETUP-18") == "First player: the book does not say (see AMB-02)."


def test_lookup_of_an_unknown_id_suggests_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"no rule 'COMBAT-99'; nearest: .*COMBAT-09"):
        lookup("COMBAT-99")
    with pytest.raises(KeyError, match="no rule 'item-15'; nearest: ITEM-15"):
        sentence("item-15")
    with pytest.raises(KeyError, match=r"no rule '\?'"):
        lookup("?")


def test_search() -> None:
    assert [found.id for found in search("setup-18")] == ["SETUP-18"]
    assert lookup("ITEM-44") in search("LASER joined")
    assert search("  ") == []
    assert search("c++ (") == []
    # Who plays says fight where the books say combat
    assert search("fight") == search("combat") == search("Fights")
    assert lookup("COMBAT-01") in search("battle")
    assert "fight" in rulebook.also("In combat.")
    assert rulebook.also("Fights are combat, and battles.") == []


def test_examples() -> None:
    result = doctest.testmod(rulebook, optionflags=doctest.ELLIPSIS)
    assert result.attempted >= 10
    assert result.failed == 0
