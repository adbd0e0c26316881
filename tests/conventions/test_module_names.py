"""Modules are named for what they hold."""

from collections.abc import Callable
from pathlib import Path

Plant = Callable[[dict[str, str]], Path]

EMPTY_NAMES = frozenset({"utils", "util", "helpers", "common", "misc"})


def violations(root: Path) -> list[Path]:
    """Return the modules whose name, or whose folder's name, says nothing."""
    found = []
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root)
        if not EMPTY_NAMES.isdisjoint(part.removesuffix(".py") for part in name.parts):
            found.append(name)
    return found


def test_module_names_are_specific(repository: Path) -> None:
    assert violations(repository / "src") == []
    assert violations(repository / "tests") == []


def test_planted_violations_are_found(plant: Plant) -> None:
    assert len(violations(plant({"helpers.py": "", "misc/door.py": "", "doors.py": ""}))) == 2
