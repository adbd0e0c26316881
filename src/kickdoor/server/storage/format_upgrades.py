"""Brings what was stored in an older format forward, step by step; of what is newer it says so.

Tables are woken in threads, several at once. So decoders are made when modules are loaded, and none while reading: two
threads that make the first one of a type at the same moment bring the process down (msgspec 0.22).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from kickdoor.engine.machine.errors import BadData

T = TypeVar("T")
Step = Callable[[dict[str, Any]], None]


class Formatted(msgspec.Struct):
    """What everything stored says of itself; what says nothing is of the first format."""

    format: int = 1


formatted = msgspec.json.Decoder(Formatted)


def read_stored(body: bytes, decoder: msgspec.json.Decoder[T], newest: int, steps: Sequence[Step], what: str) -> T:
    """Understand something stored; `BadData` with one clear line if that cannot be.

    `steps[0]` makes format 2 of format 1, and so on. They work on the bare data: the types know the newest alone.
    """
    try:
        found = formatted.decode(body).format
        if found == newest:
            return decoder.decode(body)
        if not 1 <= found < newest:
            raise BadData(
                f"{what} was written by a newer kickdoor (format {found}; this one knows {newest}): update it"
            )
        data = msgspec.json.decode(body)
        for step in steps[found - 1 :]:
            step(data)
        return decoder.decode(msgspec.json.encode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError, TypeError, AttributeError) as e:
        raise BadData(f"{what} cannot be read: {e}".split("\n")[0][:300]) from None
