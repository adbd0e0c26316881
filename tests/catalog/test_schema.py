"""Tests of the JSON Schema of card files: it is the one in docs, and every card file matches it."""

import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec import inspect

from kickdoor.catalog import card_tables as ct
from kickdoor.catalog.compiler import Compiler
from kickdoor.catalog.json_schema import Schema, card_schema, set_schema
from kickdoor.catalog.loader import HOME, load_catalog
from kickdoor.catalog.toml_reader import TableError, options_of, read_table
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.conditions import Is
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.target_selectors import WHO
from kickdoor.engine.features import FOOD
from kickdoor.engine.machine.errors import BadData

DOCS = Path(__file__).parents[2] / "docs"
FILES = sorted(HOME.glob("*/*/*.toml")) + sorted(HOME.glob("*/set.toml"))


@pytest.mark.parametrize(("name", "schema"), [("card-schema.json", card_schema()), ("set-schema.json", set_schema())])
def test_docs_have_the_current_schema(name: str, schema: Schema) -> None:
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema, indent=2) + "\n"
    if os.environ.get("KICKDOOR_UPDATE"):
        (DOCS / name).write_text(text, encoding="utf-8")
    assert (DOCS / name).read_text(encoding="utf-8") == text, "update it with: kickdoor cards --schema"


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(HOME)) for path in FILES])
def test_card_files_match_the_schema(path: Path) -> None:
    schema = set_schema() if path.name == "set.toml" else card_schema()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(data)] == []


