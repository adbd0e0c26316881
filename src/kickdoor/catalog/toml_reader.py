"""Conversion of TOML tables to structs: every error names file, card and key, and suggests the likely word.

msgspec finds what is wrong and where; the text is written here from the value and the type at that place.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, ValidationError, convert, inspect

from kickdoor.engine.features import FEATURES
from kickdoor.engine.machine.errors import BadData

MAX_WORD_LENGTH = 80
"""The longest word that is taken for a misspelling."""
NEAR = 0.6
"""The minimum similarity of a misspelling to a known word; with less, almost any short word is similar to another."""

MAX_LISTED = 100
"""The maximum number of words that a message lists."""
FROM_CONCEPTS = {
    word: concept.name for concept in FEATURES.values() for word in (*concept.tags, *concept.traits, *concept.counters)
}
"""Words that a set may use only with a module."""


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a hint at the likely word, or an empty text; case matters only if both spellings are known.

    >>> suggest("NASTY", ["nasty", "normal"])
    "; did you mean 'nasty'?"
    """
    if len(word) > MAX_WORD_LENGTH:
        return ""
    words = list(known)
    small = {one.casefold(): one for one in words}
    close = get_close_matches(word, words, n=1, cutoff=NEAR) or [
        small[one] for one in get_close_matches(word.casefold(), small, n=1, cutoff=NEAR)
    ]
    return f"; did you mean '{close[0]}'?" if close else ""


def or_listed(word: str, known: Iterable[str]) -> str:
    """Return a hint at the likely word, or list all words.

    >>> or_listed("bo", ["Bo", "Cleo"]), or_listed("nobody", ["Bo", "Cleo"])
    ("; did you mean 'Bo'?", '; there are Bo, Cleo')
    """
    words = list(known)
    return suggest(word, words) or f"; there are {', '.join(words)}"


def fitting(word: object, known: Iterable[str]) -> str:
    """Return a hint at the likely word, with a list of all words that would fit."""
    words = list(known)
    if isinstance(word, str) and word in FROM_CONCEPTS:
        return (
            f"; it comes with the rule module '{FROM_CONCEPTS[word]}': uses = [\"{FROM_CONCEPTS[word]}\"] in set.toml"
        )
    hint = suggest(word, words) if isinstance(word, str) else ""
    if not words:
        return f"{hint or ';'} there are no such words in these sets"
    more = f" and {len(words) - MAX_LISTED} more" if len(words) > MAX_LISTED else ""
    return f"{hint or ';'} expected one of: {', '.join(words[:MAX_LISTED])}{more}"


PLACE = re.compile(r" - at `\$((?:\.\w+|\[\d+\])+)`$")
"""The place that an error of msgspec ends with."""
Option = tuple[inspect.Type, dict[str, Any]]
"""One of the types that fit in a place, with what is declared for it."""


class TableError(Exception):
    """A fault of a table that depends on more than the table itself; `located` adds its place."""

    def __init__(self, table: object, key: str, message: str) -> None:
        super().__init__(message)
        self.table = table
        self.key = key


def read_table(kind: Any, value: object, where: str) -> Any:
    """Convert a table of a file to a struct. An error is one line that begins with `where`."""
    try:
        return convert(value, kind)
    except RecursionError:
        raise BadData(f"{where}: tables are nested too deeply") from None
    except ValidationError as e:
        found = PLACE.search(str(e))
        raise BadData(explain(kind, value, where, found[1] if found else "")) from None


@contextmanager
def located(root: Struct, where: str) -> Iterator[None]:
    """Add the place of a table within another one to an error about it."""
    try:
        yield
    except TableError as e:
        at = place_of(root, e.table) or ""
        raise BadData(f"{where}{at}{'.' if e.key else ''}{e.key}: {e}") from None


