"""Tests of corrupt card files: each gets one clear line, and no other error is raised."""

import copy
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.layers import few

from kickdoor.catalog.json_schema import card_schema
from kickdoor.catalog.loader import SetFiles, build, known_sets, load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.text.card_text import card_face

Cards = dict[str, dict[str, object]]
Load = Callable[[str, str], RuleSet]
Write = Callable[[Cards], str]

ODD: list[object] = [
    0, -1, 1, 7, 100, 10**12, -(10**40), 1.5, True, False, "", "x", "die", "undead", "a\nb", "ü" * 500, [], {}, [[]],
    [{}], {"op": "die"}, [{"op": "die"}], [{"op": "die", "when": {}}], ["x", 1], {"each": 1, "per": "paid"}, [1] * 60,
]  # fmt: skip
KEYS = ["", "levl", "level", "do", "op", "when", "bonus", "kind", "name", "a\nb", "k" * 300, "constructor", "static"]


def places(value: object) -> list[tuple[object, object]]:
    """List every table or list inside with a key or index of it."""
    found: list[tuple[object, object]] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += [(value, key), *places(inner)]
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            found += [(value, i), *places(inner)]
    return found


def spoil(cards: Cards, rng: random.Random) -> None:
    """Change one thing somewhere in a card."""
    card = cards[rng.choice(sorted(cards))]
    where, key = rng.choice(places(card))
    how = rng.randrange(6)
    if how == 0 and isinstance(where, dict):
        where[rng.choice(KEYS)] = rng.choice(ODD)
    elif how == 1 and isinstance(where, dict):
        where[rng.choice(KEYS)] = where.pop(key)
    elif how == 2 and isinstance(where, dict | list):
        del where[key]  # type: ignore[arg-type]
    elif how == 3:
        inner: object = where[key]  # type: ignore[index]
        for _ in range(rng.choice([1, 2, 5, 60])):
            inner = [inner] if rng.randrange(2) else {rng.choice(KEYS[1:6]): inner}
        where[key] = inner  # type: ignore[index]
    else:
        where[key] = copy.deepcopy(rng.choice(ODD))  # type: ignore[index]


def outcome(load: Load, head: str, door: str) -> tuple[RuleSet | None, str]:
    """Load a set, or gives the complaint about it."""
    try:
        return load(head, door), ""
    except BadData as e:
        return None, str(e)


@pytest.mark.parametrize("seed", few(range(250), 50))
def test_spoilt_cards_load_or_are_refused_in_one_line(
    cards: Cards, head: str, load: Load, write: Write, seed: int
) -> None:
    rng = random.Random(seed)
    spoilt = copy.deepcopy(cards)
    for _ in range(rng.choice([1, 1, 1, 3])):
        spoil(spoilt, rng)
    rules, message = outcome(load, head, write(spoilt))
    if rules is None:
        assert message.isprintable()
        assert len(message) < 700
        return
    assert not list(Draft202012Validator(card_schema()).iter_errors(spoilt))
    for d in rules.defs:
        card_face(rules, d)


@pytest.mark.parametrize("seed", few(range(60), 15))
def test_spoilt_text_is_refused_in_one_line(cards: Cards, head: str, load: Load, write: Write, seed: int) -> None:
    rng = random.Random(seed)
    text = write(cards)
    for _ in range(rng.choice([1, 3, 30])):
        at = rng.randrange(len(text))
        text = (
            text[:at] + rng.choice(["", "]", "[", '"', "\n", "=", "{", "\0", "é", "1e999", ".", "'''"]) + text[at + 1 :]
        )
    assert outcome(load, head, text)[1].isprintable()


MONSTER = '[tin]\nname = "Tin"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'


