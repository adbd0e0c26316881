"""Finds the tools, which are programs and no package."""

import sys
from pathlib import Path

# Behind all else: one of them has the name of a module of Python's
sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))
