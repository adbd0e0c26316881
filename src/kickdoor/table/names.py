"""Names and chat as plain text: no control characters, nothing that changes the direction of writing."""

from __future__ import annotations

import unicodedata

MOST_NAME = 24
MOST_TEXT = 200
BARRED = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
"""Kinds of character that show nothing or change how others are shown."""


def clean(text: str, most: int) -> str:
    """Keeps what can be seen, in its shortest form, with single spaces."""
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(c if unicodedata.category(c) not in BARRED else " " for c in plain)
    return " ".join(kept.split())[:most].strip()


def clean_name(text: str) -> str:
    """Cleans a player's name.

    >>> clean_name(" Suzan\\u202e  the  Bold\\n")
    'Suzan the Bold'
    """
    return clean(text, MOST_NAME)


def clean_text(text: str) -> str:
    """Cleans a line of chat."""
    return clean(text, MOST_TEXT)
