"""Where the sources are, and small trees to try the checkers on."""

from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]

Plant = Callable[[dict[str, str]], Path]


@pytest.fixture
def repository() -> Path:
    """The checked-out project."""
    return REPOSITORY


@pytest.fixture
def package() -> Path:
    """The folder of the `kickdoor` package."""
    return REPOSITORY / "src" / "kickdoor"


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Write files, given as path and text, into a folder of their own and returns it."""

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write
