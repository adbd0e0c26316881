"""Handler that exits without a traceback when Ctrl-C stops the program during the imports of the package.

The imports take a good part of a second. This module is imported first. It does nothing when another program imports
the package.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit status that shells use for a program stopped by Ctrl-C."""
SCRIPTS = ("kickdoor", "kickdoor.exe", "kickdoor-script.py")


def is_program() -> bool:
    """Return whether kickdoor is the running program, started as a script or with `python -m`."""
    called = sys.argv[0] if getattr(sys, "argv", None) else ""
    return os.path.basename(called) in SCRIPTS or (called == "-m" and "kickdoor" in sys.orig_argv)


def leave(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


def is_started() -> None:
    """Restore the normal handling of Ctrl-C, which raises KeyboardInterrupt."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if (
    is_program()
    and threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
):
    signal.signal(signal.SIGINT, leave)
