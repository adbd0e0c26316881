"""Tests that compiled packages use Python that compiles to fast code, without input or output."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Plant = Callable[[dict[str, str]], Path]

COMPILED = ("engine", "view", "text", "policies", "env/core")
FORBIDDEN_IMPORTS = frozenset({"dataclasses", "msgspec", "random", "time", "os", "socket"})
MAY_USE_ANY = Path("engine/state/codec.py")  # it alone meets JSON of unknown shape


def faults(tree: ast.Module, may_use_any: bool) -> Iterator[tuple[int, str]]:
    """Yield the line and the kind of everything that compiled code must not contain."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in FORBIDDEN_IMPORTS:
                    yield node.lineno, f"import of {alias.name}"
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if not node.level and module.partition(".")[0] in FORBIDDEN_IMPORTS:
                yield node.lineno, f"import of {module}"
            if module == "typing" and not may_use_any and any(alias.name == "Any" for alias in node.names):
                yield node.lineno, "Any"
        elif isinstance(node, ast.Attribute):
            if node.attr == "Any" and not may_use_any:
                yield node.lineno, "Any"
        elif isinstance(node, ast.arguments) and node.kwarg:
            yield node.kwarg.lineno, f"**{node.kwarg.arg}"


def violations(root: Path) -> list[str]:
    """List what in the compiled packages is slow when compiled, or reaches outside the engine."""
    return [
        f"{path.relative_to(root)}:{line}: {what}"
        for package in COMPILED
        for path in sorted((root / package).rglob("*.py"))
        for line, what in faults(
            ast.parse(path.read_text(encoding="utf-8")), may_use_any=path.relative_to(root) == MAY_USE_ANY
        )
    ]


def test_compiled_packages_keep_the_style(package: Path) -> None:
    assert violations(package) == []


@pytest.mark.parametrize(
    "source",
    [
        "from dataclasses import dataclass",
        "import dataclasses",
        "import os.path",
        "from random import Random",
        "import msgspec, sys",
        "from typing import Any, Final",
        "import typing\nx: typing.Any = 1",
        "def f(**kwargs: int) -> None: ...",
        "f = lambda **options: options",
    ],
)
def test_planted_fault_is_found(plant: Plant, source: str) -> None:
    assert len(violations(plant({"engine/rules/turn/turn.py": source}))) == 1


def test_codec_and_edges_are_free(plant: Plant) -> None:
    tree = {
        "engine/state/codec.py": "from typing import Any",
        "engine/state/rng.py": "from hashlib import blake2b\nfrom .time import Moment",
        "sim/run.py": "import time, random\nfrom dataclasses import dataclass",
    }
    assert violations(plant(tree)) == []
