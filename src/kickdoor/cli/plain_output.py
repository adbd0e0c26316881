"""Output as plain text: what stands in a file of somebody else cannot move the cursor or colour the screen."""

from __future__ import annotations

import re
from typing import Any, TextIO, cast

ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tabs and ends of lines
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # nothing to be seen, or another direction of writing
    "\ud800-\udfff]"  # halves of characters, which cannot be written
)


def plain(text: str) -> str:
    """Show what would do something to a terminal as a question mark."""
    return ODD.sub("?", text)


def plain_output(out: TextIO) -> TextIO:
    """Make an output that passes on plain text only."""
    return cast(TextIO, PlainOutput(out))


class PlainOutput:
    """An output that writes to another."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, text: str) -> int:
        return self.out.write(plain(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.out, name)
