"""The JSON Schema of card files is the one in docs, and every card file of the package keeps to it."""

import json
import os
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kickdoor.catalog import shapes
from kickdoor.catalog.load import HOME
from kickdoor.catalog.schema import Schema, card_schema, set_schema
from kickdoor.effects.vocabulary import OPS

DOCS = Path(__file__).parents[2] / "docs"
FILES = sorted(HOME.glob("*/*/*.toml")) + sorted(HOME.glob("*/set.toml"))


@pytest.mark.parametrize(("name", "schema"), [("card-schema.json", card_schema()), ("set-schema.json", set_schema())])
def test_docs_hold_the_schema_of_today(name: str, schema: Schema) -> None:
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema, indent=2) + "\n"
    if os.environ.get("KICKDOOR_UPDATE"):
        (DOCS / name).write_text(text, encoding="utf-8")
    assert (DOCS / name).read_text(encoding="utf-8") == text, "make it anew with: kickdoor cards --schema"


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(HOME)) for path in FILES])
def test_card_files_keep_to_the_schema(path: Path) -> None:
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
def test_schema_refuses(card: dict[str, object]) -> None:
    assert list(Draft202012Validator(card_schema()).iter_errors({"tin": card}))


def test_every_instruction_and_key_is_described() -> None:
    definitions = card_schema()["$defs"]
    assert isinstance(definitions, dict)
    for word, op in OPS.items():
        described = definitions[f"op_{word}"]["properties"]
        assert set(described) == {"op", "when", "instead", "then"} | {field.name for field in op.FIELDS}
    for shape in [*shapes.CARD_SHAPES.values(), *shapes.OP_SHAPES.values(), shapes.SET]:
        for key in shape.keys.values():
            assert key.doc, f"{shape.name}.{key.name}"
