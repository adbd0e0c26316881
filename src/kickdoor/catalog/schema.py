"""Writes the shapes of card files as JSON Schema, so that editors complete and check them."""

from __future__ import annotations

from kickdoor.catalog import shapes as sh
from kickdoor.catalog.load import CARD_ID
from kickdoor.catalog.reader import NAME
from kickdoor.catalog.shapes import Key, Shape
from kickdoor.core import fields as f
from kickdoor.core import words as w

DRAFT = "https://json-schema.org/draft/2020-12/schema"
BOUND = {"minimum": -99, "maximum": 99}
COUNTED = ("half_die", "hands_in_use", "die", "paid", "lowest_level", "best_item", "amount")

Schema = dict[str, object]


def ref(name: str) -> Schema:
    """Points at a definition."""
    return {"$ref": f"#/$defs/{name}"}


def card_schema() -> Schema:
    """Describes a file of cards: tables by the ids of the cards."""
    shapes = [
        sh.CONDITION, sh.ITEMS, sh.PER, sh.STATIC, sh.MUTE, sh.VERSUS, sh.TRIGGER, sh.PLAY, sh.COST, sh.TOKEN_COST,
        sh.ABILITY,
    ]  # fmt: skip
    definitions: Schema = {shape.name: table_schema(shape) for shape in shapes}
    for word, shape in sh.OP_SHAPES.items():
        definitions[shape.name] = table_schema(shape, {"op": word})
    for kind, shape in sh.CARD_SHAPES.items():
        definitions[shape.name] = table_schema(shape, {"kind": w.KINDS[kind]})
    definitions["quantity"] = quantity_schema()
    definitions["instruction"] = by_word("op", {word: shape.name for word, shape in sh.OP_SHAPES.items()})
    definitions["card"] = by_word("kind", {w.KINDS[kind]: shape.name for kind, shape in sh.CARD_SHAPES.items()})
    return {
        "$schema": DRAFT,
        "title": "kickdoor: a file of cards",
        "description": "Each table is a card; its name is the card's id.",
        "type": "object",
        "propertyNames": {"pattern": whole(CARD_ID.pattern)},
        "additionalProperties": ref("card"),
        "$defs": dict(sorted(definitions.items())),
    }


def set_schema() -> Schema:
    """Describes the file with the name of a set."""
    labels: Schema = {sh.LABELS.name: table_schema(sh.LABELS)}
    return {"$schema": DRAFT, "title": "kickdoor: set.toml", **table_schema(sh.SET), "$defs": labels}


def whole(pattern: str) -> str:
    """Makes a pattern match whole words only."""
    return f"^{pattern}$"


def by_word(key: str, names: dict[str, str]) -> Schema:
    """Describes tables whose shape hangs on one word in them."""
    cases: list[object] = [
        {"if": {"properties": {key: {"const": word}}, "required": [key]}, "then": ref(name)}
        for word, name in names.items()
    ]
    return {"type": "object", "required": [key], "properties": {key: {"enum": list(names)}}, "allOf": cases}


def table_schema(shape: Shape, fixed: dict[str, str] | None = None) -> Schema:
    """Describes a table by its keys, some of which hold what has led here."""
    known = {} if fixed is None else fixed
    properties: Schema = {}
    for key in shape.keys.values():
        value = {"const": known[key.name]} if key.name in known else key_schema(key)
        properties[key.name] = {"description": key.doc} | value
    out: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    required = [key.name for key in shape.keys.values() if key.default is None]
    if required:
        out["required"] = required
    if shape is sh.CONDITION:
        out["minProperties"] = 1
    return out


def key_schema(key: Key) -> Schema:
    """Describes what a key may hold, and what holds without it."""
    out = value_schema(key)
    if key.default:
        out["default"] = key.default
    return out


def value_schema(key: Key) -> Schema:
    """Describes what a key may hold."""
    sort = key.sort
    if sort == f.INT:
        return {"type": "integer", "minimum": key.least, "maximum": key.most}
    if sort == f.BOOL:
        return {"type": "boolean"}
    if sort == sh.TEXT:
        return {"type": "string", "minLength": int(key.default is None), "maxLength": sh.MOST_TEXT}
    if sort in (sh.WORDS, sh.TRAITS, sh.TAGS, f.COUNTERS):
        word = word_schema(key.words)
        return {"anyOf": [word, {"type": "array", "maxItems": sh.MOST_TABLES, "items": word}]}
    if sort == sh.NAMES:
        name = {"type": "string", "pattern": whole(NAME.pattern)}
        return {"type": "array", "maxItems": sh.MOST_TABLES, "items": name}
    if sort == sh.TEXTS:
        text = {"type": "string", "minLength": 1, "maxLength": sh.MOST_TEXT}
        return {"type": "array", "maxItems": sh.MOST_TABLES, "items": text}
    if sort == f.QUANTITY:
        return ref("quantity")
    if sort == sh.EFFECTS:
        return instructions()
    if sort == sh.WAYS:
        return {"type": "array", "minItems": 2, "maxItems": sh.MOST_TABLES, "items": instructions()}
    if key.shape is not None:
        table = ref(key.shape.name)
        return {"type": "array", "maxItems": sh.MOST_TABLES, "items": table} if sort == sh.TABLES else table
    return word_schema(key.words)


def word_schema(words: tuple[str, ...]) -> Schema:
    """Describes one word: of a list, or any where that depends on the mix of sets."""
    return {"enum": list(words)} if words else {"type": "string", "maxLength": sh.MOST_TEXT}


def instructions() -> Schema:
    """Describes a list of instructions."""
    return {"type": "array", "maxItems": sh.MOST_TABLES, "items": ref("instruction")}


def quantity_schema() -> Schema:
    """Describes how much: a number, what a die or a cost tells, or so much for each."""
    return {"anyOf": [{"type": "integer", **BOUND}, {"enum": list(COUNTED)}, ref(sh.PER.name)]}
