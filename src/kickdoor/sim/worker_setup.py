"""Setup of worker processes: they ignore Ctrl-C and end with their parent."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TypeVar

from kickdoor.engine.machine.errors import BadData

Task = TypeVar("Task")
Result = TypeVar("Result")


def begin_work() -> None:
    """Prepare a worker process: the parent handles Ctrl-C, and the worker ends with the parent.

    Results go to the parent; the output of bots must not mix with the output of the parent.
    """
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def run_in_subprocess(work: Callable[[Task], Result], task: Task) -> Result:
    """Run a task in a process without Ctrl-C: a KeyboardInterrupt comes from a bot and must not end it."""
    try:
        return work(task)
    except KeyboardInterrupt:
        raise BadData("a bot raised KeyboardInterrupt; nothing but Ctrl-C should") from None


@contextlib.contextmanager
def sigint_ignored() -> Iterator[None]:
    """Ignore Ctrl-C in processes started within the block; the parent handles it afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if sys.platform == "win32":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        return
    # Start the resource tracker first, since its start would unblock signals later
    resource_tracker.ensure_running()
    # The child processes inherit the mask. It does not block the parent: the signal may arrive through
    # another of its threads and would still interrupt this one.
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def exit_with_parent(sentinel: int) -> None:
    """End this process when the parent has ended for any reason."""
    wait([sentinel])
    os._exit(1)
