"""Tests of the mutation tester: it changes code and nothing else."""

import ast
import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The module in tools, which is no package."""
    spec = importlib.util.spec_from_file_location("mutations", REPOSITORY / "tools" / "mutations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutations"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("line", "mutants"),
    [
        ("if a == b: f()", ["if a != b: f()", "if not (a == b): f()", "if a == b: pass"]),
        ("x = a and b", ["x = (a or b)"]),
        ("x = a + b", ["x = a - b"]),
        ("x = 'a' + b", []),
        ("x = 5", ["x = (6)", "x = (4)"]),
        ("x = -1", ["x = 0"]),
        ("return True", ["return False"]),
        ("p.x = y", ["pass"]),
        ("x: int = y", []),
        ("raise f(1)", []),
        ("x = [a for a in b if a in c]", ["x = [a for a in b if not (a in c)]", "x = [a for a in b if a not in c]"]),
        ("x = a if b else c", ["x = a if not (b) else c"]),
    ],
)
def test_every_kind_of_mutation_is_made(tool: ModuleType, line: str, mutants: list[str]) -> None:
    source = f"def f():\n    {line}\n"
    made = {mutation.apply(source).splitlines()[1].strip() for mutation in tool.mutations(source)}
    assert made == set(mutants)


@pytest.mark.parametrize(
    "source",
    [
        '"""Docstring 1."""\n',
        'def f() -> None:\n    """Adds 1 + 1."""\n',
        "def text(self):\n    return 1 + 1\n",
        "class A:\n    FIELDS = 4\n    def f(self, x=1):\n        raise NotImplementedError\n",
        "KIND = 0\nOTHER = 1\n",
        "from a import b\nif TYPE_CHECKING:\n    x = 1 + 1\n",
    ],
)
def test_comments_and_docstrings_are_not_mutated(tool: ModuleType, source: str) -> None:
    assert tool.mutations(source) == []


def test_a_statement_is_marked_at_its_start(tool: ModuleType) -> None:
    source = (
        "def f(a):\n    if (a ==\n            1):\n        return 2\n    elif a == 3:\n        return 4\n    return 5\n"
    )
    lines = {mutation.statement for mutation in tool.mutations(source)}
    assert lines == {2, 4, 5, 6, 7}
    marks: set[tuple[str, int]] = set()
    names = {tool.MARKS: marks}
    exec(compile(tool.marked(source, "f.py", lines), "f.py", "exec"), names)
    for value, run in [(1, {2, 4}), (3, {2, 5, 6}), (9, {2, 5, 7})]:
        marks.clear()
        names["f"](value)
        assert marks == {("f.py", line) for line in run}


def test_mutants_of_the_rules_can_be_parsed(tool: ModuleType) -> None:
    rng = Random(1)
    for path in sorted((REPOSITORY / "src" / "kickdoor" / "engine" / "rules").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        found = tool.mutations(source)
        for mutation in rng.sample(found, min(5, len(found))):
            mutated = mutation.apply(source)
            assert mutated != source
            ast.parse(mutated)
