"""Plain text output: text from untrusted files cannot move the cursor or colour the screen."""

from __future__ import annotations

import re
from typing import Any, TextIO, cast

ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters except tabs and line ends
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # invisible characters and changes of the writing direction
    "\ud800-\udfff]"  # lone surrogates, which cannot be encoded
)


def plain(text: str) -> str:
    """Replace characters that a terminal would interpret with question marks."""
    return ODD.sub("?", text)


def plain_output(out: TextIO) -> TextIO:
    """Wrap an output so that it receives plain text only."""
    return cast(TextIO, PlainOutput(out))


class PlainOutput:
    """A text output that writes plain text to another output."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, text: str) -> int:
        return self.out.write(plain(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.out, name)
