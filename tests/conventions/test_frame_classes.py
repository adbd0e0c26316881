"""Frames and forms answer for themselves: no code outside the engine asks of which class one is.

python -m tests.conventions.test_frame_classes     counts the places
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from kickdoor.engine import core_rules
from kickdoor.engine.machine.prompts import Form
from kickdoor.engine.machine.runtime import Frame

SOURCE = Path(core_rules.__file__).parents[1]
ENGINE = SOURCE / "engine"


def classes_below(*roots: type) -> set[str]:
    """Name classes with all that are derived from them."""
    found = {root.__name__ for root in roots}
    for root in roots:
        found |= classes_below(*root.__subclasses__())
    return found


def questions(text: str, names: set[str]) -> Iterator[int]:
    """Yield the lines of a source that ask whether something is one of these classes."""
    for node in ast.walk(ast.parse(text)):
        asked = node.cls if isinstance(node, ast.MatchClass) else None
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("isinstance", "issubclass"):
            asked = node.args[1]
        parts = [] if asked is None else [*ast.walk(asked)]
        if names & {getattr(part, "id", getattr(part, "attr", "")) for part in parts}:
            assert asked is not None
            yield asked.lineno


def places() -> list[str]:
    """List the places outside the engine that ask for the class of a frame or form."""
    names = classes_below(Frame, Form)
    return [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in sorted(SOURCE.rglob("*.py"))
        if ENGINE not in path.parents
        for line in questions(path.read_text("utf-8"), names)
    ]


def test_no_code_outside_the_engine_asks_for_the_class_of_a_frame_or_form() -> None:
    assert places() == []


def test_such_a_question_is_found() -> None:
    names = classes_below(Frame, Form)
    assert {"Turn", "Window", "TermsForm"} <= names
    text = "isinstance(a, Turn)\nisinstance(a, int | turn.Turn)\nisinstance(a, Top)\nmatch a:\n  case Turn():\n    0\n"
    assert list(questions(text, names)) == [1, 2, 5]


if __name__ == "__main__":
    sys.stdout.write("".join(f"{place}\n" for place in places()) + f"{len(places())} places\n")
