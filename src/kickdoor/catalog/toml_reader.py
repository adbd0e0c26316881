"""A strict reader of tables in a card file: every error names file, card and key, and suggests the likely word."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from kickdoor.catalog.file_schema import ANY_OP, EFFECTS, MAX_TABLES, MAX_TEXT_LENGTH, Key, Shape
from kickdoor.engine.features import FEATURES
from kickdoor.engine.machine.errors import BadData

NAME = re.compile("[a-z][a-z0-9_]{0,39}")
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
    return f"{hint or ';'} fitting are: {', '.join(words[:MAX_LISTED])}{more}"


class Reader:
    """A reader of one table of a card file, with its place and its shape."""

    def __init__(self, table: object, where: str, shape: Shape) -> None:
        if not isinstance(table, Mapping):
            raise BadData(f"{where}: expected a table, found {describe(table)}")
        self.table: dict[str, object] = {str(k): v for k, v in table.items()}
        self.where = where
        self.narrow(shape)

    def narrow(self, shape: Shape) -> None:
        """Set the shape that the table turns out to have, and refuse keys that it does not have."""
        self.shape = shape
        if not shape.opens:
            for key in self.table:
                if key not in shape.keys:
                    raise BadData(f"{self.where}: unknown key {describe(key)}{fitting(key, shape.keys)}")

    def at(self, key: str) -> str:
        return f"{self.where}.{key}"

    def fail(self, key: str, message: str) -> BadData:
        return BadData(f"{self.at(key)}: {message}")

    def has(self, key: str) -> bool:
        return key in self.table

    def raw(self, key: str) -> object:
        """Return a value unchecked, or its default."""
        if key in self.table:
            return self.table[key]
        if self.key(key).default is None:
            raise BadData(f"{self.where}: the key '{key}' is missing")
        return self.key(key).default

    def key(self, key: str) -> Key:
        return self.shape.keys[key]

    def text(self, key: str) -> str:
        value = self.raw(key)
        if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
            raise self.fail(key, f"expected a text of at most {MAX_TEXT_LENGTH} characters, found {describe(value)}")
        if not value.isprintable():
            raise self.fail(key, f"a text must not have line breaks or control characters, found {describe(value)}")
        if not value.strip() and self.key(key).default is None:
            raise self.fail(key, "the text is empty")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """Return a whole number; a default may depend on other keys."""
        if not self.has(key):
            value = self.raw(key) if default is None else default
            assert isinstance(value, int)
            return value
        value = self.raw(key)
        least, most = self.key(key).least, self.key(key).most
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.fail(key, f"expected a whole number from {least} to {most}, found {describe(value)}")
        return value

    def flag(self, key: str) -> bool:
        value = self.raw(key)
        if not isinstance(value, bool):
            raise self.fail(key, f"expected true or false, found {describe(value)}")
        return value

    def word(self, key: str, known: Iterable[str] | None = None) -> str:
        """Return a known word; the known words may depend on the mix of sets."""
        words = self.key(key).words if known is None else known
        value = self.text(key)
        if value not in words and self.has(key):
            raise self.fail(key, f"{describe(value)} is not known{fitting(value, words)}")
        return value

    def words(self, key: str, known: Iterable[str] | None = None) -> list[str]:
        """Return one word or a list of words as a list."""
        words = self.key(key).words if known is None else known
        value = self.raw(key)
        listed = value if isinstance(value, list) else [value]
        if len(listed) > MAX_TABLES:
            raise self.fail(key, f"expected at most {MAX_TABLES} words, found {describe(value)}")
        for item in listed:
            if not isinstance(item, str) or item not in words:
                raise self.fail(key, f"{describe(item)} is not known{fitting(item, words)}")
            if listed.count(item) > 1:
                raise self.fail(key, f"{describe(item)} stands there twice")
        return [str(item) for item in listed]

    def names(self, key: str) -> list[str]:
        """Return a list of new names, in lower case with underscores."""
        value = self.raw(key)
        if not isinstance(value, list) or not all(isinstance(x, str) and NAME.fullmatch(x) for x in value):
            raise self.fail(key, f"expected a list of names such as 'below_waist', found {describe(value)}")
        if len(value) > MAX_TABLES:
            raise self.fail(key, f"expected at most {MAX_TABLES} names, found {describe(value)}")
        return [str(x) for x in value]

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        value = self.raw(key)
        if not isinstance(value, list) or len(value) > MAX_TABLES:
            raise self.fail(key, f"expected a list of at most {MAX_TABLES} texts, found {describe(value)}")
        for item in value:
            fits = isinstance(item, str) and item.isprintable() and bool(item.strip()) and len(item) <= MAX_TEXT_LENGTH
            if not fits:
                raise self.fail(key, f"expected a text of at most {MAX_TEXT_LENGTH} characters, found {describe(item)}")
        return [str(item) for item in value]

    def tables(self, key: str) -> "list[Reader]":
        shape = ANY_OP if self.key(key).sort == EFFECTS else self.key(key).shape
        assert shape is not None
        return readers(self.raw(key), self.at(key), shape)

    def table_or_none(self, key: str) -> "Reader | None":
        shape = self.key(key).shape
        assert shape is not None
        return Reader(self.raw(key), self.at(key), shape) if self.has(key) else None


def readers(value: object, where: str, shape: Shape) -> list[Reader]:
    """Return a reader for every table of a list."""
    if not isinstance(value, list) or len(value) > MAX_TABLES:
        raise BadData(f"{where}: expected a list of at most {MAX_TABLES} tables, found {describe(value)}")
    return [Reader(item, f"{where}[{i}]", shape) for i, item in enumerate(value)]


def describe(value: object) -> str:
    """Describe a value for an error message, shortened."""
    if isinstance(value, list | dict):
        return f"{'a list' if isinstance(value, list) else 'a table'} of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
