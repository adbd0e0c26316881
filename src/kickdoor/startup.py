"""Keeps a program quiet that is stopped by Ctrl-C while the package is still being imported.

That takes a good part of a second, and nobody who calls the program by mistake wants to read where in it they were.
It is imported before all else, and does nothing where somebody else's program imports the package.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""What a shell reports for a program stopped by Ctrl-C."""
SCRIPTS = ("kickdoor", "kickdoor.exe", "kickdoor-script.py")


def is_program() -> bool:
    """Return whether kickdoor is what runs: as its script or, which Python is about to look for, as a module."""
    called = sys.argv[0] if getattr(sys, "argv", None) else ""
    return os.path.basename(called) in SCRIPTS or (called == "-m" and "kickdoor" in sys.orig_argv)


def leave(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


def is_started() -> None:
    """Hands Ctrl-C over to whoever asks for this: from here on they hear of it."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if (
    is_program()
    and threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
):
    signal.signal(signal.SIGINT, leave)
