"""Tests of what is generated from the declarations of fields, and of their errors."""

from pathlib import Path

import pytest
from tools import state_fields

from kickdoor.engine.state.fields import FLAG, NUMBERS, PUBLIC, SEAT, StateField


@pytest.mark.parametrize(("path", "text"), state_fields.outputs().items(), ids=lambda one: getattr(one, "name", ""))
def test_generated_files_are_up_to_date(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run python tools/state_fields.py"


def test_the_generated_end_of_a_class_is_replaced() -> None:
    text = "class A:\n    x = 1\n\n\nclass B:\n    pass\n"
    once = state_fields.with_generated(text, {"A": ["    def copy(self): ..."]})
    assert once == f"class A:\n    x = 1\n\n{state_fields.MARK}\n    def copy(self): ...\n\n\nclass B:\n    pass\n"
    assert state_fields.with_generated(once, {"A": ["    y = 2"]}) == once.replace("def copy(self): ...", "y = 2")


def test_lists_are_copied_and_shown_as_lists() -> None:
    fields = [StateField("on", FLAG, PUBLIC, "Whether."), StateField("all", NUMBERS, PUBLIC, "All.")]
    assert state_fields.copy_lines("A", "A", fields)[2:-1] == [
        "        c.on = self.on",
        "        if self.all:",
        "            c.all = self.all[:]",
    ]
    assert state_fields.field_lines(fields) == [
        "    on: bool",
        '    """Whether."""',
        "    all: list[int]",
        '    """All."""',
    ]


@pytest.mark.parametrize(("type", "visibility"), [(SEAT, ""), (SEAT, "secret"), ("", PUBLIC)])
def test_a_field_without_type_or_visibility_is_an_error(type: str, visibility: str) -> None:
    with pytest.raises(ValueError, match="a: expected a type and a visibility"):
        StateField("a", type, visibility, "A.")
