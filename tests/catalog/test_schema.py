"""Tests of the JSON Schema of card files: it is the one in docs, and every card file matches it."""

import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kickdoor.catalog import file_schema
from kickdoor.catalog.compiler import Compiler
from kickdoor.catalog.json_schema import Schema, card_schema, set_schema
from kickdoor.catalog.loader import HOME, load_catalog
from kickdoor.catalog.toml_reader import Reader
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
        nr.KINDS, tuple(OPS), tuple(nr.TIMINGS), nr.QUERIES, nr.TRIGGER_EVENTS, WHO, Is.NAMES, file_schema.PER_WORDS,
        file_schema.COUNTED, file_schema.ON_WORDS, nr.LIMITS, nr.LASTS, nr.SLOTS, tuple(nr.SORTS), tuple(nr.LIFTS),
        nr.UNTIL[1:], FOOD, ("male", "female", "human"), ("undead",),
    ],
)  # fmt: skip
def test_the_schema_lists_every_word(words: tuple[str, ...]) -> None:
    assert list(words) in [list(found) for found in enums(card_schema())]


def test_every_word_for_an_amount_is_understood() -> None:
    rules = RuleSet([])
    rules.counter("ink")
    compiler = Compiler(rules)
    for amount in [*file_schema.COUNTED, *[{"per": word} for word in file_schema.PER_WORDS], {"per": "ink"}]:
        assert compiler.quantity(Reader({"query": "strength", "add": amount}, "test", file_schema.STATIC), "add")
    with pytest.raises(BadData, match=", ".join(file_schema.COUNTED)):
        compiler.quantity(Reader({"query": "strength", "add": "x"}, "test", file_schema.STATIC), "add")
    with pytest.raises(BadData, match=", ".join(file_schema.PER_WORDS)):
        compiler.quantity(Reader({"query": "strength", "add": {"per": "x"}}, "test", file_schema.STATIC), "add")


def test_every_key_with_words_lists_them_when_one_is_wrong() -> None:
    every = [
        *file_schema.CARD_SHAPES.values(),
        *file_schema.OP_SHAPES.values(),
        file_schema.CONDITION,
        file_schema.ABILITY,
        file_schema.SET,
    ]
    for shape in every:
        for key in shape.keys.values():
            if key.words:
                with pytest.raises(BadData, match=f"fitting are: {', '.join(key.words)}"):
                    Reader({key.name: "?"}, "test", shape).words(key.name)
        with pytest.raises(BadData, match=f"fitting are: {', '.join(shape.keys)}"):
            Reader({"?": 1}, "test", shape)


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


def test_every_op_and_key_is_described() -> None:
    definitions = card_schema()["$defs"]
    assert isinstance(definitions, dict)
    for word, op in OPS.items():
        described = definitions[f"op_{word}"]["properties"]
        assert set(described) == {"op", "when", "instead", "then"} | {field.name for field in op.FIELDS}
    for shape in [*file_schema.CARD_SHAPES.values(), *file_schema.OP_SHAPES.values(), file_schema.SET]:
        for key in shape.keys.values():
            assert key.doc, f"{shape.name}.{key.name}"


def test_the_guide_lists_the_keys_of_every_kind() -> None:
    guide = (DOCS / "adding-a-card.md").read_text(encoding="utf-8")
    table = guide.partition("| kind | keys |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines()[2:]]
    listed = {kind: set(re.findall(r"`(\w+)`", keys)) for kinds, keys in rows for kind in re.findall(r"\w+", kinds)}
    shapes = json.loads((DOCS / "card-schema.json").read_text(encoding="utf-8"))["$defs"]
    values = {"next_combat", "for_good", "munchkins", "monsters"}
    for kind in nr.KINDS:
        assert (listed["all"] | listed[kind]) - values == set(shapes[kind]["properties"]), kind
