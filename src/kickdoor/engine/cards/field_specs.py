"""Declarations of the keys of ops and selectors. The loader, the JSON Schema and the reference are made from them."""

from typing import Final

INT: Final = "int"
BOOL: Final = "bool"
WORD: Final = "word"
QUANTITY: Final = "quantity"
ITEMS: Final = "items"
WHO: Final = "who"
TRAIT: Final = "trait"
TAG: Final = "tag"
PROGRAM: Final = "program"
KIND: Final = "kind"
SLOT: Final = "slot"
COUNTERS: Final = "counters"

ANY_NUMBER: Final = -20000
"""A minimum that allows any number."""


class Field:
    """One key of an op or selector."""

    __slots__ = ("default", "doc", "least", "name", "sort", "words")

    def __init__(
        self,
        name: str,
        sort: str,
        doc: str,
        default: object = None,
        words: dict[str, str] | None = None,
        least: int = ANY_NUMBER,
    ) -> None:
        self.name = name
        self.sort = sort
        self.doc = doc
        self.default = default
        """The default; None means that the key is required."""
        self.words: dict[str, str] = {} if words is None else words
        """The words it may hold, each with a sentence."""
        self.least = least
        """The minimum that has a meaning."""
