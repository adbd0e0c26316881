"""Analyses records in a worker, a while at a time: between two whiles it can be stopped, and others get their turn."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from pathlib import Path

import msgspec

from kickdoor import __version__
from kickdoor.analysis.analyse import VERSION, AnalysisOptions, Work, analysing
from kickdoor.analysis.report import Analysis
from kickdoor.analysis.timeline import Unfinished, check_finished
from kickdoor.catalog.set_folder import folders_of
from kickdoor.engine.rules.version import VERSION as RULES
from kickdoor.replay.record import catalog_of
from kickdoor.server.records.table_record import read_record

WHILE = 0.5
"""Seconds, about, that are worked before somebody may be told how far it is, or that nobody wants it any more."""
FURTHER_BACK = 10
"""How much more an analysis stands back than bots do, who have people waiting for them."""

under_way: dict[str, Work[Analysis]] = {}
"""In a worker: the analysis that is being made, by the name it goes by."""


def made_by() -> str:
    """Name all that an analysis depends on beside the record."""
    return f"{__version__}:{RULES}:{VERSION}"


def objection(body: bytes) -> bytes:
    """Return why the game of a record may not be analysed yet; nothing if it is over."""
    try:
        check_finished(read_record(body).game)
    except Unfinished as e:
        return str(e).encode()
    return b""


def begin(body: bytes, folders: list[Path], budget: int) -> Work[Analysis]:
    """Start the analysis of a record."""
    record = read_record(body)
    rules = catalog_of(record.game, folders_of(record.game.sets, folders))
    return analysing(record.game, rules, AnalysisOptions(record.names, budget, people=record.people))


def go_on(key: str, body: bytes, folders: list[Path], budget: int) -> tuple[int, bytes]:
    """Work for a while; gives how many hundredths are done, and the analysis once it is made."""
    if not under_way:
        stand_back_further()
    work = under_way.pop(key, None) or begin(body, folders, budget)
    # Of another one nobody wants to know any more: there is one at a time
    under_way.clear()
    end = time.monotonic() + WHILE
    try:
        while True:
            percent = next(work)
            if time.monotonic() >= end:
                break
    except StopIteration as done:
        return 100, msgspec.json.encode(done.value)
    under_way[key] = work
    return min(percent, 99), b""


def stand_back_further() -> None:
    """Let the bots' workers go first, where a system can do that; in a process of its own alone."""
    if hasattr(os, "nice") and multiprocessing.parent_process() is not None:
        with contextlib.suppress(OSError):
            os.nice(max(0, FURTHER_BACK - os.nice(0)))
