"""Reads tables of a card file strictly: every fault names file, card and key, and suggests the likely word."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from kickdoor.core.errors import BadData

NAME = re.compile("[a-z][a-z0-9_]{0,39}")


def suggest(word: str, known: Iterable[str]) -> str:
    """Says what was probably meant, or nothing."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean '{close[0]}'?" if close else ""


class Reader:
    """One table of a card file and where it stands; each key is taken once, and what is left is an error."""

    def __init__(self, table: object, where: str) -> None:
        if not isinstance(table, Mapping):
            raise BadData(f"{where}: expected a table, found {describe(table)}")
        self.table: dict[str, object] = {str(k): v for k, v in table.items()}
        self.where = where
        self.asked: set[str] = set()

    def at(self, key: str) -> str:
        return f"{self.where}.{key}"

    def fail(self, key: str, message: str) -> BadData:
        return BadData(f"{self.at(key)}: {message}")

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.table

    def raw(self, key: str) -> object:
        self.asked.add(key)
        if key not in self.table:
            raise BadData(f"{self.where}: the key '{key}' is missing")
        return self.table[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            return default
        value = self.raw(key)
        if not isinstance(value, str) or len(value) > 400:
            raise self.fail(key, f"expected a text of at most 400 characters, found {describe(value)}")
        return value

    def number(self, key: str, default: int | None = None, least: int = -99, most: int = 99) -> int:
        if default is not None and not self.has(key):
            return default
        value = self.raw(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.fail(key, f"expected a whole number from {least} to {most}, found {describe(value)}")
        return value

    def flag(self, key: str) -> bool:
        value = self.raw(key) if self.has(key) else False
        if not isinstance(value, bool):
            raise self.fail(key, f"expected true or false, found {describe(value)}")
        return value

    def word(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in known and value != default:
            raise self.fail(key, f"'{value}' is not known{suggest(value, known)}")
        return value

    def words(self, key: str, known: Iterable[str]) -> list[str]:
        """Takes one word or a list of words."""
        value = self.raw(key) if self.has(key) else []
        listed = value if isinstance(value, list) else [value]
        for item in listed:
            if not isinstance(item, str) or item not in known:
                raise self.fail(key, f"{describe(item)} is not known{suggest(str(item), known)}")
        return [str(item) for item in listed]

    def names(self, key: str) -> list[str]:
        """Takes a list of new names, in lower case with underscores."""
        value = self.raw(key) if self.has(key) else []
        if not isinstance(value, list) or not all(isinstance(x, str) and NAME.fullmatch(x) for x in value):
            raise self.fail(key, f"expected a list of names such as 'below_waist', found {describe(value)}")
        return [str(x) for x in value]

    def tables(self, key: str) -> "list[Reader]":
        value = self.raw(key) if self.has(key) else []
        if not isinstance(value, list) or len(value) > 40:
            raise self.fail(key, f"expected a list of at most 40 tables, found {describe(value)}")
        return [Reader(item, f"{self.at(key)}[{i}]") for i, item in enumerate(value)]

    def table_or_none(self, key: str) -> "Reader | None":
        return Reader(self.raw(key), self.at(key)) if self.has(key) else None

    def end(self) -> None:
        """Objects to keys that nobody asked for."""
        for key in self.table:
            if key not in self.asked:
                raise BadData(f"{self.where}: unknown key '{key}'{suggest(key, self.asked)}")


def describe(value: object) -> str:
    """Names a value in an error message, shortened."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
