"""For all tests: whatever process they start is gone when they are over."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest
from tests.processes import MARK, left_behind

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet

PATIENCE = 100
"""Tenths of a second that a terminated process has to end."""


@pytest.fixture(scope="session", autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail the run if a process outlives it, and ends that process. Set up first, so that it comes last."""
    mark = os.environ[MARK] = f"{os.getpid()} {time.time_ns()}"
    yield
    for _ in range(PATIENCE):
        if not left_behind(mark):
            return
        time.sleep(0.1)
    found = left_behind(mark)
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    pytest.fail("outlives the tests: " + "; ".join(found.values()))


@pytest.fixture(scope="session")
def rules() -> RuleSet:
    """The cards of the basic set."""
    return load_catalog(["deluxe"])
