"""Descriptions of the fields of card files, from which the loader and the JSON Schema are made."""

from typing import Final

INT: Final = "int"
BOOL: Final = "bool"
WORD: Final = "word"
QUANTITY: Final = "quantity"
CONDITION: Final = "condition"
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
    """One key of an op, condition or selector."""

    __slots__ = ("default", "doc", "least", "name", "sort", "words")

    def __init__(
        self,
        name: str,
        sort: str,
        doc: str,
        default: object = None,
        words: tuple[str, ...] = (),
        least: int = ANY_NUMBER,
    ) -> None:
        self.name = name
        self.sort = sort
        self.doc = doc
        self.default = default
        """The default; None means that the key is required."""
        self.words = words
        self.least = least
        """The minimum that has a meaning."""