@pytest.mark.parametrize(
    ("door", "message"),
    [
        ("[tin]\nname = 'Tin'\nkind = 'monster'\nlevl = 1\n", "tin: unknown key 'levl'; did you mean 'level'?"),
        ("[tin]\nname = 'Tin'\nkind = 'monster'\ntreasures = 1\n", "tin: the key 'level' is missing"),
        ("[tin]\nname = 'Tin'\nkind = 'moster'\n", "tin.kind: 'moster' is not known; did you mean 'monster'?"),
        ("[tin]\nname = 'Tin'\nkind = 'item'\n", "tin.kind: a item does not belong in the door deck"),
        ("[tin]\nname = ''\nkind = 'mate'\n", "tin.name: the text is empty"),
        ("[tin]\nname = \"T\\u001b[1mn\"\nkind = 'mate'\n", "tin.name: a text must not have line breaks"),
        ("tin = 1\n", "tin: expected a table, found 1"),
        ("[Tin]\n", "'Tin' is not a valid card id"),
        (MONSTER + "bonus = 1" + "0" * 6000, "not valid TOML"),
        (MONSTER + "bonus = 0x" + "f" * 6000, "tin.bonus: expected a whole number from -99 to 99, found a huge number"),
        (
            MONSTER + "bad_stuff = [{ op = 'lose_lvels' }]",
            r"bad_stuff\[0\].op: 'lose_lvels' is not known; did you mean",
        ),
        (MONSTER + "bad_stuff = [{ op = 'die', n = 1 }]", r"bad_stuff\[0\]: unknown key 'n'"),
        (MONSTER + "bad_stuff = [{ op = 'die', when = {} }]", "an empty condition"),
        (MONSTER + "bad_stuff = [{ op = 'die', when = { is = 'alon' } }]", "when.is: 'alon' is not known; .* 'alone'"),
        (MONSTER + "bad_stuff = []", "a list of ops is empty"),
        (MONSTER + "bad_stuff = [{ op = 'die', then = true }]", "the first op has no op before it"),
        (MONSTER + "vs = [{ who = 'gnome', bonus = 1 }]", "tin.vs.* 'gnome' is not known"),
        (MONSTER + "vs = [{ bonus = 1 }]", "the key 'who' is missing"),
        (MONSTER + "x = " + "[" * 5000 + "]" * 5000, "not valid TOML"),
        (MONSTER + "x" + ".x" * 3000 + " = 1", "nested too deeply"),
        (MONSTER + "[tin" + '."x"' * 3000 + "]", "nested too deeply"),
        (MONSTER + "bad_stuff = [" + "{ op = 'die' }," * 41 + "]", "a list of at most 40 tables, found a list of 41"),
    ],
)
def test_messages_name_card_and_key(load: Load, door: str, message: str) -> None:
    with pytest.raises(BadData, match=message) as caught:
        load("name = 'Toys'\n", door)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("", "set.toml: the key 'name' is missing"),
        ("name = 'Toys'\nuse = []", "unknown key 'use'; did you mean 'uses'?"),
        ("name = 'Toys'\nuses = ['race']", "set.toml.uses.0.: 'race' is not known; did you mean 'races'?"),
        ("name = 'Toys'\ntags = ['Fire!']", "set.toml.tags: expected names such as 'below_waist', found 'Fire!'"),
    ],
)
def test_messages_about_the_set(load: Load, head: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        load(head, MONSTER)


def test_nested_choices_are_limited(load: Load) -> None:
    line = "{ op = 'die' }"
    for _ in range(8):
        line = f"{{ op = 'choose_one', options = [[{line}], [{{ op = 'die' }}]] }}"
    with pytest.raises(BadData, match="nested too deeply"):
        load("name = 'Toys'\n", MONSTER + f"bad_stuff = [{line}]")


def test_large_files_are_refused_at_once(load: Load) -> None:
    start = time.perf_counter()
    with pytest.raises(BadData, match="larger than"):
        load("name = 'Toys'\n", MONSTER + "# " + "x" * 10_000_000)
    for piece in ("x = '", "[", "a.", "'a'.", "a.b = 1\n", "x = 1\n"):
        with pytest.raises(BadData):
            load("name = 'Toys'\n", MONSTER + piece * (900_000 // len(piece)))
    assert time.perf_counter() - start < 20


def test_duplicate_ids_are_refused(load: Load, tmp_path: Path) -> None:
    load("name = 'Toys'\n", MONSTER)
    (tmp_path / "door" / "more.toml").write_text(MONSTER)
    with pytest.raises(BadData, match=r"more\.toml: tin: the set has another card with this id"):
        build([SetFiles(tmp_path)])


def test_cards_are_counted_with_their_copies(load: Load) -> None:
    many = "".join(MONSTER.replace("tin", f"tin{i}") + "copies = 20\n" for i in range(201))
    with pytest.raises(BadData, match="more than 4000 cards"):
        load("name = 'Toys'\n", many)


def test_bad_bytes_and_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"set\.toml is missing"):
        build([SetFiles(tmp_path)])
    (tmp_path / "set.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(BadData, match="not valid TOML"):
        build([SetFiles(tmp_path)])
    with pytest.raises(BadData, match="there is no set 'no_such_set'"):
        load_catalog(["no_such_set", *known_sets()])
