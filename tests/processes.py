"""Processes that tests start: each ends with its test, and with the run itself, however that ends.

A process gets a session of its own, so that it can be ended together with all it has started. The system ends it when
the test runner is killed and cannot clean up.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MARK = "KICKDOOR_TEST_RUN"
"""In the environment of all that a run of the tests has started, directly or not."""
LASTING = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")
"""Python's own, which end when Python does."""
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_the_run() -> None:
    """Have the system end this process when the one that started it is gone; where it cannot, nothing happens."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def start(command: list[str], **how: Any) -> subprocess.Popen[Any]:
    """Start a process, for those that end it themselves by `end`; others use `started`."""
    return subprocess.Popen(command, start_new_session=True, preexec_fn=die_with_the_run, **how)


def end(process: subprocess.Popen[Any]) -> None:
    """End a process and all that it has started and left behind, at once."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


@contextlib.contextmanager
def started(command: list[str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a process for as long as the block lasts."""
    process = start(command, **how)
    try:
        yield process
    finally:
        end(process)


def left_behind(mark: str) -> dict[int, str]:
    """Find the processes of a run that live on, and tells of each what it is and which test has started it."""
    found: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        # Processes of other users cannot be read, and any process may end in the meantime
        with contextlib.suppress(OSError):
            settings = dict(
                line.partition("=")[::2] for line in (folder / "environ").read_text(errors="replace").split("\0")
            )
            command = (folder / "cmdline").read_text(errors="replace").replace("\0", " ").strip()
            if settings.get(MARK) != mark or int(folder.name) == os.getpid() or not command:
                continue
            if not any(name in command for name in LASTING):
                found[int(folder.name)] = f"{command[:120]} (started by {settings.get('PYTEST_CURRENT_TEST', '?')})"
    return found
