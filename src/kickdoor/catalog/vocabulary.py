"""The words of card files, each with its sentence and an example, for the reference and the JSON Schema.

An example is the shortest table that uses the word, of the cards that come with kickdoor. `examples.toml` has cards
for the words that no other card uses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct, inspect

from kickdoor.catalog import card_tables as ct
from kickdoor.catalog.loader import HOME, SetFiles, known_sets
from kickdoor.catalog.toml_reader import read_table
from kickdoor.engine import constants as nr
from kickdoor.engine.effects.conditions import Is
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.target_selectors import WHO_DOCS

MORE = HOME / "examples.toml"
USES = (ct.Play, ct.Ability)
LINES: tuple[type, ...] = (ct.Static, *ct.OP_TABLES.values())
WHO_KEYS = ("who", "to", "from", "by", "named_by")
AMOUNT_KEYS = ("n", "add", "set")


class Example(NamedTuple):
    """A table of a card."""

    card: str
    """The card's name; empty if it is not in a set."""
    key: str
    """The key that holds the table; empty for a line of a list."""
    table: dict[str, Any]

    def toml(self) -> str:
        """Write the table on one line."""
        return f"{self.key} = {inline(self.table)}" if self.key else inline(self.table)


class Word(NamedTuple):
    """A word of card files."""

    word: str
    doc: str
    example: Example


Found = dict[tuple[type, str, str], Example]
"""Examples by the table, one of its keys, and a word that the key holds; empty words stand for any."""


def inline(value: object) -> str:
    """Write a value as TOML on one line.

    >>> inline({"op": "die", "when": {"is": ["alone"]}})
    '{ op = "die", when = { is = ["alone"] } }'
    """
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(inline(one) for one in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@cache
def examples() -> Found:
    """Find the shortest example for each table, key and word."""
    cards = [
        (str(card.table["name"]), card.table) for name in known_sets() for card in SetFiles(HOME / name, False).cards
    ]
    cards += [("", table) for table in tomllib.loads(MORE.read_text(encoding="utf-8")).values()]
    found: Found = {}
    for name, table in cards:
        collect(read_table(ct.ANY_CARD, table, name), Example(name, "", table), found)
    return found


def collect(t: Struct, here: Example, found: Found) -> None:
    """Add a table and all tables in it to the examples."""
    for key, value in [("", ""), *here.table.items()]:
        listed = value if isinstance(value, list) else [value]
        # A whole card is too long for an example.
        shown = here._replace(table={key: value}) if isinstance(t, ct.Card) else here
        for place in [(type(t), key, word) for word in ["", *(one for one in listed if isinstance(one, str))]]:
            if place not in found or (len(found[place].toml()) > len(shown.toml()) and shown.card):
                found[place] = shown
        inner = getattr(t, ct.attribute(key)) if key in here.table and key not in ("op", "kind") else None
        for one, part in pairs(inner, value):
            collect(one, Example(here.card, "" if isinstance(value, list) else key, part), found)


def pairs(value: object, written: Any) -> Iterator[tuple[Struct, dict[str, Any]]]:
    """Yield the structs of a value with the tables that they were read from."""
    if isinstance(value, Struct):
        yield value, written
    elif isinstance(value, list) and isinstance(written, list):
        for one, part in zip(value, written, strict=True):
            yield from pairs(one, part)


def words(docs: dict[str, str], tables: Iterable[type], keys: Iterable[str]) -> list[Word]:
    """Return words with the shortest example of each in some keys of some tables; cards of sets come first."""
    places = [(table, key) for table in tables for key in keys]
    out = []
    for word, doc in docs.items():
        found = [examples()[*place, word] for place in places if (*place, word) in examples()]
        out.append(Word(word, doc, min(found, key=lambda one: (not one.card, len(one.toml())))))
    return out


def keys(table: type) -> list[Word]:
    """Return the keys of a table, each with an example."""
    shape = inspect.type_info(table)
    assert isinstance(shape, inspect.StructType)
    docs = {
        one.encode_name: (getattr(one.type, "extra_json_schema", None) or {})["description"] for one in shape.fields
    }
    return [Word(key, doc, examples()[table, key, ""]) for key, doc in docs.items()]


def ops() -> list[Word]:
    """Return all ops, each with an example."""
    return [Word(word, op.DOC, examples()[ct.OP_TABLES[word], "", ""]) for word, op in OPS.items()]


def vocabulary() -> dict[str, list[Word]]:
    """Return all words that need an explanation, by what they are."""
    return {
        "op": ops(),
        "query": words(nr.QUERY_DOCS, LINES, ["query"]),
        "timing": words(nr.TIMING_DOCS, USES, ["at"]),
        "target": words(ct.TARGET_DOCS, USES, ["on"]),
        "condition": keys(ct.Condition),
        "state": words(Is.DOCS, [ct.Condition], ["is"]),
        "amount": words(ct.COUNTED_DOCS, LINES, AMOUNT_KEYS),
        "counted": words(ct.PER_DOCS, [ct.Per], ["per"]),
        "player": words(WHO_DOCS, ct.OP_TABLES.values(), WHO_KEYS),
        "item": keys(ct.Items),
        "event": words(nr.TRIGGER_DOCS, [ct.Trigger], ["event"]),
        "limit": words(nr.LIMIT_DOCS, [ct.Ability], ["once"]),
        "strength": words(nr.SORT_DOCS, [ct.Mute], ["sorts", "all_but"]),
        "lifted": words(nr.LIFT_DOCS, [ct.Item, ct.Cheat, ct.OtherTreasure, ct.Follower], ["lifts"]),
    }
