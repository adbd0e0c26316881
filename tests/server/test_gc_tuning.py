"""What tables leave behind is freed, and looking for it does not make everybody wait all the time."""

from __future__ import annotations

import gc
import weakref
from collections import deque
from collections.abc import Iterator

import pytest

from kickdoor.server.live.gc_tuning import SWEEPS, TENTH, YOUNG, GcScheduler, freeze_startup_objects


class Ring:
    """Something that nobody needs, but that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector() -> Iterator[None]:
    """Leave the collector as it was."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_garbage_is_collected_after_a_tenth_of_the_tables_is_gone() -> None:
    freeze_startup_objects()
    assert gc.get_threshold() == YOUNG
    assert gc.get_freeze_count() > 0
    ring = weakref.ref(Ring())
    leftovers = GcScheduler()
    assert leftovers.tidy_up(TENTH) is False
    assert ring() is not None
    leftovers.tables = 2
    assert leftovers.tidy_up(TENTH) is True
    assert ring() is None
    assert leftovers.tidy_up(TENTH) is False


@pytest.mark.usefixtures("collector")
def test_rings_never_come_to_much() -> None:
    freeze_startup_objects()
    rings = [Ring() for _ in range(50_000)]
    gc.collect()
    needed = len(gc.get_objects())
    # Each outlasts the first looks before nobody needs it any more
    kept: deque[Ring] = deque(maxlen=15_000)
    most = 0
    for n in range(400_000):
        kept.append(Ring())
        if n % 10_000 == 0:
            most = max(most, len(gc.get_objects()))
    assert most < needed + 200_000
    assert len(rings) == 50_000


def test_all_is_looked_through_now_and_then_anyway() -> None:
    leftovers = GcScheduler()
    assert [leftovers.tidy_up(1) for _ in range(SWEEPS)] == [False] * (SWEEPS - 1) + [True]
    assert leftovers.tidy_up(1) is False
