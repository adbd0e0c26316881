"""The JSON Schema of card files, so that editors complete, check and explain them.

`msgspec.json.schema` would write a list of alternatives for each op. An editor cannot say which of 67 was meant, so the
schema is written here, with a condition for each word. `enumDescriptions` has the sentence of each word of a list.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import NODEFAULT, inspect

from kickdoor.catalog import card_tables as ct
from kickdoor.catalog.loader import CARD_ID
from kickdoor.catalog.toml_reader import Option, options_of
from kickdoor.catalog.vocabulary import examples
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.op_registry import OPS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TABLES = (
    ct.Condition, ct.TokensHeld, ct.Items, ct.Per, ct.Static, ct.Mute, ct.Versus, ct.Trigger, ct.Play, ct.Cost,
    ct.TokenCost, ct.Ability, *ct.OP_TABLES.values(), *ct.CARD_TABLES.values(),
)  # fmt: skip

SENTENCES = {"op": {word: op.DOC for word, op in OPS.items()}, "kind": nr.KIND_DOCS}
"""Sentences of the words that determine the shape of a table."""

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def card_schema(rules: RuleSet | None = None) -> Schema:
    """Return the schema of a card file: tables by the ids of the cards.

    With a mix of sets, only the words of these sets are valid.
    """
    return Cards(rules).schema()


def set_schema() -> Schema:
    """Return the schema of the file that names a set."""
    made = Cards(None)
    labels = {name_of(ct.Labels): made.table(ct.Labels)}
    return {"$schema": DRAFT, "title": "kickdoor: set.toml", **made.table(ct.SetTable), "$defs": labels}


def name_of(kind: Any) -> str:
    """Return the name of a table's definition."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", str(kind.__name__)).lower()


def by_word(key: str, names: dict[str, str]) -> Schema:
    """Return the schema of tables whose shape depends on one of their words."""
    cases: list[object] = [
        {"if": {"properties": {key: {"const": word}}, "required": [key]}, "then": ref(name)}
        for word, name in names.items()
    ]
    return {"type": "object", "required": [key], "properties": {key: listed(SENTENCES[key])}, "allOf": cases}


def listed(words: dict[str, str]) -> Schema:
    """Return the schema of a word of a list, with the sentences of the words."""
    return {"enum": list(words), "enumDescriptions": list(words.values())}


class Cards:
    """A builder of the schema of card files, for any sets or for one mix."""

    def __init__(self, rules: RuleSet | None) -> None:
        self.mix: dict[str, list[str]] = {}
        if rules is not None:
            per = [*ct.PER_DOCS, *rules.traits, *rules.counters]
            self.mix = {"traits": rules.traits, "tags": rules.tags, "counters": rules.counters, "per": per}

    def schema(self) -> Schema:
        definitions = {name_of(one): self.table(one) for one in TABLES}
        ops = {word: name_of(one) for word, one in ct.OP_TABLES.items()}
        definitions["quantity"] = self.quantity(ct.Quantity)
        definitions["count"] = self.quantity(ct.Count)
        definitions["instruction"] = by_word("op", ops)
        cards = {kind: name_of(one) for kind, one in ct.CARD_TABLES.items()}
        definitions["card"] = by_word("kind", cards)
        return {
            "$schema": DRAFT,
            "title": "kickdoor: a file of cards",
            "description": "Each table is a card; its name is the card's id.",
            "type": "object",
            "propertyNames": {"pattern": f"^{CARD_ID.pattern}$"},
            "additionalProperties": ref("card"),
            "$defs": dict(sorted(definitions.items())),
        }

    def table(self, kind: Any) -> Schema:
        """Return the schema of a table by its keys; the word that determines its shape is fixed."""
        shape = inspect.type_info(kind)
        assert isinstance(shape, inspect.StructType)
        tag = shape.tag_field if isinstance(shape.tag, str) else None
        sentence = SENTENCES[tag][str(shape.tag)] if tag else ""
        properties: Schema = {tag: {"description": sentence, "const": shape.tag}} if tag else {}
        properties |= {one.encode_name: self.key(one) for one in shape.fields}
        required = [one.encode_name for one in shape.fields if one.required]
        # The name of an ability leads, though it is declared after what abilities share with plays.
        required.sort(key=lambda key: key != "name")
        out: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        if tag or required:
            out["required"] = [*([tag] if tag else []), *required]
        if kind is ct.Condition:
            out["minProperties"] = 1
        if not issubclass(kind, ct.Card) and (kind, "", "") in examples():
            out["examples"] = [examples()[kind, "", ""].table]
        return out

    def key(self, field: inspect.Field) -> Schema:
        """Return the schema of a key with its sentence and its default."""
        options = options_of(field.type)
        given = field.type.extra_json_schema if isinstance(field.type, inspect.Metadata) else None
        out = {"description": "", **(given or {}), **self.value(options, field.required)}
        if field.default is not NODEFAULT and field.default:
            out["default"] = field.default
        return out

    def value(self, options: list[Option], required: bool = False) -> Schema:
        """Return the schema of a value that may have one of some types."""
        (kind, extra), *more = options
        if len(more) == 2 and isinstance(kind, inspect.IntType):
            return ref("count" if kind.ge == 1 else "quantity")
        if len(more) > 1:
            return ref("instruction")
        return {"anyOf": [self.one(*one) for one in options]} if more else self.one(kind, extra, required)

    def quantity(self, kind: Any) -> Schema:
        """Return the schema of a number, a word such as `die`, or an amount for each counted object."""
        number, word, table = options_of(inspect.type_info(kind))
        return {"anyOf": [self.one(*number), self.one(*word), self.one(*table)]}

    def one(self, kind: inspect.Type, extra: Schema, required: bool = True) -> Schema:
        """Return the schema of a type."""
        if isinstance(kind, inspect.IntType):
            return {"type": "integer", "minimum": kind.ge, "maximum": kind.le}
        if isinstance(kind, inspect.BoolType):
            return {"type": "boolean"}
        if isinstance(kind, inspect.StructType):
            return ref(name_of(kind.cls))
        if isinstance(kind, inspect.ListType):
            least = {"minItems": kind.min_length} if kind.min_length else {}
            items = self.value(options_of(kind.item_type), True)
            return {"type": "array", **least, "maxItems": kind.max_length, "items": items}
        if "mix" in extra:
            if extra["mix"] in self.mix:
                return {"enum": self.mix[extra["mix"]]}
            return {"anyOf": [{"enum": extra["words"]}, {"type": "string", "maxLength": ct.MAX_TEXT_LENGTH}]}
        if "words" in extra:
            return listed(extra["words"])
        if "name" in extra:
            return {"type": "string", "pattern": f"^{extra['name']}$"}
        return {"type": "string", "minLength": int(required), "maxLength": ct.MAX_TEXT_LENGTH}
