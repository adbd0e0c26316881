"""Builds parts of a release, without compiling."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def setup_py(*arguments: str) -> None:
    """Run the build as pip would, without compiling."""
    command = [sys.executable, "setup.py", "--quiet", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"KICKDOOR_PURE": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
