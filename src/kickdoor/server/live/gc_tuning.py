"""When Python looks for what nobody needs any more. Everybody waits meanwhile, so it looks through little at a time."""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = (2_000, 5, 10)
"""New objects after which the newest are looked through, and how often before those that outlasted it are too: it takes
ten milliseconds at 500 tables, where ten times as many took a quarter of a second. All there is Python looks through
once it has grown by a quarter, so that what is not needed never comes to more."""
TENTH: Final = 10
SWEEPS: Final = 30
"""Sweeps of the house after which all is looked through anyway."""


def freeze_startup_objects() -> None:
    """Spare the collector what stays anyway: looking through it again and again would make answers late."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


class GcScheduler:
    """Frees what tables leave behind, once it is worth looking through all there is."""

    def __init__(self) -> None:
        self.tables = 0
        """Tables that have left the memory since all was looked through."""
        self.sweeps = 0

    def tidy_up(self, running: int) -> bool:
        """Look through all there is if a tenth of the tables is gone or it was long ago, and return whether it did."""
        self.sweeps += 1
        if self.tables * TENTH <= running and self.sweeps < SWEEPS:
            return False
        self.tables = self.sweeps = 0
        gc.collect()
        return True
