"""What every process that works for another needs: it hears no Ctrl-C, and does not outlive its parent."""

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
    """Prepare a process: Ctrl-C is the parent's to hear, and without the parent there is nothing to do.

    Results go to the parent; whatever a bot prints is not to stand among what the parent prints.
    """
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def run_in_subprocess(work: Callable[[Task], Result], task: Task) -> Result:
    """Do a task in a process that hears no Ctrl-C: what looks like one is a bot's doing, and may not end it."""
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
    # It is started with the first process, and would let signals through again in the midst of it
    resource_tracker.ensure_running()
    # The mask is for the processes, which inherit it. It does not keep the parent deaf: the signal may come by way of
    # another thread of its own, and would then interrupt this one all the same.
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
    """End this process when the parent is gone, however it went."""
    wait([sentinel])
    os._exit(1)