def place_of(value: object, wanted: object) -> str | None:
    """Return the path to a table within a struct."""
    if value is wanted:
        return ""
    inner: list[tuple[str, object]] = []
    if isinstance(value, Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        inner = [(f".{key}", getattr(value, attribute)) for key, attribute in names]
    elif isinstance(value, list):
        inner = [(f"[{i}]", one) for i, one in enumerate(value)]
    for step, one in inner:
        path = place_of(one, wanted)
        if path is not None:
            return step + path
    return None


def explain(kind: Any, value: Any, where: str, path: str) -> str:
    """Describe what is wrong with the value at a path of a table."""
    options = options_of(inspect.type_info(kind))
    for step in re.findall(r"\.\w+|\[\d+\]", path):
        key: Any = int(step[1:-1]) if step.startswith("[") else step[1:]
        # A key that was made up to look like a path leads nowhere.
        if not isinstance(value, list | dict) or (key >= len(value) if isinstance(value, list) else key not in value):
            break
        where += step
        options = options_at(options, value, key)
        value = value[key]
    return f"{where}: {fault(options, value)}"


def options_at(options: list[Option], value: Any, key: str | int) -> list[Option]:
    """List the types of which one fits at a key or index of a value."""
    if isinstance(key, int):
        return [one for kind, _ in options if isinstance(kind, inspect.ListType) for one in options_of(kind.item_type)]
    tags = [kind.tag for kind, _ in options if isinstance(kind, inspect.StructType) and kind.tag_field == key]
    if tags:
        return [(inspect.StrType(), {"words": tags})]
    shape = shape_of(options, value)
    return [
        one for field in (shape.fields if shape else ()) if field.encode_name == key for one in options_of(field.type)
    ]


def options_of(kind: inspect.Type, extra: dict[str, Any] | None = None) -> list[Option]:
    """List the types of which one fits."""
    if isinstance(kind, inspect.Metadata):
        return options_of(kind.type, {**(extra or {}), **(kind.extra or {})})
    if isinstance(kind, inspect.UnionType):
        return [one for part in kind.types for one in options_of(part, extra)]
    return [] if isinstance(kind, inspect.NoneType) else [(kind, extra or {})]


def shape_of(options: list[Option], value: dict[str, object]) -> inspect.StructType | None:
    """Return the struct for a table: the one with its tag, if there are several."""
    shapes = [kind for kind, _ in options if isinstance(kind, inspect.StructType)]
    return next((one for one in shapes if one.tag_field is None or value.get(one.tag_field) == one.tag), None)


def fault(options: list[Option], value: object) -> str:
    """Describe what is wrong with a value, given the types of which one should fit."""
    found = describe(value)
    but = f"found {found}"
    kinds: dict[type, tuple[Any, dict[str, Any]]] = {type(kind): (kind, extra) for kind, extra in reversed(options)}
    number, _ = kinds.get(inspect.IntType, (None, {}))
    many, _ = kinds.get(inspect.ListType, (None, {}))
    text, declared = kinds.get(inspect.StrType) or kinds.get(inspect.LiteralType, (None, {}))
    words = declared.get("words", ())
    if inspect.StructType in kinds and isinstance(value, dict):
        return fault_of_keys(options, value)
    if number and (not text or type(value) is int):
        return f"expected a whole number from {number.ge} to {number.le}, {but}"
    if number:
        hint = fitting(value, words)
        return f'expected a number, a word or a table such as {{ each = 2, per = "die" }}, {but}{hint}'
    if many and (not text or isinstance(value, list)):
        return f"expected {listed(many)}, {but}"
    if "words" in declared and not isinstance(value, str):
        return f"expected a word{' or a list of words' if many else ''}, {but}"
    if words and "mix" not in declared:
        return f"{found} is not known{fitting(value, words)}"
    if "name" in declared:
        return f"expected a name such as 'below_waist', {but}"
    if text:
        return "the text is empty" if value == "" else f"expected a text of at most {text.max_length} characters, {but}"
    return f"expected {'true or false' if inspect.BoolType in kinds else 'a table'}, {but}"


def listed(kind: inspect.ListType) -> str:
    """Describe a list that was expected."""
    (item, extra), *_ = options_of(kind.item_type)
    what = "lists of ops" if isinstance(item, inspect.ListType) else "tables"
    if isinstance(item, inspect.StrType | inspect.LiteralType):
        what = "words" if "words" in extra else "names" if "name" in extra else "texts"
    return f"a list of {f'{kind.min_length} to' if kind.min_length else 'at most'} {kind.max_length} {what}"


def fault_of_keys(options: list[Option], table: dict[str, object]) -> str:
    """Describe the key that a table should not have, or lacks."""
    shape = shape_of(options, table)
    tag = next(kind.tag_field for kind, _ in options if isinstance(kind, inspect.StructType))
    fields = shape.fields if shape else ()
    known = [*([tag] if tag else []), *(one.encode_name for one in fields)]
    unknown = [key for key in table if key not in known] if shape else []
    if unknown:
        return f"unknown key {describe(unknown[0])}{fitting(unknown[0], known)}"
    missing = [one.encode_name for one in fields if one.required and one.encode_name not in table]
    return f"the key '{(missing or known)[0]}' is missing"


def describe(value: object) -> str:
    """Describe a value for an error message, shortened."""
    if isinstance(value, list | dict):
        return f"{'a list' if isinstance(value, list) else 'a table'} of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
