"""Tests that the tables of the guide to the laboratory are up to date."""

from pathlib import Path

import lab_guide

GUIDE = Path(__file__).parents[2] / "docs" / "lab.md"


def test_the_guide_is_true() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert lab_guide.filled(text) == text, "run: python tools/lab_guide.py"
    assert text.count("| `digest` | text |") == 2


def test_an_outdated_table_is_found() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert lab_guide.filled(text.replace("| `seats` | int16 |", "| `seat` | int16 |")) == text
