"""Puts judged chances right: of moments called 40 %, about 40 are to be won."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from kickdoor.policies.evaluation.position_value import CERTAIN

FILE = "calibration.json"


@cache
def knots() -> list[int]:
    """Return what chances in even steps from 0 to 1 really are, in ten thousandths; fitted on games of bots."""
    data = json.loads(files("kickdoor.analysis").joinpath(FILE).read_text(encoding="utf-8"))
    found: list[int] = data["knots"]
    return found


def put_right(raw: int, table: list[int]) -> int:
    """Read a table of chances in even steps, straight lines between them.

    >>> put_right(2500, [0, 4000, 10000])
    2000
    """
    step = CERTAIN // (len(table) - 1)
    place = min(raw // step, len(table) - 2)
    low, high = table[place], table[place + 1]
    return low + (high - low) * (raw - place * step) // step


def calibrated(raw: list[int], table: list[int] | None = None) -> list[int]:
    """Put everybody's chances right; together they are certain again."""
    found = [put_right(one, knots() if table is None else table) for one in raw]
    return shared_out(found if sum(found) else raw)


def shared_out(parts: list[int]) -> list[int]:
    """Make parts of one whole; what rounding leaves over goes to the largest.

    >>> shared_out([1, 1, 1])
    [3334, 3333, 3333]
    """
    whole = sum(parts)
    if not whole:
        return shared_out([1] * len(parts))
    out = [CERTAIN * part // whole for part in parts]
    out[out.index(max(out))] += CERTAIN - sum(out)
    return out
