"""What tables leave behind is freed, and looking for it does not make everybody wait all the time."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from kickdoor.table.server.leftovers import SWEEPS, TENTH, YOUNG, Leftovers, keep_what_is_loaded


class Ring:
    """Something that nobody needs, but that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector() -> Iterator[None]:
    """Leaves the collector as it was."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_what_outlasts_the_first_looks_is_left_to_the_house() -> None:
    keep_what_is_loaded()
    assert gc.get_threshold() == YOUNG
    assert gc.get_freeze_count() > 0
    ring = weakref.ref(Ring())
    leftovers = Leftovers()
    assert leftovers.tidy_up(TENTH) is False
    assert ring() is not None
    leftovers.tables = 2
    assert leftovers.tidy_up(TENTH) is True
    assert ring() is None
    assert leftovers.tidy_up(TENTH) is False


def test_all_is_looked_through_now_and_then_anyway() -> None:
    leftovers = Leftovers()
    assert [leftovers.tidy_up(1) for _ in range(SWEEPS)] == [False] * (SWEEPS - 1) + [True]
    assert leftovers.tidy_up(1) is False
