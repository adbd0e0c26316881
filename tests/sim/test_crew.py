"""Tests of the process pool: every result arrives, whatever happens to a process, and no process is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from kickdoor.engine.machine.errors import BadData, EngineError
from kickdoor.sim.process_pool import MAX_ATTEMPTS, run_ordered, run_unordered
from kickdoor.sim.worker_setup import sigint_ignored


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    raise BadData(f"not {number}")


def odd_result(number: int) -> object:
    return lambda: number


def die_once(folder: Path, number: int) -> int:
    """Have its process killed at the first try of every third task."""
    mark = folder / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_every_task_is_done_once(jobs: int) -> None:
    assert sorted(run_unordered(double, range(5), jobs)) == [0, 2, 4, 6, 8]


def late(task: int) -> int:
    """Take the longer the earlier the task is."""
    time.sleep(0.2 / (task + 1))
    return task


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(run_ordered(late, range(8), 3)) == list(range(8))
    assert list(run_ordered(late, [], 3)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_of_tasks_are_raised(jobs: int) -> None:
    with pytest.raises(BadData, match="not 7"):
        list(run_unordered(refuse, [7], jobs))
    assert multiprocessing.active_children() == []


def test_a_result_that_cannot_be_pickled_is_an_error() -> None:
    with pytest.raises(EngineError, match="cannot be pickled"):
        list(run_unordered(odd_result, [1], 2))


def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    assert sorted(run_unordered(partial(die_once, tmp_path), range(5), 2)) == list(range(5))


def test_a_task_that_kills_every_process_ends_the_work() -> None:
    with pytest.raises(EngineError, match=f"{MAX_ATTEMPTS} times at the same task"):
        list(run_unordered(die, [1], 2))
    assert multiprocessing.active_children() == []


def test_closing_ends_the_processes() -> None:
    work = run_unordered(double, range(100), 2)
    next(work)
    assert len(multiprocessing.active_children()) == 2
    work.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
def test_ctrl_c_during_the_start_of_processes_is_not_lost() -> None:
    """The signal was lost in that moment, and the program did not end."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    steps: list[str] = []
    try:
        with sigint_ignored():
            os.kill(os.getpid(), signal.SIGINT)
            steps.append("goes on")
    except KeyboardInterrupt:
        steps.append("hears it")
    finally:
        signal.signal(signal.SIGINT, before)
    assert steps == ["goes on", "hears it"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
def test_ctrl_c_delivered_to_another_thread_is_not_lost() -> None:
    """The mask is one thread's own: the system hands the signal to whichever thread takes it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    steps: list[str] = []
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    woken = signal.set_wakeup_fd(writing)
    try:
        with sigint_ignored():
            signal.pthread_kill(other.ident or 0, signal.SIGINT)
            # The other thread has taken it
            assert os.read(reading, 1) == bytes([signal.SIGINT])
            steps.append("goes on")
    except KeyboardInterrupt:
        steps.append("hears it")
    finally:
        signal.set_wakeup_fd(woken)
        os.close(reading)
        os.close(writing)
        done.set()
        other.join()
        signal.signal(signal.SIGINT, before)
    assert steps == ["goes on", "hears it"]
