"""Tests that no function has too many parameters."""

import ast
from pathlib import Path

MAX_PARAMETERS = 6
AS_THEY_ARE = {
    "kickdoor/engine/machine/events.py: Event": "its fields themselves; one is made for all that happens",
    "kickdoor/env/env_config.py: EnvConfig": "the front door: all but the first few are given by name",
    "kickdoor/game.py: new_game": "the front door: all but the first few are given by name",
    "kickdoor/autoplay.py: play": "the front door: all but the first few are given by name",
    "kickdoor/engine/state/state.py: Term": "its fields themselves; dozens are made whenever a fight is looked at",
}
"""What takes more, and why: in the compiled engine one more object for each event or summand would cost speed."""


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Name what a function takes besides the object it belongs to."""
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [one.arg for one in (given.vararg, given.kwarg) if one is not None]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def crowded(place: str, node: ast.AST, owner: str = "") -> list[str]:
    """List the functions that take too much; one that makes an object by the name of its class."""
    found = []
    for child in ast.iter_child_nodes(node):
        name = getattr(child, "name", "")
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and len(parameters(child)) > MAX_PARAMETERS:
            found.append(f"{place}: {owner if name == '__init__' else name}")
        found += crowded(place, child, name if isinstance(child, ast.ClassDef) else owner)
    return found


def test_no_function_takes_too_much(repository: Path) -> None:
    source = repository / "src"
    found: list[str] = []
    for path in sorted(source.rglob("*.py")):
        found += crowded(path.relative_to(source).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
    assert sorted(found) == sorted(AS_THEY_ARE)


def test_planted_violations_are_found() -> None:
    text = "class A:\n def __init__(self, a, b, c, d, e, f, g): ...\n def f(self, a, b, c, d, e, *, f): ...\n"
    assert crowded("a.py", ast.parse(text + "async def g(a, b, c, d, e, *f, **g): ...")) == ["a.py: A", "a.py: g"]
