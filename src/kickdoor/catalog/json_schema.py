"""The JSON Schema of card files, so that editors complete and check them."""

from __future__ import annotations

from kickdoor.catalog import file_schema as sh
from kickdoor.catalog.file_schema import Key, Shape
from kickdoor.catalog.loader import CARD_ID
from kickdoor.catalog.toml_reader import NAME
from kickdoor.engine import constants as nr
from kickdoor.engine.cards import field_specs as f
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.features import FEATURES

DRAFT = "https://json-schema.org/draft/2020-12/schema"
OPEN: dict[str, tuple[str, ...]] = {
    sh.TRAITS: ("male", "female", *[x for concept in FEATURES.values() for x in concept.traits]),
    sh.TAGS: tuple(x for concept in FEATURES.values() for x in concept.tags),
    f.COUNTERS: tuple(x for concept in FEATURES.values() for x in concept.counters),
    sh.PER_WORD: sh.PER_WORDS,
}
"""Words that exist with any sets; others come with the sets of a mix."""
ONE_OF = {f.TRAIT: sh.TRAITS, f.TAG: sh.TAGS}

Schema = dict[str, object]


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
    labels: Schema = {sh.LABELS.name: Cards(None).table(sh.LABELS)}
    return {"$schema": DRAFT, "title": "kickdoor: set.toml", **Cards(None).table(sh.SET), "$defs": labels}


def whole(pattern: str) -> str:
    """Make a pattern match whole words only."""
    return f"^{pattern}$"


def by_word(key: str, names: dict[str, str]) -> Schema:
    """Return the schema of tables whose shape depends on one of their words."""
    cases: list[object] = [
        {"if": {"properties": {key: {"const": word}}, "required": [key]}, "then": ref(name)}
        for word, name in names.items()
    ]
    return {"type": "object", "required": [key], "properties": {key: {"enum": list(names)}}, "allOf": cases}


def instructions() -> Schema:
    """Return the schema of a list of ops."""
    return {"type": "array", "maxItems": sh.MAX_TABLES, "items": ref("instruction")}


def quantity(least: int) -> Schema:
    """Return the schema of a quantity: a number, a word such as `die`, or an amount for each counted object."""
    number = {"type": "integer", "minimum": least, "maximum": sh.MAX_NUMBER}
    return {"anyOf": [number, {"enum": list(sh.COUNTED)}, ref(sh.PER.name)]}


class Cards:
    """A builder of the schema of card files, for any sets or for one mix."""

    def __init__(self, rules: RuleSet | None) -> None:
        self.mix: dict[str, list[str]] = {}
        if rules is not None:
            per = [*sh.PER_WORDS, *rules.traits, *rules.counters]
            self.mix = {sh.TRAITS: rules.traits, sh.TAGS: rules.tags, f.COUNTERS: rules.counters, sh.PER_WORD: per}

    def schema(self) -> Schema:
        shapes = [
            sh.CONDITION, sh.TOKENS_HELD, sh.ITEMS, sh.PER, sh.STATIC, sh.MUTE, sh.VERSUS, sh.TRIGGER, sh.PLAY, sh.COST,
            sh.TOKEN_COST, sh.ABILITY,
        ]  # fmt: skip
        definitions: Schema = {shape.name: self.table(shape) for shape in shapes}
        for word, shape in sh.OP_SHAPES.items():
            definitions[shape.name] = self.table(shape, {"op": word})
        for kind, shape in sh.CARD_SHAPES.items():
            definitions[shape.name] = self.table(shape, {"kind": nr.KINDS[kind]})
        definitions["quantity"] = quantity(sh.MIN_NUMBER)
        definitions["count"] = quantity(1)
        definitions["instruction"] = by_word("op", {word: shape.name for word, shape in sh.OP_SHAPES.items()})
        definitions["card"] = by_word("kind", {nr.KINDS[kind]: shape.name for kind, shape in sh.CARD_SHAPES.items()})
        return {
            "$schema": DRAFT,
            "title": "kickdoor: a file of cards",
            "description": "Each table is a card; its name is the card's id.",
            "type": "object",
            "propertyNames": {"pattern": whole(CARD_ID.pattern)},
            "additionalProperties": ref("card"),
            "$defs": dict(sorted(definitions.items())),
        }

    def table(self, shape: Shape, fixed: dict[str, str] | None = None) -> Schema:
        """Return the schema of a table by its keys; some keys have already determined its shape."""
        known = {} if fixed is None else fixed
        properties: Schema = {}
        for key in shape.keys.values():
            value = {"const": known[key.name]} if key.name in known else self.key(key)
            properties[key.name] = {"description": key.doc} | value
        out: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        required = [key.name for key in shape.keys.values() if key.default is None]
        if required:
            out["required"] = required
        if shape is sh.CONDITION:
            out["minProperties"] = 1
        return out

    def key(self, key: Key) -> Schema:
        """Return the schema of a key with its default."""
        out = self.value(key)
        if key.default:
            out["default"] = key.default
        return out

    def value(self, key: Key) -> Schema:
        """Return the schema of a key's value."""
        sort = key.sort
        if sort == f.INT:
            return {"type": "integer", "minimum": key.least, "maximum": key.most}
        if sort == f.BOOL:
            return {"type": "boolean"}
        if sort == sh.TEXT:
            return {"type": "string", "minLength": int(key.default is None), "maxLength": sh.MAX_TEXT_LENGTH}
        if sort in (sh.WORDS, sh.TRAITS, sh.TAGS, f.COUNTERS):
            word = self.word(key)
            return {"anyOf": [word, {"type": "array", "maxItems": sh.MAX_TABLES, "items": word}]}
        if sort == sh.NAMES:
            name = {"type": "string", "pattern": whole(NAME.pattern)}
            return {"type": "array", "maxItems": sh.MAX_TABLES, "items": name}
        if sort == sh.TEXTS:
            text = {"type": "string", "minLength": 1, "maxLength": sh.MAX_TEXT_LENGTH}
            return {"type": "array", "maxItems": sh.MAX_TABLES, "items": text}
        if sort == f.QUANTITY:
            return ref("quantity" if key.least < 0 else "count")
        if sort == sh.EFFECTS:
            return instructions()
        if sort == sh.WAYS:
            return {"type": "array", "minItems": 2, "maxItems": sh.MAX_TABLES, "items": instructions()}
        if key.shape is not None:
            table = ref(key.shape.name)
            return {"type": "array", "maxItems": sh.MAX_TABLES, "items": table} if sort == sh.TABLES else table
        return self.word(key)

    def word(self, key: Key) -> Schema:
        """Return the schema of one word: of a list or, if it depends on the mix of sets, of the mix's words or any."""
        sort = ONE_OF.get(key.sort, key.sort)
        if sort not in OPEN:
            return {"enum": list(key.words)}
        if sort in self.mix:
            return {"enum": self.mix[sort]}
        return {"anyOf": [{"enum": list(OPEN[sort])}, {"type": "string", "maxLength": sh.MAX_TEXT_LENGTH}]}
