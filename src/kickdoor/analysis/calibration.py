"""Calibration of win chances: about 40 percent of the positions given 40 percent should be won."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from kickdoor.policies.evaluation.position_value import CERTAIN

FILE = "calibration.json"


@cache
def knots() -> list[int]:
    """Return the real chances for raw chances in even steps from 0 to 1, in ten-thousandths; fitted on bot games."""
    data = json.loads(files("kickdoor.analysis").joinpath(FILE).read_text(encoding="utf-8"))
    found: list[int] = data["knots"]
    return found


def interpolate(raw: int, table: list[int]) -> int:
    """Interpolate linearly in a table of chances in even steps.

    >>> interpolate(2500, [0, 4000, 10000])
    2000
    """
    step = CERTAIN // (len(table) - 1)
    place = min(raw // step, len(table) - 2)
    low, high = table[place], table[place + 1]
    return low + (high - low) * (raw - place * step) // step


def calibrated(raw: list[int], table: list[int] | None = None) -> list[int]:
    """Calibrate the chances of all players and scale them to a sum of one."""
    chances = [interpolate(chance, knots() if table is None else table) for chance in raw]
    return scale_to_one(chances if sum(chances) else raw)


def scale_to_one(parts: list[int]) -> list[int]:
    """Scale parts to a sum of one; the rounding remainder goes to the largest.

    >>> scale_to_one([1, 1, 1])
    [3334, 3333, 3333]
    """
    whole = sum(parts)
    if not whole:
        return scale_to_one([1] * len(parts))
    out = [CERTAIN * part // whole for part in parts]
    out[out.index(max(out))] += CERTAIN - sum(out)
    return out