@pytest.mark.parametrize(
    "card",
    [
        {"name": "Tin"},
        {"name": "Tin", "kind": "toy"},
        {"name": "Tin", "kind": "monster", "level": 1},
        {"name": "Tin", "kind": "monster", "level": 0, "treasures": 1},
        {"name": "Tin", "kind": "monster", "level": 1, "treasures": 1, "levl": 1},
        {"name": "Tin", "kind": "monster", "level": 1, "treasures": 1, "slot": "armor"},
        {"name": "Tin", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": [{"op": "dye"}]},
        {"name": "Tin", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": [{"op": "die", "n": 1}]},
        {"name": "Tin", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": [{"op": "die", "when": {}}]},
        {"name": "Tin", "kind": "curse", "do": [{"op": "lose_levels", "n": "dice"}]},
        {"name": "Tin", "kind": "curse", "lasts": "ever"},
        {"name": "Tin", "kind": "item", "ability": [{"name": "Ring"}]},
    ],
)
def test_invalid_cards_fail_the_schema(card: dict[str, object]) -> None:
    assert list(Draft202012Validator(card_schema()).iter_errors({"tin": card}))


def enums(value: object) -> Iterator[list[str]]:
    """Go through all lists of words in a schema."""
    if isinstance(value, dict):
        if "enum" in value:
            yield value["enum"]
        for inner in value.values():
            yield from enums(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from enums(inner)


@pytest.mark.parametrize(
    "words",
    [
        nr.KINDS, tuple(OPS), tuple(nr.TIMINGS), nr.QUERIES, nr.TRIGGER_EVENTS, WHO, Is.NAMES, tuple(ct.PER_DOCS),
        tuple(ct.COUNTED_DOCS), tuple(ct.TARGET_DOCS), nr.LIMITS, nr.LASTS, nr.SLOTS, tuple(nr.SORTS), tuple(nr.LIFTS),
        nr.UNTIL[1:], FOOD, ("male", "female", "human"), ("undead",),
    ],
)  # fmt: skip
def test_the_schema_lists_every_word(words: tuple[str, ...]) -> None:
    assert list(words) in [list(found) for found in enums(card_schema())]


def static(amount: object) -> ct.Static:
    line: ct.Static = read_table(ct.Static, {"query": "strength", "add": amount}, "test")
    return line


def test_every_word_for_an_amount_is_understood() -> None:
    rules = RuleSet([])
    rules.counter("ink")
    compiler = Compiler(rules)
    for amount in [*ct.COUNTED_DOCS, *[{"per": word} for word in ct.PER_DOCS], {"per": "ink"}]:
        assert compiler.static(static(amount), 0, False)
    with pytest.raises(BadData, match=", ".join(ct.COUNTED_DOCS)):
        static("x")
    with pytest.raises(TableError, match=", ".join(ct.PER_DOCS)):
        compiler.static(static({"per": "x"}), 0, False)


def shape_of(kind: Any) -> inspect.StructType:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return shape


def test_every_key_with_words_lists_them_when_one_is_wrong() -> None:
    every = [*ct.CARD_TABLES.values(), *ct.OP_TABLES.values(), ct.Condition, ct.Mute, ct.Static, ct.Trigger, ct.Play]
    seen = set()
    for kind in [*every, ct.Items, ct.Ability, ct.SetTable]:
        shape = shape_of(kind)
        tag = {shape.tag_field: shape.tag} if isinstance(shape.tag, str) else {}
        for key in shape.fields:
            lists = [extra["words"] for _, extra in options_of(key.type) if "words" in extra and "mix" not in extra]
            for words in lists:
                seen.add((kind, key.encode_name))
                with pytest.raises(BadData, match=f"expected one of: {', '.join(words)}$"):
                    read_table(kind, {**tag, key.encode_name: "?"}, "test")
        known = [*tag, *(one.encode_name for one in shape.fields)]
        with pytest.raises(BadData, match=f"^test: unknown key '[?]'; expected one of: {', '.join(map(str, known))}$"):
            read_table(kind, {**tag, "?": 1}, "test")
    for pair in [(ct.Condition, "is"), (ct.Play, "at"), (ct.Play, "on"), (ct.Ability, "once"), (ct.Oneshot, "side")]:
        assert pair in seen


def test_a_mix_has_a_schema_with_its_own_words() -> None:
    folder = Path(__file__).parents[1] / "engine" / "test_sets" / "boilers"
    rules = load_catalog([], [folder])
    schema = card_schema(rules)
    assert rules.counters in [list(found) for found in enums(schema)]
    for path in folder.glob("*/*.toml"):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert [error.message for error in Draft202012Validator(schema).iter_errors(data)] == []
    wrong = {"tin": {"name": "Tin", "kind": "curse", "do": [{"op": "lose_tokens", "kinds": "steem"}]}}
    assert list(Draft202012Validator(schema).iter_errors(wrong))
    assert not list(Draft202012Validator(card_schema()).iter_errors(wrong))


def test_every_key_and_word_is_explained() -> None:
    """Each has a sentence, except words of a list that hold a name which explains itself."""
    definitions = card_schema()["$defs"]
    assert set(definitions["instruction"]["properties"]["op"]["enum"]) == set(OPS)
    for name, table in [*definitions.items(), ("set", set_schema())]:
        for key, value in table.get("properties", {}).items():
            for part in [value, *value.get("anyOf", ())]:
                assert len(part.get("enum", ())) == len(part.get("enumDescriptions", part.get("enum", ())))
                assert all(sentence.endswith(".") for sentence in part.get("enumDescriptions", ())), f"{name}.{key}"
            assert value.get("description") or value.get("enumDescriptions"), f"{name}.{key}"


def test_the_guide_lists_the_keys_of_every_kind() -> None:
    guide = (DOCS / "adding-a-card.md").read_text(encoding="utf-8")
    table = guide.partition("| kind | keys |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines()[2:]]
    listed = {kind: set(re.findall(r"`(\w+)`", keys)) for kinds, keys in rows for kind in re.findall(r"\w+", kinds)}
    shapes = json.loads((DOCS / "card-schema.json").read_text(encoding="utf-8"))["$defs"]
    values = {"next_combat", "for_good", "munchkins", "monsters"}
    for kind in nr.KINDS:
        assert (listed["all"] | listed[kind]) - values == set(shapes[kind]["properties"]), kind
