"""Files and functions stay small enough to read at one go, and modules are named for what they hold."""

import ast
from collections.abc import Callable
from pathlib import Path

Plant = Callable[[dict[str, str]], Path]

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 40
EMPTY_NAMES = frozenset({"utils", "util", "helpers", "common", "misc"})


def violations(root: Path) -> list[str]:
    """Lists files and functions that are too long, and modules whose name says nothing."""
    found = []
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root)
        text = path.read_text(encoding="utf-8")
        if not EMPTY_NAMES.isdisjoint(part.removesuffix(".py") for part in name.parts):
            found.append(f"{name}: the name says nothing")
        lines = len(text.splitlines())
        if lines > MAX_FILE_LINES:
            found.append(f"{name}: {lines} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > MAX_FUNCTION_LINES:
                    found.append(f"{name}:{node.lineno}: {node.name} has {length} lines")
    return found


def test_sources_are_small(repository: Path) -> None:
    assert violations(repository / "src") == []


def test_tests_are_small(repository: Path) -> None:
    assert violations(repository / "tests") == []


def test_planted_violations_are_found(plant: Plant) -> None:
    tree = {
        "long_file.py": "x = 1\n" * 401,
        "long_function.py": "async def f():\n" + "    x = 1\n" * 40,
        "helpers.py": "",
        "misc/door.py": "",
    }
    assert len(violations(plant(tree))) == 4


def test_limits_are_inclusive(plant: Plant) -> None:
    tree = {"file.py": "x = 1\n" * 400, "function.py": "def f():\n" + "    x = 1\n" * 39}
    assert violations(plant(tree)) == []
