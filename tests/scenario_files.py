"""The scenario files of the tests, and what their heads say: cheap enough to choose by before anything is read."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
HEAD = re.compile(r"^([a-z]+): *(.*?) *$", re.M)


def files_in(*folders: str) -> list[Path]:
    """List the scenario files of some folders of the tests."""
    return [path for folder in folders for path in sorted((TESTS / folder).rglob("*.yaml"))]


def name_of(path: object) -> str | None:
    """Name a file by its place; any other parameter names itself."""
    return path.relative_to(TESTS).with_suffix("").as_posix() if isinstance(path, Path) else None


def head_of(path: Path) -> dict[str, str]:
    """Return what stands on one line with its key at the top of a file."""
    return dict(HEAD.findall(path.read_text(encoding="utf-8")))
