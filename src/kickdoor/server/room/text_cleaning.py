"""Names and chat as plain text: nothing that cannot be seen, nothing that runs into the lines above and below."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME_CHARS = 24
MAX_CHAT_CHARS = 200
MAX_COMBINING_MARKS = 2
"""Accents and vowel signs upon one letter; no living script needs more, once they are in their shortest form."""
BARRED = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
"""Kinds of character that show nothing or change how others are shown."""
MARKS = ("Mn", "Mc", "Me")
BLANK = re.compile(
    # Letters and signs that show nothing, whatever kind of character they are said to be
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def clean(text: str, most: int) -> str:
    """Keep what can be seen, in its shortest form, with single spaces and few marks upon a letter."""
    seen = BLANK.sub("", unicodedata.normalize("NFC", text))
    kept = ""
    marks = MAX_COMBINING_MARKS
    for letter in seen:
        kind = unicodedata.category(letter)
        if kind in MARKS:
            marks += 1
            kept += letter if marks <= MAX_COMBINING_MARKS else ""
        else:
            # A mark needs a letter to stand upon
            plain = kind not in BARRED and not letter.isspace()
            marks = 0 if plain else MAX_COMBINING_MARKS
            kept += letter if plain else " "
    return " ".join(unicodedata.normalize("NFC", kept).split())[:most].strip()


def look_of(name: str) -> str:
    r"""Return a key that is equal for names that look the same, such as in wide letters or capitals.

    >>> look_of("\uff33uzan") == look_of("SUZAN")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def clean_name(text: str) -> str:
    r"""Clean a player's name.

    >>> clean_name(" Suzan\u202e  the  Bold\n")
    'Suzan the Bold'
    """
    return clean(text, MAX_NAME_CHARS)


def clean_text(text: str) -> str:
    """Clean a line of chat."""
    return clean(text, MAX_CHAT_CHARS)
